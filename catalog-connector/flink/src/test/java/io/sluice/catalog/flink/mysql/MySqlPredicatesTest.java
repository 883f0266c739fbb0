/* SPDX-License-Identifier: Apache-2.0 */
package io.sluice.catalog.flink.mysql;

import static org.apache.flink.table.functions.BuiltInFunctionDefinitions.AND;
import static org.apache.flink.table.functions.BuiltInFunctionDefinitions.EQUALS;
import static org.apache.flink.table.functions.BuiltInFunctionDefinitions.GREATER_THAN;
import static org.apache.flink.table.functions.BuiltInFunctionDefinitions.IN;
import static org.apache.flink.table.functions.BuiltInFunctionDefinitions.IS_NULL;
import static org.apache.flink.table.functions.BuiltInFunctionDefinitions.NOT;
import static org.apache.flink.table.functions.BuiltInFunctionDefinitions.NOT_EQUALS;
import static org.apache.flink.table.functions.BuiltInFunctionDefinitions.OR;
import static org.apache.flink.table.functions.BuiltInFunctionDefinitions.UPPER;
import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.fixtures.MariaDb;
import java.math.BigDecimal;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.stream.IntStream;
import org.apache.flink.table.api.DataTypes;
import org.apache.flink.table.expressions.CallExpression;
import org.apache.flink.table.expressions.FieldReferenceExpression;
import org.apache.flink.table.expressions.ResolvedExpression;
import org.apache.flink.table.expressions.ValueLiteralExpression;
import org.apache.flink.table.functions.BuiltInFunctionDefinition;
import org.apache.flink.table.types.DataType;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;

