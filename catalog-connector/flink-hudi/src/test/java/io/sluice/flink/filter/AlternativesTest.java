/* SPDX-License-Identifier: Apache-2.0 */
package io.sluice.flink.filter;

import static org.apache.flink.table.functions.BuiltInFunctionDefinitions.AND;
import static org.apache.flink.table.functions.BuiltInFunctionDefinitions.EQUALS;
import static org.apache.flink.table.functions.BuiltInFunctionDefinitions.GREATER_THAN;
import static org.apache.flink.table.functions.BuiltInFunctionDefinitions.IN;
import static org.apache.flink.table.functions.BuiltInFunctionDefinitions.NOT;
import static org.apache.flink.table.functions.BuiltInFunctionDefinitions.NOT_EQUALS;
import static org.apache.flink.table.functions.BuiltInFunctionDefinitions.OR;
import static org.assertj.core.api.Assertions.assertThat;

import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;
import org.apache.flink.table.api.DataTypes;
import org.apache.flink.table.expressions.CallExpression;
import org.apache.flink.table.expressions.FieldReferenceExpression;
import org.apache.flink.table.expressions.ResolvedExpression;
import org.apache.flink.table.expressions.ValueLiteralExpression;
import org.apache.flink.table.functions.BuiltInFunctionDefinition;
import org.apache.flink.table.functions.FunctionDefinition;
import org.junit.jupiter.api.Test;

/** Lists of thousands become short, and mean the same of every row. */
class AlternativesTest {
  private static final int MANY = 5_000;

  /** Values of the two columns that the filters are tried on; null is one. */
  private static final List<Integer> TRIED =
      Arrays.asList(null, -1, 0, 1, 2, 7, MANY / 2, MANY - 1, MANY, MANY + 1);

  @Test
  void aChainOfOrsIsReadInItsOrder() {
    List<ResolvedExpression> equalities = equalities("x", MANY);
    assertThat(Alternatives.of(chain(OR, equalities))).isEqualTo(equalities);
    assertThat(Alternatives.of(chainToTheRight(OR, equalities))).isEqualTo(equalities);
    ResolvedExpression and = call(AND, equalities.get(0), equalities.get(1));
    assertThat(Alternatives.of(and)).containsExactly(and);
  }

  @Test
  void manyEqualitiesBecomeOneIn() {
    List<ResolvedExpression> filters = List.of(chain(OR, equalities("x", MANY)));
    List<ResolvedExpression> shorter = Alternatives.shortened(filters);
    assertThat(shorter).singleElement().extracting(AlternativesTest::function).isEqualTo(IN);
    assertThat(shorter.get(0).getResolvedChildren()).hasSize(MANY + 1);
    assertSameMeaning(filters, shorter);
  }

  @Test
  void manyInequalitiesBecomeOneNotIn() {
    List<ResolvedExpression> filters = inequalities("x", MANY);
    List<ResolvedExpression> shorter = Alternatives.shortened(filters);
    assertThat(shorter).singleElement().extracting(AlternativesTest::function).isEqualTo(NOT);
    assertSameMeaning(filters, shorter);
  }

  /** {@code x NOT IN (…, NULL)} is true of nothing, {@code x IN (…, NULL)} false of nothing. */
  @Test
  void aNullAmongTheValuesStaysOne() {
    ResolvedExpression unknown = call(EQUALS, column("x"), nothing());
    List<ResolvedExpression> in = new ArrayList<>(equalities("x", MANY));
    in.add(MANY / 3, unknown);
    assertSameMeaning(List.of(chain(OR, in)), Alternatives.shortened(List.of(chain(OR, in))));
    List<ResolvedExpression> notIn = new ArrayList<>(inequalities("x", MANY));
    notIn.add(MANY / 3, call(NOT_EQUALS, column("x"), nothing()));
    assertSameMeaning(notIn, Alternatives.shortened(notIn));
  }

  /** A list is typed by its first value: values of two types are two lists. */
  @Test
  void typesAreNotMixedInAList() {
    List<ResolvedExpression> mixed = new ArrayList<>();
    for (int i = 0; i < MANY; i++) {
      ValueLiteralExpression value =
          i % 2 == 0
              ? literal(i)
              : new ValueLiteralExpression(
                  new BigDecimal(i + ".5"), DataTypes.DECIMAL(9, 1).notNull());
      mixed.add(call(EQUALS, column("x"), value));
    }
    List<ResolvedExpression> filters = List.of(chain(OR, mixed));
    List<ResolvedExpression> shorter = Alternatives.shortened(filters);
    List<ResolvedExpression> lists = Alternatives.of(shorter.get(0));
    assertThat(lists).hasSize(2);
    for (ResolvedExpression list : lists) {
      assertThat(
              list.getResolvedChildren().subList(1, list.getResolvedChildren().size()).stream()
                  .map(ResolvedExpression::getOutputDataType)
                  .distinct())
          .hasSize(1);
    }
    assertSameMeaning(filters, shorter);
  }

  @Test
  void otherConditionsAmongThemAreKept() {
    List<ResolvedExpression> alternatives = new ArrayList<>(equalities("x", MANY));
    alternatives.add(7, call(GREATER_THAN, column("y"), literal(MANY)));
    alternatives.addAll(9, equalities("y", 3));
    alternatives.add(call(AND, equalities("x", 2).get(1), equalities("y", 3).get(2)));
    alternatives.add(call(NOT, call(EQUALS, column("y"), literal(2))));
    List<ResolvedExpression> filters = new ArrayList<>(List.of(chain(OR, alternatives)));
    filters.addAll(inequalities("y", 40));
    filters.add(call(GREATER_THAN, column("x"), literal(0)));
    List<ResolvedExpression> shorter = Alternatives.shortened(filters);
    assertThat(size(shorter)).isLessThan(2 * MANY);
    assertSameMeaning(filters, shorter);
    assertSameMeaning(filters, Alternatives.balanced(filters));
  }

