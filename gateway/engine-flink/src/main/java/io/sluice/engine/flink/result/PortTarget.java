/* SPDX-License-Identifier: Apache-2.0 */
package io.sluice.engine.flink.result;

import io.sluice.protocol.rowset.RowBlock;
import java.io.BufferedOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.EOFException;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.HexFormat;

/**
 * The engine is another process: rows go to its result port. The task sends {@link
 * ResultPort#MAGIC}, the token, its number and how many tasks there are; then blocks, each answered
 * once the engine's window has it, at most {@value #IN_FLIGHT} unanswered; then the end with the
 * number of rows, answered too.
 */
record PortTarget(String host, int port, String token) implements ResultTarget {
  private static final int CONNECT_MILLIS = 10_000;
  private static final int IN_FLIGHT = 8;
  private static final int BUFFER = 64 << 10;

  @Override
  public ResultChannel open(int task, int tasks) throws IOException {
    Socket socket = new Socket();
    try {
      socket.connect(new InetSocketAddress(host, port), CONNECT_MILLIS);
      socket.setTcpNoDelay(true);
      socket.setKeepAlive(true);
      DataOutputStream out =
          new DataOutputStream(new BufferedOutputStream(socket.getOutputStream(), BUFFER));
      DataInputStream in = new DataInputStream(socket.getInputStream());
      out.write(ResultPort.MAGIC.getBytes(StandardCharsets.US_ASCII));
      out.write(HexFormat.of().parseHex(token));
      out.writeInt(task);
      out.writeInt(tasks);
      out.flush();
      if (in.readByte() != ResultPort.OK) {
        throw new IOException("The engine refused this result: its statement has ended");
      }
      return new Channel(socket, in, out);
    } catch (IOException | RuntimeException e) {
      socket.close();
      throw e;
    }
  }

  @Override
  public String toString() {
    return "PortTarget(" + host + ':' + port + ')';
  }

  private static final class Channel implements ResultChannel {
    private final Socket socket;
    private final DataInputStream in;
    private final DataOutputStream out;
    private int unanswered;

    Channel(Socket socket, DataInputStream in, DataOutputStream out) {
      this.socket = socket;
      this.in = in;
      this.out = out;
    }

    @Override
    public boolean send(RowBlock block) throws IOException {
      try {
        out.writeByte(ResultPort.BLOCK);
        block.writeTo(out);
        out.flush();
        unanswered++;
        while (unanswered > IN_FLIGHT || unanswered > 0 && in.available() > 0) {
          answer();
        }
        return true;
      } catch (EOFException e) {
        return false;
      }
    }

    @Override
    public void end(long rows) throws IOException {
      out.writeByte(ResultPort.END);
      out.writeLong(rows);
      out.flush();
      unanswered++;
      while (unanswered > 0) {
        answer();
      }
    }

    @Override
    public void close() throws IOException {
      socket.close();
    }

    private void answer() throws IOException {
      byte answer = in.readByte();
      if (answer != ResultPort.OK) {
        throw new IOException("The engine answered a row block with " + answer);
      }
      unanswered--;
    }
  }
}
