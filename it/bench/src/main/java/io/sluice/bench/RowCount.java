/* SPDX-License-Identifier: Apache-2.0 */
package io.sluice.bench;

import io.netty.buffer.ByteBuf;
import io.sluice.thrift.protocol.TType;

/**
 * Reads the number of rows in a TFetchResultsResp from the header of its first column, without
 * decoding a value: a bare client's work must not hide the server's.
 */
final class RowCount {
  private static final int RESULTS = 3;
  private static final int COLUMNS = 3;

  private RowCount() {}

  /** The bytes are those of the struct in the binary protocol; the reader index moves. */
  static int of(ByteBuf struct) {
    if (!seek(struct, RESULTS) || !seek(struct, COLUMNS)) {
      return 0;
    }
    struct.skipBytes(1);
    if (struct.readInt() == 0) {
      return 0;
    }
    // TColumn is a union: one field, and in it a struct that begins with the list of values.
    struct.skipBytes(3);
    if (!seek(struct, 1)) {
      return 0;
    }
    struct.skipBytes(1);
    return struct.readInt();
  }

  /** Goes to the content of a field; false at the struct's end. */
  private static boolean seek(ByteBuf in, int field) {
    while (true) {
      byte type = in.readByte();
      if (type == TType.STOP) {
        return false;
      }
      if (in.readShort() == field) {
        return true;
      }
      skip(in, type);
    }
  }

  private static void skip(ByteBuf in, byte type) {
    switch (type) {
      case TType.BOOL, TType.BYTE -> in.skipBytes(1);
      case TType.I16 -> in.skipBytes(2);
      case TType.I32 -> in.skipBytes(4);
      case TType.I64, TType.DOUBLE -> in.skipBytes(8);
      case TType.STRING -> in.skipBytes(in.readInt());
      case TType.STRUCT -> {
        for (byte field = in.readByte(); field != TType.STOP; field = in.readByte()) {
          in.skipBytes(2);
          skip(in, field);
        }
      }
      case TType.LIST, TType.SET -> {
        byte element = in.readByte();
        for (int left = in.readInt(); left > 0; left--) {
          skip(in, element);
        }
      }
      default -> throw new IllegalStateException("A TFetchResultsResp has no type " + type);
    }
  }
}
