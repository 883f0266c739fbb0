/* SPDX-License-Identifier: Apache-2.0 */
package io.sluice.protocol.rowset;

/** Decimals of up to 19 digits as text, without an object. */
final class DecimalText {
  private DecimalText() {}

  /** Writes from the array's beginning; returns the length. */
  static int write(byte[] out, long unscaled, int scale) {
    int end = out.length;
    int at = end;
    long rest = unscaled;
    int places = scale;
    // The remainder of a negative number is negative: works for Long.MIN_VALUE too.
    while (rest != 0 || places >= 0) {
      if (places == 0 && scale > 0) {
        out[--at] = '.';
      }
      out[--at] = (byte) ('0' + Math.abs(rest % 10));
      rest /= 10;
      places--;
    }
    if (unscaled < 0) {
      out[--at] = '-';
    }
    System.arraycopy(out, at, out, 0, end - at);
    return end - at;
  }
}
