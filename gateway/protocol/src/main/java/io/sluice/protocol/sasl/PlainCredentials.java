/* SPDX-License-Identifier: Apache-2.0 */
package io.sluice.protocol.sasl;

import io.sluice.error.ErrorCode;
import io.sluice.error.SluiceException;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;

/** Name and password as PLAIN carries them: {@code [authzid] NUL authcid NUL passwd}, in UTF-8. */
record PlainCredentials(String user, String password) {
  /**
   * @throws SluiceException LOGIN_FAILED if the message is not exactly that, or one user asks to be
   *     another
   */
  static PlainCredentials parse(byte[] message) {
    String text;
    try {
      // A new decoder reports malformed input instead of replacing it.
      text = StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(message)).toString();
    } catch (CharacterCodingException e) {
      throw refused("name and password are not UTF-8", e);
    }
    String[] parts = text.split("\0", -1);
    if (parts.length != 3) {
      throw refused("it must hold an identity, a name and a password, parted by NUL", null);
    }
    if (parts[1].isEmpty()) {
      throw refused("the user name is empty", null);
    }
    if (!parts[0].isEmpty() && !parts[0].equals(parts[1])) {
      throw refused(
          "it asks for the rights of another user; use hive.server2.proxy.user for that", null);
    }
    return new PlainCredentials(parts[1], parts[2]);
  }

  private static SluiceException refused(String why, Throwable cause) {
    return new SluiceException(
        ErrorCode.LOGIN_FAILED, "The PLAIN login message is refused: " + why + ".", cause);
  }

  /** Without the password. */
  @Override
  public String toString() {
    return "PlainCredentials[user=" + user + ']';
  }
}
