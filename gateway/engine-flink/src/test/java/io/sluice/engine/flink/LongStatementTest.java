/* SPDX-License-Identifier: Apache-2.0 */
package io.sluice.engine.flink;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.sluice.error.ErrorCode;
import io.sluice.error.SluiceException;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.function.IntFunction;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Statements as programs write them, with thousands of values. Each source has 4,000 rows: {@code
 * n} from 0, {@code s} its text with blanks at the end of some, {@code d} its tenth as a decimal;
 * each seventh row is NULL in all three.
 */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
@Timeout(value = 4, unit = TimeUnit.MINUTES)
class LongStatementTest {
  private static final int ROWS = 4000;
  private static final String[] SOURCES = {"mysql.db.v", "ice.db.v", "hudi.db.v"};

  private SourcesFixture sources;
  private EngineClient.Session session;

  @BeforeAll
  void start(@TempDir Path folder) throws IOException {
    sources = SourcesFixture.start(folder);
    sources
        .server()
        .execute(
            "CREATE DATABASE db",
            "CREATE TABLE db.v (id INT PRIMARY KEY, n BIGINT, s VARCHAR(20), d DECIMAL(9,1))");
    session = sources.open();
    String rows =
        list(
            0,
            ROWS,
            i ->
                i % 7 == 0
                    ? "(" + i + ", NULL, NULL, NULL)"
                    : "(%d, %d, '%s', %s)".formatted(i, i, text(i), tenth(i)));
    for (String lake : List.of("ice", "hudi")) {
      session.query("CREATE DATABASE " + lake + ".db");
      session.query(
          "CREATE TABLE "
              + lake
              + ".db.v (id INT NOT NULL, n BIGINT, s STRING, d DECIMAL(9,1), PRIMARY KEY (id) NOT ENFORCED)");
    }
    for (String table : SOURCES) {
      session.query("INSERT INTO " + table + " VALUES " + rows);
    }
    session.close();
  }

  @BeforeEach
  void open() {
    session = sources.open();
  }

  @AfterEach
  void close() {
    session.close();
  }

  @AfterAll
  void stop() {
    sources.close();
  }

  private static String text(int i) {
    return "t" + i + (i % 5 == 0 ? " " : "");
  }

  private static String tenth(int i) {
    return i / 10 + "." + i % 10;
  }

  private static String list(int from, int to, IntFunction<String> item) {
    return IntStream.range(from, to).mapToObj(item).collect(Collectors.joining(", "));
  }

  private static long notNull(int from, int to) {
    return IntStream.range(from, to).filter(i -> i % 7 != 0).count();
  }

  private long count(String table, String condition) {
    return ((Number)
            session.query("SELECT COUNT(id) FROM " + table + " WHERE " + condition).get(0).get(0))
        .longValue();
  }

  @ParameterizedTest
  @ValueSource(strings = {"mysql.db.v", "ice.db.v", "hudi.db.v"})
  void longListsGiveTheRowsThatShortOnesGive(String table) {
    String numbers = list(1000, 5000, Integer::toString);
    assertThat(count(table, "n IN (" + numbers + ")")).isEqualTo(notNull(1000, ROWS));
    assertThat(count(table, "n NOT IN (" + numbers + ")")).isEqualTo(notNull(0, 1000));
    assertThat(count(table, "n NOT IN (" + numbers + ", CAST(NULL AS BIGINT))")).isZero();
    assertThat(count(table, "n IN (" + numbers + ") AND s LIKE 't2%'"))
        .isEqualTo(notNull(2000, 3000));
    assertThat(count(table, "n IS NULL OR n IN (" + numbers + ")"))
        .isEqualTo(ROWS - notNull(0, 1000));
  }

  @ParameterizedTest
  @ValueSource(strings = {"mysql.db.v", "ice.db.v", "hudi.db.v"})
  void textsOfAllLengthsAreFoundAsTheyAre(String table) {
    assertThat(count(table, "s IN (" + list(5, 3000, i -> "'" + text(i) + "'") + ")"))
        .isEqualTo(notNull(5, 3000));
    // No blank is added or taken: only the texts that end in none are met by these.
    assertThat(count(table, "s IN (" + list(5, 3000, i -> "'t" + i + "'") + ")"))
        .isEqualTo(IntStream.range(5, 3000).filter(i -> i % 7 != 0 && i % 5 != 0).count());
    assertThat(count(table, "s IN (" + list(5, 3000, i -> "'T" + i + "'") + ")")).isZero();
  }

  @ParameterizedTest
  @ValueSource(strings = {"mysql.db.v", "ice.db.v", "hudi.db.v"})
  void decimalsOfAllScalesAreFoundByTheirValue(String table) {
    assertThat(count(table, "d IN (" + list(5, 3000, LongStatementTest::tenth) + ")"))
        .isEqualTo(notNull(5, 3000));
    assertThat(count(table, "d IN (" + list(5, 300, i -> tenth(i) + "00") + ", 1e0, 2)"))
        .isEqualTo(notNull(5, 300));
    assertThat(count(table, "d IN (" + list(5, 300, i -> tenth(i) + "01") + ")")).isZero();
  }

