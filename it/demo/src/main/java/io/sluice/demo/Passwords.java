/* SPDX-License-Identifier: Apache-2.0 */
package io.sluice.demo;

import java.security.SecureRandom;
import java.util.HexFormat;

/** New passwords for each demo: of the two people, and of the gateway's account in MySQL. */
record Passwords(String alice, String bob, String shop) {
  static Passwords random() {
    SecureRandom random = new SecureRandom();
    return new Passwords(
        "alice-" + digits(random, 4), "bob-" + digits(random, 4), digits(random, 16));
  }

  private static String digits(SecureRandom random, int bytes) {
    byte[] value = new byte[bytes];
    random.nextBytes(value);
    return HexFormat.of().formatHex(value);
  }

  @Override
  public String toString() {
    return "(hidden)";
  }
}
