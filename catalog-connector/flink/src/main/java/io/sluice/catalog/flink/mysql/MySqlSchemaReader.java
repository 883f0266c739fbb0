/* SPDX-License-Identifier: Apache-2.0 */
package io.sluice.catalog.flink.mysql;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import org.apache.flink.table.types.DataType;

/** Reads what a server says about its tables, from information_schema. */
final class MySqlSchemaReader {
  private static final Set<String> SYSTEM =
      Set.of("information_schema", "mysql", "performance_schema", "sys");

  private MySqlSchemaReader() {}

  static List<String> databases(Connection connection) throws SQLException {
    List<String> names = new ArrayList<>();
    try (PreparedStatement statement =
            connection.prepareStatement(
                "SELECT schema_name FROM information_schema.schemata ORDER BY 1");
        ResultSet rows = statement.executeQuery()) {
      while (rows.next()) {
        String name = rows.getString(1);
        if (!SYSTEM.contains(name.toLowerCase(Locale.ROOT))) {
          names.add(name);
        }
      }
    }
    return names;
  }

  static List<String> tables(Connection connection, String database) throws SQLException {
    List<String> names = new ArrayList<>();
    try (PreparedStatement statement =
        connection.prepareStatement(
            "SELECT table_name FROM information_schema.tables WHERE table_schema = ? ORDER BY 1")) {
      statement.setString(1, database);
      try (ResultSet rows = statement.executeQuery()) {
        while (rows.next()) {
          names.add(rows.getString(1));
        }
      }
    }
    return names;
  }

  /** The table; empty if there is none of exactly that name. */
  static Optional<MySqlTable> table(Connection connection, String database, String name)
      throws SQLException {
    String comment = "";
    OptionalLong rowEstimate = OptionalLong.empty();
    boolean found = false;
    try (PreparedStatement statement =
        connection.prepareStatement(
            "SELECT table_name, table_rows, table_comment, table_type FROM information_schema.tables"
                + " WHERE table_schema = ? AND table_name = ?")) {
      statement.setString(1, database);
      statement.setString(2, name);
      try (ResultSet rows = statement.executeQuery()) {
        while (rows.next()) {
          // The comparison above may ignore case.
          if (rows.getString(1).equals(name)) {
            found = true;
            long estimate = rows.getLong(2);
            rowEstimate = rows.wasNull() ? OptionalLong.empty() : OptionalLong.of(estimate);
            boolean view = rows.getString(4).contains("VIEW");
            comment = view ? "" : Optional.ofNullable(rows.getString(3)).orElse("");
          }
        }
      }
    }
    if (!found) {
      return Optional.empty();
    }
    List<String> primaryKey = new ArrayList<>();
    boolean otherUnique = keys(connection, database, name, primaryKey);
    List<MySqlColumn> columns = new ArrayList<>();
    Map<String, String> refused = new LinkedHashMap<>();
    columns(connection, database, name, primaryKey, columns, refused);
    if (primaryKey.stream().anyMatch(refused::containsKey)) {
      primaryKey.clear();
    }
    return Optional.of(
        new MySqlTable(
            database, name, columns, primaryKey, otherUnique, refused, comment, rowEstimate));
  }

  private static boolean keys(
      Connection connection, String database, String name, List<String> primaryKey)
      throws SQLException {
    boolean otherUnique = false;
    try (PreparedStatement statement =
        connection.prepareStatement(
            "SELECT table_name, index_name, column_name FROM information_schema.statistics"
                + " WHERE table_schema = ? AND table_name = ? AND non_unique = 0"
                + " ORDER BY index_name, seq_in_index")) {
      statement.setString(1, database);
      statement.setString(2, name);
      try (ResultSet rows = statement.executeQuery()) {
        while (rows.next()) {
          if (!rows.getString(1).equals(name)) {
            continue;
          }
          if (rows.getString(2).equals("PRIMARY")) {
            primaryKey.add(rows.getString(3));
          } else {
            otherUnique = true;
          }
        }
      }
    }
    return otherUnique;
  }

  private static void columns(
      Connection connection,
      String database,
      String name,
      List<String> primaryKey,
      List<MySqlColumn> columns,
      Map<String, String> refused)
      throws SQLException {
    try (PreparedStatement statement =
        connection.prepareStatement(
            "SELECT table_name, column_name, data_type, column_type,"
                + " numeric_precision, numeric_scale, datetime_precision, is_nullable,"
                + " column_default, extra, column_comment FROM information_schema.columns"
                + " WHERE table_schema = ? AND table_name = ? ORDER BY ordinal_position")) {
      statement.setString(1, database);
      statement.setString(2, name);
      try (ResultSet rows = statement.executeQuery()) {
        while (rows.next()) {
          if (rows.getString(1).equals(name)) {
            column(rows, primaryKey, columns, refused);
          }
        }
      }
    }
  }

  private static void column(
      ResultSet row,
      List<String> primaryKey,
      List<MySqlColumn> columns,
      Map<String, String> refused)
      throws SQLException {
    String column = row.getString(2);
    String nativeType = row.getString(4);
    Optional<MySqlTypes.Mapped> mapped =
        MySqlTypes.map(row.getString(3), nativeType, row.getInt(5), row.getInt(6), row.getInt(7));
    if (mapped.isEmpty()) {
      refused.put(column, "type " + nativeType + " has no counterpart");
      return;
    }
    MySqlKind kind = mapped.get().kind();
    String extra = Optional.ofNullable(row.getString(10)).orElse("").toLowerCase(Locale.ROOT);
    boolean generated = extra.contains("generated") && !extra.contains("default_generated");
    boolean mayBeLeftOut =
        row.getString(9) != null || extra.contains("auto_increment") || generated;
    boolean readsAsNull =
        kind == MySqlKind.DATE || kind == MySqlKind.DATETIME || kind == MySqlKind.TIMESTAMP;
    boolean notNull =
        row.getString(8).equals("NO")
            && (primaryKey.contains(column) || !(mayBeLeftOut || readsAsNull));
    DataType type = mapped.get().type();
    columns.add(
        new MySqlColumn(
            column,
            kind,
            notNull ? type.notNull() : type,
            nativeType,
            Optional.ofNullable(row.getString(11)).orElse(""),
            generated));
  }
}
