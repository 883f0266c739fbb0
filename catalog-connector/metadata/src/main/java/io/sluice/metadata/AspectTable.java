/* SPDX-License-Identifier: Apache-2.0 */
package io.sluice.metadata;

import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import java.util.Locale;

/**
 * The statements that make DataHub's aspect table, column for column as DataHub's own set-up makes
 * it. H2 holds {@code metadata} in the row (up to 1,048,576 characters): read by another process, a
 * large object would cost one round trip each.
 */
final class AspectTable {
  static final int MAX_URN = 500;
  static final int MAX_METADATA = 1_048_576;

  private AspectTable() {}

  static boolean exists(Connection connection, String table) throws SQLException {
    String name = table.substring(table.lastIndexOf('.') + 1);
    for (String spelling :
        List.of(name, name.toUpperCase(Locale.ROOT), name.toLowerCase(Locale.ROOT))) {
      try (ResultSet rows =
          connection.getMetaData().getTables(connection.getCatalog(), null, spelling, null)) {
        if (rows.next()) {
          return true;
        }
      }
    }
    return false;
  }

  static void create(Connection connection, String table) throws SQLException {
    String product = connection.getMetaData().getDatabaseProductName().toLowerCase(Locale.ROOT);
    try (Statement statement = connection.createStatement()) {
      for (String sql : statements(product, table)) {
        statement.execute(sql);
      }
    }
  }

  private static List<String> statements(String product, String table) {
    String index = table.replace('.', '_') + "_createdon";
    return switch (product) {
      case "h2" ->
          List.of(
              columns(table, "varchar(1048576)", "varchar(1048576)", "timestamp(6)") + ")",
              "CREATE INDEX IF NOT EXISTS " + index + " ON " + table + " (createdon)");
      case "postgresql" ->
          List.of(
              columns(table, "text", "text", "timestamp(6)") + ")",
              "CREATE INDEX IF NOT EXISTS " + index + " ON " + table + " (createdon)");
      default ->
          List.of(
              columns(table, "longtext", "longtext", "datetime(6)")
                  + ", INDEX timeIndex (createdon)) CHARACTER SET utf8mb4 COLLATE utf8mb4_bin");
    };
  }

  private static String columns(String table, String metadata, String system, String time) {
    return "CREATE TABLE IF NOT EXISTS "
        + table
        + " (urn varchar(500) NOT NULL, aspect varchar(200) NOT NULL, version bigint NOT NULL,"
        + " metadata "
        + metadata
        + " NOT NULL, systemmetadata "
        + system
        + ", createdon "
        + time
        + " NOT NULL, createdby varchar(255) NOT NULL, createdfor varchar(255),"
        + " CONSTRAINT pk_metadata_aspect_v2 PRIMARY KEY (urn, aspect, version)";
  }
}
