/* SPDX-License-Identifier: Apache-2.0 */
package io.sluice.flink.filter;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
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

  /** The same filter as a shallow tree, for who walks it by recursion on a small stack. */
  public static ResolvedExpression balanced(ResolvedExpression filter) {
    List<ResolvedExpression> alternatives = of(filter);
    return alternatives.size() < LONG ? filter : or(alternatives);
  }

  private static ResolvedExpression or(List<ResolvedExpression> alternatives) {
    int size = alternatives.size();
    return size == 1
        ? alternatives.get(0)
        : call(
            BuiltInFunctionDefinitions.OR,
            or(alternatives.subList(0, size / 2)),
            or(alternatives.subList(size / 2, size)));
  }

  /** The same filters, with IN in place of many equalities of one column. */
  public static List<ResolvedExpression> shortened(List<ResolvedExpression> filters) {
    return filters.stream().map(Alternatives::shortened).toList();
  }

  private static ResolvedExpression shortened(ResolvedExpression filter) {
    List<ResolvedExpression> alternatives = of(filter);
    if (alternatives.size() < LONG) {
      return filter;
    }
    Map<Group, List<ResolvedExpression>> values = new LinkedHashMap<>();
    List<ResolvedExpression> shorter = new ArrayList<>();
    for (ResolvedExpression alternative : alternatives) {
      Optional<Group> group = group(alternative);
      if (group.isPresent()) {
        values
            .computeIfAbsent(group.get(), g -> new ArrayList<>())
            .add(alternative.getResolvedChildren().get(1));
      } else {
        shorter.add(alternative);
      }
    }
    values.forEach((group, literals) -> shorter.add(in(group, literals)));
    return or(shorter);
  }

  private static Optional<Group> group(ResolvedExpression alternative) {
    return alternative instanceof CallExpression call
            && call.getFunctionDefinition() == BuiltInFunctionDefinitions.EQUALS
            && call.getResolvedChildren().get(0) instanceof FieldReferenceExpression field
            && call.getResolvedChildren().get(1) instanceof ValueLiteralExpression literal
            && !literal.isNull()
        ? Optional.of(new Group(field, literal.getOutputDataType()))
        : Optional.empty();
  }

  private static ResolvedExpression in(Group group, List<ResolvedExpression> literals) {
    if (literals.size() == 1) {
      return call(BuiltInFunctionDefinitions.EQUALS, group.field(), literals.get(0));
    }
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
