/* SPDX-License-Identifier: Apache-2.0 */
package io.sluice.catalog.flink.iceberg;

import io.sluice.flink.filter.Alternatives;
import java.math.BigDecimal;
import java.time.Instant;
import java.time.LocalDateTime;
import java.util.List;
import java.util.Optional;
import org.apache.flink.table.expressions.CallExpression;
import org.apache.flink.table.expressions.FieldReferenceExpression;
import org.apache.flink.table.expressions.ResolvedExpression;
import org.apache.flink.table.expressions.ValueLiteralExpression;
import org.apache.flink.table.functions.BuiltInFunctionDefinitions;
import org.apache.flink.table.functions.FunctionDefinition;
import org.apache.flink.table.types.logical.DecimalType;
import org.apache.flink.table.types.logical.LogicalType;
import org.apache.flink.table.types.logical.LogicalTypeRoot;

/**
 * Which of Flink's predicates Iceberg may use to skip files without losing a row that Flink keeps.
 *
 * <p>Iceberg orders -0.0 below 0.0 and has its own place for NaN, while SQL holds the zeros equal;
 * its timestamps end at microseconds, so a finer literal would be cut; a decimal literal of another
 * scale and a comparison across types do not bind. Those stay with Flink.
 */
final class IcebergFilters {
  private static final List<FunctionDefinition> JUNCTIONS =
      List.of(BuiltInFunctionDefinitions.AND, BuiltInFunctionDefinitions.NOT);
  private static final List<FunctionDefinition> COMPARISONS =
      List.of(
          BuiltInFunctionDefinitions.EQUALS,
          BuiltInFunctionDefinitions.NOT_EQUALS,
          BuiltInFunctionDefinitions.LESS_THAN,
          BuiltInFunctionDefinitions.LESS_THAN_OR_EQUAL,
          BuiltInFunctionDefinitions.GREATER_THAN,
          BuiltInFunctionDefinitions.GREATER_THAN_OR_EQUAL);
  private static final int NANOS_OF_MICRO = 1000;

  private IcebergFilters() {}

  static boolean isSafe(ResolvedExpression expression) {
    if (!(expression instanceof CallExpression call)) {
      return false;
    }
    FunctionDefinition function = call.getFunctionDefinition();
    List<ResolvedExpression> arguments = call.getResolvedChildren();
    if (function == BuiltInFunctionDefinitions.OR) {
      return Alternatives.of(expression).stream().allMatch(IcebergFilters::isSafe);
    }
    if (JUNCTIONS.contains(function)) {
      return arguments.stream().allMatch(IcebergFilters::isSafe);
    }
    if (function == BuiltInFunctionDefinitions.IS_NULL
        || function == BuiltInFunctionDefinitions.IS_NOT_NULL) {
      return arguments.get(0) instanceof FieldReferenceExpression;
    }
    if (!COMPARISONS.contains(function)) {
      return false;
    }
    return isSafe(arguments.get(0), arguments.get(1)) || isSafe(arguments.get(1), arguments.get(0));
  }

  private static boolean isSafe(ResolvedExpression left, ResolvedExpression right) {
    if (!(left instanceof FieldReferenceExpression field)
        || !(right instanceof ValueLiteralExpression literal)
        || literal.isNull()) {
      return false;
    }
    LogicalType type = field.getOutputDataType().getLogicalType();
    LogicalTypeRoot literalRoot = literal.getOutputDataType().getLogicalType().getTypeRoot();
    LogicalTypeRoot root = type.getTypeRoot();
    return switch (root) {
      case BOOLEAN, INTEGER, BIGINT, DATE -> literalRoot == root;
      case VARCHAR -> literalRoot == LogicalTypeRoot.CHAR || literalRoot == root;
      case FLOAT ->
          literalRoot == root && holds(literal.getValueAs(Float.class).map(Float::doubleValue));
      case DOUBLE -> literalRoot == root && holds(literal.getValueAs(Double.class));
      case DECIMAL ->
          literalRoot == root
              && literal
                  .getValueAs(BigDecimal.class)
                  .filter(value -> value.scale() == ((DecimalType) type).getScale())
                  .isPresent();
      case TIMESTAMP_WITHOUT_TIME_ZONE ->
          literalRoot == root
              && literal
                  .getValueAs(LocalDateTime.class)
                  .filter(value -> value.getNano() % NANOS_OF_MICRO == 0)
                  .isPresent();
      case TIMESTAMP_WITH_LOCAL_TIME_ZONE ->
          literalRoot == root
              && literal
                  .getValueAs(Instant.class)
                  .filter(value -> value.getNano() % NANOS_OF_MICRO == 0)
                  .isPresent();
      default -> false;
    };
  }

  private static boolean holds(Optional<Double> value) {
    return value.filter(v -> Double.isFinite(v) && v != 0).isPresent();
  }
}
