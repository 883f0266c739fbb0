/* SPDX-License-Identifier: Apache-2.0 */
package io.sluice.protocol.sasl;

/** The status byte of a SASL message, as TSaslTransport numbers it. */
enum SaslStatus {
  START(1),
  OK(2),
  BAD(3),
  ERROR(4),
  COMPLETE(5);

  private final byte code;

  SaslStatus(int code) {
    this.code = (byte) code;
  }

  byte code() {
    return code;
  }

  /** Null if no status has this code. */
  static SaslStatus of(byte code) {
    return code >= 1 && code <= 5 ? values()[code - 1] : null;
  }
}
