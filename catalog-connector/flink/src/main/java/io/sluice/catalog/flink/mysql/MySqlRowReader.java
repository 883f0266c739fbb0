/* SPDX-License-Identifier: Apache-2.0 */
package io.sluice.catalog.flink.mysql;

import static java.util.Objects.requireNonNull;

import io.sluice.error.ErrorCode;
import io.sluice.error.SluiceException;
import java.io.Serializable;
import java.math.BigDecimal;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.List;
import org.apache.flink.table.data.DecimalData;
import org.apache.flink.table.data.GenericRowData;
import org.apache.flink.table.data.RowData;
import org.apache.flink.table.data.StringData;
import org.apache.flink.table.types.logical.DecimalType;
import org.apache.flink.table.types.logical.LogicalType;

/** Turns the rows of a result, selected by {@link MySqlKind#selected}, into Flink's. */
final class MySqlRowReader implements Serializable {
  private static final long serialVersionUID = 1L;

  private final String table;
  private final String[] names;
  private final MySqlKind[] kinds;
  private final LogicalType[] types;

  /**
   * @param table how errors name the table
   */
  MySqlRowReader(String table, List<MySqlColumn> columns) {
    this.table = requireNonNull(table, "table is null");
    this.names = columns.stream().map(MySqlColumn::name).toArray(String[]::new);
    this.kinds = columns.stream().map(MySqlColumn::kind).toArray(MySqlKind[]::new);
    this.types = columns.stream().map(c -> c.type().getLogicalType()).toArray(LogicalType[]::new);
  }

  /** The current row. */
  RowData read(ResultSet row) throws SQLException {
    GenericRowData data = new GenericRowData(kinds.length);
    for (int i = 0; i < kinds.length; i++) {
      Object value = value(row, i);
      if (value == null && !types[i].isNullable()) {
        throw bad(row, i, "has a value that reads as NULL, and it is part of the key");
      }
      data.setField(i, value);
    }
    return data;
  }

  private Object value(ResultSet row, int i) throws SQLException {
    int at = i + 1;
    return switch (kinds[i]) {
      case TINYINT -> orNull(row, (byte) row.getInt(at));
      case SMALLINT -> orNull(row, (short) row.getInt(at));
      case INT, YEAR -> orNull(row, row.getInt(at));
      case BIGINT -> orNull(row, row.getLong(at));
      case DOUBLE -> orNull(row, row.getDouble(at));
      case FLOAT -> orNull(row, (float) row.getDouble(at));
      case BOOLEAN -> orNull(row, row.getInt(at) != 0);
      case DECIMAL -> decimal(row.getBigDecimal(at), (DecimalType) types[i]);
      case BITS, BYTES, GEOMETRY -> row.getBytes(at);
      case TEXT, SPECIAL_TEXT, WIDE_DECIMAL, TIME_TEXT -> StringData.fromString(row.getString(at));
      case DATE, DATETIME, TIMESTAMP, TIME -> temporal(row, i);
    };
  }

  private Object temporal(ResultSet row, int i) throws SQLException {
    String text = row.getString(i + 1);
    if (text == null) {
      return null;
    }
    try {
      return switch (kinds[i]) {
        case DATE -> MySqlTemporal.date(text);
        case TIME -> MySqlTemporal.millisOfDay(text);
        default -> MySqlTemporal.timestamp(text);
      };
    } catch (IllegalArgumentException e) {
      throw bad(row, i, "holds '" + text + "', " + e.getMessage());
    }
  }

  private SluiceException bad(ResultSet row, int column, String what) throws SQLException {
    StringBuilder key = new StringBuilder();
    for (int i = 0; i < kinds.length; i++) {
      if (i != column && !types[i].isNullable()) {
        key.append(key.length() == 0 ? " in the row with " : ", ")
            .append(names[i])
            .append(" = ")
            .append(row.getString(i + 1));
      }
    }
    return new SluiceException(
        ErrorCode.INVALID_VALUE,
        "Column " + names[column] + " of " + table + ' ' + what + key + ".");
  }

  private static DecimalData decimal(BigDecimal value, DecimalType type) {
    return value == null
        ? null
        : DecimalData.fromBigDecimal(value, type.getPrecision(), type.getScale());
  }

  private static <T> T orNull(ResultSet row, T value) throws SQLException {
    return row.wasNull() ? null : value;
  }
}
