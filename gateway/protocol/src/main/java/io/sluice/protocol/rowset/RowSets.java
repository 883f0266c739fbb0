/* SPDX-License-Identifier: Apache-2.0 */
package io.sluice.protocol.rowset;

import static io.sluice.protocol.rowset.RowSetEncoder.field;

import io.netty.buffer.ByteBuf;
import io.sluice.thrift.protocol.TType;
import java.nio.ByteBuffer;
import java.util.List;

/**
 * Row sets before V6: a struct per row, in it a union per value, without its value if it is null.
 */
final class RowSets {
  private RowSets() {}

  static void write(ByteBuf out, List<RowBlock> blocks) {
    int rows = blocks.stream().mapToInt(RowBlock::rows).sum();
    field(out, TType.LIST, 2).writeByte(TType.STRUCT).writeInt(rows);
    for (RowBlock block : blocks) {
      write(out, block);
    }
  }

  private static void write(ByteBuf out, RowBlock block) {
    List<ColumnSlice> columns = block.columns();
    int[] positions = columns.stream().mapToInt(ColumnSlice::from).toArray();
    for (int row = 0; row < block.rows(); row++) {
      field(out, TType.LIST, 1).writeByte(TType.STRUCT).writeInt(positions.length);
      for (int i = 0; i < positions.length; i++) {
        positions[i] += value(out, columns.get(i), row, positions[i]);
      }
      out.writeByte(TType.STOP);
    }
  }

  /** Returns how many bytes of the column the value took. */
  private static int value(ByteBuf out, ColumnSlice column, int row, int position) {
    WireKind kind = column.kind();
    int size =
        kind.hasFixedWidth()
            ? kind.width()
            : Integer.BYTES + ByteBuffer.wrap(column.data()).getInt(position);
    field(out, TType.STRUCT, kind.valueField());
    if (!column.isNull(row)) {
      field(out, kind.thriftType(), 1).writeBytes(column.data(), position, size);
    }
    out.writeByte(TType.STOP).writeByte(TType.STOP);
    return size;
  }
}