  @ParameterizedTest
  @CsvSource({"mysql.db.v, ' OR ', =", "ice.db.v, ' OR ', =", "hudi.db.v, ' AND ', <>"})
  void chainsOfComparisonsAreLists(String table, String word, String comparison) {
    String chain =
        IntStream.range(0, 2500)
            .mapToObj(i -> "n " + comparison + ' ' + i)
            .collect(Collectors.joining(word));
    assertThat(count(table, chain))
        .isEqualTo(comparison.equals("=") ? notNull(0, 2500) : notNull(2500, ROWS));
  }

  @Test
  void aListInTheSelectList() {
    String list = list(0, 2500, Integer::toString);
    assertThat(
            session.query(
                "SELECT COUNT(*) FROM (SELECT CASE WHEN n IN ("
                    + list
                    + ") THEN 1 END AS x FROM hudi.db.v) WHERE x = 1"))
        .isEqualTo(List.of(List.of(notNull(0, 2500))));
  }

  @Test
  void aListInAJoinAndInASubquery() {
    String numbers = list(1, 2000, Integer::toString);
    assertThat(
            session.query(
                "SELECT COUNT(*) FROM mysql.db.v m JOIN ice.db.v i ON m.n = i.n AND i.n IN ("
                    + numbers
                    + ") WHERE EXISTS (SELECT 1 FROM hudi.db.v h WHERE h.n = m.n AND h.n NOT IN ("
                    + list(1000, 2500, Integer::toString)
                    + "))"))
        .isEqualTo(List.of(List.of(notNull(1, 1000))));
  }

  /** Few rows go to Flink as they are, many as data. */
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '"',
      value = {
        "BIGINT | %1$d",
        "BIGINT | %1$d000000000",
        "DECIMAL(10, 2) | -%1$d.%1$d",
        "DOUBLE | %1$d.%1$de%1$d",
        "STRING | '%1$d'",
        "STRING | '%1$d ä😀 '",
        "BYTES | X'%1$04d'",
        "DATE | DATE '20%1$02d-02-28'",
        "DATE | DATE '00%1$02d-02-28'",
        "TIME | TIME '00:00:%1$02d'",
        "TIMESTAMP(9) | TIMESTAMP '2024-01-01 00:00:%1$02d'",
        "TIMESTAMP(9) | TIMESTAMP '2024-01-01 00:00:00.%1$d'",
        "TIMESTAMP(9) | TIMESTAMP '1582-10-04 00:00:00.1234567%1$02d'",
        "BOOLEAN | %1$d > 30",
        "TINYINT | CAST('%1$d' AS TINYINT)",
        "BOOLEAN | TRUE"
      })
  void manyRowsHaveTheValuesOfFew(String type, String value) {
    String none = "CAST(NULL AS " + type + ")";
    IntFunction<String> row = i -> "(" + i + ", " + (i % 4 == 0 ? none : value.formatted(i)) + ")";
    List<List<Object>> few = new ArrayList<>();
    for (int from = 10; from < 60; from += 5) {
      few.addAll(values(list(from, from + 5, row)));
    }
    List<List<Object>> many =
        values(list(10, 60, row) + ", " + list(60, 90, i -> "(" + i + ", " + none + ")"));
    assertThat(many.subList(0, 50)).isEqualTo(few);
    assertThat(many).hasSize(80);
  }

  private List<List<Object>> values(String rows) {
    return session.query("SELECT k, v FROM (VALUES " + rows + ") AS t (k, v) ORDER BY k");
  }

  @Test
  void unionsOfRowsAreRows() {
    String union =
        IntStream.range(0, 1500)
            .mapToObj(i -> "SELECT " + i + " AS k, '" + text(i) + "' AS v")
            .collect(Collectors.joining(" UNION ALL "));
    assertThat(session.query("SELECT COUNT(*), SUM(k), COUNT(DISTINCT v) FROM (" + union + ")"))
        .isEqualTo(List.of(List.of(1500L, 1500 * 1499 / 2, 1500L)));
    assertThat(
            session.query(
                "SELECT COUNT(*) FROM (" + union + " UNION ALL SELECT n, s FROM mysql.db.v)"))
        .isEqualTo(List.of(List.of(1500L + ROWS)));
  }

  @Test
  void aCaseThatCannotBePlannedIsRefused() {
    String branches =
        IntStream.range(0, 601)
            .mapToObj(i -> "WHEN n = " + i + " THEN " + i)
            .collect(Collectors.joining(" "));
    assertThatThrownBy(() -> session.query("SELECT CASE " + branches + " END FROM mysql.db.v"))
        .isInstanceOfSatisfying(
            SluiceException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.LIMIT_REACHED))
        .hasMessageContaining("601 WHEN branches");
  }
}
