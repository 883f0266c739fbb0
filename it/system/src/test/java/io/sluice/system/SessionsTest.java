/* SPDX-License-Identifier: Apache-2.0 */
package io.sluice.system;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.sluice.fixtures.HiveDrivers;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Instant;
import java.time.ZoneId;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What a session has of its own: place, settings, temporary objects. */
@ExtendWith(GatewayExtension.class)
@Timeout(300)
class SessionsTest {
  private static final String HOUR = "SELECT HOUR(CAST(TO_TIMESTAMP_LTZ(0, 3) AS TIMESTAMP(3)))";

  @BeforeAll
  static void makeTables(GatewayFixture gateway) throws IOException {
    gateway
        .mysql()
        .execute(
            "CREATE DATABASE sessions",
            "CREATE TABLE sessions.t (id BIGINT PRIMARY KEY, note VARCHAR(10))",
            "INSERT INTO sessions.t VALUES (1, 'a'), (2, 'b')",
            "CREATE DATABASE hollow");
    gateway.harvest("mysql_biz");
  }

  private static Connection open(GatewayFixture gateway, String user, String rest)
      throws SQLException {
    return HiveDrivers.HIVE_3_1_3.connect(gateway.url() + rest, user, user + "-secret");
  }

  @Test
  void settingsPlaceAndViewsAreOneSessionsAlone(GatewayFixture gateway) throws SQLException {
    try (Connection first = open(gateway, "alice", "?table.local-time-zone=Asia/Tokyo")) {
      Sql.execute(
          first, "USE mysql_biz.sessions", "CREATE TEMPORARY VIEW v AS SELECT MAX(id) FROM t");
      for (String user : List.of("alice", "bob")) {
        try (Connection second = open(gateway, user, "")) {
          isUntouched(second);
          Sql.execute(second, "SET 'parallelism.default' = '3'");
        }
      }
      assertThat(Sql.query(first, "SELECT * FROM v")).containsExactly(List.of("2"));
      assertThat(Sql.query(first, "SELECT note FROM t WHERE id = 1")).containsExactly(List.of("a"));
      assertThat(Sql.query(first, HOUR)).containsExactly(List.of("9"));
      assertThat(Sql.query(first, "SET"))
          .contains(List.of("table.local-time-zone", "Asia/Tokyo"))
          .doesNotContain(List.of("parallelism.default", "3"));
    }
    try (Connection again = open(gateway, "alice", "")) {
      isUntouched(again);
    }
  }

  /** Logs hold statements, and statements hold data. */
  @Test
  void whatTheGatewayWritesIsForItsAccountAlone(GatewayFixture gateway)
      throws SQLException, IOException {
    try (Connection session = open(gateway, "alice", "")) {
      Sql.query(session, "SELECT COUNT(*) FROM mysql_biz.sessions.t");
    }
    List<Path> written;
    try (Stream<Path> found = Files.walk(gateway.data())) {
      written = found.toList();
    }
    assertThat(written).anyMatch(path -> path.startsWith(gateway.data().resolve("engines")));
    assertThat(written).anyMatch(path -> path.endsWith("gateway.log"));
    for (Path path : written) {
      if (!Files.exists(path)) {
        continue; // A file of a moment, as the embedded servers make them.
      }
      assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(path)))
          .as(path.toString())
          .endsWith("------");
    }
  }

  private static void isUntouched(Connection session) throws SQLException {
    assertThat(Sql.query(session, "SELECT CURRENT_CATALOG(), CURRENT_DATABASE()"))
        .containsExactly(List.of("default_catalog", "default_database"));
    // The engine says the same as the gateway.
    assertThat(Sql.query(session, "SELECT CURRENT_DATABASE() || '!'"))
        .containsExactly(List.of("default_database!"));
    assertThat(Sql.query(session, "SET").toString()).doesNotContain("Tokyo");
    int hourHere = Instant.EPOCH.atZone(ZoneId.systemDefault()).getHour();
    assertThat(Sql.query(session, HOUR)).containsExactly(List.of(String.valueOf(hourHere)));
    for (String view : List.of("v", "mysql_biz.sessions.v")) {
      SQLException missing =
          catchThrowableOfType(
              SQLException.class, () -> Sql.query(session, "SELECT * FROM " + view));
      assertThat((Throwable) missing).as(view).isNotNull();
      assertThat(missing.getSQLState()).isEqualTo("42S02");
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "taskmanager.numberOfTaskSlots=4",
        "sluice.engine.flink.memory=2g",
        "sluice.engine.share.level=CONNECTION",
        "sluice.catalog.drift=fail",
        "sluice.catalog.jdbc.pushdwon=false",
        "no.such.key=1"
      })
  void whatCannotHaveAnEffectIsRefused(String setting, GatewayFixture gateway) throws SQLException {
    try (Connection connection = gateway.connect()) {
      assertThatThrownBy(() -> Sql.execute(connection, "SET " + setting))
          .hasMessageContaining(setting.substring(0, setting.indexOf('=')));
    }
  }

  @Test
  void pushdownIsSwitchedForOneSession(GatewayFixture gateway) throws SQLException {
    String explain = "EXPLAIN SELECT id FROM mysql_biz.sessions.t WHERE note = 'b'";
    String rows = "SELECT id FROM mysql_biz.sessions.t WHERE note = 'b'";
    try (Connection on = gateway.connect();
        Connection off = open(gateway, "alice", "?sluice.catalog.jdbc.pushdown=false")) {
      String pushed = Sql.query(on, explain).toString();
      String kept = Sql.query(off, explain).toString();
      assertThat(kept).isNotEqualTo(pushed).contains("where=");
      Sql.execute(off, "SET 'sluice.catalog.jdbc.pushdown' = 'true'");
      Sql.execute(on, "SET sluice.catalog.jdbc.pushdown=false");
      assertThat(Sql.query(off, explain)).hasToString(pushed);
      assertThat(Sql.query(on, explain)).hasToString(kept);
      assertThat(Sql.query(on, rows)).isEqualTo(Sql.query(off, rows));
    }
  }

  @Test
  void anEmptyDatabaseIsListedAndCanBeUsed(GatewayFixture gateway) throws SQLException {
    try (Connection connection = open(gateway, "alice", "mysql_biz.hollow")) {
      assertThat(Sql.query(connection, "SHOW DATABASES IN mysql_biz")).contains(List.of("hollow"));
      assertThat(Sql.query(connection, "SELECT CURRENT_DATABASE() || '!'"))
          .containsExactly(List.of("hollow!"));
      assertThat(Sql.query(connection, "SHOW TABLES")).isEmpty();
      // From here on the session's engine answers.
      Sql.execute(connection, "CREATE TEMPORARY VIEW w AS SELECT 1", "USE mysql_biz.sessions");
      Sql.execute(connection, "USE mysql_biz.hollow");
      assertThat(Sql.query(connection, "SHOW DATABASES")).contains(List.of("hollow"));
    }
  }
}
