/* SPDX-License-Identifier: Apache-2.0 */
package io.sluice.system;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.sluice.fixtures.HiveDrivers;
import java.sql.Connection;
import java.sql.DatabaseMetaData;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Every JDBC driver people have, on the whole system. */
@ExtendWith(GatewayExtension.class)
@Timeout(300)
class ClientsTest {
  @BeforeAll
  static void makeTables(GatewayFixture gateway) throws Exception {
    gateway
        .mysql()
        .execute(
            "CREATE DATABASE clients",
            "CREATE TABLE clients.people (id BIGINT PRIMARY KEY, name VARCHAR(40), paid DECIMAL(10,2))",
            "INSERT INTO clients.people VALUES (1, 'Ada', 1.50), (2, NULL, NULL), (3, 'größer', -3.25)",
            "CREATE TABLE clients.many (id BIGINT PRIMARY KEY)",
            "INSERT INTO clients.many SELECT seq FROM clients.seq_1_to_200",
            "CREATE VIEW clients.slow AS SELECT id, SLEEP(600) AS s FROM clients.people");
    gateway.harvest("mysql_biz");
  }

  @ParameterizedTest
  @EnumSource
  void readsMySqlRows(HiveDrivers driver, GatewayFixture gateway) throws SQLException {
    try (Connection connection = gateway.connect(driver)) {
      assertThat(Sql.query(connection, "SELECT * FROM mysql_biz.clients.people ORDER BY id"))
          .containsExactly(
              List.of("1", "Ada", "1.50"),
              java.util.Arrays.asList("2", null, null),
              List.of("3", "größer", "-3.25"));
    }
  }

  @ParameterizedTest
  @EnumSource
  void importsIntoIcebergAndReadsItBack(HiveDrivers driver, GatewayFixture gateway)
      throws SQLException {
    String table = "lake.clients.copy_" + driver.name().toLowerCase(Locale.ROOT);
    try (Connection connection = gateway.connect(driver)) {
      Sql.execute(
          connection,
          "CREATE DATABASE IF NOT EXISTS lake.clients",
          "CREATE TABLE " + table + " (id BIGINT, name STRING)",
          "INSERT INTO " + table + " SELECT id, name FROM mysql_biz.clients.people");
      assertThat(Sql.query(connection, "SELECT COUNT(*), COUNT(name) FROM " + table))
          .containsExactly(List.of("3", "2"));
    }
  }

  @ParameterizedTest
  @EnumSource
  void fetchesMoreThanABatch(HiveDrivers driver, GatewayFixture gateway) throws SQLException {
    String rows =
        "SELECT a.id * 1000 + b.id FROM mysql_biz.clients.many a CROSS JOIN mysql_biz.clients.many b";
    try (Connection connection = gateway.connect(driver);
        Statement statement = connection.createStatement();
        ResultSet result = statement.executeQuery(rows)) {
      int count = 0;
      while (result.next()) {
        count++;
      }
      assertThat(count).isEqualTo(40_000);
    }
  }

  @ParameterizedTest
  @EnumSource
  void cancelEndsTheStatementAndTheConnectionGoesOn(HiveDrivers driver, GatewayFixture gateway)
      throws Exception {
    try (Connection connection = gateway.connect(driver);
        Statement statement = connection.createStatement()) {
      CompletableFuture<Void> running =
          CompletableFuture.runAsync(
              () -> {
                try {
                  statement.execute("SELECT * FROM mysql_biz.clients.slow");
                } catch (SQLException e) {
                  throw new IllegalStateException(e);
                }
              });
      // A driver that is told to cancel before it has its handle forgets it and never asks again;
      // the handle comes at once, so some seconds later the statement surely runs.
      CompletableFuture.anyOf(running.handle((done, e) -> null), later()).join();
      statement.cancel();
      assertThatThrownBy(running::join).hasRootCauseInstanceOf(SQLException.class);
      assertThat(Sql.query(connection, "SELECT COUNT(*) FROM mysql_biz.clients.people"))
          .containsExactly(List.of("3"));
    }
  }