/** Conditions, tried on a server: an exact one keeps the rows of the predicate, no other. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class MySqlPredicatesTest {
  private static final MySqlColumn N = column("n", MySqlKind.INT, DataTypes.INT());
  private static final MySqlColumn D = column("d", MySqlKind.DECIMAL, DataTypes.DECIMAL(9, 1));
  private static final MySqlColumn S = column("s", MySqlKind.TEXT, DataTypes.STRING());
  private static final MySqlColumn TABLE_KEY = column("id", MySqlKind.INT, DataTypes.INT());

  private final MySqlPredicates predicates =
      new MySqlPredicates(
          new MySqlTable(
              "shop",
              "t",
              List.of(TABLE_KEY, N, D, S),
              List.of("id"),
              false,
              Map.of(),
              "",
              OptionalLong.empty()));
  private MariaDb server;

  @BeforeAll
  void start() {
    server = MariaDb.start();
    server.execute(
        "CREATE DATABASE shop",
        "CREATE TABLE shop.t (id INT PRIMARY KEY, n INT, d DECIMAL(9,1), s VARCHAR(9))",
        // Ids 0 to 4999 with n the same, d half of it and text of either case; one row of NULLs.
        "INSERT INTO shop.t SELECT seq, seq, seq / 2, IF(seq % 2, CONCAT('k', seq), CONCAT('K', seq)) FROM shop.seq_0_to_4999",
        "INSERT INTO shop.t (id) VALUES (9999)");
  }

  @AfterAll
  void stop() {
    server.close();
  }

  @Test
  void aListOfThousandsIsWrittenUpToALimit() throws SQLException {
    assertExact(in(N, ints(0, 2_000)), ids(0, 2_000));
    assertExact(chain(EQUALS, N, ints(3_000, 5_000)), ids(3_000, 5_000));
    assertExact(call(NOT, in(N, ints(10, 2_000))), ids(0, 10), ids(2_000, 5_000));
    // Longer ones are filtered in Flink.
    assertThat(predicates.write(in(N, ints(0, 2_001)))).isEmpty();
    assertThat(predicates.write(chain(EQUALS, N, ints(0, 5_000)))).isEmpty();
    assertThat(predicates.write(call(NOT, in(N, ints(0, 5_000))))).isEmpty();
    assertThat(predicates.write(call(OR, in(N, ints(0, 1_500)), in(N, ints(2_000, 3_500)))))
        .isEmpty();
  }

  /** Of AND the part that can be written goes, and no more than that. */
  @Test
  void aListBesideOtherConditionsNarrowsTheRows() throws SQLException {
    ResolvedExpression list = in(N, ints(0, 1_000));
    ResolvedExpression unknown =
        call(EQUALS, call(UPPER, field(S)), new ValueLiteralExpression("K7"));
    assertThat(kept(superset(call(AND, list, unknown)))).isEqualTo(ids(0, 1_000));
    assertThat(kept(superset(call(AND, unknown, list)))).isEqualTo(ids(0, 1_000));
    assertThat(predicates.write(call(OR, list, unknown))).isEmpty();
    assertThat(predicates.write(call(NOT, call(AND, list, unknown)))).isEmpty();
    assertThat(kept(superset(call(AND, list, in(N, ints(0, 5_000)))))).isEqualTo(ids(0, 1_000));
  }

  @Test
  void aNullAmongTheValuesIsNeverWritten() throws SQLException {
    List<ResolvedExpression> values = new ArrayList<>(ints(0, 100));
    values.add(50, new ValueLiteralExpression(null, DataTypes.INT()));
    // x IN (…, NULL) keeps the same rows, its negation none; neither is written.
    assertThat(predicates.write(in(N, values))).isEmpty();
    assertThat(predicates.write(call(NOT, in(N, values)))).isEmpty();
    assertThat(predicates.write(call(OR, in(N, values), call(IS_NULL, field(N))))).isEmpty();
    assertThat(kept(superset(call(AND, in(N, values), in(N, ints(90, 95))))))
        .isEqualTo(ids(90, 95));
    assertExact(call(OR, in(N, ints(0, 3)), call(IS_NULL, field(N))), ids(0, 3), List.of(9999));
  }

  /** Text follows a collation at the server: a list of it narrows, and is never turned round. */
  @Test
  void aListOfTextsIsASuperset() throws SQLException {
    List<ResolvedExpression> texts =
        IntStream.range(0, 2_000)
            .<ResolvedExpression>mapToObj(i -> new ValueLiteralExpression("k" + i))
            .toList();
    assertThat(kept(superset(in(S, texts)))).isEqualTo(ids(0, 2_000));
    assertThat(predicates.write(call(NOT, in(S, texts)))).isEmpty();
  }

  @Test
  void numbersOfOtherTypesAreComparedAsNumbers() throws SQLException {
    List<ResolvedExpression> mixed = new ArrayList<>();
    for (int i = 0; i < 1_000; i++) {
      mixed.add(literal(i));
      mixed.add(
          new ValueLiteralExpression(new BigDecimal(i + ".5"), DataTypes.DECIMAL(9, 1).notNull()));
    }
    assertExact(in(D, mixed), ids(0, 2_000));
    assertExact(in(N, mixed), ids(0, 1_000));
    // A text is no value of a number's column.
    mixed.add(new ValueLiteralExpression("7"));
    assertThat(predicates.write(in(N, mixed))).isEmpty();
  }

  @Test
  void andOrAndNotInsideEachOther() throws SQLException {
    ResolvedExpression low = in(N, ints(0, 600));
    ResolvedExpression high = call(GREATER_THAN, field(N), literal(4_990));
    ResolvedExpression middle =
        call(AND, in(N, ints(400, 1_000)), call(NOT, call(EQUALS, field(N), literal(500))));
    assertExact(call(AND, low, middle), ids(400, 500), ids(501, 600));
    assertExact(
        call(OR, call(AND, low, middle), high), ids(400, 500), ids(501, 600), ids(4_991, 5_000));
    assertExact(
        call(NOT, call(OR, call(NOT, call(OR, low, high)), middle)),
        ids(0, 400),
        List.of(500),
        ids(4_991, 5_000));
    assertExact(call(AND, low, call(NOT_EQUALS, field(N), literal(7))), ids(0, 7), ids(8, 600));
  }

  @SafeVarargs
  private void assertExact(ResolvedExpression predicate, List<Integer>... ids) throws SQLException {
    MySqlPredicates.Condition condition = predicates.write(predicate).orElseThrow();
    assertThat(condition.exact()).isTrue();
    List<Integer> expected = new ArrayList<>();
    for (List<Integer> some : ids) {
      expected.addAll(some);
    }
    assertThat(kept(condition)).isEqualTo(expected);
  }

  private MySqlPredicates.Condition superset(ResolvedExpression predicate) {
    Optional<MySqlPredicates.Condition> condition = predicates.write(predicate);
    assertThat(condition).isPresent();
    assertThat(condition.get().exact()).isFalse();
    return condition.get();
  }

  private List<Integer> kept(MySqlPredicates.Condition condition) throws SQLException {
    try (Connection connection = server.connect("shop");
        PreparedStatement statement =
            connection.prepareStatement(
                "SELECT id FROM t WHERE " + condition.sql() + " ORDER BY id")) {
      for (int i = 0; i < condition.parameters().size(); i++) {
        statement.setObject(i + 1, condition.parameters().get(i));
      }
      List<Integer> ids = new ArrayList<>();
      try (ResultSet rows = statement.executeQuery()) {
        while (rows.next()) {
          ids.add(rows.getInt(1));
        }
      }
      return ids;
    }
  }

  private static List<Integer> ids(int from, int to) {
    return IntStream.range(from, to).boxed().toList();
  }

  private static List<ResolvedExpression> ints(int from, int to) {
    return IntStream.range(from, to).<ResolvedExpression>mapToObj(i -> literal(i)).toList();
  }

  private static ValueLiteralExpression literal(int value) {
    return new ValueLiteralExpression(value, DataTypes.INT().notNull());
  }

  private static ResolvedExpression in(MySqlColumn column, List<ResolvedExpression> values) {
    List<ResolvedExpression> operands = new ArrayList<>();
    operands.add(field(column));
    operands.addAll(values);
    return call(IN, operands.toArray(ResolvedExpression[]::new));
  }

  private static ResolvedExpression chain(
      BuiltInFunctionDefinition comparison, MySqlColumn column, List<ResolvedExpression> values) {
    return values.stream()
        .<ResolvedExpression>map(value -> call(comparison, field(column), value))
        .reduce((left, right) -> call(OR, left, right))
        .orElseThrow();
  }

  private static FieldReferenceExpression field(MySqlColumn column) {
    return new FieldReferenceExpression(column.name(), column.type(), 0, 0);
  }

  private static CallExpression call(
      BuiltInFunctionDefinition function, ResolvedExpression... operands) {
    return CallExpression.permanent(function, List.of(operands), DataTypes.BOOLEAN());
  }

  private static MySqlColumn column(String name, MySqlKind kind, DataType type) {
    return new MySqlColumn(name, kind, type, "", "", false);
  }
}
