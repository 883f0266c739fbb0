/* SPDX-License-Identifier: Apache-2.0 */
package io.sluice.login;

import com.unboundid.asn1.ASN1StreamReader;
import com.unboundid.ldap.protocol.BindResponseProtocolOp;
import com.unboundid.ldap.protocol.ExtendedResponseProtocolOp;
import com.unboundid.ldap.protocol.LDAPMessage;
import com.unboundid.ldap.protocol.ProtocolOp;
import com.unboundid.ldap.protocol.SearchResultEntryProtocolOp;
import com.unboundid.ldap.sdk.Attribute;
import com.unboundid.ldap.sdk.LDAPException;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.SocketTimeoutException;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;

/** A server that takes connections and then answers too little, in one of several ways. */
final class HangingServer implements AutoCloseable {
  /** How far it goes along. */
  enum Habit {
    /** Reads and never writes; a TLS handshake stalls. */
    SILENT,
    /** Answers binds with success, and nothing else. */
    ANSWERS_BINDS,
    /** Answers binds, and searches with an entry from time to time but never the end. */
    DRIPS_ENTRIES,
    /** Agrees to StartTLS, then is silent. */
    STALLS_AFTER_START_TLS,
    /** Sends half of an answer, a byte from time to time. */
    DRIPS_BYTES,
    /** Answers StartTLS with a refusal and everything else with success. */
    REFUSES_START_TLS
  }

  private final Habit habit;
  private final ServerSocket listener;
  private final ExecutorService threads = Executors.newCachedThreadPool();
  private final List<Socket> open = new CopyOnWriteArrayList<>();
  private final AtomicInteger accepted = new AtomicInteger();
  private final List<Byte> requests = new CopyOnWriteArrayList<>();

  HangingServer(Habit habit) throws IOException {
    this.habit = habit;
    this.listener = new ServerSocket(0, 500, InetAddress.getLoopbackAddress());
    threads.execute(this::accept);
  }

  String url() {
    return "ldap://127.0.0.1:" + listener.getLocalPort();
  }

  String tlsUrl() {
    return "ldaps://127.0.0.1:" + listener.getLocalPort();
  }

  int accepted() {
    return accepted.get();
  }

  /** Types of the requests that came, as protocol op tags (RFC 4511). */
  List<Byte> requests() {
    return requests;
  }

  int openConnections() {
    return open.size();
  }

  private void accept() {
    while (!listener.isClosed()) {
      try {
        Socket socket = listener.accept();
        accepted.incrementAndGet();
        open.add(socket);
        threads.execute(() -> serve(socket));
      } catch (IOException e) {
        return;
      }
    }
  }

  private void serve(Socket socket) {
    try (socket) {
      if (habit == Habit.SILENT) {
        drain(socket);
        return;
      }
      ASN1StreamReader reader = new ASN1StreamReader(socket.getInputStream());
      LDAPMessage request = LDAPMessage.readFrom(reader, true);
      while (request != null && answer(socket, request)) {
        request = LDAPMessage.readFrom(reader, true);
      }
    } catch (IOException | LDAPException e) {
      // The client hung up.
      return;
    } finally {
      open.remove(socket);
    }
  }

  private static void drain(Socket socket) throws IOException {
    byte[] buffer = new byte[1024];
    int read = 0;
    while (read >= 0) {
      read = socket.getInputStream().read(buffer);
    }
  }

  private boolean answer(Socket socket, LDAPMessage request) throws IOException {
    int id = request.getMessageID();
    byte type = request.getProtocolOpType();
    requests.add(type);
    ProtocolOp bound = new BindResponseProtocolOp(0, null, null, null, null);
    switch (type) {
      case 0x60 -> {
        if (habit == Habit.DRIPS_BYTES) {
          for (byte next : new LDAPMessage(id, bound).encode().encode()) {
            socket.getOutputStream().write(next);
            if (pause(socket)) {
              return false;
            }
          }
          return true;
        }
        send(socket, id, bound);
      }
      case 0x63 -> {
        while (habit == Habit.DRIPS_ENTRIES) {
          send(
              socket,
              id,
              new SearchResultEntryProtocolOp(
                  "ou=x", List.of(new Attribute("uid", "x"), new Attribute("uid", "y"))));
          if (pause(socket)) {
            return false;
          }
        }
      }
      case 0x77 ->
          send(
              socket,
              id,
              new ExtendedResponseProtocolOp(
                  habit == Habit.REFUSES_START_TLS ? 52 : 0, null, "no TLS", null, null, null));
      default -> {
        return true;
      }
    }
    if (type == 0x77 && habit == Habit.STALLS_AFTER_START_TLS) {
      drain(socket);
      return false;
    }
    return true;
  }

  private static void send(Socket socket, int id, ProtocolOp answer) throws IOException {
    socket.getOutputStream().write(new LDAPMessage(id, answer).encode().encode());
    socket.getOutputStream().flush();
  }

  /** Waits a little, or until the client hangs up; true if it did. */
  private static boolean pause(Socket socket) throws IOException {
    socket.setSoTimeout(100);
    try {
      return socket.getInputStream().read() < 0;
    } catch (SocketTimeoutException e) {
      return false;
    }
  }

  @Override
  public void close() throws IOException {
    listener.close();
    for (Socket socket : open) {
      socket.close();
    }
    threads.shutdownNow();
    try {
      if (!threads.awaitTermination(10, TimeUnit.SECONDS)) {
        throw new IOException("threads of the hanging server go on");
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
