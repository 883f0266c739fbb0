/* SPDX-License-Identifier: Apache-2.0 */
package io.sluice.server.statement;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.sluice.error.ErrorCode;
import io.sluice.error.SluiceException;
import io.sluice.server.statement.LocalStatement.ChangeSetting;
import io.sluice.server.statement.LocalStatement.ListSettings;
import io.sluice.server.statement.LocalStatement.None;
import io.sluice.server.statement.LocalStatement.Probe;
import io.sluice.server.statement.LocalStatement.ShowDatabases;
import io.sluice.server.statement.LocalStatement.ShowSetting;
import io.sluice.server.statement.LocalStatement.ShowTables;
import io.sluice.server.statement.LocalStatement.UseCatalog;
import io.sluice.server.statement.LocalStatement.UseDatabase;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class StatementTest {
  @ParameterizedTest
  @ValueSource(
      strings = {
        "SELECT 1",
        " select 1 ;",
        "SELECT 1 AS x",
        "select /* a ; b */ 1 x -- y",
        "SELECT 'a;b'",
        "SELECT -1, 'it''s', TRUE, CURRENT_USER, version() v",
        "--x\nSELECT CURRENT_DATABASE();\n",
      })
  void recognisesProbes(String sql) {
    assertThat(Statement.parse(sql).local()).isInstanceOf(Probe.class);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "SELECT 1 FROM t",
        "SELECT 1 + 1",
        "SELECT 1.5",
        "SELECT 1 UNION SELECT 2",
        "SELECT 1; SELECT 2",
        "SELECT 'a' 'b'",
        "SELECT 99999999999999999999",
        "SELECT \"x\"",
        "SELECT 1 LIMIT 0",
        "SELECT DISTINCT 1",
        "SELECT NOW()",
        "SELECT ''",
        "SELECT /*+ OPTIONS('a'='b') */ 1",
        "SELECT CURRENT_DATABASE",
        "SHOW TABLES LIKE",
        "SHOW TABLES IN a.b.c",
        "SHOW VIEWS",
        "USE MODULES x, y",
        "EXPLAIN SELECT 1",
      })
  void leavesTheRestToTheEngine(String sql) {
    assertThat(Statement.parse(sql).local()).isInstanceOf(None.class);
  }

  @Test
  void readsSettingsOfBothDialects() {
    assertThat(Statement.parse("SET").local()).isEqualTo(new ListSettings());
    assertThat(Statement.parse("SET 'a.b' = 'c''d'").local())
        .isEqualTo(new ChangeSetting("a.b", "c'd"));
    assertThat(Statement.parse("set a.b=c d;").local()).isEqualTo(new ChangeSetting("a.b", "c d"));
    assertThat(Statement.parse("SET a.b").local()).isEqualTo(new ShowSetting("a.b"));
    assertThat(Statement.parse("SET 'a.b'").local()).isEqualTo(new ShowSetting("a.b"));
  }

  @Test
  void readsNamesWithBackticks() {
    assertThat(Statement.parse("USE `my``cat`.`d b`").local())
        .isEqualTo(new UseDatabase(Optional.of("my`cat"), "d b"));
    assertThat(Statement.parse("use catalog lake").local()).isEqualTo(new UseCatalog("lake"));
    assertThat(Statement.parse("SHOW TABLES FROM a.b NOT LIKE 'x%'").local())
        .isEqualTo(
            new ShowTables(
                Optional.of("a"),
                Optional.of("b"),
                Optional.of(new NamePattern("x%", true, false))));
    assertThat(Statement.parse("SHOW SCHEMAS").local())
        .isEqualTo(new ShowDatabases(Optional.empty(), Optional.empty()));
  }

  @Test
  void keepsTheTextAsTheClientWroteIt() {
    assertThat(Statement.parse("-- c\nSELECT /*+ h */ a /* b */ FROM t ; ; -- end").text())
        .isEqualTo("-- c\nSELECT /*+ h */ a /* b */ FROM t");
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "  ", "-- nothing", "/* x */ ;", ";", "-- a\n/* b */"})
  void nothingToRunIsAnErrorAtOnce(String sql) {
    assertThatThrownBy(() -> Statement.parse(sql))
        .isInstanceOfSatisfying(
            SluiceException.class,
            e -> assertThat(e.code()).isEqualTo(ErrorCode.INVALID_STATEMENT));
  }

  @Test
  void namesWhereAQuoteOpens() {
    assertThatThrownBy(() -> Statement.parse("SELECT 1,\n  'abc"))
        .hasMessageContaining("line 2, column 3");
    assertThatThrownBy(() -> Statement.parse("SELECT 1 /* abc")).hasMessageContaining("column 10");
  }

  @Test
  void tellsReadsFromWrites() {
    for (String read :
        List.of(
            "SELECT a FROM t",
            "(SELECT 1)",
            "WITH x AS (SELECT 1) SELECT * FROM x",
            "SHOW JOBS",
            "DESC t")) {
      assertThat(Statement.parse(read).reads()).as(read).isTrue();
    }
    for (String write :
        List.of("INSERT INTO t SELECT 1", "CALL p()", "DELETE FROM t", "SELECT 1; DROP TABLE t")) {
      assertThat(Statement.parse(write).reads()).as(write).isFalse();
    }
    assertThat(Statement.parse("CREATE TEMPORARY VIEW v AS SELECT 1").changesNames()).isTrue();
    assertThat(Statement.parse("INSERT INTO t SELECT 1").changesNames()).isFalse();
  }
}
