/* SPDX-License-Identifier: Apache-2.0 */
package io.sluice.protocol;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufUtil;
import io.netty.buffer.UnpooledByteBufAllocator;
import io.sluice.thrift.TBase;
import io.sluice.thrift.TException;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.SocketTimeoutException;

/** A peer that does as it likes: bytes over a plain socket. */
final class RawPeer implements AutoCloseable {
  static final int START = 1;
  static final int OK = 2;
  static final int BAD = 3;
  static final int COMPLETE = 5;

  /** A message of the login as it came. */
  record Word(int status, byte[] payload) {
    String text() {
      return new String(payload, UTF_8);
    }
  }

  private static final int PATIENCE_MILLIS = 20_000;

  private final Socket socket = new Socket();
  private final DataInputStream in;
  private final DataOutputStream out;

  RawPeer(InetSocketAddress address) throws IOException {
    socket.connect(address, PATIENCE_MILLIS);
    socket.setSoTimeout(PATIENCE_MILLIS);
    in = new DataInputStream(socket.getInputStream());
    out = new DataOutputStream(socket.getOutputStream());
  }

  static RawPeer loggedIn(RunningServer server) throws IOException {
    RawPeer peer = new RawPeer(server.server.address());
    Word answer = peer.say(START, "PLAIN").say(OK, "\0ann\0ann-pw").hear();
    if (answer.status != COMPLETE) {
      peer.close();
      throw new IOException("Login refused: " + answer.text());
    }
    return peer;
  }

  RawPeer say(int status, String payload) throws IOException {
    return say(status, payload.getBytes(UTF_8));
  }

  RawPeer say(int status, byte[] payload) throws IOException {
    out.writeByte(status);
    out.writeInt(payload.length);
    out.write(payload);
    return this;
  }

  Word hear() throws IOException {
    int status = in.readByte();
    return new Word(status, in.readNBytes(in.readInt()));
  }

  RawPeer bytes(int... values) throws IOException {
    for (int value : values) {
      out.writeByte(value);
    }
    return this;
  }

  RawPeer number(int value) throws IOException {
    out.writeInt(value);
    return this;
  }

  RawPeer bytes(byte[] values) throws IOException {
    out.write(values);
    return this;
  }

  RawPeer frame(byte[] message) throws IOException {
    out.writeInt(message.length);
    out.write(message);
    return this;
  }

  RawPeer call(HiveCall<?, ?> call, int sequence, TBase<?, ?> request) throws IOException {
    return bytes(message(call.name(), sequence, request));
  }

  /** A whole message, its length in front. */
  static byte[] message(String name, int sequence, TBase<?, ?> request) {
    try {
      ByteBuf bytes = Messages.request(UnpooledByteBufAllocator.DEFAULT, name, sequence, request);
      try {
        return ByteBufUtil.getBytes(bytes);
      } finally {
        bytes.release();
      }
    } catch (TException e) {
      throw new IllegalArgumentException(e);
    }
  }

  byte[] readFrame() throws IOException {
    return in.readNBytes(in.readInt());
  }

  /** True if the server has closed; what it still sent is dropped. */
  boolean isClosedByServer() {
    byte[] rest = new byte[4096];
    try {
      int got;
      do {
        got = in.read(rest);
      } while (got >= 0);
      return true;
    } catch (SocketTimeoutException e) {
      return false;
    } catch (IOException e) {
      return true; // Reset.
    }
  }

  /** True if nothing comes for so long. */
  boolean hearsNothingFor(int millis) throws IOException {
    socket.setSoTimeout(millis);
    try {
      return in.read() == Integer.MIN_VALUE;
    } catch (SocketTimeoutException e) {
      return true;
    } finally {
      socket.setSoTimeout(PATIENCE_MILLIS);
    }
  }

  @Override
  public void close() {
    try {
      socket.close();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
