/* SPDX-License-Identifier: Apache-2.0 */
package io.sluice.protocol.rowset;

import java.nio.ByteBuffer;

/**
 * Some rows of a column: wire bytes {@code data[from, to)} and their nulls, which are bits from
 * {@code firstNull} on. The arrays are shared and never changed.
 *
 * @param nulls empty if no row is null
 */
record ColumnSlice(WireKind kind, byte[] data, int from, int to, byte[] nulls, int firstNull) {
  int size() {
    return to - from;
  }

  boolean isNull(int row) {
    return nulls.length > 0 && Bits.get(nulls, firstNull + row);
  }

  ColumnSlice rows(int first, int end) {
    int start = skip(from, first);
    int stop = skip(start, end - first);
    return new ColumnSlice(kind, data, start, stop, nulls, firstNull + first);
  }

  /** The position {@code rows} elements after {@code position}. */
  private int skip(int position, int rows) {
    if (kind.hasFixedWidth()) {
      return position + rows * kind.width();
    }
    ByteBuffer lengths = ByteBuffer.wrap(data);
    int at = position;
    for (int i = 0; i < rows; i++) {
      at += Integer.BYTES + lengths.getInt(at);
    }
    return at;
  }

  /** The nulls of {@code rows} rows, from bit 0 on, without bytes that are 0 at the end. */
  byte[] ownNulls(int rows) {
    if (nulls.length == 0) {
      return nulls;
    }
    byte[] own = new byte[Bits.bytesFor(rows)];
    Bits.copy(nulls, firstNull, own, 0, rows);
    return java.util.Arrays.copyOf(own, Bits.significantBytes(own));
  }
}
