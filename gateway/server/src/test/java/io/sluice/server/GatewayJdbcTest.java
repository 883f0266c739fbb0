/* SPDX-License-Identifier: Apache-2.0 */
package io.sluice.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.sluice.fixtures.HiveDrivers;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.sql.Types;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Statements through the drivers people have. */
class GatewayJdbcTest {
  @TempDir static Path folder;
  private static TestGateway gateway;

  @BeforeAll
  static void start() {
    gateway = TestGateway.start(folder, Map.of());
    gateway.table(
        "shop", "mysql", "sales.orders", List.of("id"), "id bigint NOT NULL", "note varchar(70)");
  }

  @AfterAll
  static void stop() {
    gateway.close();
  }

  @ParameterizedTest
  @EnumSource
  void answersProbesWithoutAnEngine(HiveDrivers driver) throws SQLException {
    try (Connection connection = driver.connect(gateway.url(), "prober", "secret");
        Statement statement = connection.createStatement()) {
      try (ResultSet rows = statement.executeQuery("SELECT 1 /* alive? */;")) {
        assertThat(rows.getMetaData().getColumnType(1)).isEqualTo(Types.INTEGER);
        assertThat(rows.next()).isTrue();
        assertThat(rows.getInt(1)).isEqualTo(1);
        assertThat(rows.next()).isFalse();
      }
      assertThat(query(connection, "SELECT 'a' AS x, CURRENT_USER, CURRENT_DATABASE()"))
          .containsExactly("a prober default_database");
      assertThat(query(connection, "SHOW CATALOGS"))
          .containsExactly("default_catalog", "depot", "shop");
      assertThat(query(connection, "SHOW TABLES IN shop.sales")).containsExactly("orders");
    }
  }

  @ParameterizedTest
  @EnumSource
  void runsAndFetchesOnAnEngine(HiveDrivers driver) throws SQLException {
    try (Connection connection = driver.connect(gateway.url(), "alice", "secret");
        Statement statement = connection.createStatement()) {
      statement.setFetchSize(700);
      long next = 0;
      try (ResultSet rows = statement.executeQuery("SHOW RANGE 5000")) {
        while (rows.next()) {
          assertThat(rows.getLong(1)).isEqualTo(next++);
        }
      }
      assertThat(next).isEqualTo(5000);
      assertThat(statement.execute("CREATE something")).isFalse();
      assertThatThrownBy(() -> statement.execute("FAIL as asked"))
          .isInstanceOf(SQLException.class)
          .hasMessageContaining("[EXECUTION_FAILED] as asked")
          .satisfies(e -> assertThat(((SQLException) e).getErrorCode()).isEqualTo(3005));
      assertThat(query(connection, "SHOW WHO")).containsExactly("alice");
    }
  }

  @Test
  void settingsAndUseMeanTheSameToTheEngine() throws SQLException {
    try (Connection connection =
        gateway.connect("carol", "shop.sales?table.local-time-zone=Asia/Tokyo")) {
      execute(connection, "SET parallelism.default=3");
      assertThat(query(connection, "SELECT CURRENT_CATALOG(), CURRENT_DATABASE()"))
          .containsExactly("shop sales");
      assertThat(query(connection, "SHOW STATE").get(0))
          .startsWith("shop.sales")
          .contains("parallelism.default=3", "table.local-time-zone=Asia/Tokyo");
      execute(connection, "SET 'parallelism.default' = '4'");
      assertThat(query(connection, "SHOW STATE").get(0)).contains("parallelism.default=4");
      assertThat(query(connection, "SET parallelism.default"))
          .containsExactly("parallelism.default 4");
    }
    try (Connection other = gateway.connect("carol")) {
      assertThat(query(other, "SHOW STATE").get(0)).doesNotContain("parallelism", "Tokyo");
    }
  }

  @Test
  void kyuubisDriverSetsCatalogAndSchema() throws SQLException {
    try (Connection connection =
        HiveDrivers.KYUUBI_1_10_1.connect(gateway.url(), "kim", "secret")) {
      connection.setCatalog("shop");
      assertThat(connection.getCatalog()).isEqualTo("shop");
      connection.setSchema("sales");
      assertThat(connection.getSchema()).isEqualTo("sales");
    }
  }

