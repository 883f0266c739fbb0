/* SPDX-License-Identifier: Apache-2.0 */
package io.sluice.protocol.rowset;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufAllocator;
import io.sluice.error.ErrorCode;
import io.sluice.error.SluiceException;
import io.sluice.protocol.ProtocolVersions;
import io.sluice.thrift.hive.TProtocolVersion;
import io.sluice.thrift.hive.TStatusCode;
import io.sluice.thrift.protocol.TType;
import java.util.List;

/** Puts blocks together into the bytes of a {@code TFetchResultsResp}. */
public final class RowSetEncoder {
  /** Headers round everything and round one column, generously. */
  private static final int FIXED_BYTES = 128;

  private static final int COLUMN_BYTES = 64;

  private RowSetEncoder() {}

  /**
   * The answer to a fetch, all rows of the blocks in their order.
   *
   * @param blocks of this schema; none for an empty row set, which still has its columns
   * @param startRowOffset the number of the first row within the result, from 0
   * @param hasMoreRows false only if no row follows these
   * @param version columns from V6 on, rows before
   * @return owned by the caller
   * @throws SluiceException MESSAGE_TOO_LARGE if it would not fit a message
   */
  public static ByteBuf encode(
      RowSchema schema,
      List<RowBlock> blocks,
      long startRowOffset,
      boolean hasMoreRows,
      TProtocolVersion version) {
    check(schema, blocks);
    ByteBuf out = ByteBufAllocator.DEFAULT.buffer(capacity(schema, blocks));
    try {
      field(out, TType.STRUCT, 1); // status
      field(out, TType.I32, 1).writeInt(TStatusCode.SUCCESS_STATUS.getValue());
      out.writeByte(TType.STOP);
      field(out, TType.BOOL, 2).writeBoolean(hasMoreRows);
      field(out, TType.STRUCT, 3); // results
      field(out, TType.I64, 1).writeLong(startRowOffset);
      if (ProtocolVersions.hasColumnSets(version)) {
        ColumnSets.write(out, schema, blocks);
      } else {
        RowSets.write(out, blocks);
      }
      out.writeByte(TType.STOP);
      return out.writeByte(TType.STOP);
    } catch (RuntimeException e) {
      out.release();
      throw e;
    }
  }

  private static void check(RowSchema schema, List<RowBlock> blocks) {
    for (RowBlock block : blocks) {
      if (block.columns().size() != schema.size()) {
        throw new IllegalArgumentException(
            "A block has " + block.columns().size() + " columns, the schema " + schema.size());
      }
    }
  }

  private static int capacity(RowSchema schema, List<RowBlock> blocks) {
    long bytes = FIXED_BYTES + (long) COLUMN_BYTES * schema.size();
    for (RowBlock block : blocks) {
      bytes += block.bytes() + (long) schema.size() * (Bits.bytesFor(block.rows()) + 1);
    }
    if (bytes > Integer.MAX_VALUE - FIXED_BYTES) {
      throw new SluiceException(
          ErrorCode.MESSAGE_TOO_LARGE,
          "A batch of " + bytes + " bytes does not fit a message; fetch fewer rows at once.");
    }
    return (int) bytes;
  }

  static ByteBuf field(ByteBuf out, byte type, int id) {
    return out.writeByte(type).writeShort(id);
  }
}
