/* SPDX-License-Identifier: Apache-2.0 */
package io.sluice.server.operation;

import io.netty.buffer.ByteBuf;
import io.sluice.thrift.hive.TStatusCode;
import io.sluice.thrift.protocol.TType;

/**
 * Looks at the head of a fetch's answer without reading its rows. The engine's encoder writes a
 * status with nothing but SUCCESS first and {@code hasMoreRows} next, so both are at fixed places;
 * an answer of any other form simply tells nothing.
 */
final class FetchAnswer {
  private static final int STATUS_CODE = 6;
  private static final int STATUS_END = 10;
  private static final int HAS_MORE_ROWS = 14;

  private FetchAnswer() {}

  /** True if the answer is a success that says that rows follow. */
  static boolean saysMoreRowsFollow(ByteBuf answer) {
    int start = answer.readerIndex();
    return answer.readableBytes() > HAS_MORE_ROWS
        && isField(answer, start, TType.STRUCT, 1)
        && isField(answer, start + 3, TType.I32, 1)
        && answer.getInt(start + STATUS_CODE) == TStatusCode.SUCCESS_STATUS.getValue()
        && answer.getByte(start + STATUS_END) == TType.STOP
        && isField(answer, start + STATUS_END + 1, TType.BOOL, 2)
        && answer.getByte(start + HAS_MORE_ROWS) == 1;
  }

  private static boolean isField(ByteBuf answer, int at, byte type, int id) {
    return answer.getByte(at) == type && answer.getShort(at + 1) == id;
  }
}
