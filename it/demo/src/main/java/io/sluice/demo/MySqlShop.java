/* SPDX-License-Identifier: Apache-2.0 */
package io.sluice.demo;

import io.sluice.fixtures.MariaDb;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.util.Collections;
import java.util.List;
import java.util.stream.Collectors;

/** Fills {@code shop}: customers, orders, and a stale stock list that an upsert will bring up. */
final class MySqlShop {
  static final String DATABASE = "shop";

  private MySqlShop() {}

  static void fill(MariaDb server, Company company) throws SQLException {
    server.execute("CREATE DATABASE " + DATABASE);
    for (Rows rows : company.inMySql()) {
      create(server, rows);
      insert(server, rows);
    }
    server.execute(
        "CREATE TABLE shop.supplier_stock ("
            + "suppkey BIGINT NOT NULL PRIMARY KEY, name VARCHAR(25) NOT NULL,"
            + " parts BIGINT NOT NULL, available BIGINT NOT NULL, dearest DECIMAL(12, 2) NOT NULL)");
    try (Connection connection = server.connect(DATABASE);
        PreparedStatement insert =
            connection.prepareStatement("INSERT INTO supplier_stock VALUES (?, ?, ?, ?, ?)")) {
      for (List<Object> row : Answers.staleStock()) {
        bind(insert, row);
      }
      insert.executeBatch();
    }
  }

  private static void create(MariaDb server, Rows rows) {
    String columns =
        rows.columns().stream()
            .map(column -> column.name() + " " + type(column.kind()) + " NOT NULL")
            .collect(Collectors.joining(", "));
    String key = rows.columns().get(0).name();
    server.execute(
        "CREATE TABLE shop." + rows.table() + " (" + columns + ", PRIMARY KEY (" + key + "))");
  }

  private static String type(Rows.Kind kind) {
    return switch (kind) {
      case BIGINT -> "BIGINT";
      case INT -> "INT";
      case DECIMAL -> "DECIMAL(12, 2)";
      case STRING -> "VARCHAR(120)";
      case DATE -> "DATE";
    };
  }

  private static void insert(MariaDb server, Rows rows) throws SQLException {
    String marks = String.join(", ", Collections.nCopies(rows.columns().size(), "?"));
    try (Connection connection = server.connect(DATABASE);
        PreparedStatement insert =
            connection.prepareStatement(
                "INSERT INTO " + rows.table() + " VALUES (" + marks + ")")) {
      connection.setAutoCommit(false);
      for (List<Object> row : rows.values()) {
        bind(insert, row);
      }
      insert.executeBatch();
      connection.commit();
    }
  }

  private static void bind(PreparedStatement insert, List<Object> row) throws SQLException {
    for (int i = 0; i < row.size(); i++) {
      insert.setObject(i + 1, row.get(i));
    }
    insert.addBatch();
  }
}
