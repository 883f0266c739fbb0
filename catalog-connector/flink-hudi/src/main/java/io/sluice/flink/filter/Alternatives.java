/* SPDX-License-Identifier: Apache-2.0 */
package io.sluice.flink.filter;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.UnaryOperator;
import org.apache.flink.table.api.DataTypes;
import org.apache.flink.table.expressions.CallExpression;
import org.apache.flink.table.expressions.FieldReferenceExpression;
import org.apache.flink.table.expressions.ResolvedExpression;
import org.apache.flink.table.expressions.ValueLiteralExpression;
import org.apache.flink.table.functions.BuiltInFunctionDefinition;
import org.apache.flink.table.functions.BuiltInFunctionDefinitions;
import org.apache.flink.table.types.DataType;

/**
 * Long lists of alternatives in filters. The planner hands {@code x IN (1, …, 5000)} to a source as
 * 4,999 ORs, each inside the next, and what the source gives back as not done it simplifies in time
 * that grows with the cube of their number. So filters are read flat and given back as IN.
 */
public final class Alternatives {
  /** Shorter ones cost the planner nothing to speak of. */
  private static final int LONG = 16;

  /** Values of one column and one literal type: the planner types a list by its first value. */
  private record Group(FieldReferenceExpression field, DataType type) {}

  private Alternatives() {}

  /**
   * What {@code OR(OR(a, b), c)} is made of, in its order; the expression itself if it is no OR.
   */
  public static List<ResolvedExpression> of(ResolvedExpression expression) {
    List<ResolvedExpression> alternatives = new ArrayList<>();
    Deque<ResolvedExpression> open = new ArrayDeque<>();
    open.push(expression);
    while (!open.isEmpty()) {
      ResolvedExpression next = open.pop();
      if (next instanceof CallExpression call
          && call.getFunctionDefinition() == BuiltInFunctionDefinitions.OR) {
        List<ResolvedExpression> operands = call.getResolvedChildren();
        for (int i = operands.size() - 1; i >= 0; i--) {
          open.push(operands.get(i));
        }
      } else {
        alternatives.add(next);
      }
    }
    return alternatives;
  }

  /**
   * The same filters, joined by AND, as shallow trees, for who walks them by recursion on a small
   * stack.
   */
  public static List<ResolvedExpression> balanced(List<ResolvedExpression> filters) {
    List<ResolvedExpression> shallow = filters.stream().map(Alternatives::balanced).toList();
    return shallow.size() < LONG ? shallow : List.of(tree(BuiltInFunctionDefinitions.AND, shallow));
  }

  private static ResolvedExpression balanced(ResolvedExpression filter) {
    List<ResolvedExpression> alternatives = of(filter);
    return alternatives.size() < LONG ? filter : tree(BuiltInFunctionDefinitions.OR, alternatives);
  }

  private static ResolvedExpression tree(
      BuiltInFunctionDefinition junction, List<ResolvedExpression> operands) {
    int size = operands.size();
    return size == 1
        ? operands.get(0)
        : call(
            junction,
            tree(junction, operands.subList(0, size / 2)),
            tree(junction, operands.subList(size / 2, size)));
  }

  /**
   * The same filters, joined by AND, with IN in place of many equalities of one column and NOT IN
   * in place of many inequalities: {@code x NOT IN (1, …, 5000)} comes as 5,000 filters.
   */
  public static List<ResolvedExpression> shortened(List<ResolvedExpression> filters) {
    List<ResolvedExpression> shorter = filters.stream().map(Alternatives::shortened).toList();
    return shorter.size() < LONG
        ? shorter
        : grouped(
            shorter,
            BuiltInFunctionDefinitions.NOT_EQUALS,
            in -> call(BuiltInFunctionDefinitions.NOT, in));
  }

  private static ResolvedExpression shortened(ResolvedExpression filter) {
    List<ResolvedExpression> alternatives = of(filter);
    return alternatives.size() < LONG
        ? filter
        : tree(
            BuiltInFunctionDefinitions.OR,
            grouped(alternatives, BuiltInFunctionDefinitions.EQUALS, in -> in));
  }

  /** Many comparisons of one column by this function become one; the rest stays. */
  private static List<ResolvedExpression> grouped(
      List<ResolvedExpression> expressions,
      BuiltInFunctionDefinition comparison,
      UnaryOperator<ResolvedExpression> ofIn) {
    Map<Group, List<ResolvedExpression>> values = new LinkedHashMap<>();
    List<ResolvedExpression> shorter = new ArrayList<>();
    for (ResolvedExpression alternative : expressions) {
      Optional<Group> group = group(alternative, comparison);
      if (group.isPresent()) {
        values
            .computeIfAbsent(group.get(), g -> new ArrayList<>())
            .add(alternative.getResolvedChildren().get(1));
      } else {
        shorter.add(alternative);
      }
    }
    values.forEach(
        (group, literals) ->
            shorter.add(
                literals.size() == 1
                    ? call(comparison, group.field(), literals.get(0))
                    : ofIn.apply(in(group, literals))));
    return shorter;
  }

  private static Optional<Group> group(
      ResolvedExpression alternative, BuiltInFunctionDefinition comparison) {
    return alternative instanceof CallExpression call
            && call.getFunctionDefinition() == comparison
            && call.getResolvedChildren().get(0) instanceof FieldReferenceExpression field
            && call.getResolvedChildren().get(1) instanceof ValueLiteralExpression literal
            && !literal.isNull()
        ? Optional.of(new Group(field, literal.getOutputDataType()))
        : Optional.empty();
  }

  private static ResolvedExpression in(Group group, List<ResolvedExpression> literals) {
    List<ResolvedExpression> operands = new ArrayList<>();
    operands.add(group.field());
    operands.addAll(literals);
    return call(BuiltInFunctionDefinitions.IN, operands.toArray(ResolvedExpression[]::new));
  }

  private static CallExpression call(
      BuiltInFunctionDefinition function, ResolvedExpression... operands) {
    return CallExpression.permanent(function, List.of(operands), DataTypes.BOOLEAN());
  }
}
