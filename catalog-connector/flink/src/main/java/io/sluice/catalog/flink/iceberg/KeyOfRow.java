/* SPDX-License-Identifier: Apache-2.0 */
package io.sluice.catalog.flink.iceberg;

import java.math.BigDecimal;
import java.time.LocalDate;
import java.time.LocalTime;
import java.util.HexFormat;
import java.util.List;
import java.util.StringJoiner;
import org.apache.flink.api.java.functions.KeySelector;
import org.apache.flink.table.data.DecimalData;
import org.apache.flink.table.data.RowData;
import org.apache.flink.table.data.TimestampData;
import org.apache.flink.table.types.logical.LogicalType;
import org.apache.flink.table.types.logical.RowType;

/**
 * A row's key as text, {@code id = 1, day = DATE '2024-05-01'}: what a person reads in an error,
 * and what rows are compared by. Two keys have the same text only if they are equal, as values are
 * written like literals of SQL.
 */
final class KeyOfRow implements KeySelector<RowData, String> {
  private static final long serialVersionUID = 1L;
  private static final long NANOS_OF_MILLI = 1_000_000;

  private final List<String> columns;
  private final LogicalType[] types;
  private final RowData.FieldGetter[] fields;

  /**
   * @param row the type of the rows
   * @param columns the key's, which are columns of the row
   */
  KeyOfRow(RowType row, List<String> columns) {
    this.columns = List.copyOf(columns);
    this.types = new LogicalType[columns.size()];
    this.fields = new RowData.FieldGetter[columns.size()];
    for (int i = 0; i < types.length; i++) {
      int at = row.getFieldIndex(columns.get(i));
      if (at < 0) {
        throw new IllegalArgumentException("no column " + columns.get(i) + " in " + row);
      }
      types[i] = row.getTypeAt(at);
      fields[i] = RowData.createFieldGetter(types[i], at);
    }
  }

  @Override
  public String getKey(RowData row) {
    StringJoiner key = new StringJoiner(", ");
    for (int i = 0; i < types.length; i++) {
      Object value = fields[i].getFieldOrNull(row);
      key.add(columns.get(i) + " = " + (value == null ? "NULL" : literal(value, types[i])));
    }
    return key.toString();
  }

  private static String literal(Object value, LogicalType type) {
    return switch (type.getTypeRoot()) {
      case CHAR, VARCHAR -> quoted(value.toString());
      case BOOLEAN -> (Boolean) value ? "TRUE" : "FALSE";
      case BINARY, VARBINARY ->
          "X'" + HexFormat.of().withUpperCase().formatHex((byte[]) value) + '\'';
      case DECIMAL -> plain(((DecimalData) value).toBigDecimal());
      case DATE -> "DATE " + quoted(LocalDate.ofEpochDay((Integer) value).toString());
      case TIME_WITHOUT_TIME_ZONE ->
          "TIME " + quoted(LocalTime.ofNanoOfDay((Integer) value * NANOS_OF_MILLI).toString());
      case TIMESTAMP_WITHOUT_TIME_ZONE -> "TIMESTAMP " + quoted(spaced(value));
      // The session's zone is not known here, so the instant is told in UTC.
      case TIMESTAMP_WITH_LOCAL_TIME_ZONE -> "TIMESTAMP " + quoted(spaced(value) + 'Z');
      default -> value.toString();
    };
  }

  private static String plain(BigDecimal number) {
    return number.toPlainString();
  }

  private static String spaced(Object timestamp) {
    return ((TimestampData) timestamp).toLocalDateTime().toString().replace('T', ' ');
  }

  private static String quoted(String text) {
    return '\'' + text.replace("'", "''") + '\'';
  }
}
