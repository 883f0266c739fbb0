/* SPDX-License-Identifier: Apache-2.0 */
package io.sluice.catalog.flink;

import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.fixtures.MariaDb;
import io.sluice.metadata.Datasource;
import io.sluice.metadata.Platform;
import java.nio.file.Path;
import java.time.Instant;
import java.time.LocalDateTime;
import java.time.ZoneId;
import java.util.List;
import java.util.Map;
import java.util.TimeZone;
import org.apache.flink.types.Row;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * The server in Tokyo's zone, the JVM in New York's, the session in Berlin's: a DATETIME is a wall
 * clock in none of them, a TIMESTAMP one instant in all.
 */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class MySqlTimesTest {
  private static final String LONGEST =
      "12345678901234567890123456789012345.000000000000000000000000000001";
  private static final String GAP_OF_BERLIN = "2024-03-31 02:30:00";

  private TimeZone ofJvm;
  private MariaDb server;
  private Sql sql;

  @BeforeAll
  void start(@TempDir Path dataDir) {
    ofJvm = TimeZone.getDefault();
    TimeZone.setDefault(TimeZone.getTimeZone("America/New_York"));
    server = MariaDb.builder().argument("--default-time-zone=+09:00").start();
    server.execute("CREATE DATABASE shop");
    // One by one: each statement list is a connection of its own, and its zone ends with it.
    server.execute(
        "SET time_zone = '+00:00'",
        "CREATE TABLE shop.t (id INT PRIMARY KEY, dt DATETIME(6), ts TIMESTAMP(3) NULL, d DECIMAL(65,30))",
        "INSERT INTO shop.t VALUES (1, '2024-12-31 23:59:59.999999', '2024-03-31 01:30:00.123', "
            + LONGEST
            + "), (2, '"
            + GAP_OF_BERLIN
            + ".000001', '2024-03-31 00:59:59.999', -0.000000000000000000000000000001)"
            // New York's clocks went from 02:00 to 03:00 at 07:00 UTC.
            + ", (3, '2024-03-10 02:30:00.000002', '2024-03-10 06:59:59.999', 0)"
            + ", (4, '2024-03-10 02:30:00.000003', '2024-03-10 07:00:00.000', NULL)");
    sql = Sql.over(dataDir, datasource("maria", "mariadb"), datasource("connectorj", "mysql"));
    sql.tables().getConfig().setLocalTimeZone(ZoneId.of("Europe/Berlin"));
  }

  private Datasource datasource(String name, String driver) {
    return Datasource.of(
        name,
        Platform.MYSQL,
        Map.of(
            "url", server.mysqlUrl(), "user", "root", "password", "", "properties.driver", driver));
  }

  @AfterAll
  void stop() {
    TimeZone.setDefault(ofJvm);
    if (sql != null) {
      sql.close();
    }
    server.close();
  }

  @ParameterizedTest
  @ValueSource(strings = {"maria", "connectorj"})
  void whatIsReadDependsOnNoZone(String catalog) {
    assertThat(server.query("SELECT @@time_zone")).hasToString("[[+09:00]]");
    List<Row> rows = sql.values("SELECT dt, ts, d FROM " + catalog + ".shop.t ORDER BY id");
    assertThat(rows)
        .containsExactly(
            row("2024-12-31T23:59:59.999999", "2024-03-31T01:30:00.123Z", LONGEST),
            row(
                "2024-03-31T02:30:00.000001",
                "2024-03-31T00:59:59.999Z",
                "-0.000000000000000000000000000001"),
            row(
                "2024-03-10T02:30:00.000002",
                "2024-03-10T06:59:59.999Z",
                "0.000000000000000000000000000000"),
            row("2024-03-10T02:30:00.000003", "2024-03-10T07:00:00Z", null));
  }

  private static Row row(String dt, String ts, String d) {
    return Row.of(LocalDateTime.parse(dt), Instant.parse(ts), d);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "dt = TIMESTAMP '2024-12-31 23:59:59.999999' | 1",
        "dt = TIMESTAMP '2024-03-31 02:30:00.000001' | 2",
        "dt > TIMESTAMP '2024-03-10 02:30:00.000002' AND dt < TIMESTAMP '2024-04-01 00:00:00' | 2,4",
        // 03:30 on Berlin's clocks, and the time of the gap that Flink takes for it.
        "ts = CAST(TIMESTAMP '2024-03-31 03:30:00.123' AS TIMESTAMP_LTZ(3)) | 1",
        "ts = CAST(TIMESTAMP '2024-03-31 02:30:00.123' AS TIMESTAMP_LTZ(3)) | 1",
        "ts <= TO_TIMESTAMP_LTZ(1710053999999, 3) | 3",
        "ts BETWEEN TO_TIMESTAMP_LTZ(1710054000000, 3) AND TO_TIMESTAMP_LTZ(1711846799999, 3) | 2,4",
        "d = '12345678901234567890123456789012345.000000000000000000000000000001' | 1",
        "d = '-0.000000000000000000000000000001' | 2",
        "d IS NULL | 4",
      })
  void filtersGiveTheSameRowsHereAndAtTheServer(String filter, String ids) {
    List<String> expected = List.of(ids.split(",")).stream().map(id -> "+I[" + id + "]").toList();
    for (String catalog : List.of("maria", "connectorj")) {
      String table = "SELECT id FROM " + catalog + ".shop.t";
      assertThat(sql.rows(table + " WHERE " + filter + " ORDER BY id")).isEqualTo(expected);
      String here = table + " /*+ OPTIONS('pushdown'='false') */ WHERE " + filter;
      assertThat(sql.rows(here + " ORDER BY id")).isEqualTo(expected);
      assertThat(sql.explain(here)).doesNotContainPattern("filter=\\[[^\\]]");
    }
  }

  @Test
  void timesAreComparedAtTheServer() {
    for (String filter :
        List.of(
            "dt = TIMESTAMP '2024-12-31 23:59:59.999999'",
            "ts = TO_TIMESTAMP_LTZ(1711848600123, 3)")) {
      assertThat(sql.explain("SELECT id FROM maria.shop.t WHERE " + filter)).contains("filter=[=(");
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"maria", "connectorj"})
  void whatIsWrittenIsWhatWasRead(String catalog) {
    server.execute("CREATE OR REPLACE TABLE shop.copy LIKE shop.t");
    sql.run("INSERT INTO " + catalog + ".shop.copy SELECT * FROM " + catalog + ".shop.t");
    assertThat(
            server.query(
                "SELECT COUNT(*) FROM shop.t JOIN shop.copy USING (id) WHERE t.dt = copy.dt"
                    + " AND t.ts = copy.ts AND t.d <=> copy.d"))
        .hasToString("[[4]]");
    sql.run(
        "INSERT INTO "
            + catalog
            + ".shop.copy VALUES (9, TIMESTAMP '2024-03-31 02:30:00.000001',"
            + " CAST(TIMESTAMP '2024-03-31 02:30:00.123' AS TIMESTAMP_LTZ(3)), '"
            + LONGEST
            + "')");
    assertThat(
            server.query(
                "SELECT CAST(dt AS CHAR), CAST(UNIX_TIMESTAMP(ts) AS CHAR), CAST(d AS CHAR) FROM shop.copy WHERE id = 9"))
        .containsExactly(List.of("2024-03-31 02:30:00.000001", "1711848600.123", LONGEST));
  }

  @ParameterizedTest
  @ValueSource(strings = {"maria", "connectorj"})
  void keysThatDifferInMicrosecondsAreTwo(String catalog) {
    server.execute("CREATE OR REPLACE TABLE shop.moments (dt DATETIME(6) PRIMARY KEY, v INT)");
    String table = catalog + ".shop.moments";
    sql.run(
        "INSERT INTO "
            + table
            + " VALUES (TIMESTAMP '2024-03-10 02:30:00.000001', 1), (TIMESTAMP '2024-03-10 02:30:00.000002', 2)");
    sql.run("UPDATE " + table + " SET v = 3 WHERE dt = TIMESTAMP '2024-03-10 02:30:00.000001'");
    assertThat(server.query("SELECT CAST(dt AS CHAR), v FROM shop.moments ORDER BY dt"))
        .containsExactly(
            List.of("2024-03-10 02:30:00.000001", 3), List.of("2024-03-10 02:30:00.000002", 2));
    sql.run("DELETE FROM " + table + " WHERE dt = TIMESTAMP '2024-03-10 02:30:00.000002'");
    assertThat(sql.rows("SELECT v FROM " + table)).containsExactly("+I[3]");
  }
}
