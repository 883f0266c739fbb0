/* SPDX-License-Identifier: Apache-2.0 */
package io.sluice.protocol.rowset;

import io.sluice.error.ErrorCode;
import io.sluice.error.SluiceException;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.util.Arrays;

/** The growing wire bytes of one column. */
final class ColumnBuffer {
  static final VarHandle SHORT = view(short[].class);
  static final VarHandle INT = view(int[].class);
  static final VarHandle LONG = view(long[].class);

  private static final byte[] NO_NULLS = {};
  private static final int MAX_ARRAY = Integer.MAX_VALUE - 8;

  /** Room a column keeps from one block to the next at most. */
  private static final int MAX_KEPT = 1 << 20;

  final WireKind kind;
  byte[] data;
  int size;
  private byte[] nulls = NO_NULLS;
  private int values;

  ColumnBuffer(WireKind kind, int capacity) {
    this.kind = kind;
    this.data = new byte[capacity];
  }

  private static VarHandle view(Class<?> arrayType) {
    return MethodHandles.byteArrayViewVarHandle(arrayType, ByteOrder.BIG_ENDIAN);
  }

  int values() {
    return values;
  }

  /** Makes room for a value of this many bytes and counts it; returns where it goes. */
  int next(WireKind expected, int bytes) {
    if (kind != expected) {
      throw new IllegalArgumentException("A " + kind + " column takes no " + expected);
    }
    return next(bytes);
  }

  private int next(int bytes) {
    int at = size;
    long needed = (long) at + bytes;
    if (needed > data.length) {
      grow(needed);
    }
    size = (int) needed;
    values++;
    return at;
  }

  private void grow(long needed) {
    if (needed > MAX_ARRAY) {
      throw new SluiceException(
          ErrorCode.MESSAGE_TOO_LARGE,
          "The values of one column in one batch exceed 2 GiB. Select fewer or shorter values.");
    }
    data = Arrays.copyOf(data, (int) Math.min(MAX_ARRAY, Math.max(needed, 2L * data.length)));
  }

  /** A null: a bit, and in its place the value Hive puts there (0, false, empty). */
  void appendNull() {
    int row = values;
    int bytes = kind.hasFixedWidth() ? kind.width() : Integer.BYTES;
    int at = next(bytes);
    Arrays.fill(data, at, at + bytes, (byte) 0);
    if (row >>> 3 >= nulls.length) {
      nulls = Arrays.copyOf(nulls, Math.max(64, Math.max(2 * nulls.length, (row >>> 3) + 1)));
    }
    Bits.set(nulls, row);
  }

  /** Hands the bytes over, in an array that is not much larger, and begins anew. */
  ColumnSlice take() {
    byte[] bytes = data;
    if (size <= data.length / 2) {
      bytes = Arrays.copyOf(data, size); // A small block must not keep a large array alive.
      if (data.length > MAX_KEPT) {
        data = new byte[MAX_KEPT];
      }
    } else {
      data = new byte[Math.min(MAX_KEPT, size + (size >>> 3))];
    }
    byte[] bits = Arrays.copyOf(nulls, Bits.significantBytes(nulls));
    ColumnSlice slice = new ColumnSlice(kind, bytes, 0, size, bits, 0);
    nulls = NO_NULLS;
    size = 0;
    values = 0;
    return slice;
  }
}