  @ParameterizedTest
  @EnumSource
  void opensTheTreeOfATool(HiveDrivers driver, GatewayFixture gateway) throws SQLException {
    try (Connection connection = gateway.connect(driver)) {
      DatabaseMetaData metadata = connection.getMetaData();
      assertThat(Sql.column(metadata.getCatalogs(), "TABLE_CAT"))
          .contains("mysql_biz", "lake", "hudi_lake");
      assertThat(Sql.column(metadata.getTables("mysql_biz", "clients", "%", null), "TABLE_NAME"))
          .contains("people");
      assertThat(
              Sql.column(metadata.getColumns("mysql_biz", "clients", "people", "%"), "COLUMN_NAME"))
          .containsExactly("id", "name", "paid");
      assertThat(
              Sql.column(metadata.getPrimaryKeys("mysql_biz", "clients", "people"), "COLUMN_NAME"))
          .containsExactly("id");
    }
  }

  @ParameterizedTest
  @EnumSource
  void everyKindOfValueAndItsNullComeThrough(HiveDrivers driver, GatewayFixture gateway)
      throws SQLException {
    String values =
        "CAST(0.1 AS FLOAT) AS f, TIME '12:34:56' AS tm, INTERVAL '1' DAY AS dy, INTERVAL '3' MONTH"
            + " AS mo, X'00FF' AS b, NULL AS n, ARRAY[1, NULL] AS a, MAP['k', CAST(NULL AS INT)] AS"
            + " m, ROW(1, 'x') AS r, CAST('NaN' AS DOUBLE) AS d, '' AS e, CAST(NULL AS STRING) AS s,"
            + " TIMESTAMP '2024-02-29 12:34:56.123' AS ts, DATE '2024-02-29' AS dt,"
            + " CAST(12.50 AS DECIMAL(10, 2)) AS dc, TRUE AS t";
    try (Connection connection = gateway.connect(driver)) {
      List<String> row = Sql.query(connection, "SELECT " + values).get(0);
      assertThat(row.get(0)).isEqualTo("0.1");
      assertThat(row.get(1)).isEqualTo("12:34:56");
      assertThat(row.get(5)).isNull();
      assertThat(row.get(6)).isEqualTo("[1,null]");
      assertThat(row.get(9)).isEqualTo("NaN");
      assertThat(row.get(10)).isEmpty();
      assertThat(row.get(11)).isNull();
      assertThat(row.get(12)).startsWith("2024-02-29 12:34:56.123");
      assertThat(row.subList(13, 16)).containsExactly("2024-02-29", "12.50", "true");
      assertThat(
              Sql.query(
                  connection, "SELECT " + values + " FROM (VALUES (1)) AS t0 (x) WHERE x > 1"))
          .isEmpty();
    }
  }

  @ParameterizedTest
  @EnumSource
  void twoResultsOfOneConnectionAreReadInTurn(HiveDrivers driver, GatewayFixture gateway)
      throws SQLException {
    String up = "SELECT id FROM mysql_biz.clients.many ORDER BY id";
    String down = up + " DESC";
    try (Connection connection = gateway.connect(driver);
        Statement one = connection.createStatement();
        Statement two = connection.createStatement()) {
      one.setFetchSize(7);
      two.setFetchSize(11);
      try (ResultSet ascending = one.executeQuery(up);
          ResultSet descending = two.executeQuery(down)) {
        for (int i = 1; i <= 200; i++) {
          assertThat(ascending.next()).isTrue();
          assertThat(descending.next()).isTrue();
          assertThat(ascending.getLong(1)).isEqualTo(i);
          assertThat(descending.getLong(1)).isEqualTo(201 - i);
        }
      }
    }
  }

