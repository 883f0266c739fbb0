/* SPDX-License-Identifier: Apache-2.0 */
package io.sluice.protocol.rowset;

/**
 * Null bitmaps as Hive has them: row i is bit i%8, lowest first, of byte i/8; missing bytes are 0.
 */
final class Bits {
  private Bits() {}

  static boolean get(byte[] bits, int index) {
    int at = index >>> 3;
    return at < bits.length && (bits[at] >>> (index & 7) & 1) != 0;
  }

  static void set(byte[] bits, int index) {
    bits[index >>> 3] |= (byte) (1 << (index & 7));
  }

  static int bytesFor(int count) {
    return (count + 7) >>> 3;
  }

  /** Copies {@code count} bits into a target whose bits there are 0 and which is long enough. */
  static void copy(byte[] source, int from, byte[] target, int to, int count) {
    int shift = (to - from) & 7;
    if (shift == 0) {
      copyAligned(source, from, target, to, count);
      return;
    }
    for (int i = 0; i < count; i += 8) {
      int eight = eight(source, from + i, Math.min(8, count - i));
      int at = to + i;
      int spread = eight << (at & 7);
      target[at >>> 3] |= (byte) spread;
      if (spread > 0xff) {
        target[(at >>> 3) + 1] |= (byte) (spread >>> 8);
      }
    }
  }

  private static void copyAligned(byte[] source, int from, byte[] target, int to, int count) {
    int done = 0;
    while (done < count) {
      int offset = (from + done) & 7;
      int part = Math.min(8 - offset, count - done);
      target[(to + done) >>> 3] |= (byte) (eight(source, from + done, part) << offset);
      done += part;
    }
  }

  /** Up to eight bits from {@code from} on, the first one lowest. */
  private static int eight(byte[] source, int from, int count) {
    int at = from >>> 3;
    int low = at < source.length ? source[at] & 0xff : 0;
    int high = at + 1 < source.length ? source[at + 1] & 0xff : 0;
    return (low | high << 8) >>> (from & 7) & (1 << count) - 1;
  }

  /** Bytes up to the last bit that is set. */
  static int significantBytes(byte[] bits) {
    int size = bits.length;
    while (size > 0 && bits[size - 1] == 0) {
      size--;
    }
    return size;
  }
}
