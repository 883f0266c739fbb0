/* SPDX-License-Identifier: Apache-2.0 */
package io.sluice.engine.flink;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A name in a statement is never code in the engine. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class NamesInCodeTest {
  /** Is code where a name stands between quotes as it is. */
  private static final String CODE = "a\", null); System.setProperty(\"sluice.pwned\", \"1\"); //";

  private FlinkEngineFixture engine;
  private EngineClient client;
  private EngineClient.Session session;

  @BeforeAll
  void start() {
    engine = new FlinkEngineFixture(Map.of());
    client = engine.connect();
    session = client.open(Map.of());
    session.query(
        "CREATE TEMPORARY VIEW t AS SELECT CAST(ROW(x) AS ROW<`"
            + CODE
            + "` INT>) AS r, x FROM (VALUES (1), (2)) AS v (x)");
  }

  @AfterAll
  void stop() {
    session.close();
    client.close();
    engine.close();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "SELECT JSON_STRING(r) FROM t",
        "SELECT JSON_OBJECT(KEY 'k' VALUE r) FROM t",
        "SELECT JSON_ARRAY(r) FROM t",
        "SELECT JSON_STRING(ARRAY[r]) FROM t",
        "SELECT JSON_STRING(MAP['k', r]) FROM t",
        "SELECT JSON_STRING(ROW(x, r)) FROM t",
        "SELECT JSON_ARRAYAGG(r) FROM t",
        "SELECT JSON_OBJECTAGG(KEY CAST(x AS STRING) VALUE r) FROM t",
        "SELECT x FROM t WHERE x IN (SELECT CHAR_LENGTH(JSON_STRING(r)) FROM t)"
      })
  void aFieldOfJsonIsNotCode(String sql) {
    assertThatThrownBy(() -> session.query(sql))
        .hasMessageContaining("cannot take a ROW with a field named")
        .hasMessageContaining(CODE);
    assertThat(System.getProperty("sluice.pwned")).isNull();
  }

  @Test
  void theCurrentDatabaseIsNotCode() {
    String name = "d\"); { System.setProperty(\"sluice.pwned\", \"1\"); } //";
    session.query("CREATE DATABASE `" + name + "`");
    session.query("USE `" + name + "`");
    assertThat(session.query("SELECT CURRENT_DATABASE(), x FROM (VALUES (1)) AS v (x)"))
        .containsExactly(List.of(name, 1));
    session.query("USE `default_database`");
    session.query("DROP DATABASE `" + name + "`");
    assertThat(System.getProperty("sluice.pwned")).isNull();
  }

  @Test
  void textsAndOtherNamesAreWhatTheyAre() {
    assertThat(
            session.query(
                "SELECT `q\"\\`, JSON_OBJECT(KEY 'a\"\\' VALUE `q\"\\`), 'x\"\\' LIKE '_\"\\', r.`"
                    + CODE
                    + "` FROM (SELECT 'v\"\\' AS `q\"\\`, r FROM t) AS `u\"\\`"))
        .hasSize(2)
        .contains(List.of("v\"\\", "{\"a\\\"\\\\\":\"v\\\"\\\\\"}", true, 1));
  }
}