  @Test
  void balancedTreesAreShallow() {
    List<ResolvedExpression> filters = new ArrayList<>(inequalities("x", MANY));
    filters.add(chain(OR, equalities("y", MANY)));
    List<ResolvedExpression> balanced = Alternatives.balanced(filters);
    assertThat(balanced).singleElement().satisfies(tree -> assertThat(depth(tree)).isLessThan(40));
    assertSameMeaning(filters, balanced);
  }

  @Test
  void shortListsAreLeftAlone() {
    List<ResolvedExpression> filters = List.of(chain(OR, equalities("x", 15)));
    assertThat(Alternatives.shortened(filters)).isEqualTo(filters);
    assertThat(Alternatives.balanced(filters)).isEqualTo(filters);
  }

  private static void assertSameMeaning(
      List<ResolvedExpression> filters, List<ResolvedExpression> others) {
    for (Integer x : TRIED) {
      for (Integer y : TRIED) {
        assertThat(all(others, x, y)).as("x %s, y %s", x, y).isEqualTo(all(filters, x, y));
      }
    }
  }

  /** SQL's AND of them all: null is unknown. */
  private static Boolean all(List<ResolvedExpression> filters, Integer x, Integer y) {
    return settled(filters, x, y, false);
  }

  private static Boolean any(List<ResolvedExpression> conditions, Integer x, Integer y) {
    return settled(conditions, x, y, true);
  }

  /**
   * @param settles the value that one operand is enough for
   */
  private static Boolean settled(
      List<ResolvedExpression> operands, Integer x, Integer y, boolean settles) {
    boolean unknown = false;
    for (ResolvedExpression operand : operands) {
      Boolean value = value(operand, x, y);
      if (value == null) {
        unknown = true;
      } else if (value == settles) {
        return settles;
      }
    }
    return unknown ? null : Boolean.valueOf(!settles);
  }

  private static Boolean value(ResolvedExpression expression, Integer x, Integer y) {
    List<ResolvedExpression> operands = expression.getResolvedChildren();
    FunctionDefinition function = function(expression);
    if (function == AND) {
      return all(operands, x, y);
    }
    if (function == OR) {
      return any(Alternatives.of(expression), x, y);
    }
    if (function == NOT) {
      Boolean not = value(operands.get(0), x, y);
      return not == null ? null : Boolean.valueOf(!not);
    }
    if (function == IN) {
      return any(
          operands.stream()
              .skip(1)
              .<ResolvedExpression>map(v -> call(EQUALS, operands.get(0), v))
              .toList(),
          x,
          y);
    }
    Integer left = ((FieldReferenceExpression) operands.get(0)).getName().equals("x") ? x : y;
    ValueLiteralExpression right = (ValueLiteralExpression) operands.get(1);
    if (left == null || right.isNull()) {
      return null;
    }
    int sign =
        BigDecimal.valueOf(left)
            .compareTo(
                right
                    .getValueAs(BigDecimal.class)
                    .or(() -> right.getValueAs(Integer.class).map(BigDecimal::valueOf))
                    .orElseThrow());
    return function == EQUALS ? sign == 0 : function == NOT_EQUALS ? sign != 0 : sign > 0;
  }

  private static FunctionDefinition function(ResolvedExpression expression) {
    return ((CallExpression) expression).getFunctionDefinition();
  }

  private static List<ResolvedExpression> equalities(String column, int count) {
    return comparisons(EQUALS, column, count);
  }

  private static List<ResolvedExpression> inequalities(String column, int count) {
    return comparisons(NOT_EQUALS, column, count);
  }

  private static List<ResolvedExpression> comparisons(
      BuiltInFunctionDefinition function, String column, int count) {
    return IntStream.range(0, count)
        .<ResolvedExpression>mapToObj(i -> call(function, column(column), literal(i)))
        .toList();
  }

  private static ResolvedExpression chain(
      BuiltInFunctionDefinition junction, List<ResolvedExpression> operands) {
    return operands.stream().reduce((left, right) -> call(junction, left, right)).orElseThrow();
  }

  private static ResolvedExpression chainToTheRight(
      BuiltInFunctionDefinition junction, List<ResolvedExpression> operands) {
    ResolvedExpression chain = operands.get(operands.size() - 1);
    for (int i = operands.size() - 2; i >= 0; i--) {
      chain = call(junction, operands.get(i), chain);
    }
    return chain;
  }

  private static int depth(ResolvedExpression expression) {
    return 1
        + expression.getResolvedChildren().stream()
            .mapToInt(AlternativesTest::depth)
            .max()
            .orElse(0);
  }

  private static int size(List<ResolvedExpression> expressions) {
    return expressions.stream().mapToInt(e -> 1 + size(e.getResolvedChildren())).sum();
  }

  private static ResolvedExpression column(String name) {
    return new FieldReferenceExpression(name, DataTypes.INT(), 0, name.equals("x") ? 0 : 1);
  }

  private static ValueLiteralExpression literal(int value) {
    return new ValueLiteralExpression(value, DataTypes.INT().notNull());
  }

  private static ValueLiteralExpression nothing() {
    return new ValueLiteralExpression(null, DataTypes.INT());
  }

  private static CallExpression call(
      BuiltInFunctionDefinition function, ResolvedExpression... operands) {
    return CallExpression.permanent(function, List.of(operands), DataTypes.BOOLEAN());
  }
}
