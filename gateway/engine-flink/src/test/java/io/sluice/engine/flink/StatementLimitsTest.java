/* SPDX-License-Identifier: Apache-2.0 */
package io.sluice.engine.flink;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.sluice.error.ErrorCode;
import io.sluice.error.SluiceException;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What Flink does not take is refused with a way round. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class StatementLimitsTest {
  private FlinkEngineFixture engine;
  private EngineClient client;
  private EngineClient.Session session;

  @BeforeAll
  void start() {
    engine = new FlinkEngineFixture(Map.of());
    client = engine.connect();
    session = client.open(Map.of());
  }

  @AfterAll
  void stop() {
    session.close();
    client.close();
    engine.close();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "99999999999999999999 | CAST('99999999999999999999' AS DECIMAL(20, 0))",
        "9223372036854775808 | CAST('9223372036854775808' AS DECIMAL(19, 0))",
        "-9223372036854775809 | CAST('-9223372036854775809' AS DECIMAL(19, 0))",
        "99999999999999999999.50 | CAST('99999999999999999999.50' AS DECIMAL(22, 2))",
        "0.12345678901234567890 | CAST('0.12345678901234567890' AS DECIMAL(20, 20))",
      })
  void aLongNumberIsWrittenAsACast(String literal, String cast) {
    assertFails("SELECT " + literal, ErrorCode.INVALID_STATEMENT, "write " + cast + ".");
    assertThat(session.query("SELECT CAST(" + cast + " AS STRING)")).hasSize(1);
  }

  @Test
  void aNumberThatNoTypeHoldsIsToldSo() {
    assertFails("SELECT " + "9".repeat(39), ErrorCode.INVALID_STATEMENT, "are 38");
    assertFails("SELECT 1e400", ErrorCode.INVALID_STATEMENT, "out of the range of DOUBLE");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "20000 | ABS( | )",
        "20000 | NOT NOT | ",
        "20000 | 1 + | ",
        "10000 | (SELECT * FROM | ) AS t",
        "500000 | ( | )",
      })
  void aStatementNestedTooDeeplyIsToldSo(int depth, String open, String close) {
    String nested =
        (open + ' ').repeat(depth)
            + (open.contains("FROM") ? "(VALUES (1)) AS t (x)" : "x")
            + (close == null ? "" : close.repeat(depth));
    assertFails(
        open.contains("FROM")
            ? "SELECT * FROM " + nested
            : "SELECT " + nested + " FROM (VALUES (1), (2)) AS t (x)",
        ErrorCode.LIMIT_REACHED,
        "The statement is nested too deeply");
    assertThat(session.query("SELECT 1")).containsExactly(List.of(1));
  }

  @Test
  void longListsAreNotNested() {
    assertThat(
            session.query(
                "SELECT x FROM (VALUES (1), (5000)) AS t (x) WHERE x = 0"
                    + " OR x = 5000".repeat(4_000)))
        .containsExactly(List.of(5000));
    assertThat(
            session.query(
                "SELECT " + "1 + ".repeat(1_000) + "x FROM (VALUES (1), (2)) AS t (x) WHERE x > 1"))
        .containsExactly(List.of(1002));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "(PRIMARY KEY (id) NOT ENFORCED) | primary key",
        "(id INT) | columns",
        "PARTITIONED BY (id) | partitioned table",
      })
  void createTableAsSelectTellsWhatItDoesNotTake(String definition, String named) {
    assertFails(
        "CREATE TABLE made "
            + definition
            + " WITH ('connector'='blackhole') AS SELECT 1 AS id, 'a' AS s",
        ErrorCode.NOT_SUPPORTED,
        named);
    assertFails(
        "CREATE TABLE made " + definition + " AS SELECT 1 AS id",
        ErrorCode.NOT_SUPPORTED,
        "then INSERT INTO");
  }

  @Test
  void aFloatMayBeInfiniteOrNoNumber() {
    assertThat(
            session.query(
                "SELECT CAST('Infinity' AS FLOAT), CAST('NaN' AS FLOAT), CAST('-Infinity' AS DOUBLE), 1 + 1"))
        .containsExactly(
            List.of(Double.POSITIVE_INFINITY, Double.NaN, Double.NEGATIVE_INFINITY, 2));
    session.query("CREATE TEMPORARY TABLE hole (f FLOAT) WITH ('connector'='blackhole')");
    session.query("INSERT INTO hole VALUES (CAST('Infinity' AS FLOAT)), (CAST('NaN' AS DOUBLE))");
  }

  private void assertFails(String sql, ErrorCode code, String text) {
    assertThatThrownBy(() -> session.query(sql))
        .as(sql.length() > 200 ? sql.substring(0, 200) : sql)
        .isInstanceOfSatisfying(
            SluiceException.class, e -> assertThat(e.code()).as(e.getMessage()).isEqualTo(code))
        .hasMessageContaining(text);
  }
}
