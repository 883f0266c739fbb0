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
import org.junit.jupiter.params.provider.ValueSource;

/** Correlated subqueries: right answers, or an error that says what to write. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class SubqueryTest {
  private FlinkEngineFixture engine;
  private EngineClient client;
  private EngineClient.Session session;

  @BeforeAll
  void start() {
    engine = new FlinkEngineFixture(Map.of());
    client = engine.connect();
    session = client.open(Map.of());
    for (String table : List.of("a", "b", "c")) {
      session.query(
          "CREATE TEMPORARY TABLE "
              + table
              + " (id INT, v INT, s STRING) WITH ('connector'='datagen', 'number-of-rows'='3',"
              + " 'fields.id.kind'='sequence', 'fields.id.start'='1', 'fields.id.end'='3',"
              + " 'fields.v.kind'='sequence', 'fields.v.start'='1', 'fields.v.end'='3')");
    }
    session.query("CREATE TEMPORARY TABLE sink (id INT) WITH ('connector'='blackhole')");
  }

  @AfterAll
  void stop() {
    session.close();
    client.close();
    engine.close();
  }

  /** Each row of ids 1 to 3; v is the id. */
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "SELECT a.id, b.v FROM a, b WHERE EXISTS (SELECT 1 FROM c WHERE c.id = a.id AND c.v + 1 = b.v) | [[1, 2], [2, 3]]",
        "SELECT a.id, b.v FROM a JOIN b ON a.id <= b.id WHERE NOT EXISTS (SELECT 1 FROM c WHERE c.id = a.id AND c.v = b.v) | [[1, 2], [1, 3], [2, 3]]",
        "SELECT a.id, (SELECT SUM(c.v) FROM c WHERE c.id >= a.id AND c.v <= b.v) FROM a JOIN b ON a.id + 1 = b.id | [[1, 3], [2, 5]]",
        "SELECT a.id FROM a WHERE a.id IN (SELECT c.id FROM c WHERE c.v < a.v + 1) AND a.id > 2 | [[3]]",
        "SELECT a.id FROM a WHERE EXISTS (SELECT 1 FROM c WHERE c.id = a.id LIMIT 1) | [[1], [2], [3]]",
        "SELECT a.id FROM a WHERE NOT EXISTS (SELECT 1 FROM c WHERE c.id > a.id ORDER BY c.v LIMIT 1) | [[3]]",
        "SELECT a.id FROM a WHERE a.id IN (SELECT c.id FROM c ORDER BY c.id DESC LIMIT 1) | [[3]]",
        "SELECT a.id FROM a WHERE a.id IN (SELECT x FROM c CROSS JOIN UNNEST(ARRAY[c.id, c.v]) AS t (x) ORDER BY x DESC LIMIT 2) | [[3]]",
      })
  void theseGiveTheRightRows(String sql, String rows) {
    assertThat(session.query(sql + " ORDER BY 1, a.id")).hasToString(rows);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "SELECT * FROM a WHERE EXISTS (SELECT 1 FROM (VALUES (a.id), (2)) AS t (x) WHERE x = 3)",
        "SELECT * FROM a WHERE EXISTS (SELECT 1 FROM (VALUES (1), (2)) AS t (x) WHERE x = a.id)",
        "SELECT * FROM a WHERE a.id IN (VALUES (a.v), (7))",
        "SELECT (SELECT MAX(x) FROM (VALUES (a.id), (a.v)) AS t (x)) FROM a",
        "SELECT * FROM a, LATERAL (VALUES (a.id), (a.v)) AS t (x)",
        "SELECT * FROM a WHERE EXISTS (SELECT 1 FROM b UNION SELECT c.id FROM c WHERE c.id = a.id)",
        "SELECT * FROM a WHERE EXISTS (SELECT 1 FROM b WHERE EXISTS (SELECT 1 FROM c WHERE c.id = a.id))",
        "SELECT * FROM a WHERE EXISTS (SELECT c.id FROM c LEFT JOIN b ON b.id = a.id WHERE c.id = b.id)",
        "SELECT * FROM a LEFT JOIN LATERAL (SELECT c.v FROM c WHERE c.id = a.id LIMIT 2) ON TRUE",
        "EXPLAIN SELECT * FROM a WHERE a.id IN (VALUES (a.v), (7))",
        "INSERT INTO sink SELECT (SELECT MAX(c.v) FROM c, (VALUES (a.v)) AS t (x) WHERE c.id = a.id) FROM a",
      })
  void aCorrelationThatFlinkCannotPlanIsToldAsOne(String sql) {
    assertFails(sql, ErrorCode.NOT_SUPPORTED, "cannot plan this correlated subquery", "LEFT JOIN");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "SELECT * FROM a JOIN b ON a.id IN (SELECT c.id FROM c)",
        "SELECT * FROM a LEFT JOIN b ON a.id = b.id AND b.v IN (SELECT c.id FROM c)",
        "SELECT * FROM a LEFT JOIN b ON a.id = (SELECT MAX(c.id) FROM c WHERE c.v = b.v)",
        "SELECT * FROM a JOIN b ON a.id = b.id AND b.v IN (SELECT c.v FROM c WHERE c.id = a.id)",
        "SELECT * FROM a JOIN b ON a.id = b.id AND b.v IN (SELECT c.v FROM c WHERE c.id = b.id)",
      })
  void aSubqueryInTheConditionOfAJoinIsToldSo(String sql) {
    assertFails(sql, ErrorCode.NOT_SUPPORTED, "in the ON of a JOIN", "in WHERE");
  }

  /** Flink plans some of these, and gives wrong rows. */
  @ParameterizedTest
  @ValueSource(
      strings = {
        "SELECT * FROM a WHERE EXISTS (SELECT 1 FROM c WHERE c.id = a.id LIMIT 5 OFFSET 1)",
        "SELECT * FROM a WHERE a.id IN (SELECT c.id FROM c WHERE c.v >= a.v ORDER BY c.id LIMIT 1)",
        "SELECT (SELECT c.v FROM c WHERE c.id = a.id ORDER BY c.v LIMIT 1) FROM a",
      })
  void aLimitInACorrelatedSubqueryIsRefused(String sql) {
    assertFails(sql, ErrorCode.NOT_SUPPORTED, "LIMIT", "ROW_NUMBER()");
  }

  /** Flink plans these, repeats rows, and takes FALSE for unknown. */
  @ParameterizedTest
  @ValueSource(
      strings = {
        "SELECT a.id FROM a WHERE a.id > 9 OR (a.id, a.v) IN (SELECT c.id, c.v FROM c WHERE c.v >= a.v)",
        "SELECT a.id FROM a WHERE NOT (a.id > 0 AND (a.id, a.v) IN (SELECT c.id, c.v FROM c))",
        "SELECT (a.id, a.v) IN (SELECT c.id, c.v FROM c WHERE c.v >= a.v) FROM a",
        "SELECT CASE WHEN (a.id, a.v) NOT IN (SELECT c.id, c.v FROM c) THEN 1 END FROM a",
      })
  void inOfSeveralColumnsIsRefusedWhereItWouldBeWrong(String sql) {
    assertFails(sql, ErrorCode.NOT_SUPPORTED, "several columns", "EXISTS");
  }

  @Test
  void otherKindsHaveTheirOwnWayRound() {
    String array = "ARRAY_AGG";
    assertFails("SELECT ARRAY(SELECT c.id FROM c) FROM a", ErrorCode.NOT_SUPPORTED, array);
    assertFails(
        "SELECT MULTISET(SELECT c.id FROM c WHERE c.v = a.v) FROM a",
        ErrorCode.NOT_SUPPORTED,
        array);
    assertFails(
        "SELECT * FROM a WHERE EXISTS (SELECT 1 FROM UNNEST(ARRAY[a.id]) AS t (x) WHERE x = 1)",
        ErrorCode.NOT_SUPPORTED,
        "CROSS JOIN UNNEST");
    assertFails(
        "SELECT * FROM a WHERE a.id = (SELECT c.id FROM c)",
        ErrorCode.INVALID_VALUE,
        "several rows",
        "MAX(…)");
  }

  private void assertFails(String sql, ErrorCode code, String... texts) {
    assertThatThrownBy(() -> session.query(sql))
        .as(sql)
        .isInstanceOfSatisfying(
            SluiceException.class, e -> assertThat(e.code()).as(e.getMessage()).isEqualTo(code))
        .hasMessageContainingAll(texts)
        .hasMessageNotContainingAny("$cor", "apache", "Exception", "convention=");
  }
}
