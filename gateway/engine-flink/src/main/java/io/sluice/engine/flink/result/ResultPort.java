/* SPDX-License-Identifier: Apache-2.0 */
package io.sluice.engine.flink.result;

import static java.util.Objects.requireNonNull;

import io.sluice.error.ErrorCode;
import io.sluice.error.SluiceException;
import io.sluice.protocol.rowset.RowBlock;
import java.io.BufferedInputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.EOFException;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Semaphore;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Takes results from tasks in other processes. A task proves by its statement's token, which only
 * its job carries, that it may; a peer that does not within {@value #HANDSHAKE_MILLIS} ms is sent
 * away. One thread per running result; reading stops while the result's window is full, so the
 * task's sends block in turn.
 */
public final class ResultPort implements AutoCloseable {
  static final String MAGIC = "SLRESULT";
  static final byte OK = 1;
  static final byte BLOCK = 2;
  static final byte END = 3;

  private static final Logger LOG = LoggerFactory.getLogger(ResultPort.class);
  private static final int TOKEN_BYTES = 32;
  private static final int HANDSHAKE_MILLIS = 5_000;
  private static final int MAX_CONNECTIONS = 512;
  private static final int BUFFER = 64 << 10;

  private final ServerSocket server;
  private final InetSocketAddress advertised;
  private final Semaphore free = new Semaphore(MAX_CONNECTIONS);
  private final Set<Socket> open = ConcurrentHashMap.newKeySet();

  private ResultPort(ServerSocket server, InetSocketAddress advertised) {
    this.server = server;
    this.advertised = advertised;
  }

  /**
   * @param bind address to listen on
   * @param advertisedHost name or address under which tasks reach it
   * @throws SluiceException PORT_IN_USE
   */
  public static ResultPort open(InetAddress bind, int port, String advertisedHost) {
    requireNonNull(advertisedHost, "advertisedHost is null");
    try {
      ServerSocket server = new ServerSocket(port, 128, bind);
      ResultPort resultPort =
          new ResultPort(
              server, InetSocketAddress.createUnresolved(advertisedHost, server.getLocalPort()));
      Thread acceptor = new Thread(resultPort::accept, "engine-result-port");
      acceptor.setDaemon(true);
      acceptor.start();
      return resultPort;
    } catch (IOException e) {
      throw new SluiceException(
          ErrorCode.PORT_IN_USE,
          "The engine cannot listen for results on "
              + bind.getHostAddress()
              + ':'
              + port
              + ": "
              + e.getMessage()
              + ".",
          e);
    }
  }

  public InetSocketAddress address() {
    return advertised;
  }

  @Override
  public void close() {
    closeQuietly(server);
    open.forEach(ResultPort::closeQuietly);
  }

  private void accept() {
    while (!server.isClosed()) {
      try {
        Socket socket = server.accept();
        if (!free.tryAcquire()) {
          LOG.warn("A result from {} is refused: {} are open", socket, MAX_CONNECTIONS);
          socket.close();
          continue;
        }
        open.add(socket);
        Thread reader = new Thread(() -> serve(socket), "engine-result-" + socket.getPort());
        reader.setDaemon(true);
        reader.start();
      } catch (IOException e) {
        if (!server.isClosed()) {
          LOG.warn("A connection to the result port failed", e);
        }
      }
    }
  }

  private void serve(Socket socket) {
    try (socket) {
      socket.setTcpNoDelay(true);
      socket.setSoTimeout(HANDSHAKE_MILLIS);
      DataInputStream in =
          new DataInputStream(new BufferedInputStream(socket.getInputStream(), BUFFER));
      DataOutputStream out = new DataOutputStream(socket.getOutputStream());
      Optional<ResultReceiver> receiver = handshake(in);
      if (receiver.isEmpty()) {
        LOG.warn("A peer at {} came to the result port without a token", socket);
        return;
      }
      receiver.get().onStop(() -> closeQuietly(socket));
      receiver.get().begin(in.readInt(), in.readInt());
      socket.setSoTimeout(0);
      out.writeByte(OK);
      receive(receiver.get(), in, out);
    } catch (EOFException e) {
      LOG.debug("A task closed its result early", e);
    } catch (IOException e) {
      LOG.debug("A result's connection ended", e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    } finally {
      open.remove(socket);
      free.release();
    }
  }

  private static Optional<ResultReceiver> handshake(DataInputStream in) throws IOException {
    byte[] magic = in.readNBytes(MAGIC.length());
    byte[] token = in.readNBytes(TOKEN_BYTES);
    return Arrays.equals(magic, MAGIC.getBytes(StandardCharsets.US_ASCII))
        ? ResultReceivers.find(HexFormat.of().formatHex(token))
        : Optional.empty();
  }

  private static void receive(ResultReceiver receiver, DataInputStream in, DataOutputStream out)
      throws IOException, InterruptedException {
    while (true) {
      byte kind = in.readByte();
      switch (kind) {
        case BLOCK -> {
          if (!receiver.put(RowBlock.readFrom(in))) {
            return;
          }
          out.writeByte(OK);
        }
        case END -> {
          receiver.end(in.readLong());
          out.writeByte(OK);
          return;
        }
        default -> throw new IOException("A task sent a message of unknown kind " + kind);
      }
    }
  }

  private static void closeQuietly(AutoCloseable closeable) {
    try {
      closeable.close();
    } catch (Exception e) {
      LOG.debug("Closing a socket failed", e);
    }
  }
}
