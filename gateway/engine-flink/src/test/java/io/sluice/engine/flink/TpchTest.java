/* SPDX-License-Identifier: Apache-2.0 */
package io.sluice.engine.flink;

import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.fixtures.PostgreSql;
import java.io.IOException;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * TPC-H's 22 queries (specification 3.0.1, validation parameters) have PostgreSQL's answers, with
 * the tables split over three sources in two ways, each of which has joins across all of them.
 *
 * <p>{@code -Dsluice.tpch.scale=0.1} tries more rows.
 */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class TpchTest {
  private static final double SCALE =
      Double.parseDouble(System.getProperty("sluice.tpch.scale", "0.01"));

  private static final Map<String, String> ONE_WAY =
      Map.of(
          "lineitem", "hudi",
          "orders", "ice",
          "customer", "mysql",
          "part", "mysql",
          "supplier", "ice",
          "partsupp", "hudi",
          "nation", "mysql",
          "region", "ice");

  private static final Map<String, String> NEXT =
      Map.of("mysql", "ice", "ice", "hudi", "hudi", "mysql");

  /** Quotients and averages, which PostgreSQL gives with more digits: query and column from 0. */
  private static final Map<Integer, Set<Integer>> QUOTIENTS =
      Map.of(1, Set.of(6, 7, 8), 8, Set.of(1), 14, Set.of(0), 17, Set.of(0));

  private SourcesFixture sources;
  private PostgreSql reference;
  private EngineClient.Session session;

  @BeforeAll
  void start(@TempDir Path folder) throws IOException, SQLException {
    sources = SourcesFixture.start(folder);
    reference = PostgreSql.start();
    TpchTables.fill(folder, SCALE, sources.server(), reference);
    session = sources.open();
    session.query("CREATE DATABASE ice.tpch");
    session.query("CREATE DATABASE hudi.tpch");
    for (String table : TpchTables.names()) {
      for (boolean otherWay : new boolean[] {false, true}) {
        String datasource = datasource(table, otherWay);
        if (!datasource.equals("mysql")) {
          TpchTables.copy(session, datasource, table);
        }
      }
    }
  }

  @AfterAll
  void stop() {
    session.close();
    reference.close();
    sources.close();
  }

  private static String datasource(String table, boolean otherWay) {
    String datasource = ONE_WAY.get(table);
    return otherWay ? NEXT.get(datasource) : datasource;
  }

  static Stream<Arguments> queries() {
    return IntStream.rangeClosed(1, 22)
        .boxed()
        .flatMap(query -> Stream.of(Arguments.of(query, false), Arguments.of(query, true)));
  }

  @ParameterizedTest(name = "Q{0}, other way: {1}")
  @MethodSource("queries")
  void itsAnswerIsPostgreSqls(int query, boolean otherWay) throws IOException, SQLException {
    List<List<Object>> right = reference(text(query, table -> table));
    List<List<Object>> given =
        session.query(text(query, table -> datasource(table, otherWay) + ".tpch." + table));
    Set<Integer> quotients = QUOTIENTS.getOrDefault(query, Set.of());
    assertThat(given).hasSameSizeAs(right);
    for (int row = 0; row < right.size(); row++) {
      for (int column = 0; column < right.get(row).size(); column++) {
        Object one = given.get(row).get(column);
        Object other = right.get(row).get(column);
        if (quotients.contains(column) && other != null) {
          int scale = new BigDecimal(String.valueOf(one)).scale();
          assertThat(scale).as("digits of %s", one).isGreaterThanOrEqualTo(6);
          other = new BigDecimal(String.valueOf(other)).setScale(scale, RoundingMode.HALF_UP);
        }
        assertThat(shown(one)).as("row %d, column %d", row, column).isEqualTo(shown(other));
      }
    }
  }

  private static String text(int query, java.util.function.UnaryOperator<String> table)
      throws IOException {
    String name = "/tpch/q%02d.sql".formatted(query);
    try (var file = TpchTest.class.getResourceAsStream(name)) {
      String sql = new String(file.readAllBytes(), StandardCharsets.UTF_8);
      return Pattern.compile("\\{([a-z]+)}")
          .matcher(sql)
          .replaceAll(match -> table.apply(match.group(1)));
    }
  }

  private List<List<Object>> reference(String sql) throws SQLException {
    try (Connection connection = reference.connect(TpchTables.DATABASE);
        Statement statement = connection.createStatement();
        ResultSet result = statement.executeQuery(sql)) {
      List<List<Object>> rows = new ArrayList<>();
      while (result.next()) {
        List<Object> row = new ArrayList<>();
        for (int i = 1; i <= result.getMetaData().getColumnCount(); i++) {
          row.add(result.getObject(i));
        }
        rows.add(row);
      }
      return rows;
    }
  }

  /** Numbers by value: a sum has another type in each system. */
  private static String shown(Object value) {
    String text = String.valueOf(value);
    return text.matches("-?[0-9]+([.][0-9]+)?")
        ? new BigDecimal(text).stripTrailingZeros().toPlainString()
        : text;
  }
}
