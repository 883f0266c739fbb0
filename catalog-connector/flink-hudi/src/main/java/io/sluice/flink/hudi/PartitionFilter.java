/* SPDX-License-Identifier: Apache-2.0 */
package io.sluice.flink.hudi;

import static java.util.Objects.requireNonNull;

import io.sluice.flink.filter.Alternatives;
import java.io.Serializable;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.apache.flink.table.expressions.CallExpression;
import org.apache.flink.table.expressions.FieldReferenceExpression;
import org.apache.flink.table.expressions.ResolvedExpression;
import org.apache.flink.table.expressions.ValueLiteralExpression;
import org.apache.flink.table.functions.BuiltInFunctionDefinitions;
import org.apache.flink.table.functions.FunctionDefinition;

/**
 * Tells which partitions cannot hold a wanted row. It errs to one side only: whatever it does not
 * understand (a function, a type, a key generator, a path) may hold the row. So there is no {@code
 * NOT} in it, under which a doubt would turn into a certainty.
 */
final class PartitionFilter implements Serializable {
  private static final long serialVersionUID = 1L;

  private static final Map<FunctionDefinition, Comparison> COMPARISONS =
      Map.of(
          BuiltInFunctionDefinitions.EQUALS, Comparison.EQUAL,
          BuiltInFunctionDefinitions.LESS_THAN, Comparison.LESS,
          BuiltInFunctionDefinitions.LESS_THAN_OR_EQUAL, Comparison.LESS_OR_EQUAL,
          BuiltInFunctionDefinitions.GREATER_THAN, Comparison.GREATER,
          BuiltInFunctionDefinitions.GREATER_THAN_OR_EQUAL, Comparison.GREATER_OR_EQUAL);

  private enum Comparison {
    EQUAL,
    LESS,
    LESS_OR_EQUAL,
    GREATER,
    GREATER_OR_EQUAL;

    boolean holds(int sign) {
      return switch (this) {
        case EQUAL -> sign == 0;
        case LESS -> sign < 0;
        case LESS_OR_EQUAL -> sign <= 0;
        case GREATER -> sign > 0;
        case GREATER_OR_EQUAL -> sign >= 0;
      };
    }

    Comparison turned() {
      return switch (this) {
        case EQUAL -> EQUAL;
        case LESS -> GREATER;
        case LESS_OR_EQUAL -> GREATER_OR_EQUAL;
        case GREATER -> LESS;
        case GREATER_OR_EQUAL -> LESS_OR_EQUAL;
      };
    }
  }

  /** One condition on the partition's values. */
  private sealed interface Condition extends Serializable {
    boolean mayHold(PartitionValues values);
  }

  private record Compare(String column, Comparison comparison, PartitionValue literal)
      implements Condition {
    @Override
    public boolean mayHold(PartitionValues values) {
      Optional<PartitionValue> value = values.of(column);
      return value.isEmpty() || comparison.holds(value.get().compareTo(literal));
    }
  }

  private record All(List<Condition> conditions) implements Condition {
    @Override
    public boolean mayHold(PartitionValues values) {
      return conditions.stream().allMatch(condition -> condition.mayHold(values));
    }
  }

  private record Any(List<Condition> conditions) implements Condition {
    @Override
    public boolean mayHold(PartitionValues values) {
      return conditions.stream().anyMatch(condition -> condition.mayHold(values));
    }
  }

  private final HudiTable table;
  private final Condition condition;

  private PartitionFilter(HudiTable table, Condition condition) {
    this.table = table;
    this.condition = requireNonNull(condition, "condition is null");
  }

  /** Every partition may hold a wanted row. */
  static PartitionFilter all() {
    return new PartitionFilter(null, new All(List.of()));
  }

  /** The filters are joined by AND; those on other columns have no say. */
  static PartitionFilter of(HudiTable table, List<ResolvedExpression> filters) {
    return new PartitionFilter(
        table, new All(filters.stream().map(filter -> condition(table, filter)).toList()));
  }

  boolean mayHold(String partition) {
    return table == null || condition.mayHold(PartitionValues.of(table, partition));
  }

  private static Condition condition(HudiTable table, ResolvedExpression expression) {
    if (expression instanceof CallExpression call) {
      FunctionDefinition function = call.getFunctionDefinition();
      if (function == BuiltInFunctionDefinitions.AND) {
        return new All(conditions(table, call.getResolvedChildren()));
      }

      if (function == BuiltInFunctionDefinitions.OR) {
        return new Any(conditions(table, Alternatives.of(call)));
      }

      if (function == BuiltInFunctionDefinitions.IN) {
        return in(table, call.getResolvedChildren());
      }

      Comparison comparison = COMPARISONS.get(function);
      if (comparison != null) {
        List<ResolvedExpression> operands = call.getResolvedChildren();
        return compare(table, operands.get(0), comparison, operands.get(1))
            .or(() -> compare(table, operands.get(1), comparison.turned(), operands.get(0)))
            .orElse(new All(List.of()));
      }
    }

    return new All(List.of());
  }

  private static Condition in(HudiTable table, List<ResolvedExpression> operands) {
    List<Condition> values = new ArrayList<>();
    for (ResolvedExpression value : operands.subList(1, operands.size())) {
      values.add(
          compare(table, operands.get(0), Comparison.EQUAL, value).orElse(new All(List.of())));
    }
    return new Any(values);
  }

  private static List<Condition> conditions(HudiTable table, List<ResolvedExpression> operands) {
    List<Condition> conditions = new ArrayList<>();
    operands.forEach(child -> conditions.add(condition(table, child)));
    return conditions;
  }

  private static Optional<Condition> compare(
      HudiTable table, ResolvedExpression left, Comparison comparison, ResolvedExpression right) {
    if (!(left instanceof FieldReferenceExpression field)
        || !(right instanceof ValueLiteralExpression literal)
        || !table.partitionKeys().contains(field.getName())) {
      return Optional.empty();
    }

    return PartitionValue.ofLiteral(literal, field.getOutputDataType())
        .map(value -> new Compare(field.getName(), comparison, value));
  }
}