  @ParameterizedTest
  @EnumSource
  void statementsHaveTheDocumentedShapes(HiveDrivers driver, GatewayFixture gateway)
      throws SQLException {
    try (Connection connection = gateway.connect(driver)) {
      assertThat(Sql.query(connection, "SHOW TABLES IN mysql_biz.clients"))
          .containsExactly(List.of("many"), List.of("people"), List.of("slow"));
      assertThat(Sql.query(connection, "DESCRIBE mysql_biz.clients.people").get(0))
          .startsWith("id", "BIGINT");
      try (Statement statement = connection.createStatement();
          ResultSet rows =
              statement.executeQuery(
                  "SELECT a.id, b.id, 1, 1 FROM mysql_biz.clients.people a"
                      + " JOIN mysql_biz.clients.people b ON a.id = b.id WHERE a.id = 3;  \n")) {
        assertThat(rows.getMetaData().getColumnLabel(1)).isEqualTo("id");
        assertThat(rows.getMetaData().getColumnLabel(2)).isEqualTo("id");
        assertThat(Sql.rows(rows)).containsExactly(List.of("3", "3", "1", "1"));
      }
      assertThatThrownBy(
              () -> Sql.query(connection, "SELECT schema_name FROM information_schema.schemata"))
          .isInstanceOf(SQLException.class)
          .hasMessageContaining("information_schema");
      Sql.execute(
          connection,
          "CREATE TEMPORARY TABLE `semi"
              + driver.name()
              + "` (id INT COMMENT 'x;y;') WITH ('connector' = 'datagen')");
      assertThat(Sql.query(connection, "SELECT 'a;b', `%;` FROM (VALUES ('--c')) AS t (`%;`)"))
          .containsExactly(List.of("a;b", "--c"));
    }
  }

  @ParameterizedTest
  @EnumSource
  void columnsOfATableAreThoseOfItsRows(HiveDrivers driver, GatewayFixture gateway)
      throws SQLException {
    String table = "shapes_" + driver.name().toLowerCase(Locale.ROOT);
    try (Connection connection = gateway.connect(driver)) {
      Sql.execute(
          connection,
          "CREATE DATABASE IF NOT EXISTS lake.clients",
          "CREATE TABLE lake.clients."
              + table
              + " (bo BOOLEAN, i INT NOT NULL, l BIGINT, f FLOAT, d DOUBLE, dc DECIMAL(20,4),"
              + " big DECIMAL(38,0), s STRING, dt DATE, ts TIMESTAMP(6), tz TIMESTAMP_LTZ(6),"
              + " b BYTES, a ARRAY<INT>, m MAP<STRING, INT>, r ROW<a INT, b ROW<c STRING>>)");
      try (Statement statement = connection.createStatement();
          ResultSet rows = statement.executeQuery("SELECT * FROM lake.clients." + table);
          ResultSet columns = connection.getMetaData().getColumns("lake", "clients", table, null)) {
        int position = 0;
        while (columns.next()) {
          position++;
          String name = columns.getString("COLUMN_NAME");
          assertThat(columns.getInt("ORDINAL_POSITION")).isEqualTo(position);
          assertThat(rows.getMetaData().getColumnName(position)).isEqualTo(name);
          assertThat(rows.getMetaData().getColumnType(position))
              .as(name)
              .isEqualTo(columns.getInt("DATA_TYPE"));
          assertThat(columns.getString("TYPE_NAME"))
              .as(name)
              .startsWithIgnoringCase(rows.getMetaData().getColumnTypeName(position));
          assertThat(columns.getString("IS_NULLABLE"))
              .as(name)
              .isEqualTo(name.equals("i") ? "NO" : "YES");
          if (name.equals("dc")) {
            assertThat(columns.getInt("COLUMN_SIZE")).isEqualTo(20);
            assertThat(columns.getInt("DECIMAL_DIGITS")).isEqualTo(4);
            assertThat(rows.getMetaData().getPrecision(position)).isEqualTo(20);
            assertThat(rows.getMetaData().getScale(position)).isEqualTo(4);
          }
        }
        assertThat(position).isEqualTo(15).isEqualTo(rows.getMetaData().getColumnCount());
      }
    }
  }

  @ParameterizedTest
  @EnumSource
  void aParameterIsPutInItsPlace(HiveDrivers driver, GatewayFixture gateway) throws SQLException {
    try (Connection connection = gateway.connect(driver);
        PreparedStatement statement =
            connection.prepareStatement("SELECT id FROM mysql_biz.clients.people WHERE name = ?")) {
      statement.setString(1, "größer");
      assertThat(Sql.rows(statement.executeQuery())).containsExactly(List.of("3"));
    }
  }

  @ParameterizedTest
  @EnumSource
  void aWrongPasswordIsRefused(HiveDrivers driver, GatewayFixture gateway) {
    assertThatThrownBy(() -> driver.connect(gateway.url(), "alice", "wrong"))
        .isInstanceOf(SQLException.class);
  }

  private static CompletableFuture<Void> later() {
    return CompletableFuture.runAsync(
        () -> {}, CompletableFuture.delayedExecutor(5, TimeUnit.SECONDS));
  }
}
