/* SPDX-License-Identifier: Apache-2.0 */
package io.sluice.protocol.rowset;

import static io.sluice.protocol.rowset.RowSetEncoder.field;

import io.netty.buffer.ByteBuf;
import io.sluice.thrift.protocol.TType;
import java.util.List;

/** Row sets from V6 on: a list of values and a null bitmap per column. */
final class ColumnSets {
  private ColumnSets() {}

  static void write(ByteBuf out, RowSchema schema, List<RowBlock> blocks) {
    field(out, TType.LIST, 2).writeByte(TType.STRUCT).writeInt(0); // rows, which must be there
    field(out, TType.LIST, 3).writeByte(TType.STRUCT).writeInt(schema.size()); // columns
    int rows = blocks.stream().mapToInt(RowBlock::rows).sum();
    for (int i = 0; i < schema.size(); i++) {
      column(out, schema.kind(i), i, rows, blocks);
    }
  }

  private static void column(
      ByteBuf out, WireKind kind, int index, int rows, List<RowBlock> blocks) {
    field(out, TType.STRUCT, kind.columnField());
    field(out, TType.LIST, 1).writeByte(kind.thriftType()).writeInt(rows);
    for (RowBlock block : blocks) {
      ColumnSlice column = block.columns().get(index);
      if (column.kind() != kind) {
        throw new IllegalArgumentException(
            "Column " + index + " is " + column.kind() + " in a block, " + kind + " in the schema");
      }
      out.writeBytes(column.data(), column.from(), column.size());
    }
    byte[] nulls = nulls(index, rows, blocks);
    field(out, TType.STRING, 2).writeInt(nulls.length).writeBytes(nulls);
    out.writeByte(TType.STOP).writeByte(TType.STOP);
  }

  private static byte[] nulls(int index, int rows, List<RowBlock> blocks) {
    if (blocks.size() == 1) {
      return blocks.get(0).columns().get(index).ownNulls(rows);
    }
    byte[] merged = null;
    int at = 0;
    for (RowBlock block : blocks) {
      ColumnSlice column = block.columns().get(index);
      if (column.nulls().length > 0) {
        if (merged == null) {
          merged = new byte[Bits.bytesFor(rows)];
        }
        Bits.copy(column.nulls(), column.firstNull(), merged, at, block.rows());
      }
      at += block.rows();
    }
    return merged == null
        ? new byte[0]
        : java.util.Arrays.copyOf(merged, Bits.significantBytes(merged));
  }
}
