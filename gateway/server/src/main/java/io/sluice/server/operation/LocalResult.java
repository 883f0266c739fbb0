/* SPDX-License-Identifier: Apache-2.0 */
package io.sluice.server.operation;

import static java.util.Objects.requireNonNull;

import io.netty.buffer.ByteBuf;
import io.sluice.protocol.rowset.HiveColumn;
import io.sluice.protocol.rowset.HiveType;
import io.sluice.protocol.rowset.RowBlockWriter;
import io.sluice.protocol.rowset.RowSchema;
import io.sluice.protocol.rowset.RowSetEncoder;
import io.sluice.thrift.hive.TProtocolVersion;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

/**
 * A small result that the gateway made itself. Values are String, Integer, Long, Short, Boolean or
 * null, as the column's type says.
 */
public record LocalResult(RowSchema schema, List<List<Object>> rows) {
  public LocalResult {
    requireNonNull(schema, "schema is null");
    rows = Collections.unmodifiableList(new ArrayList<>(rows));
  }

  /** What a statement answers that has no result set. */
  public static LocalResult none() {
    return new LocalResult(new RowSchema(List.of()), List.of());
  }

  boolean isNone() {
    return schema.columns().isEmpty();
  }

  /** A result of STRING columns. */
  public static LocalResult ofStrings(List<String> columns, List<List<Object>> rows) {
    return new LocalResult(
        new RowSchema(
            columns.stream().map(name -> new HiveColumn(name, HiveType.STRING, "")).toList()),
        rows);
  }

  /** The encoded rows from one position to another. */
  ByteBuf encode(int from, int to, TProtocolVersion version) {
    RowBlockWriter writer = new RowBlockWriter(schema);
    for (List<Object> row : rows.subList(from, to)) {
      for (int column = 0; column < row.size(); column++) {
        append(writer, column, row.get(column));
      }
      writer.endRow();
    }
    return RowSetEncoder.encode(schema, List.of(writer.finish()), from, to < rows.size(), version);
  }

  private static void append(RowBlockWriter writer, int column, Object value) {
    if (value == null) {
      writer.appendNull(column);
    } else if (value instanceof String text) {
      writer.appendString(column, text);
    } else if (value instanceof Integer number) {
      writer.appendInt(column, number);
    } else if (value instanceof Long number) {
      writer.appendLong(column, number);
    } else if (value instanceof Short number) {
      writer.appendShort(column, number);
    } else if (value instanceof Boolean flag) {
      writer.appendBoolean(column, flag);
    } else {
      throw new IllegalArgumentException("no column holds a " + value.getClass());
    }
  }
}
