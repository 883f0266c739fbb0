/* SPDX-License-Identifier: Apache-2.0 */
package io.sluice.engine.flink;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.sluice.error.ErrorCode;
import io.sluice.error.SluiceException;
import io.sluice.thrift.hive.TColumnDesc;
import io.sluice.thrift.hive.TFetchOrientation;
import io.sluice.thrift.hive.TGetOperationStatusResp;
import io.sluice.thrift.hive.TJobExecutionStatus;
import io.sluice.thrift.hive.TOperationState;
import io.sluice.thrift.hive.TProgressUpdateResp;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class FlinkEngineTest {
  /** Rows for ever, slowly: a statement that never ends by itself. */
  private static final String ENDLESS =
      "CREATE TEMPORARY TABLE endless (id BIGINT) WITH ('connector'='datagen','rows-per-second'='20','number-of-rows'='1000000')";

  private static FlinkEngineFixture engine;

  private EngineClient client;
  private EngineClient.Session session;

  @BeforeAll
  static void start() {
    engine =
        new FlinkEngineFixture(
            Map.of(
                "sluice.operation.result.window.size", "256k",
                "sluice.engine.session.lease", "2s",
                "sluice.engine.flink.connectors", "datagen, print, blackhole, filesystem, jdbc"));
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
    engine.awaitNoRunningJob();
    assertThat(engine.sessions()).isZero();
  }

  @Test
  void answersAQuery() {
    assertThat(session.query("SELECT 1, 'é', CAST(NULL AS INT)"))
        .containsExactly(Arrays.asList(1, "é", null));
  }

  @Test
  void keepsOrder() {
    assertThat(
            session.query(
                "SELECT k, COUNT(*) FROM (VALUES (3),(1),(2),(1)) AS t (k) GROUP BY k ORDER BY k"))
        .containsExactly(List.of(1, 2L), List.of(2, 1L), List.of(3, 1L));
  }

  @Test
  void severalTasksBringEachRowOnce() {
    session.query("SET 'parallelism.default' = '3'");
    session.query(
        "CREATE TEMPORARY TABLE numbers (id BIGINT) WITH ('connector'='datagen',"
            + "'number-of-rows'='50000','fields.id.kind'='sequence',"
            + "'fields.id.start'='1','fields.id.end'='50000')");
    List<List<Object>> rows = session.query("SELECT id FROM numbers");
    assertThat(rows).hasSize(50_000);
    assertThat(rows.stream().map(row -> (Long) row.get(0)).collect(Collectors.toSet()))
        .hasSize(50_000);
    List<Long> ordered =
        session.query("SELECT id + 1 FROM numbers ORDER BY id DESC LIMIT 10000").stream()
            .map(row -> (Long) row.get(0))
            .toList();
    assertThat(ordered)
        .hasSize(10_000)
        .startsWith(50_001L)
        .isSortedAccordingTo(Collections.reverseOrder());
  }

  @Test
  void takesSemicolonsAndCommentsAroundAStatement() {
    assertThat(session.query("-- one\n/* two */ SELECT 'a;b--c' ; -- three\n ;"))
        .containsExactly(List.of("a;b--c"));
    assertFails("-- nothing", ErrorCode.INVALID_STATEMENT, "empty");
    assertFails("SELECT 1; SELECT 2", ErrorCode.INVALID_STATEMENT, "2 statements");
  }

  /** The table in docs/engine-flink.md; whoever changes one changes the other. */
  @Test
  void arithmeticIsFlinks() {
    session.query(
        "CREATE TEMPORARY VIEW two_ints AS SELECT * FROM (VALUES (2147483647), (2)) AS t (i)");
    assertThat(
            session.query(
                "SELECT SUM(i), SUM(CAST(i AS BIGINT)), AVG(i), AVG(CAST(i AS DOUBLE)) FROM two_ints"))
        .containsExactly(List.of(-2147483647, 2147483649L, 1073741824, 1073741824.5));
    assertThat(
            session.query("SELECT i + 1, 7 / 2, CAST(3000000000 AS INT) FROM two_ints WHERE i > 2"))
        .containsExactly(List.of(Integer.MIN_VALUE, 3, -1294967296));
    assertThat(session.query("SELECT CAST(123.4 AS DECIMAL(3, 1)), TRY_CAST('x' AS INT)"))
        .containsExactly(Arrays.asList(null, null));
  }

  @Test
  void labelsColumnsAsWritten() {
    EngineClient.Statement statement =
        session.start(
            "SELECT a.id, b.id, 1 AS `Größe`, 2 FROM (VALUES (1)) a (id) JOIN (VALUES (1)) b (id) ON a.id = b.id");
    statement.awaitSettled();
    assertThat(statement.schema().getColumns())
        .extracting(TColumnDesc::getColumnName)
        .containsExactly("id", "id", "Größe", "EXPR$3");
    statement.close();
  }

  @Test
  void everyTypeReturns() {
    session.query("SET 'table.local-time-zone' = 'Asia/Tokyo'");
    String sql =
        "SELECT CAST(0.1 AS FLOAT), TIME '12:34:56', INTERVAL '1' DAY, INTERVAL '3' MONTH, X'00FF',"
            + " NULL, ARRAY[1, NULL], MAP['k', CAST(NULL AS INT)], ROW(1, 'x'), CAST('NaN' AS DOUBLE),"
            + " '', CAST(NULL AS STRING), TIMESTAMP '2024-02-29 12:34:56.123456789',"
            + " TO_TIMESTAMP_LTZ(0, 3), CAST(12.50 AS DECIMAL(10, 2)), DATE '0001-01-01', '😀',"
            + " CAST(1 AS TINYINT), COLLECT(v)"
            + " FROM (VALUES ('m'), ('m')) AS t (v)";
    assertThat(session.query(sql))
        .containsExactly(
            Arrays.asList(
                0.1,
                "12:34:56",
                "1 00:00:00.000000000",
                "0-3",
                "00FF",
                null,
                "[1,null]",
                "{\"k\":null}",
                "{\"EXPR$0\":1,\"EXPR$1\":\"x\"}",
                Double.NaN,
                "",
                null,
                "2024-02-29 12:34:56.123456789",
                "1970-01-01 09:00:00",
                "12.50",
                "0001-01-01",
                "😀",
                (byte) 1,
                "{\"m\":2}"));
  }

  @Test
  void nullsKeepTheirPlacesAcrossBitmapBytes() {
    List<Object> row = new ArrayList<>();
    String columns =
        IntStream.range(0, 70)
            .mapToObj(
                i -> {
                  boolean isNull = i == 0 || i == 7 || i == 8 || i == 63 || i == 64 || i == 65;
                  row.add(isNull ? null : i);
                  return isNull ? "CAST(NULL AS INT)" : String.valueOf(i);
                })
            .collect(Collectors.joining(","));
    assertThat(session.query("SELECT " + columns)).containsExactly(row);
    assertThat(session.query("SELECT " + columns + " FROM (VALUES (1)) t (x) WHERE x > 1"))
        .isEmpty();
  }

  @Test
  void errorsHaveCodeAndPosition() {
    assertFails("SELECT *\nFROM nope", ErrorCode.TABLE_NOT_FOUND, "line 2, column 6");
    assertFails("SELECT * FROM nodb.t", ErrorCode.SCHEMA_NOT_FOUND, "nodb");
    assertFails("SELECT * FROM nocat.db.t", ErrorCode.CATALOG_NOT_FOUND, "nocat");
    assertFails("USE CATALOG nocat", ErrorCode.CATALOG_NOT_FOUND, "nocat");
    assertFails("USE nodb", ErrorCode.SCHEMA_NOT_FOUND, "nodb");
    assertFails("SELECT x FROM (VALUES (1)) t (y)", ErrorCode.COLUMN_NOT_FOUND, "'x'");
    assertFails("SELECT 1 +\n  FROM t", ErrorCode.SYNTAX_ERROR, "line 1, column 10");
    assertFails("SELECT 1 / x FROM (VALUES (0)) t (x)", ErrorCode.INVALID_VALUE, "by zero");
    assertFails("ADD JAR '/tmp/x.jar'", ErrorCode.NOT_SUPPORTED, "ADD JAR");
    assertThat(session.query("SELECT 1")).containsExactly(List.of(1));
  }

  @Test
  void whatIsNoSqlIsToldInOneSentenceWithItsPlace() {
    String no = "SQL syntax error at line 1, column 1: the statement is not SQL that Flink knows.";
    assertFailsSaying("hello", no);
    assertFailsSaying(
        "SELECT 1 FROM t WHERE", "at line 1, column 21: the statement ends too early.");
    assertFailsSaying("SELECT \"a\" FROM t", "names are quoted with backticks");
    assertFailsSaying("SELECT 'abc", "line 1, column");
    for (String wrong :
        List.of(
            "hello world", "GRANT ALL ON t TO bob", "SELECT (1", "SELECT # 1", "SHOW", "CREATE")) {
      assertThatThrownBy(() -> session.query(wrong))
          .as(wrong)
          .hasMessageContaining("SQL syntax error at line 1, column ")
          .hasMessageNotContainingAny("Was expecting", "Encountered", "\n");
    }
  }

  @Test
  void valuesThatDoNotFitAreNamedWithoutClasses() {
    assertFailsSaying("SELECT CAST('abc' AS INT)", "'abc' is not a number");
    assertFailsSaying("SELECT CAST('abc' AS DECIMAL(5, 2))", "'abc' is not a number");
    assertFailsSaying("SELECT CAST('abc' AS DATE)", "'abc' is not a date");
    assertFailsSaying("SELECT CAST('abc' AS TIMESTAMP)", "'abc' is not a date");
    assertFailsSaying("SELECT 1 / x FROM (VALUES (0)) t (x)", "ivision by zero.");
    assertFailsSaying("SELECT * FROM (VALUES (CAST(1 AS BIGINT))) t (x) WHERE x IN ('a')", "CAST");
  }

  @Test
  void aTableThatIsNotThereIsNotFoundWhateverTheStatement() {
    for (String statement :
        List.of(
            "INSERT INTO nope SELECT 1",
            "DROP TABLE nope",
            "ALTER TABLE nope RENAME TO other",
            "DROP VIEW nope",
            "DESCRIBE nope",
            "DROP TEMPORARY TABLE nope",
            "DELETE FROM nope",
            "UPDATE nope SET x = 1",
            "SHOW CREATE TABLE nope",
            "SHOW COLUMNS FROM nope")) {
      assertFails(statement, ErrorCode.TABLE_NOT_FOUND, "nope");
    }
    assertFails("USE default_catalog", ErrorCode.SCHEMA_NOT_FOUND, "USE CATALOG default_catalog.");
  }

  @Test
  void statisticsAndTruncationAreNotOffered() {
    session.query("CREATE TEMPORARY TABLE hole (id BIGINT) WITH ('connector'='blackhole')");
    session.query("CREATE TABLE pit (id BIGINT) WITH ('connector'='blackhole')");
    assertFails("ANALYZE TABLE pit COMPUTE STATISTICS", ErrorCode.NOT_SUPPORTED, "its source");
    assertFails("TRUNCATE TABLE pit", ErrorCode.NOT_SUPPORTED, "pit is as it was");
    assertFails("TRUNCATE TABLE hole", ErrorCode.NOT_SUPPORTED, "DELETE FROM");
    session.query("DROP TABLE pit");
  }

  @Test
  void settingsAndTemporaryViewsStayInTheirSession() {
    session.query("SET parallelism.default=2");
    session.query("CREATE TEMPORARY VIEW v AS SELECT 7 AS x");
    assertThat(session.query("SET")).contains(List.of("parallelism.default", "2"));
    assertThat(session.query("SELECT x FROM v")).containsExactly(List.of(7));
    try (EngineClient.Session other = client.open("bob", Map.of())) {
      assertThat(other.query("SET")).contains(List.of("parallelism.default", "1"));
      assertThatThrownBy(() -> other.query("SELECT x FROM v"))
          .hasMessageContaining("'v' not found");
    }
    session.query("RESET 'parallelism.default'");
    assertThat(session.query("SET parallelism.default"))
        .containsExactly(List.of("parallelism.default", "1"));
  }

  @Test
  void refusesSettingsThatOnlyWorkAtStart() {
    assertFails("SET taskmanager.numberOfTaskSlots=9", ErrorCode.INVALID_SETTING, "starts");
    assertFails("SET 'execution.target'='local'", ErrorCode.INVALID_SETTING, "execution.target");
    assertFails("SET execution.checkpointing.dir=/etc", ErrorCode.INVALID_SETTING, "dir");
    assertFails("SET execution.runtime-mode=fast", ErrorCode.INVALID_SETTING, "fast");
    assertThatThrownBy(() -> client.open(Map.of("flink.rest.port", "1")))
        .hasMessageContaining("rest.port");
  }

  @Test
  void insertIsReadableWhenItReturns(@TempDir Path folder) {
    session.query(
        "CREATE TEMPORARY TABLE f (id INT, s STRING) WITH ('connector'='filesystem','format'='csv','path'='"
            + folder.resolve("f").toUri()
            + "')");
    session.query("INSERT INTO f VALUES (1, 'a'), (2, 'b')");
    assertThat(session.query("SELECT COUNT(*) FROM f")).containsExactly(List.of(2L));
    session.query("BEGIN STATEMENT SET");
    session.query("INSERT INTO f VALUES (3, 'c')");
    session.query("INSERT INTO f VALUES (4, 'd')");
    session.query("END");
    session.query(
        "EXECUTE STATEMENT SET BEGIN INSERT INTO f VALUES (5, 'e'); INSERT INTO f VALUES (6, 'f'); END");
    assertThat(session.query("SELECT SUM(id) FROM f")).containsExactly(List.of(21));
  }

  @Test
  void createTableAsReadsAndWrites(@TempDir Path folder) {
    session.query(
        "CREATE TABLE ctas WITH ('connector'='filesystem','format'='csv','path'='"
            + folder.resolve("c").toUri()
            + "') AS SELECT 1 AS id, 'x' AS s");
    assertThat(session.query("SELECT * FROM ctas")).containsExactly(List.of(1, "x"));
  }

  @Test
  void showAndDescribeAnswerWithRows() {
    assertThat(session.query("SHOW CATALOGS")).containsExactly(List.of("default_catalog"));
    session.query(
        "CREATE TEMPORARY TABLE t (id INT) WITH ('connector'='jdbc','password'='s3cret','url'='jdbc:x')");
    assertThat(session.query("SHOW TABLES")).containsExactly(List.of("t"));
    assertThat(session.query("DESCRIBE t").get(0)).startsWith("id", "INT", true);
    assertThat(session.query("SHOW CREATE TABLE t").toString())
        .contains("'password' = '******'")
        .doesNotContain("s3cret");
    assertThat(session.query("EXPLAIN SELECT 1").toString()).contains("Optimized");
  }

  @Test
  void aBatchAggregateGivesOneRowPerKeyAndAStreamItsChanges() {
    String sql = "SELECT k, COUNT(*) AS n FROM (VALUES ('a'), ('a')) AS t (k) GROUP BY k";
    assertThat(session.query(sql)).containsExactly(List.of("a", 2L));
    session.query("SET 'execution.runtime-mode' = 'streaming'");
    assertThat(session.query(sql))
        .containsExactly(List.of("+I", "a", 1L), List.of("-U", "a", 1L), List.of("+U", "a", 2L));
    assertThat(session.query("SELECT k FROM (VALUES ('a')) AS t (k)"))
        .as("a query that only inserts has no column of changes")
        .containsExactly(List.of("a"));
  }

  @Test
  void aStreamingInsertReturnsItsJobAndStopJobEndsIt() {
    session.query("SET 'execution.runtime-mode' = 'streaming'");
    session.query(ENDLESS);
    session.query("CREATE TEMPORARY TABLE hole (id BIGINT) WITH ('connector'='blackhole')");
    String job = (String) session.query("INSERT INTO hole SELECT id FROM endless").get(0).get(0);
    assertThat(session.query("SHOW JOBS")).hasSize(1);
    try (EngineClient.Session other = client.open("bob", Map.of())) {
      assertThat(other.query("SHOW JOBS")).isEmpty();
      assertThatThrownBy(() -> other.query("STOP JOB '" + job + "'"))
          .hasMessageContaining("no running job");
    }
    session.query("STOP JOB '" + job + "'");
    engine.awaitNoRunningJob();
    FlinkEngineFixture.await("it is gone", () -> session.query("SHOW JOBS").isEmpty());
  }

  @Test
  void aSlowStreamGivesRowsAsTheyCome() {
    session.query("SET 'execution.runtime-mode' = 'streaming'");
    session.query(ENDLESS);
    EngineClient.Statement statement = session.start("SELECT id FROM endless");
    assertThat(statement.awaitSettled().getOperationState())
        .isEqualTo(TOperationState.FINISHED_STATE);
    assertThat(statement.fetch(TFetchOrientation.FETCH_NEXT, 1000)).isNotEmpty();
    assertThat(statement.fetch(TFetchOrientation.FETCH_NEXT, 1)).hasSize(1);
    statement.close();
    engine.awaitNoRunningJob();
  }

  @Test
  void cancelStopsTheFlinkJobAndAWaitingFetch() throws Exception {
    session.query(
        "CREATE TEMPORARY TABLE quiet (id BIGINT) WITH ('connector'='datagen','rows-per-second'='1','number-of-rows'='1000000','fields.id.min'='1','fields.id.max'='2')");
    EngineClient.Statement statement = session.start("SELECT id FROM quiet WHERE id > 5");
    FlinkEngineFixture.await("the job runs", () -> engine.runningJobs() == 1);
    statement.cancel();
    TGetOperationStatusResp status = statement.awaitSettled();
    assertThat(status.getOperationState()).isEqualTo(TOperationState.CANCELED_STATE);
    assertThat(status.getSqlState()).isEqualTo(ErrorCode.CANCELED.sqlState());
    engine.awaitNoRunningJob();
    assertThatThrownBy(() -> statement.fetch(TFetchOrientation.FETCH_NEXT, 1))
        .hasMessageContaining("canceled");
    statement.close();
    assertThat(session.query("SELECT 1")).containsExactly(List.of(1));
  }

  @Test
  void cancelAfterTheFirstRowsMakesTheNextFetchFail() {
    session.query(ENDLESS);
    EngineClient.Statement statement = session.start("SELECT id FROM endless");
    statement.awaitSettled();
    assertThat(statement.fetch(TFetchOrientation.FETCH_NEXT, 10)).isNotEmpty();
    statement.cancel();
    assertThatThrownBy(() -> statement.fetchAll(1000)).hasMessageContaining("canceled");
    engine.awaitNoRunningJob();
    statement.close();
  }

  @Test
  void aTimeLimitStopsTheJob() {
    session.query(ENDLESS);
    session.query("CREATE TEMPORARY TABLE hole (id BIGINT) WITH ('connector'='blackhole')");
    EngineClient.Statement statement =
        session.start("INSERT INTO hole SELECT id FROM endless", Map.of(), 2);
    TGetOperationStatusResp status = statement.awaitSettled();
    assertThat(status.getOperationState()).isEqualTo(TOperationState.TIMEDOUT_STATE);
    assertThat(status.getErrorMessage()).contains("2 s");
    engine.awaitNoRunningJob();
    statement.close();
    session.query("SET sluice.operation.query.timeout=1s");
  }

  @Test
  void closingTheSessionStopsItsJobs() {
    EngineClient.Session own = client.open(Map.of());
    own.query(ENDLESS);
    own.start("SELECT id FROM endless").awaitSettled();
    own.close();
    engine.awaitNoRunningJob();
  }

  @Test
  void aGatewayThatGoesAwayStrandsNothing() {
    EngineClient other = engine.connect();
    EngineClient.Session orphan = other.open(Map.of());
    orphan.query(ENDLESS);
    orphan.start("SELECT id FROM endless").awaitSettled();
    other.close();
    FlinkEngineFixture.await("the orphan is closed", () -> engine.sessions() == 1);
    engine.awaitNoRunningJob();
  }

  @Test
  void aJobThatFailsAfterItsFirstRowsIsNoShortResult() {
    session.query(
        "CREATE TEMPORARY TABLE s (id BIGINT) WITH ('connector'='datagen','rows-per-second'='2000','number-of-rows'='4000','fields.id.kind'='sequence','fields.id.start'='1','fields.id.end'='4000')");
    EngineClient.Statement statement = session.start("SELECT 1 / (3000 - id), id FROM s");
    statement.awaitSettled();
    assertThatThrownBy(() -> statement.fetchAll(1000))
        .isInstanceOfSatisfying(
            SluiceException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.INVALID_VALUE));
    assertThat(statement.status().getOperationState()).isEqualTo(TOperationState.ERROR_STATE);
    statement.close();
  }

  @Test
  void aClientThatDoesNotFetchStopsTheJobsOutput() {
    session.query(
        "CREATE TEMPORARY TABLE many (id BIGINT) WITH ('connector'='datagen','rows-per-second'='10000000','number-of-rows'='300000','fields.id.kind'='sequence','fields.id.start'='1','fields.id.end'='300000')");
    EngineClient.Statement statement = session.start("SELECT id FROM many");
    statement.awaitSettled();
    List<List<Object>> rows = statement.fetchAll(10_000);
    assertThat(rows).hasSize(300_000);
    assertThat(rows.get(0)).containsExactly(1L);
    assertThat(rows.get(299_999)).containsExactly(300_000L);
    assertThatThrownBy(() -> statement.fetch(TFetchOrientation.FETCH_FIRST, 1))
        .hasMessageContaining("no longer held");
    statement.close();
  }

  @Test
  void aSmallResultCanBeReadAgain() {
    EngineClient.Statement statement = session.start("SELECT x FROM (VALUES (1), (2)) AS t (x)");
    statement.awaitSettled();
    assertThat(statement.fetchAll(1)).hasSize(2);
    assertThat(statement.fetch(TFetchOrientation.FETCH_FIRST, 10)).hasSize(2);
    statement.close();
  }

  @Test
  void aRunningJobTellsItsProgressInBeelinesColumns() {
    session.query(ENDLESS);
    session.query("CREATE TEMPORARY TABLE hole (id BIGINT) WITH ('connector'='blackhole')");
    EngineClient.Statement statement = session.start("INSERT INTO hole SELECT id FROM endless");
    FlinkEngineFixture.await("there is progress", () -> !statement.progress().getRows().isEmpty());
    TProgressUpdateResp progress = statement.progress();
    assertThat(progress.getStatus()).isEqualTo(TJobExecutionStatus.IN_PROGRESS);
    assertThat(progress.getHeaderNames()).hasSize(9);
    assertThat(progress.getRows()).allSatisfy(row -> assertThat(row).hasSize(9));
    assertThat(progress.getProgressedPercentage()).isBetween(0.0, 0.99);
    assertThat(progress.getFooterSummary()).startsWith("VERTICES: 00/0");
    statement.cancel();
    statement.close();
    engine.awaitNoRunningJob();
  }

  @Test
  void statementsOfOneSessionRunAtOnce() {
    session.query(ENDLESS);
    EngineClient.Statement one = session.start("SELECT id FROM endless");
    EngineClient.Statement two = session.start("SELECT id + 1 FROM endless");
    one.awaitSettled();
    two.awaitSettled();
    for (int i = 0; i < 3; i++) {
      assertThat(one.fetch(TFetchOrientation.FETCH_NEXT, 5)).isNotEmpty();
      assertThat(two.fetch(TFetchOrientation.FETCH_NEXT, 5)).isNotEmpty();
    }
    one.close();
    two.close();
  }

  @Test
  void theOperationLogTellsOfTheJob(@TempDir Path folder) throws Exception {
    Files.createDirectories(folder);
    session.query("CREATE TEMPORARY TABLE hole (id INT) WITH ('connector'='blackhole')");
    EngineClient.Statement statement = session.start("INSERT INTO hole VALUES (1)");
    TGetOperationStatusResp status = statement.awaitSettled();
    assertThat(status.isHasResultSet()).isFalse();
    assertThat(statement.log())
        .anyMatch(line -> line.startsWith("Submitted job "))
        .anyMatch(line -> line.matches("Job [0-9a-f]{32} finished\\."));
    assertThat(statement.log()).isEqualTo(Collections.emptyList());
    statement.close();
  }

  private void assertFails(String sql, ErrorCode code, String text) {
    ThrowingCallable run = () -> session.query(sql);
    assertThatThrownBy(run)
        .as(sql)
        .isInstanceOfSatisfying(SluiceException.class, e -> assertThat(e.code()).isEqualTo(code))
        .hasMessageContaining(text);
  }

  private void assertFailsSaying(String sql, String text) {
    assertThatThrownBy(() -> session.query(sql)).as(sql).hasMessageContaining(text);
  }
}
