/* SPDX-License-Identifier: Apache-2.0 */
package io.sluice.catalog.flink;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.sluice.error.ErrorCode;
import io.sluice.fixtures.MariaDb;
import io.sluice.metadata.Datasource;
import io.sluice.metadata.Platform;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.apache.flink.core.execution.JobClient;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What a statement writes to MySQL, looked at with the server's own SQL; pushdown and cancel. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class MySqlWriteTest {
  private MariaDb server;
  private Sql sql;

  @BeforeAll
  void start(@TempDir Path dataDir) {
    server = MariaDb.start();
    server.execute("CREATE DATABASE shop");
    sql = Sql.over(dataDir, datasource("maria", "mariadb"), datasource("connectorj", "mysql"));
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
    if (sql != null) {
      sql.close();
    }
    server.close();
  }

  @ParameterizedTest
  @ValueSource(strings = {"maria", "connectorj"})
  void everyTypeGoesInAsItCameOut(String catalog) {
    String columns =
        "(id BIGINT UNSIGNED PRIMARY KEY, t TINYINT(1), b1 BIT(1), b12 BIT(12), d65 DECIMAL(65,30), f FLOAT, d DOUBLE, dt DATE, dt6 DATETIME(6), ts TIMESTAMP(6) NULL, tm TIME(3), tm6 TIME(6), y YEAR, e ENUM('a','b'), j JSON, c CHAR(5), vb VARBINARY(16), txt TEXT, g GEOMETRY)";
    server.execute(
        "CREATE OR REPLACE TABLE shop.origin " + columns,
        "CREATE OR REPLACE TABLE shop.target " + columns,
        "SET time_zone = '+00:00'",
        "INSERT INTO shop.origin VALUES (18446744073709551615, 2, b'1', b'101010101010', 12345678901234567890123456789012345.5, 0.1, -1.5e300, '1000-01-01', '2024-12-31 23:59:59.999999', '2024-03-31 01:30:00.123456', '23:59:59.999', '-838:59:58.123456', 2155, 'b', '{\"a\": 1}', 'x', x'00FF', 'naïve 😀 o''neil \\\\ back', ST_GeomFromText('POINT(1 2)')), (1, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL)");
    sql.run("INSERT INTO " + catalog + ".shop.target SELECT * FROM " + catalog + ".shop.origin");
    assertThat(
            server.query(
                "SELECT COUNT(*) FROM shop.origin o JOIN shop.target t ON o.id = t.id AND o.t <=> t.t AND o.b1 <=> t.b1 AND o.b12 <=> t.b12 AND o.d65 <=> t.d65 AND o.f <=> t.f AND o.d <=> t.d AND o.dt <=> t.dt AND o.dt6 <=> t.dt6 AND o.ts <=> t.ts AND o.tm <=> t.tm AND o.tm6 <=> t.tm6 AND o.y <=> t.y AND o.e <=> t.e AND o.j <=> t.j AND o.c <=> t.c AND o.vb <=> t.vb AND BINARY o.txt <=> BINARY t.txt AND HEX(o.g) <=> HEX(t.g)"))
        .isEqualTo(List.of(List.of(2L)));
  }

  @Test
  void keyedTablesAreUpsertedDeletedAndUpdatedByKey() {
    server.execute(
        "CREATE TABLE shop.keyed (id INT PRIMARY KEY, v VARCHAR(20), n INT)",
        "INSERT INTO shop.keyed VALUES (1, 'old', 1), (2, 'keep', 2), (3, 'drop', 3)");
    sql.run("INSERT INTO maria.shop.keyed (id, v) VALUES (1, 'new'), (4, 'four')");
    sql.run("DELETE FROM maria.shop.keyed WHERE v = 'drop'");
    sql.run("UPDATE maria.shop.keyed SET v = 'kept' WHERE id = 2");
    assertThat(server.query("SELECT * FROM shop.keyed ORDER BY id").toString())
        .isEqualTo("[[1, new, 1], [2, kept, 2], [4, four, null]]");
    Failures.assertFails(
        () -> sql.run("UPDATE maria.shop.keyed SET id = 7 WHERE id = 1"),
        ErrorCode.NOT_SUPPORTED,
        "primary key");
  }

  @Test
  void aFailedStatementWritesNothing() {
    server.execute("CREATE TABLE shop.narrow (k INT, v VARCHAR(5), must INT NOT NULL)");
    Failures.assertFails(
        () ->
            sql.run(
                "INSERT INTO maria.shop.narrow SELECT a, v, 1 FROM (VALUES (1, 'short'), (2, '😀😀😀😀😀'), (3, 'too long')) AS t(a, v)"),
        ErrorCode.VALUE_TOO_LONG,
        "shop.narrow",
        "too long",
        "Nothing was written");
    assertThat(server.query("SELECT COUNT(*) FROM shop.narrow")).isEqualTo(List.of(List.of(0L)));
    assertThatThrownBy(
            () -> sql.run("INSERT INTO maria.shop.narrow SELECT 1, 'a', CAST(NULL AS INT)"))
        .hasStackTraceContaining("must");
    assertThatThrownBy(() -> sql.run("INSERT INTO maria.shop.narrow (k) VALUES (1)"))
        .hasStackTraceContaining("must");
    Failures.assertFails(
        () -> sql.run("INSERT OVERWRITE maria.shop.narrow VALUES (1, 'a', 1)"),
        ErrorCode.NOT_SUPPORTED,
        "INSERT OVERWRITE is not offered");
    Failures.assertFails(
        () -> sql.run("DELETE FROM maria.shop.narrow WHERE k = 1"),
        ErrorCode.NOT_SUPPORTED,
        "primary key");
  }

  @Test
  void columnsGoByNameAndMissingOnesTakeTheServersDefaults() {
    server.execute(
        "CREATE TABLE shop.defaults (name VARCHAR(20), age VARCHAR(20), state VARCHAR(10) NOT NULL DEFAULT 'new', made DATETIME DEFAULT '2020-01-01', twice INT AS (2 * 2) STORED)");
    sql.run("INSERT INTO maria.shop.defaults (age, name) VALUES ('seven', 'ann')");
    assertThat(
            server.query("SELECT name, age, state, CAST(made AS CHAR), twice FROM shop.defaults"))
        .hasToString("[[ann, seven, new, 2020-01-01 00:00:00, 4]]");
    Failures.assertFails(
        () -> sql.run("INSERT INTO maria.shop.defaults SELECT * FROM maria.shop.defaults"),
        ErrorCode.INVALID_STATEMENT,
        "twice",
        "computed");
  }

  @Test
  void aSecondUniqueKeyIsNotOverwritten() {
    server.execute(
        "CREATE TABLE shop.people (id INT PRIMARY KEY, mail VARCHAR(20) UNIQUE, n INT)",
        "INSERT INTO shop.people VALUES (1, 'a@x', 1)");
    sql.run("INSERT INTO maria.shop.people VALUES (1, 'a@x', 2), (2, 'b@x', 2)");
    Failures.assertFails(
        () -> sql.run("INSERT INTO maria.shop.people VALUES (3, 'a@x', 3)"),
        ErrorCode.INVALID_VALUE,
        "Duplicate");
    assertThat(server.query("SELECT * FROM shop.people ORDER BY id"))
        .hasToString("[[1, a@x, 2], [2, b@x, 2]]");
  }

  @Test
  void manyRowsTravelBothWays() {
    server.execute("CREATE TABLE shop.many (id INT PRIMARY KEY, v VARCHAR(40))");
    sql.run(
        "CREATE TEMPORARY TABLE numbers (id INT, v STRING) WITH ('connector'='datagen', 'number-of-rows'='20001', 'fields.id.kind'='sequence', 'fields.id.start'='1', 'fields.id.end'='20001', 'fields.v.length'='20')");
    sql.run("INSERT INTO maria.shop.many SELECT * FROM numbers");
    assertThat(server.query("SELECT COUNT(*), MAX(id) FROM shop.many"))
        .hasToString("[[20001, 20001]]");
    assertThat(sql.rows("SELECT COUNT(*), SUM(CAST(id AS BIGINT)) FROM maria.shop.many"))
        .containsExactly("+I[20001, 200030001]");
  }

  @Test
  void pushedAndUnpushedPlansAgree() {
    server.execute(
        "CREATE TABLE shop.ci (id INT PRIMARY KEY, name VARCHAR(30) COLLATE utf8mb4_general_ci, n DECIMAL(10,2), b BIT(1), dt DATE, dt6 DATETIME(6), vb VARBINARY(8), big BIGINT UNSIGNED, d DOUBLE)",
        "SET SESSION sql_mode = ''",
        "INSERT INTO shop.ci VALUES (1, 'Smith', 1.10, b'1', '2021-09-30', '2024-12-31 23:59:59.999999', x'00FF10', 18446744073709551615, 0.1), (2, 'SMITH', 2.20, b'0', '0000-00-00', '2024-01-01', x'00', 1, -0.0), (3, 'smith ', NULL, NULL, NULL, NULL, NULL, NULL, NULL), (4, '100%', 1.1, b'1', '2021-10-01', NULL, x'', 0, 1e300), (5, 'a_b', 0, b'0', NULL, NULL, NULL, NULL, 0), (6, 'back\\\\slash', 0, NULL, NULL, NULL, NULL, NULL, 5), (7, 'o''neil', 0, NULL, NULL, NULL, NULL, NULL, 6), (8, 'é', 0, NULL, NULL, NULL, NULL, NULL, 7), (9, '😀', 0, NULL, NULL, NULL, NULL, NULL, 8)");
    List<String> filters =
        List.of(
            "name = 'Smith'",
            "name <> 'Smith'",
            "name = 'smith'",
            "name LIKE 'S%'",
            "name LIKE '100\\%'",
            "name LIKE 'a!_b' ESCAPE '!'",
            "name LIKE '%\\\\%'",
            "name = 'o''neil'",
            "name = 'back\\slash'",
            "name = '😀'",
            "name = 'e'",
            "name > 'a'",
            "name IN ('Smith', 'é')",
            "NOT (name = 'Smith')",
            "name IS NULL",
            "n = 1.1",
            "n IN (1.10, 2.2)",
            "n BETWEEN 1 AND 2",
            "n IS NULL",
            "NOT (n > 1 OR b IS NULL)",
            "b",
            "NOT b",
            "b = TRUE",
            "b IS NOT TRUE",
            "dt <= DATE '2021-09-30'",
            "dt IS NULL",
            "dt IS NOT NULL",
            "dt <> DATE '2021-09-30'",
            "dt6 = TIMESTAMP '2024-12-31 23:59:59.999999'",
            "dt6 < TIMESTAMP '2024-12-31 23:59:59.999999'",
            "vb = X'00FF10'",
            "big = CAST('18446744073709551615' AS DECIMAL(20, 0))",
            "big > 5",
            "d = 0",
            "d > -1.0E0",
            "d = 0.1E0",
            "CAST(n AS INT) = 1",
            "id IN (1, 2, 3) AND name = 'SMITH'",
            "id = 1 OR name = 'smith '",
            "id > 3 AND id < 6");
    for (String filter : filters) {
      String query = "SELECT id FROM maria.shop.ci%s WHERE " + filter.replace("%", "%%");
      List<String> pushed = sql.rows(query.formatted(""));
      List<String> unpushed = sql.rows(query.formatted(" /*+ OPTIONS('pushdown'='false') */"));
      assertThat(pushed).as(filter).containsExactlyInAnyOrderElementsOf(unpushed);
    }
    assertThat(sql.explain("SELECT id FROM maria.shop.ci WHERE id > 3"))
        .contains("filter=[>(id, 3)]", "project=[id]");
    assertThat(sql.explain("SELECT id FROM maria.shop.ci LIMIT 2")).contains("limit=[2]");
    assertThat(sql.rows("SELECT id FROM maria.shop.ci LIMIT 2")).hasSize(2);
    assertThat(sql.rows("SELECT COUNT(*) FROM maria.shop.ci")).containsExactly("+I[9]");
  }

  @Test
  void cancelReachesTheServer() throws Exception {
    server.execute("CREATE VIEW shop.slow AS SELECT SLEEP(600) AS s, 'slow-marker' AS m");
    JobClient job =
        sql.tables().executeSql("SELECT * FROM maria.shop.slow").getJobClient().orElseThrow();
    await(() -> running("slow") == 1);
    job.cancel().get();
    await(() -> running("slow") == 0);
  }

  private long running(String text) {
    return (Long)
        server
            .query(
                "SELECT COUNT(*) FROM information_schema.processlist WHERE info LIKE '%`"
                    + text
                    + "`%' AND info NOT LIKE '%processlist%'")
            .get(0)
            .get(0);
  }

  /** Looks again until it holds, for at most a minute. */
  private static void await(java.util.function.BooleanSupplier condition) throws Exception {
    long end = System.nanoTime() + Duration.ofMinutes(1).toNanos();
    java.util.concurrent.Semaphore never = new java.util.concurrent.Semaphore(0);
    while (!condition.getAsBoolean()) {
      assertThat(System.nanoTime()).as("it did not come to pass in time").isLessThan(end);
      never.tryAcquire(50, java.util.concurrent.TimeUnit.MILLISECONDS);
    }
  }

  @Test
  void lookupJoinsFindTheExactKey() {
    server.execute(
        "CREATE TABLE shop.dim (k VARCHAR(10) COLLATE utf8mb4_general_ci, v INT, active BIT(1))",
        "INSERT INTO shop.dim VALUES ('a', 1, b'1'), ('A', 2, b'1'), ('a', 3, b'0')");
    Sql streaming = sql;
    streaming.run(
        "CREATE TEMPORARY VIEW probe AS SELECT k, PROCTIME() AS pt FROM (VALUES ('a'), ('b'), (CAST(NULL AS STRING))) AS t(k)");
    assertThat(
            streaming.rows(
                "SELECT p.k, d.v FROM probe p JOIN maria.shop.dim FOR SYSTEM_TIME AS OF p.pt AS d ON p.k = d.k AND d.active = TRUE"))
        .containsExactly("+I[a, 1]");
  }
}
