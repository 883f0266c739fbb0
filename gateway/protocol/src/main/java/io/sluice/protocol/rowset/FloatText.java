/* SPDX-License-Identifier: Apache-2.0 */
package io.sluice.protocol.rowset;

/**
 * Widens a float to the double with the same decimal text, as Hive does: 0.1f becomes 0.1, not
 * 0.10000000149011612.
 */
final class FloatText {
  /** Below it a float times 10^8 is exact in a double (24 bits and 27 bits). */
  private static final float EXACT = 1 << 24;

  private static final double[] POWERS = {1, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8};

  private FloatText() {}

  static double widen(float value) {
    float size = Math.abs(value);
    if (size >= 1e-3f && size < EXACT) {
      // The decimal with the fewest places that is this float; n / 10^k is rounded correctly, so it
      // is
      // the double that the decimal text stands for.
      for (double power : POWERS) {
        double candidate = Math.rint(value * power) / power;
        if ((float) candidate == value) {
          return candidate;
        }
      }
    }
    return value == 0 || !Float.isFinite(value) ? value : Double.parseDouble(Float.toString(value));
  }
}
