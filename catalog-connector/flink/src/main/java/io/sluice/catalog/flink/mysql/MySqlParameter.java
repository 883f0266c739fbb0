/* SPDX-License-Identifier: Apache-2.0 */
package io.sluice.catalog.flink.mysql;

import static java.util.Objects.requireNonNull;

import io.sluice.error.ErrorCode;
import io.sluice.error.SluiceException;
import java.io.Serializable;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.sql.Types;
import org.apache.flink.table.data.RowData;
import org.apache.flink.table.types.logical.DecimalType;
import org.apache.flink.table.types.logical.LogicalType;
import org.apache.flink.table.types.logical.utils.LogicalTypeChecks;

/**
 * Sets a field of Flink's row as a parameter for a column. Dates and times go as text, which both
 * drivers send untouched.
 */
final class MySqlParameter implements Serializable {
  private static final long serialVersionUID = 1L;

  private final String column;
  private final MySqlKind kind;
  private final LogicalType type;
  private final MySqlDigits digits;
  private final int field;

  /**
   * @param field the field's place in the row
   */
  MySqlParameter(MySqlColumn column, int field) {
    this.column = column.name();
    this.kind = requireNonNull(column.kind(), "kind is null");
    this.type = column.type().getLogicalType();
    this.digits = MySqlDigits.of(column);
    this.field = field;
  }

  boolean isNull(RowData row) {
    return row.isNullAt(field);
  }

  void set(PreparedStatement statement, int at, RowData row) throws SQLException {
    if (row.isNullAt(field)) {
      statement.setNull(at, Types.NULL);
      return;
    }
    switch (kind) {
      case TINYINT -> statement.setInt(at, row.getByte(field));
      case SMALLINT -> statement.setInt(at, row.getShort(field));
      case INT, YEAR -> statement.setInt(at, row.getInt(field));
      case BIGINT -> statement.setLong(at, row.getLong(field));
      case DECIMAL -> {
        DecimalType decimal = (DecimalType) type;
        statement.setBigDecimal(
            at, row.getDecimal(field, decimal.getPrecision(), decimal.getScale()).toBigDecimal());
      }
      case FLOAT -> statement.setFloat(at, (float) finite(row.getFloat(field)));
      case DOUBLE -> statement.setDouble(at, finite(row.getDouble(field)));
      case BOOLEAN -> statement.setInt(at, row.getBoolean(field) ? 1 : 0);
      case BITS, BYTES, GEOMETRY -> statement.setBytes(at, row.getBinary(field));
      case TEXT, SPECIAL_TEXT -> statement.setString(at, row.getString(field).toString());
      case WIDE_DECIMAL, TIME_TEXT ->
          statement.setString(at, digits.checked(row.getString(field).toString()));
      case DATE -> statement.setString(at, MySqlTemporal.dateText(row.getInt(field)));
      case TIME -> statement.setString(at, MySqlTemporal.timeText(row.getInt(field)));
      case DATETIME, TIMESTAMP ->
          statement.setString(
              at,
              MySqlTemporal.timestampText(
                  row.getTimestamp(field, LogicalTypeChecks.getPrecision(type))));
    }
  }

  private double finite(double value) {
    if (!Double.isFinite(value)) {
      throw new SluiceException(
          ErrorCode.INVALID_VALUE,
          "Column " + column + " cannot hold " + value + ": MySQL has no such number.");
    }
    return value;
  }
}