  @Test
  void putsInTheVariablesOfTheUrl() throws SQLException {
    try (Connection connection = gateway.connect("vera", "#what=7")) {
      assertThat(query(connection, "SELECT ${what}, '${other}'")).containsExactly("7 ${other}");
    }
  }

  @Test
  void refusesWhatASessionMayNotSet() {
    assertThatThrownBy(() -> gateway.connect("dan", "?pipeline.jars=file:/tmp/x.jar"))
        .hasMessageContaining("pipeline.jars");
    assertThatThrownBy(() -> gateway.connect("dan", "?sluice.cluster.secret=00"))
        .hasMessageContaining("sluice.cluster.secret");
    assertThatThrownBy(() -> gateway.connect("dan", "?sluice.catalog.drift=fail"))
        .hasMessageContaining("sluice.catalog.drift is the administrator's");
    assertThatThrownBy(() -> gateway.connect("dan", "?sluice.catalog.jdbc.pushdwon=false"))
        .hasMessageContaining("Sluice has no such setting");
    assertThatThrownBy(() -> gateway.connect("dan", "?sluice.catalog.jdbc.pushdown=perhaps"))
        .hasMessageContaining("sluice.catalog.jdbc.pushdown");
    assertThatThrownBy(() -> gateway.connect("dan", ";hive.server2.proxy.user=root"))
        .hasMessageContaining("may not open a session as root");
    assertThat(gateway.gateway().sessions().limits().sessionsOf("dan")).isZero();
  }

  @Test
  void noSettingChangesTheUserLater() throws SQLException {
    try (Connection connection = gateway.connect("bob")) {
      assertThat(query(connection, "SHOW WHO")).containsExactly("bob");
      for (String key :
          List.of(
              "hive.server2.proxy.user",
              "sluice.session.proxy.user",
              "kyuubi.session.proxy.user")) {
        try {
          execute(connection, "SET " + key + "=alice");
        } catch (SQLException e) {
          assertThat(e.getMessage()).contains(key);
        }
        assertThat(query(connection, "SELECT CURRENT_USER")).containsExactly("bob");
        assertThat(query(connection, "SHOW WHO")).containsExactly("bob");
      }
    }
  }

  @ParameterizedTest
  @EnumSource
  void questionMarksOfAPlainStatementReachTheEngine(HiveDrivers driver) throws SQLException {
    String text = "'sure?' \"why?\" /* ok? */ `q?` -- really?\n AND x = 5";
    try (Connection connection = driver.connect(gateway.url(), "alice", "secret")) {
      assertThat(query(connection, "SHOW TEXT " + text)).containsExactly("TEXT " + text);
    }
  }

  @Test
  void refusesAPlaceThatIsNotThere() {
    assertThatThrownBy(() -> gateway.connect("dan", "nowhere")).hasMessageContaining("nowhere");
    assertThatThrownBy(() -> gateway.connect("dan", "nowhere.db")).hasMessageContaining("nowhere");
    assertThatThrownBy(() -> gateway.connect("dan", "shop.nosuch"))
        .hasMessageContaining("no database nosuch");
    assertThat(gateway.gateway().sessions().limits().sessionsOf("dan")).isZero();
  }

  @Test
  void commentsAloneAreAnErrorAtOnce() throws SQLException {
    try (Connection connection = gateway.connect("erin")) {
      assertThatThrownBy(() -> execute(connection, "-- nothing"))
          .hasMessageContaining("only comments");
      assertThat(query(connection, "--x\nSELECT 2; --one\n")).containsExactly("2");
    }
  }

  static List<String> query(Connection connection, String sql) throws SQLException {
    try (Statement statement = connection.createStatement();
        ResultSet rows = statement.executeQuery(sql)) {
      List<String> lines = new ArrayList<>();
      int columns = rows.getMetaData().getColumnCount();
      while (rows.next()) {
        StringBuilder line = new StringBuilder();
        for (int i = 1; i <= columns; i++) {
          line.append(i > 1 ? " " : "").append(rows.getString(i));
        }
        lines.add(line.toString());
      }
      return lines;
    }
  }

  static void execute(Connection connection, String sql) throws SQLException {
    try (Statement statement = connection.createStatement()) {
      statement.execute(sql);
    }
  }
}
