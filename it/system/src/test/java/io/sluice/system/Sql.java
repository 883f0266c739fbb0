/* SPDX-License-Identifier: Apache-2.0 */
package io.sluice.system;

import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;

/** Statements and result sets in short form. */
final class Sql {
  private Sql() {}

  /** All rows, each value as the driver's text. */
  static List<List<String>> query(Connection connection, String sql) throws SQLException {
    try (Statement statement = connection.createStatement();
        ResultSet result = statement.executeQuery(sql)) {
      return rows(result);
    }
  }

  static void execute(Connection connection, String... statements) throws SQLException {
    for (String sql : statements) {
      try (Statement statement = connection.createStatement()) {
        statement.execute(sql);
      }
    }
  }

  static List<List<String>> rows(ResultSet result) throws SQLException {
    List<List<String>> rows = new ArrayList<>();
    while (result.next()) {
      List<String> row = new ArrayList<>();
      for (int i = 1; i <= result.getMetaData().getColumnCount(); i++) {
        row.add(result.getString(i));
      }
      rows.add(row);
    }
    return rows;
  }

  /** One column of all rows. */
  static List<String> column(ResultSet result, String name) throws SQLException {
    List<String> values = new ArrayList<>();
    while (result.next()) {
      values.add(result.getString(name));
    }
    return values;
  }
}
