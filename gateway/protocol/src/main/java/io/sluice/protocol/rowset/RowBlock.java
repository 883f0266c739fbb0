/* SPDX-License-Identifier: Apache-2.0 */
package io.sluice.protocol.rowset;

import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.List;

/**
 * Some rows, already in wire bytes, column by column. Immutable; a slice shares its bytes, so keep
 * no small slice of a large block for long.
 */
public final class RowBlock {
  private static final int MAX_COLUMNS = 1 << 20;

  private final int rows;
  private final List<ColumnSlice> columns;

  RowBlock(int rows, List<ColumnSlice> columns) {
    this.rows = rows;
    this.columns = List.copyOf(columns);
  }

  public int rows() {
    return rows;
  }

  /** Bytes of the values on the wire; null bitmaps and headers come on top. */
  public long bytes() {
    long sum = 0;
    for (ColumnSlice column : columns) {
      sum += column.size();
    }
    return sum;
  }

  List<ColumnSlice> columns() {
    return columns;
  }

  /** Rows {@code from} (counted from 0) up to, without, {@code to}. */
  public RowBlock slice(int from, int to) {
    if (from < 0 || to < from || to > rows) {
      throw new IndexOutOfBoundsException("rows " + from + " to " + to + " of " + rows);
    }
    return from == 0 && to == rows
        ? this
        : new RowBlock(to - from, columns.stream().map(c -> c.rows(from, to)).toList());
  }

  /** Writes it for {@link #readFrom}; the form is for processes of one version only. */
  public void writeTo(DataOutput out) throws IOException {
    out.writeInt(rows);
    out.writeInt(columns.size());
    for (ColumnSlice column : columns) {
      byte[] nulls = column.ownNulls(rows);
      out.writeByte(column.kind().ordinal());
      out.writeInt(column.size());
      out.writeInt(nulls.length);
      out.write(column.data(), column.from(), column.size());
      out.write(nulls);
    }
  }

  /**
   * @throws IOException if it ends early or is no block
   */
  public static RowBlock readFrom(DataInput in) throws IOException {
    int rows = in.readInt();
    int count = in.readInt();
    if (rows < 0 || count < 0 || count > MAX_COLUMNS) {
      throw new IOException("No row block has " + rows + " rows and " + count + " columns");
    }
    ColumnSlice[] columns = new ColumnSlice[count];
    for (int i = 0; i < count; i++) {
      columns[i] = readColumn(in, rows);
    }
    return new RowBlock(rows, List.of(columns));
  }

  private static ColumnSlice readColumn(DataInput in, int rows) throws IOException {
    int number = in.readByte();
    int size = in.readInt();
    int nullBytes = in.readInt();
    if (number < 0
        || number >= WireKind.values().length
        || size < 0
        || nullBytes < 0
        || nullBytes > Bits.bytesFor(rows)) {
      throw new IOException("A column of a row block is malformed");
    }
    byte[] data = new byte[size];
    in.readFully(data);
    byte[] nulls = new byte[nullBytes];
    in.readFully(nulls);
    WireKind kind = WireKind.of(number);
    if (!holds(kind, data, rows)) {
      throw new IOException("A column of a row block does not hold " + rows + " values");
    }
    return new ColumnSlice(kind, data, 0, size, nulls, 0);
  }

  private static boolean holds(WireKind kind, byte[] data, int rows) {
    if (kind.hasFixedWidth()) {
      return data.length == (long) rows * kind.width();
    }
    ByteBuffer lengths = ByteBuffer.wrap(data);
    long at = 0;
    for (int i = 0; i < rows; i++) {
      if (at + Integer.BYTES > data.length) {
        return false;
      }
      int length = lengths.getInt((int) at);
      if (length < 0) {
        return false;
      }
      at += Integer.BYTES + length;
    }
    return at == data.length;
  }
}
