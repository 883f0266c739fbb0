/* SPDX-License-Identifier: Apache-2.0 */
package io.sluice.config;

import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Reads sizes in bytes. */
final class Sizes {
  private static final Pattern NUMBER = Pattern.compile("(\\d+)\\s*(b|k|kb|m|mb|g|gb)?");

  private Sizes() {}

  static long parse(String text) {
    Matcher matcher = NUMBER.matcher(text.toLowerCase(Locale.ROOT));
    if (!matcher.matches()) {
      throw new IllegalArgumentException("write 16mb, 64k or a number of bytes");
    }
    long amount = Long.parseLong(matcher.group(1));
    String unit = matcher.group(2);
    int shift =
        switch (unit == null ? "b" : unit.substring(0, 1)) {
          case "k" -> 10;
          case "m" -> 20;
          case "g" -> 30;
          default -> 0;
        };
    return Math.multiplyExact(amount, 1L << shift);
  }
}
