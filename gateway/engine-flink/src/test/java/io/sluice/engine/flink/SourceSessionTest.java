/* SPDX-License-Identifier: Apache-2.0 */
package io.sluice.engine.flink;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.sluice.error.ErrorCode;
import io.sluice.error.SluiceException;
import io.sluice.thrift.hive.TGetOperationStatusResp;
import io.sluice.thrift.hive.TOperationState;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Datasources' tables in a session, wherever it stands. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class SourceSessionTest {
  private SourcesFixture sources;
  private EngineClient.Session session;
  private String between;

  @BeforeAll
  void start(@TempDir Path folder) throws IOException {
    sources = SourcesFixture.start(folder);
    sources.server().execute("CREATE DATABASE db", "CREATE TABLE db.t (id INT PRIMARY KEY)");
    open();
    for (String lake : List.of("ice", "hudi")) {
      session.query("CREATE DATABASE " + lake + ".db");
      session.query(
          "CREATE TABLE " + lake + ".db.t (id INT NOT NULL, PRIMARY KEY (id) NOT ENFORCED)");
      session.query("INSERT INTO " + lake + ".db.t VALUES (1)");
    }
    between = afterThis();
    for (String lake : List.of("ice", "hudi")) {
      session.query("INSERT INTO " + lake + ".db.t VALUES (2)");
    }
    close();
  }

  /** A point in time, in milliseconds, that all commits so far lie before and no later one does. */
  private static String afterThis() {
    long written = System.currentTimeMillis();
    FlinkEngineFixture.await("the clock goes on", () -> System.currentTimeMillis() > written + 1);
    String time =
        LocalDateTime.ofEpochSecond(
                Math.floorDiv(written + 1, 1000L),
                (int) Math.floorMod(written + 1, 1000L) * 1_000_000,
                ZoneOffset.UTC)
            .format(DateTimeFormatter.ofPattern("yyyy-MM-dd HH:mm:ss.SSS"));
    return "TIMESTAMP '" + time + "'";
  }

  private void open() {
    session = sources.open();
  }

  @AfterEach
  void close() {
    if (session != null) {
      session.close();
      session = null;
    }
  }

  @AfterAll
  void stop() {
    sources.close();
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "USE CATALOG mysql", "USE CATALOG ice", "USE ice.db", "USE hudi.db"})
  void timeTravelWorksFromWhereverTheSessionStands(String use) {
    open();
    if (!use.isEmpty()) {
      session.query(use);
    }
    for (String lake : List.of("ice", "hudi")) {
      String table = lake + ".db.t";
      assertThat(session.query("SELECT id FROM " + table + " ORDER BY id"))
          .containsExactly(List.of(1), List.of(2));
      assertThat(session.query("SELECT id FROM " + table + " FOR SYSTEM_TIME AS OF " + between))
          .as(lake)
          .containsExactly(List.of(1));
    }
    if (use.endsWith(".db")) {
      assertThat(session.query("SELECT id FROM t FOR SYSTEM_TIME AS OF " + between))
          .containsExactly(List.of(1));
    }
    assertThatThrownBy(
            () -> session.query("SELECT * FROM mysql.db.t FOR SYSTEM_TIME AS OF " + between))
        .satisfies(e -> assertCode(e, ErrorCode.NOT_SUPPORTED, "Time travel"));
    assertThatThrownBy(
            () -> session.query("SELECT * FROM ice.db.missing FOR SYSTEM_TIME AS OF " + between))
        .satisfies(e -> assertCode(e, ErrorCode.TABLE_NOT_FOUND, "missing"));
  }

  @Test
  void aBatchWriteTellsHowManyRowsItWrote() {
    open();
    sources.server().execute("CREATE TABLE db.n (id INT PRIMARY KEY, s VARCHAR(9))");
    for (String lake : List.of("ice", "hudi")) {
      session.query(
          "CREATE TABLE "
              + lake
              + ".db.n (id INT NOT NULL, s STRING, PRIMARY KEY (id) NOT ENFORCED)");
    }
    for (String source : List.of("mysql", "ice", "hudi")) {
      String table = source + ".db.n";
      assertThat(modified("INSERT INTO " + table + " VALUES (1, 'a'), (2, 'b'), (3, 'c')"))
          .as(source)
          .isEqualTo(3);
      assertThat(modified("UPDATE " + table + " SET s = 'x' WHERE id > 1")).as(source).isEqualTo(2);
      assertThat(modified("DELETE FROM " + table + " WHERE id = 3")).as(source).isEqualTo(1);
      assertThat(modified("INSERT INTO " + table + " SELECT id, s FROM " + table + " WHERE id > 9"))
          .as(source)
          .isZero();
      assertThat(session.query("SELECT id, s FROM " + table + " ORDER BY id"))
          .as(source)
          .containsExactly(List.of(1, "a"), List.of(2, "x"));
    }
  }

  private long modified(String sql) {
    try (EngineClient.Statement statement = session.start(sql)) {
      TGetOperationStatusResp status = statement.awaitSettled();
      assertThat(status.getOperationState())
          .as(status.getErrorMessage())
          .isEqualTo(TOperationState.FINISHED_STATE);
      return status.isSetNumModifiedRows() ? status.getNumModifiedRows() : -1;
    }
  }

  @Test
  void showCreateTableSaysStringAndBytesAndCanBeRunAgain() {
    open();
    session.query(
        "CREATE TABLE ice.db.shown (id INT NOT NULL, s STRING COMMENT 'no VARCHAR(2147483647)',"
            + " b BYTES, r ROW<m MAP<STRING, ARRAY<BYTES>>>)");
    String shown = session.query("SHOW CREATE TABLE ice.db.shown").get(0).get(0).toString();
    assertThat(shown)
        .contains("`s` STRING COMMENT 'no VARCHAR(2147483647)'")
        .contains("`b` BYTES", "`r` ROW<`m` MAP<STRING NOT NULL, ARRAY<BYTES>>>");
    List<List<Object>> described = session.query("DESCRIBE ice.db.shown");
    session.query("DROP TABLE ice.db.shown");
    session.query(shown);
    assertThat(session.query("DESCRIBE ice.db.shown")).isEqualTo(described);
    session.query("DROP TABLE ice.db.shown");
    sources.server().execute("CREATE TABLE db.texts (t LONGTEXT, b LONGBLOB)");
    assertThat(session.query("SHOW CREATE TABLE mysql.db.texts").get(0).get(0).toString())
        .contains("`t` STRING", "`b` BYTES");
  }

  @Test
  void aDatasourcesTableIsNoDoorToOthers() {
    open();
    String file = "'connector'='filesystem','format'='csv','path'='file:/tmp'";
    assertRefused("CREATE TEMPORARY TABLE mysql.db.x (s STRING) WITH (" + file + ")");
    assertRefused("CREATE TABLE ice.db.x (s STRING) WITH (" + file + ")");
    assertRefused("CREATE TABLE default_catalog.default_database.x LIKE mysql.db.t");
    assertRefused("CREATE TABLE x WITH (" + file + ") LIKE mysql.db.t (OVERWRITING OPTIONS)");
    assertRefused("ALTER TABLE ice.db.t SET (" + file + ")");
    assertRefused("ALTER TABLE ice.db.t SET ('write.object-storage.path'='file:/tmp')");
    assertRefused("ALTER TABLE ice.db.t SET ('write.location-provider.impl'='a.B')");
    for (String source : List.of("mysql", "ice", "hudi")) {
      assertRefused("SELECT * FROM " + source + ".db.t /*+ OPTIONS(" + file + ") */");
      assertRefused("INSERT INTO " + source + ".db.t /*+ OPTIONS(" + file + ") */ VALUES (7)");
      assertRefused("SELECT * FROM " + source + ".db.t /*+ OPTIONS('path'='file:/tmp') */");
      assertRefused("DROP CATALOG " + source);
    }
    assertRefused("CREATE CATALOG more WITH ('type'='generic_in_memory')");
    assertThat(session.query("SHOW CATALOGS"))
        .containsExactlyInAnyOrder(
            List.of("default_catalog"), List.of("mysql"), List.of("ice"), List.of("hudi"));
    session.query(
        "CREATE TEMPORARY TABLE made WITH ('connector'='blackhole') LIKE ice.db.t (EXCLUDING OPTIONS)");
    session.query("INSERT INTO made SELECT id FROM ice.db.t");
  }

  @Test
  void aNameIsNoPath(@TempDir Path elsewhere) throws IOException {
    open();
    Path precious = Files.writeString(elsewhere.resolve("precious"), "kept");
    for (String lake : List.of("ice", "hudi")) {
      for (String name :
          List.of("..", ".", "../../x", ".hoodie", "a/b", "a%2Fb", "a:b", elsewhere.toString())) {
        assertRefused("CREATE TABLE " + lake + ".db.`" + name + "` (id INT)");
        assertRefused("CREATE DATABASE " + lake + ".`" + name + "`");
        assertThatThrownBy(() -> session.query("DROP TABLE " + lake + ".db.`" + name + "`"))
            .as(name)
            .isInstanceOf(SluiceException.class);
        assertThatThrownBy(() -> session.query("SELECT * FROM " + lake + ".db.`" + name + "`"))
            .as(name)
            .isInstanceOf(SluiceException.class);
      }
      assertThat(session.query("SELECT COUNT(*) FROM " + lake + ".db.t"))
          .containsExactly(List.of(2L));
    }
    session.query(
        "CREATE TABLE hudi.db.plain (id INT, d STRING) PARTITIONED BY (d)"
            + " WITH ('hoodie.datasource.write.hive_style_partitioning'='false')");
    for (String value : List.of("..", ".")) {
      assertThatThrownBy(
              () -> session.query("INSERT INTO hudi.db.plain VALUES (1, '" + value + "')"))
          .as(value)
          .satisfies(e -> assertCode(e, ErrorCode.INVALID_VALUE, "partition"));
    }
    // A slash is no separator in a value of this table: it is written in another way.
    String path = elsewhere.toString();
    session.query("INSERT INTO hudi.db.plain VALUES (1, 'a'), (2, '../../x'), (3, '" + path + "')");
    assertThat(session.query("SELECT id, d FROM hudi.db.plain ORDER BY id"))
        .containsExactly(List.of(1, "a"), List.of(2, "../../x"), List.of(3, path));
    assertThat(elsewhere).isDirectoryNotContaining(file -> !file.equals(precious));
    assertThat(precious).hasContent("kept");
  }

  private void assertRefused(String statement) {
    assertThatThrownBy(() -> session.query(statement))
        .as(statement)
        .isInstanceOfSatisfying(
            SluiceException.class,
            e ->
                assertThat(e.code())
                    .as(e.getMessage())
                    .isIn(
                        ErrorCode.ACCESS_DENIED,
                        ErrorCode.NOT_SUPPORTED,
                        ErrorCode.INVALID_STATEMENT));
  }

  private static void assertCode(Throwable e, ErrorCode code, String told) {
    assertThat(e).isInstanceOf(SluiceException.class).hasMessageContaining(told);
    assertThat(((SluiceException) e).code()).as(e.getMessage()).isEqualTo(code);
  }
}
