/* SPDX-License-Identifier: Apache-2.0 */
package io.sluice.catalog.flink.mysql;

import static java.util.Objects.requireNonNull;

import io.sluice.error.ErrorCode;
import io.sluice.error.SluiceException;
import java.io.IOException;
import java.io.Serializable;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import org.apache.flink.table.data.RowData;
import org.apache.flink.table.functions.FunctionContext;
import org.apache.flink.table.functions.LookupFunction;

/**
 * Finds the rows of a key, for a lookup join: one connection and one prepared statement for each
 * task. A connection that the server dropped is opened again once.
 */
public final class MySqlLookup extends LookupFunction {
  private static final long serialVersionUID = 1L;

  private final MySqlAddress address;
  private final String table;
  private final String sql;
  private final MySqlParameter[] keys;
  private final int[] keyFields;
  private final RowData.FieldGetter[] keyGetters;
  private final RowData.FieldGetter[] valueGetters;
  private final MySqlRowReader rows;
  private final List<Serializable> more;

  private transient Connection connection;
  private transient PreparedStatement statement;

  /**
   * @param sql a SELECT of the columns with a condition for each key
   * @param columns what the SELECT gives
   * @param keyFields the keys' places among the columns
   * @param more parameters behind the keys
   */
  MySqlLookup(
      MySqlAddress address,
      String table,
      String sql,
      List<MySqlColumn> columns,
      int[] keyFields,
      List<Serializable> more) {
    this.address = requireNonNull(address, "address is null");
    this.table = requireNonNull(table, "table is null");
    this.sql = requireNonNull(sql, "sql is null");
    this.rows = new MySqlRowReader(table, columns);
    this.keyFields = keyFields.clone();
    this.keys = new MySqlParameter[keyFields.length];
    this.keyGetters = new RowData.FieldGetter[keyFields.length];
    this.valueGetters = new RowData.FieldGetter[keyFields.length];
    this.more = new ArrayList<>(more);
    for (int i = 0; i < keyFields.length; i++) {
      MySqlColumn column = columns.get(keyFields[i]);
      if (column.kind().comparison() == MySqlKind.Comparison.NONE) {
        throw new SluiceException(
            ErrorCode.NOT_SUPPORTED,
            "A lookup join by column "
                + column.name()
                + " ("
                + column.nativeType()
                + ") of "
                + table
                + " is not offered; use a plain join.");
      }
      keys[i] = new MySqlParameter(column, i);
      keyGetters[i] = RowData.createFieldGetter(column.type().getLogicalType(), i);
      valueGetters[i] = RowData.createFieldGetter(column.type().getLogicalType(), keyFields[i]);
    }
  }

  @Override
  public void open(FunctionContext context) {
    // At the first lookup: a join with nothing on its left side needs no connection.
  }

  @Override
  public Collection<RowData> lookup(RowData key) throws IOException {
    for (MySqlParameter parameter : keys) {
      if (parameter.isNull(key)) {
        return List.of();
      }
    }
    try {
      return find(key);
    } catch (SQLException e) {
      SluiceException told = MySqlErrors.translate(address, "looking up in " + table, e);
      if (told.code() != ErrorCode.SOURCE_UNAVAILABLE) {
        throw told;
      }
      disconnect();
    }
    try {
      return find(key);
    } catch (SQLException e) {
      throw MySqlErrors.translate(address, "looking up in " + table, e);
    }
  }

  private List<RowData> find(RowData key) throws SQLException {
    if (statement == null) {
      connection = address.connect();
      statement = connection.prepareStatement(sql);
    }
    int at = 1;
    for (MySqlParameter parameter : keys) {
      parameter.set(statement, at++, key);
    }
    for (Serializable value : more) {
      MySqlQuery.bind(statement, at++, value);
    }
    List<RowData> found = new ArrayList<>();
    try (ResultSet result = statement.executeQuery()) {
      while (result.next()) {
        RowData row = rows.read(result);
        if (hasKey(row, key)) {
          found.add(row);
        }
      }
    }
    return found;
  }

  /** A collation finds more than the key itself. */
  private boolean hasKey(RowData row, RowData key) {
    for (int i = 0; i < keyFields.length; i++) {
      if (!java.util.Objects.deepEquals(
          keyGetters[i].getFieldOrNull(key), valueGetters[i].getFieldOrNull(row))) {
        return false;
      }
    }
    return true;
  }

  private void disconnect() {
    try {
      if (connection != null) {
        connection.close();
      }
    } catch (SQLException e) {
      // It was broken already; a new one is opened.
      connection = null;
    } finally {
      connection = null;
      statement = null;
    }
  }

  @Override
  public void close() {
    disconnect();
  }
}
