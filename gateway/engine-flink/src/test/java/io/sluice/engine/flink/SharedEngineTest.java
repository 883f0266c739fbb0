/* SPDX-License-Identifier: Apache-2.0 */
package io.sluice.engine.flink;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.sluice.error.ErrorCode;
import io.sluice.error.SluiceException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.apache.flink.table.functions.ScalarFunction;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** No statement of one person opens what the engine's account can open, or brings code into it. */
class SharedEngineTest {
  private static final String DATAGEN = "WITH ('connector'='datagen','number-of-rows'='1')";

  private static FlinkEngineFixture engine;

  private EngineClient client;
  private EngineClient.Session session;

  @BeforeAll
  static void start() {
    engine = new FlinkEngineFixture(Map.of());
  }

  @AfterAll
  static void stop() {
    engine.close();
  }

  @BeforeEach
  void open() {
    client = engine.connect();
    session = client.open(Map.of());
  }

  @AfterEach
  void close() {
    session.close();
    client.close();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "CREATE CATALOG c WITH ('type'='generic_in_memory')",
        "CREATE CATALOG c WITH ('type'='iceberg','catalog-type'='hadoop','warehouse'='file:/tmp')",
        "ALTER CATALOG default_catalog SET ('a'='b')",
        "DROP CATALOG default_catalog",
        "ADD JAR '/tmp/x.jar'",
        "REMOVE JAR '/tmp/x.jar'",
        "CREATE FUNCTION f AS 'a.B' USING JAR '/tmp/x.jar'",
        "CREATE TEMPORARY FUNCTION f AS 'a.B' USING JAR '/tmp/x.jar'",
        "CREATE TEMPORARY SYSTEM FUNCTION f AS 'a.B' USING JAR '/tmp/x.jar'",
        "CREATE TEMPORARY FUNCTION f AS 'a.b' LANGUAGE PYTHON",
        "CREATE TEMPORARY SYSTEM FUNCTION f AS 'a.b' LANGUAGE PYTHON",
        "LOAD MODULE core",
        "UNLOAD MODULE sluice",
        "USE MODULES core",
        "COMPILE PLAN '/tmp/p' FOR INSERT INTO t SELECT 1",
        "EXECUTE PLAN '/tmp/p'",
      })
  void whatChangesTheEngineIsRefused(String statement) {
    if (statement.startsWith("COMPILE")) {
      session.query("CREATE TEMPORARY TABLE t (id INT) WITH ('connector'='blackhole')");
    }
    assertFails(statement, ErrorCode.NOT_SUPPORTED, "not offered");
    assertThat(session.query("SHOW CATALOGS")).containsExactly(List.of("default_catalog"));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "no.such.Function",
        "java.lang.Runtime",
        "org.apache.flink.table.functions.ScalarFunction"
      })
  void aFunctionIsRefusedAtOnceIfItsClassIsNone(String name) {
    for (String kind : List.of("", "TEMPORARY ", "TEMPORARY SYSTEM ")) {
      for (String language : List.of("", " LANGUAGE JAVA", " LANGUAGE SCALA")) {
        assertFails(
            "CREATE " + kind + "FUNCTION f AS '" + name + "'" + language,
            ErrorCode.INVALID_STATEMENT,
            name);
      }
    }
    assertThat(session.query("SHOW USER FUNCTIONS")).isEmpty();
  }

  @Test
  void aFunctionOfTheEnginesClassesIsMadeAndAltered() {
    String known = "org.apache.flink.table.api.dataview.MapView";
    session.query("CREATE FUNCTION plus_one AS '" + PlusOne.class.getName() + "'");
    assertThat(session.query("SELECT plus_one(x) FROM (VALUES (1), (2)) AS t (x) WHERE x > 1"))
        .containsExactly(List.of(3));
    assertFails("ALTER FUNCTION plus_one AS '" + known + "'", ErrorCode.INVALID_STATEMENT, known);
    session.query("DROP FUNCTION plus_one");
  }

  /** A function as an administrator may put it beside the engine. */
  public static final class PlusOne extends ScalarFunction {
    private static final long serialVersionUID = 1L;

    public Integer eval(Integer number) {
      return number + 1;
    }
  }

  @Test
  void aFunctionIsAClassThatIsOne() {
    assertThatThrownBy(
            () -> {
              session.query("CREATE TEMPORARY FUNCTION f AS 'java.lang.Runtime'");
              session.query("SELECT f('x')");
            })
        .isInstanceOf(SluiceException.class)
        .hasMessageContaining("java.lang.Runtime");
  }

  @Test
  void aTableCannotOpenTheEnginesFiles(@TempDir Path folder) throws IOException {
    Files.writeString(folder.resolve("secret.csv"), "s3cret\n");
    String file = "'connector'='filesystem','format'='csv','path'='" + folder.toUri() + "'";
    assertDenied("CREATE TABLE f (s STRING) WITH (" + file + ")");
    assertDenied("CREATE TEMPORARY TABLE f (s STRING) WITH (" + file + ")");
    assertDenied("CREATE TABLE f WITH (" + file + ") AS SELECT 'x' AS s");
    assertDenied("CREATE TABLE f (s STRING)");
    session.query("CREATE TABLE g (s STRING) " + DATAGEN);
    session.query("CREATE TEMPORARY TABLE tg (s STRING) " + DATAGEN);
    assertDenied("CREATE TABLE f WITH (" + file + ") LIKE g (EXCLUDING OPTIONS)");
    assertDenied("CREATE TABLE f WITH (" + file + ") LIKE g (OVERWRITING OPTIONS)");
    assertDenied("CREATE TEMPORARY TABLE f WITH (" + file + ") LIKE tg (OVERWRITING OPTIONS)");
    assertDenied("ALTER TABLE g SET (" + file + ")");
    for (String table : List.of("g", "tg")) {
      assertDenied("SELECT * FROM " + table + " /*+ OPTIONS(" + file + ") */");
      assertDenied("EXPLAIN SELECT * FROM " + table + " /*+ OPTIONS(" + file + ") */");
    }
    session.query("CREATE TEMPORARY TABLE hole (s STRING) WITH ('connector'='blackhole')");
    assertDenied("INSERT INTO hole /*+ OPTIONS(" + file + ") */ SELECT 'x'");
    assertDenied("EXPLAIN INSERT INTO hole /*+ OPTIONS(" + file + ") */ SELECT 'x'");
    assertDenied(
        "EXECUTE STATEMENT SET BEGIN INSERT INTO hole /*+ OPTIONS("
            + file
            + ") */ SELECT 'x'; END");
    session.query("INSERT INTO hole SELECT s FROM g");
    assertThat(folder).isDirectoryContaining("glob:**secret.csv");
    try (var files = Files.list(folder)) {
      assertThat(files).hasSize(1);
    }
  }

  @Test
  void flinksOldConnectorsAreNoWayRound(@TempDir Path folder) {
    String old =
        "'connector.type'='filesystem','connector.path'='"
            + folder.toUri()
            + "','format.type'='csv','format.derive-schema'='true'";
    assertDenied("CREATE TABLE f (s STRING) WITH (" + old + ")");
    assertDenied("CREATE TABLE f (s STRING) WITH ('connector'='datagen'," + old + ")");
    session.query("CREATE TEMPORARY TABLE hole (s STRING) WITH ('connector'='blackhole')");
    assertDenied("INSERT INTO hole /*+ OPTIONS(" + old + ") */ SELECT 'x'");
    session.query("CREATE TABLE g (s STRING) " + DATAGEN);
    assertDenied("ALTER TABLE g SET (" + old + ")");
    assertDenied("SELECT * FROM g /*+ OPTIONS(" + old + ") */");
  }

  @ParameterizedTest
  @ValueSource(strings = {"jdbc", "iceberg", "sluice", "sluice-result", "python-input-format"})
  void otherConnectorsAreTheAdministratorsToAllow(String connector) {
    assertDenied("CREATE TEMPORARY TABLE f (s STRING) WITH ('connector'='" + connector + "')");
  }

  private void assertDenied(String statement) {
    assertFails(statement, ErrorCode.ACCESS_DENIED, "");
  }

  private void assertFails(String statement, ErrorCode code, String told) {
    assertThatThrownBy(() -> session.query(statement))
        .as(statement)
        .isInstanceOfSatisfying(
            SluiceException.class, e -> assertThat(e.code()).as(e.getMessage()).isEqualTo(code))
        .hasMessageContaining(told);
  }
}
