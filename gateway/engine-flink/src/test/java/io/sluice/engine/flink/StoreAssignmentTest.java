/* SPDX-License-Identifier: Apache-2.0 */
package io.sluice.engine.flink;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.sluice.error.ErrorCode;
import io.sluice.error.SluiceException;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What is written arrives exactly or not at all, whatever the sink. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class StoreAssignmentTest {
  private SourcesFixture sources;
  private EngineClient.Session session;

  @BeforeAll
  void start(@TempDir Path folder) throws IOException {
    sources = SourcesFixture.start(folder);
    sources
        .server()
        .execute(
            "CREATE DATABASE db",
            "CREATE TABLE db.t (id INT PRIMARY KEY, small DECIMAL(5,2), wide DECIMAL(12,2), n INT, b BIGINT, f FLOAT, d DOUBLE, ts DATETIME(6), dt DATE)");
    session = sources.open();
    String columns =
        "(id INT NOT NULL, small DECIMAL(5,2), wide DECIMAL(12,2), n INT, b BIGINT, f FLOAT, d DOUBLE, ts TIMESTAMP(6), dt DATE, PRIMARY KEY (id) NOT ENFORCED)";
    for (String lake : List.of("ice", "hudi")) {
      session.query("CREATE DATABASE " + lake + ".db");
      session.query("CREATE TABLE " + lake + ".db.t " + columns);
    }
  }

  @AfterAll
  void stop() {
    session.close();
    sources.close();
  }

  private static Stream<Arguments> refused() {
    Object[][] values = {
      {"small", "CAST(1234.5 AS DECIMAL(10,2))", ErrorCode.VALUE_OUT_OF_RANGE, "1234.50"},
      {"small", "1.234", ErrorCode.VALUE_OUT_OF_RANGE, "digits of 1.234"},
      {"small", "CAST(1000 AS BIGINT)", ErrorCode.VALUE_OUT_OF_RANGE, "1000"},
      {"small", "1e3", ErrorCode.VALUE_OUT_OF_RANGE, "1000"},
      {"small", "CAST('NaN' AS DOUBLE)", ErrorCode.VALUE_OUT_OF_RANGE, "NaN"},
      {"small", "1.005e0", ErrorCode.VALUE_OUT_OF_RANGE, "digits of 1.005"},
      {"n", "CAST(3000000000 AS BIGINT)", ErrorCode.VALUE_OUT_OF_RANGE, "3000000000"},
      {"n", "1.5", ErrorCode.VALUE_OUT_OF_RANGE, "digits of 1.5"},
      {"b", "CAST('9223372036854775808' AS DECIMAL(20,0))", ErrorCode.VALUE_OUT_OF_RANGE, "9223"},
      {"b", "1e30", ErrorCode.VALUE_OUT_OF_RANGE, "1000000000000000000000000000000"},
      {"f", "16777217", ErrorCode.VALUE_OUT_OF_RANGE, "digits of 16777217"},
      {"f", "1e300", ErrorCode.VALUE_OUT_OF_RANGE, "1.0E300"},
      {"f", "CAST('0.123456789' AS DOUBLE)", ErrorCode.VALUE_OUT_OF_RANGE, "digits of 0.123456789"},
      {"d", "9007199254740993", ErrorCode.VALUE_OUT_OF_RANGE, "digits of 9007199254740993"},
      {"ts", "TIMESTAMP '2024-01-01 00:00:00.1234567'", ErrorCode.INVALID_VALUE, ".1234567"},
      {"dt", "TIMESTAMP '2024-01-01 00:00:01'", ErrorCode.INVALID_VALUE, "2024-01-01T00:00:01"},
    };
    return Stream.of("mysql", "ice", "hudi")
        .flatMap(sink -> Stream.of(values).map(v -> Arguments.of(sink, v[0], v[1], v[2], v[3])));
  }

  @ParameterizedTest
  @MethodSource("refused")
  void aValueThatDoesNotFitIsRefused(
      String sink, String column, String value, ErrorCode code, String told) {
    // The second row keeps the planner from computing the value itself.
    String insert =
        "INSERT INTO " + sink + ".db.t (id, " + column + ") SELECT id, v FROM (VALUES (7001, ";
    assertRefused(
        insert + value + "), (7002, " + value + ")) AS x (id, v)", code, sink, column, told);
    assertRefused(
        "INSERT INTO " + sink + ".db.t (id, " + column + ") VALUES (7003, " + value + ")",
        code,
        sink,
        column,
        told);
    assertThat(session.query("SELECT COUNT(*) FROM " + sink + ".db.t WHERE id > 7000"))
        .containsExactly(List.of(0L));
  }

  @ParameterizedTest
  @ValueSource(strings = {"mysql", "ice", "hudi"})
  void aValueThatFitsIsStored(String sink) {
    session.query(
        "INSERT INTO "
            + sink
            + ".db.t SELECT 1, 1.5, SUM(x), COUNT(*), SUM(z), MAX(z), SUM(y), MAX(t), MAX(CAST(DATE '2024-02-03' AS TIMESTAMP(3))) FROM (VALUES (CAST(1234567890.12 AS DECIMAL(12,2)), 2e0, 8, TIMESTAMP '2024-01-01 00:00:00.123456000'), (0.01, 0.5, 9, CAST(NULL AS TIMESTAMP(9)))) AS s (x, y, z, t)");
    assertThat(session.query("SELECT * FROM " + sink + ".db.t WHERE id = 1"))
        .containsExactly(
            List.of(
                1,
                "1.50",
                "1234567890.13",
                2,
                17L,
                9.0,
                2.5,
                "2024-01-01 00:00:00.123456",
                "2024-02-03"));
    session.query("INSERT INTO " + sink + ".db.t (id, f, d) VALUES (2, 0.1, 0.1), (3, 0.5e0, 3)");
    assertThat(
            session.query("SELECT id, f, d FROM " + sink + ".db.t WHERE id IN (2, 3) ORDER BY id"))
        .containsExactly(List.of(2, 0.1, 0.1), List.of(3, 0.5, 3.0));
  }

  @ParameterizedTest
  @ValueSource(strings = {"mysql", "ice"})
  void anUpdateIsCheckedToo(String sink) {
    session.query("INSERT INTO " + sink + ".db.t (id, small) VALUES (20, 1.25)");
    String update = "UPDATE " + sink + ".db.t SET small = small * 1000 WHERE id = 20";
    assertRefused(update, ErrorCode.VALUE_OUT_OF_RANGE, sink, "small", "1250");
    assertRefused(
        "UPDATE " + sink + ".db.t SET n = 1, small = small / 3 WHERE id = 20",
        ErrorCode.VALUE_OUT_OF_RANGE,
        sink,
        "small",
        "0.41666");
    session.query("UPDATE " + sink + ".db.t SET small = ROUND(small / 3, 2), n = 4 WHERE id = 20");
    assertThat(session.query("SELECT small, n FROM " + sink + ".db.t WHERE id = 20"))
        .containsExactly(List.of("0.42", 4));
  }

  @Test
  void anExplicitCastIsThePersonsOwn() {
    session.query("INSERT INTO mysql.db.t (id, small) VALUES (30, CAST(1.239 AS DECIMAL(5,2)))");
    assertThat(session.query("SELECT small FROM mysql.db.t WHERE id = 30"))
        .containsExactly(List.of("1.24"));
  }

  @ParameterizedTest
  @ValueSource(strings = {"ice", "hudi"})
  void aTableMadeFromAQueryLosesNothing(String sink) {
    assertThatThrownBy(
            () ->
                session.query(
                    "CREATE TABLE "
                        + sink
                        + ".db.made AS SELECT 1 AS id, TIMESTAMP '2024-01-01 00:00:00.123456789' AS ts"))
        .isInstanceOf(SluiceException.class);
    session.query("DROP TABLE IF EXISTS " + sink + ".db.made");
  }

  @Test
  void whatIsNestedIsCheckedToo() {
    session.query(
        "CREATE TABLE ice.db.nested (a ARRAY<DECIMAL(4,1)>, m MAP<STRING, INT>, r ROW<x DECIMAL(3,1), y BIGINT>)");
    session.query(
        "INSERT INTO ice.db.nested SELECT ARRAY[x, 2.25 * 0], MAP['k', n], ROW(x, n) FROM (VALUES (1.50, 7)) AS s (x, n)");
    assertThat(session.query("SELECT * FROM ice.db.nested"))
        .containsExactly(List.of("[1.5,0.0]", "{\"k\":7}", "{\"x\":1.5,\"y\":7}"));
    assertRefused(
        "INSERT INTO ice.db.nested SELECT ARRAY[x], MAP['k', 1], ROW(1.5, 1) FROM (VALUES (1.55)) AS s (x)",
        ErrorCode.VALUE_OUT_OF_RANGE,
        "ice",
        "a",
        "1.55");
    assertRefused(
        "INSERT INTO ice.db.nested SELECT ARRAY[1.5], MAP['k', 1], ROW(x, 1) FROM (VALUES (100.5)) AS s (x)",
        ErrorCode.VALUE_OUT_OF_RANGE,
        "ice",
        "r",
        "100.5");
  }

  @Test
  void lengthsOfOtherTablesAreKept() {
    session.query(
        "CREATE TEMPORARY TABLE narrow (c CHAR(3), v VARCHAR(3), b VARBINARY(2), f BINARY(2)) WITH ('connector'='blackhole')");
    session.query(
        "INSERT INTO narrow SELECT 'a', v, b, b FROM (VALUES ('abc', X'0102'), ('😀é', X'0304')) AS s (v, b)");
    assertThatThrownBy(
            () ->
                session.query(
                    "INSERT INTO narrow SELECT 'a', v, X'01', X'0102' FROM (VALUES ('abcd'), ('a')) AS s (v)"))
        .satisfies(
            e -> assertCode(e, ErrorCode.VALUE_TOO_LONG, "narrow", "Column v", "4 characters"));
    assertThatThrownBy(
            () -> session.query("INSERT INTO narrow VALUES ('a', 'b', X'010203', X'0102')"))
        .satisfies(e -> assertCode(e, ErrorCode.VALUE_TOO_LONG, "narrow", "Column b", "3 bytes"));
    assertThatThrownBy(() -> session.query("INSERT INTO narrow VALUES ('a', 'b', X'01', X'01')"))
        .satisfies(e -> assertCode(e, ErrorCode.VALUE_TOO_LONG, "narrow", "Column f", "1 bytes"));
    assertThatThrownBy(
            () -> session.query("INSERT INTO narrow VALUES ('long', 'b', X'01', X'0102')"))
        .satisfies(
            e -> assertCode(e, ErrorCode.VALUE_TOO_LONG, "narrow", "Column c", "4 characters"));
  }

  @Test
  void aNumberThatMySqlDoesNotHaveIsRefusedWithItsColumn() {
    sources.server().execute("CREATE TABLE db.finite (f FLOAT, d DOUBLE, n INT)");
    for (String column : List.of("f", "d", "n")) {
      for (String type : List.of("FLOAT", "DOUBLE")) {
        for (String value : List.of("Infinity", "-Infinity", "NaN")) {
          assertThatThrownBy(
                  () ->
                      session.query(
                          "INSERT INTO mysql.db.finite ("
                              + column
                              + ") SELECT CAST('"
                              + value
                              + "' AS "
                              + type
                              + ")"))
              .as(value + " as " + type + " into " + column)
              .isInstanceOf(SluiceException.class)
              .hasMessageContainingAll("mysql.db.finite", "Column " + column, value);
        }
      }
    }
    assertThat(sources.server().query("SELECT COUNT(*) FROM db.finite").toString())
        .isEqualTo("[[0]]");
  }

  @Test
  void aHudiTableIsMadeWithItsKeyBeforeItIsFilled() {
    assertThatThrownBy(
            () ->
                session.query(
                    "CREATE TABLE hudi.db.copied (PRIMARY KEY (id) NOT ENFORCED) AS SELECT 1 AS id"))
        .satisfies(e -> assertCode(e, ErrorCode.NOT_SUPPORTED, "primary key", "then INSERT INTO"));
    session.query("CREATE TABLE hudi.db.copied (id INT, PRIMARY KEY (id) NOT ENFORCED)");
    session.query("INSERT INTO hudi.db.copied SELECT 1 AS id");
    assertThat(session.query("SELECT id FROM hudi.db.copied")).containsExactly(List.of(1));
  }

  @Test
  void whatMySqlTakesAsTextIsCheckedToo() {
    sources.server().execute("CREATE TABLE db.texts (d DECIMAL(65,30), t TIME(6), y VARCHAR(3))");
    session.query(
        "INSERT INTO mysql.db.texts VALUES ('0.123456789012345678901234567890000', '25:00:00.1234560', 'abc'), ('1e-30', '-1:00:00', 'x')");
    assertThat(
            sources
                .server()
                .query("SELECT CAST(d AS CHAR), CAST(t AS CHAR) FROM db.texts")
                .toString())
        .contains("0.123456789012345678901234567890", "25:00:00.123456");
    for (String value :
        List.of(
            "'0.1234567890123456789012345678901', NULL",
            "'1e-31', NULL",
            "NULL, '1:00:00.1234567'")) {
      assertThatThrownBy(
              () ->
                  session.query(
                      "INSERT INTO mysql.db.texts (d, t) VALUES ("
                          + value.replace("NULL", "CAST(NULL AS STRING)")
                          + ")"))
          .satisfies(
              e -> assertCode(e, ErrorCode.VALUE_OUT_OF_RANGE, "mysql.db.texts", "digits of"));
    }
    assertThatThrownBy(() -> session.query("INSERT INTO mysql.db.texts (y) VALUES ('abcd')"))
        .satisfies(e -> assertCode(e, ErrorCode.VALUE_TOO_LONG, "mysql", "db.texts", "'y'"));
  }

  @Test
  void aPartitionsValueIsCheckedToo() {
    session.query("CREATE TABLE ice.db.parts (v INT, n INT) PARTITIONED BY (n)");
    session.query("INSERT INTO ice.db.parts PARTITION (n = 7) SELECT 1");
    assertThat(session.query("SELECT v, n FROM ice.db.parts")).containsExactly(List.of(1, 7));
    assertThatThrownBy(
            () -> session.query("INSERT INTO ice.db.parts PARTITION (n = 3000000000) SELECT 1"))
        .satisfies(
            e ->
                assertCode(
                    e, ErrorCode.VALUE_OUT_OF_RANGE, "ice.db.parts", "Column n", "3000000000"));
  }

  @ParameterizedTest
  @ValueSource(strings = {"mysql", "ice", "hudi"})
  void aNullThatMayNotBeIsRefused(String sink) {
    assertThatThrownBy(
            () ->
                session.query(
                    "INSERT INTO "
                        + sink
                        + ".db.t (id, n) SELECT CAST(NULLIF(x, 1) AS INT), 1 FROM (VALUES (1), (2)) AS s (x)"))
        .satisfies(
            e -> assertThat(e.getMessage()).contains("'id'", "NOT NULL").doesNotContain("enforcer"))
        .satisfies(e -> assertCode(e, ErrorCode.NULL_NOT_ALLOWED, "id"));
    assertThatThrownBy(() -> session.query("SET 'table.exec.sink.not-null-enforcer' = 'DROP'"))
        .satisfies(e -> assertCode(e, ErrorCode.INVALID_SETTING, "not-null-enforcer"));
  }

  @ParameterizedTest
  @ValueSource(strings = {"mysql", "ice", "hudi"})
  void aBareNullTakesItsColumnsType(String sink) {
    String table = sink + ".db.t";
    session.query(
        "INSERT INTO "
            + table
            + " VALUES (40, NULL, 1.5, NULL, 7, NULL, NULL, NULL, NULL), (41, 2.5, NULL, 3, NULL, NULL, NULL, NULL, NULL)");
    session.query("INSERT INTO " + table + " (b, id, small) VALUES (NULL, 42, 1)");
    session.query("INSERT INTO " + table + " (ts, id) SELECT NULL, 43");
    session.query(
        "INSERT INTO "
            + table
            + " (dt, id) SELECT NULL, 44 UNION ALL SELECT DATE '2024-01-01', 45");
    assertThat(
            session.query(
                "SELECT id, small, wide, n, b, dt FROM "
                    + table
                    + " WHERE id BETWEEN 40 AND 45 ORDER BY id"))
        .containsExactly(
            Arrays.asList(40, null, "1.50", null, 7L, null),
            Arrays.asList(41, "2.50", null, 3, null, null),
            Arrays.asList(42, "1.00", null, null, null, null),
            Arrays.asList(43, null, null, null, null, null),
            Arrays.asList(44, null, null, null, null, null),
            Arrays.asList(45, null, null, null, null, "2024-01-01"));
  }

  @Test
  void thePlanShowsWhatIsChecked() {
    assertThat(
            session
                .query(
                    "EXPLAIN INSERT INTO mysql.db.t (id, small) SELECT id, x FROM (VALUES (1, 1.234)) AS s (id, x)")
                .toString())
        .contains("ASSIGN");
    assertThat(
            session
                .query(
                    "EXPLAIN INSERT INTO mysql.db.t (id, small) SELECT id, x FROM (VALUES (1, 1.2)) AS s (id, x)")
                .toString())
        .doesNotContain("ASSIGN");
  }

  private void assertRefused(
      String statement, ErrorCode code, String sink, String column, String told) {
    assertThatThrownBy(() -> session.query(statement))
        .as(statement)
        .satisfies(e -> assertCode(e, code, sink + ".db.", "Column " + column, told));
  }

  private static void assertCode(Throwable e, ErrorCode code, String... told) {
    assertThat(e).isInstanceOf(SluiceException.class).hasMessageContainingAll(told);
    assertThat(((SluiceException) e).code()).as(e.getMessage()).isEqualTo(code);
  }
}
