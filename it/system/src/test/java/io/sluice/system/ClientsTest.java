/* SPDX-License-Identifier: Apache-2.0 */
package io.sluice.system;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.sluice.fixtures.HiveDrivers;
import java.sql.Connection;
import java.sql.DatabaseMetaData;
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
                  // Not a long join: Flink's tasks look for a cancel between rows only.
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
  void aWrongPasswordIsRefused(HiveDrivers driver, GatewayFixture gateway) {
    assertThatThrownBy(() -> driver.connect(gateway.url(), "alice", "wrong"))
        .isInstanceOf(SQLException.class);
  }

  private static CompletableFuture<Void> later() {
    return CompletableFuture.runAsync(
        () -> {}, CompletableFuture.delayedExecutor(5, TimeUnit.SECONDS));
  }
}
