/* SPDX-License-Identifier: Apache-2.0 */
package io.sluice.protocol.sasl;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.sluice.error.ErrorCode;
import io.sluice.error.SluiceException;
import java.nio.charset.StandardCharsets;

/** One message of the login. */
record SaslMessage(SaslStatus status, byte[] payload) {
  private static final int HEADER = 5;

  /**
   * Takes the next message off the buffer.
   *
   * @return null until it is whole
   * @throws SluiceException LOGIN_FAILED if what is there cannot be a message of at most {@code
   *     limit} bytes
   */
  static SaslMessage read(ByteBuf in, int limit) {
    if (!in.isReadable()) {
      return null;
    }
    SaslStatus status = SaslStatus.of(in.getByte(in.readerIndex()));
    if (status == null) {
      throw new SluiceException(
          ErrorCode.LOGIN_FAILED,
          "This is not a SASL message. Connect with a HiveServer2 client over the binary transport"
              + " with SASL (in a JDBC URL: no auth=noSasl, no transportMode=http; ssl only if the"
              + " server has it).");
    }
    if (in.readableBytes() < HEADER) {
      return null;
    }
    int length = in.getInt(in.readerIndex() + 1);
    if (length < 0 || length > limit) {
      throw new SluiceException(
          ErrorCode.LOGIN_FAILED,
          "A login message of "
              + Integer.toUnsignedLong(length)
              + " bytes is refused: the limit is "
              + limit
              + ".");
    }
    if (in.readableBytes() < HEADER + length) {
      return null;
    }
    in.skipBytes(HEADER);
    byte[] payload = new byte[length];
    in.readBytes(payload);
    return new SaslMessage(status, payload);
  }

  static SaslMessage of(SaslStatus status, String text) {
    return new SaslMessage(status, text.getBytes(StandardCharsets.UTF_8));
  }

  String text() {
    return new String(payload, StandardCharsets.UTF_8);
  }

  ByteBuf toBytes() {
    ByteBuf out = Unpooled.buffer(HEADER + payload.length);
    return out.writeByte(status.code()).writeInt(payload.length).writeBytes(payload);
  }
}
