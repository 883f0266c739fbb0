/* SPDX-License-Identifier: Apache-2.0 */
package io.sluice.catalog.flink.mysql;

import static java.util.Objects.requireNonNull;

import io.sluice.catalog.flink.mysql.MySqlKind.Comparison;
import io.sluice.flink.filter.Alternatives;
import java.io.Serializable;
import java.math.BigDecimal;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.apache.flink.table.api.DataTypes;
import org.apache.flink.table.data.TimestampData;
import org.apache.flink.table.expressions.CallExpression;
import org.apache.flink.table.expressions.FieldReferenceExpression;
import org.apache.flink.table.expressions.ResolvedExpression;
import org.apache.flink.table.expressions.ValueLiteralExpression;
import org.apache.flink.table.functions.BuiltInFunctionDefinitions;
import org.apache.flink.table.functions.FunctionDefinition;

/**
 * Writes Flink's predicates as MySQL conditions.
 *
 * <p>A condition is <em>exact</em> if it keeps the very rows that the predicate keeps, else it is a
 * <em>superset</em>: it keeps those and perhaps more, and Flink filters again. Under a
 * case-insensitive collation {@code name = 'Smith'} keeps {@code SMITH} too: a superset. So AND may
 * drop what cannot be written, OR may not, and NOT needs an exact operand. What may lose a row is
 * never written.
 */
final class MySqlPredicates {
  /** Of all conditions of a query; MySQL's limit is 65,535. */
  static final int MAX_PARAMETERS_OF_QUERY = 60_000;

  /** A long list is better filtered here. */
  private static final int MAX_PARAMETERS = 2000;

  private static final Map<FunctionDefinition, String> OPERATORS =
      Map.of(
          BuiltInFunctionDefinitions.EQUALS, "=",
          BuiltInFunctionDefinitions.NOT_EQUALS, "<>",
          BuiltInFunctionDefinitions.LESS_THAN, "<",
          BuiltInFunctionDefinitions.LESS_THAN_OR_EQUAL, "<=",
          BuiltInFunctionDefinitions.GREATER_THAN, ">",
          BuiltInFunctionDefinitions.GREATER_THAN_OR_EQUAL, ">=");

  private static final Map<String, String> MIRRORED =
      Map.of("=", "=", "<>", "<>", "<", ">", "<=", ">=", ">", "<", ">=", "<=");

  private final MySqlTable table;

  MySqlPredicates(MySqlTable table) {
    this.table = requireNonNull(table, "table is null");
  }

  /** A condition with its parameters, and whether it is exact. */
  record Condition(String sql, List<Serializable> parameters, boolean exact) {
    Condition {
      parameters = List.copyOf(parameters);
    }
  }

  /** The predicate as a condition; empty if nothing of it can be written. */
  Optional<Condition> write(ResolvedExpression predicate) {
    return condition(predicate).filter(c -> c.parameters().size() <= MAX_PARAMETERS);
  }

  private Optional<Condition> condition(ResolvedExpression expression) {
    if (expression instanceof FieldReferenceExpression field) {
      return column(field)
          .filter(c -> c.kind() == MySqlKind.BOOLEAN)
          .map(c -> new Condition(c.quoted() + " = 1", List.of(), true));
    }
    if (!(expression instanceof CallExpression call)) {
      return Optional.empty();
    }
    FunctionDefinition function = call.getFunctionDefinition();
    List<ResolvedExpression> arguments = call.getResolvedChildren();
    if (function == BuiltInFunctionDefinitions.AND) {
      return and(arguments);
    }
    if (function == BuiltInFunctionDefinitions.OR) {
      return or(Alternatives.of(expression));
    }
    if (function == BuiltInFunctionDefinitions.IN) {
      return or(
          arguments.subList(1, arguments.size()).stream()
              .map(v -> equal(arguments.get(0), v))
              .toList());
    }
    if (function == BuiltInFunctionDefinitions.NOT) {
      return condition(arguments.get(0))
          .filter(Condition::exact)
          .map(c -> new Condition("NOT (" + c.sql() + ")", c.parameters(), true));
    }
    if (function == BuiltInFunctionDefinitions.IS_NULL) {
      // A zero date reads as NULL but is none at the source.
      return argument(arguments)
          .filter(c -> c.kind().comparison() != Comparison.SUPERSET)
          .map(c -> new Condition(c.quoted() + " IS NULL", List.of(), true));
    }
    if (function == BuiltInFunctionDefinitions.IS_NOT_NULL) {
      return argument(arguments)
          .map(
              c ->
                  new Condition(
                      c.quoted() + " IS NOT NULL",
                      List.of(),
                      c.kind().comparison() != Comparison.SUPERSET));
    }
    if (function == BuiltInFunctionDefinitions.LIKE && arguments.size() == 2) {
      return like(arguments);
    }
    String operator = OPERATORS.get(function);
    return operator == null ? Optional.empty() : comparison(operator, arguments);
  }

  private Optional<Condition> and(List<ResolvedExpression> operands) {
    List<Condition> written = new ArrayList<>();
    boolean exact = true;
    for (ResolvedExpression operand : operands) {
      Optional<Condition> condition = condition(operand);
      condition.ifPresent(written::add);
      exact &= condition.isPresent() && condition.get().exact();
    }
    return written.isEmpty() ? Optional.empty() : Optional.of(joined(" AND ", written, exact));
  }

  private static ResolvedExpression equal(ResolvedExpression left, ResolvedExpression right) {
    return CallExpression.permanent(
        BuiltInFunctionDefinitions.EQUALS, List.of(left, right), DataTypes.BOOLEAN());
  }

  private Optional<Condition> or(List<ResolvedExpression> operands) {
    if (operands.size() > MAX_PARAMETERS) {
      return Optional.empty();
    }
    List<Condition> written = new ArrayList<>();
    for (ResolvedExpression operand : operands) {
      Optional<Condition> condition = condition(operand);
      if (condition.isEmpty()) {
        return Optional.empty();
      }
      written.add(condition.get());
    }
    return Optional.of(joined(" OR ", written, written.stream().allMatch(Condition::exact)));
  }

  private static Condition joined(String word, List<Condition> conditions, boolean exact) {
    StringBuilder sql = new StringBuilder("(");
    List<Serializable> parameters = new ArrayList<>();
    for (Condition condition : conditions) {
      sql.append(sql.length() == 1 ? "" : word).append(condition.sql());
      parameters.addAll(condition.parameters());
    }
    return new Condition(sql.append(')').toString(), parameters, exact);
  }

  private Optional<Condition> comparison(String operator, List<ResolvedExpression> arguments) {
    if (arguments.get(0) instanceof ValueLiteralExpression) {
      return comparison(MIRRORED.get(operator), List.of(arguments.get(1), arguments.get(0)));
    }
    Optional<MySqlColumn> found = argument(arguments.subList(0, 1));
    if (found.isEmpty() || !(arguments.get(1) instanceof ValueLiteralExpression literal)) {
      return Optional.empty();
    }
    MySqlColumn column = found.get();
    return switch (column.kind().comparison()) {
      case EXACT, SUPERSET ->
          value(column, literal)
              .map(
                  v ->
                      new Condition(
                          column.quoted() + ' ' + operator + ' ' + placeholder(column),
                          List.of(v),
                          column.kind().comparison() == Comparison.EXACT));
      case COLLATED ->
          operator.equals("=")
              ? value(column, literal)
                  .map(v -> new Condition(column.quoted() + " = ?", List.of(v), false))
              : Optional.empty();
      case NONE -> Optional.empty();
    };
  }

  private Optional<Condition> like(List<ResolvedExpression> arguments) {
    return argument(arguments.subList(0, 1))
        .filter(c -> c.kind() == MySqlKind.TEXT)
        .flatMap(
            c ->
                arguments.get(1) instanceof ValueLiteralExpression literal
                    ? literal
                        .getValueAs(String.class)
                        // Flink and MySQL read an escape in a pattern differently.
                        .filter(pattern -> pattern.indexOf('\\') < 0)
                        .map(
                            pattern ->
                                new Condition(c.quoted() + " LIKE ?", List.of(pattern), false))
                    : Optional.empty());
  }

  private Optional<MySqlColumn> argument(List<ResolvedExpression> arguments) {
    return arguments.get(0) instanceof FieldReferenceExpression field
        ? column(field)
        : Optional.empty();
  }

  private Optional<MySqlColumn> column(FieldReferenceExpression field) {
    return table.columns().stream().filter(c -> c.name().equals(field.getName())).findFirst();
  }

  /** A text parameter would be compared as text with some columns; the cast says what it is. */
  static String placeholder(MySqlColumn column) {
    return switch (column.kind()) {
      case DATE -> "CAST(? AS DATE)";
      case DATETIME, TIMESTAMP -> "CAST(? AS DATETIME(6))";
      default -> "?";
    };
  }

  private static Optional<? extends Serializable> value(
      MySqlColumn column, ValueLiteralExpression literal) {
    if (literal.isNull()) {
      return Optional.empty();
    }
    return switch (column.kind()) {
      case TINYINT, SMALLINT, INT, BIGINT, YEAR, DECIMAL ->
          literal.getValueAs(BigDecimal.class).or(() -> integer(literal));
      case DOUBLE -> literal.getValueAs(Double.class).filter(Double::isFinite);
      case BOOLEAN -> literal.getValueAs(Boolean.class).map(b -> b ? 1 : 0);
      case TEXT -> literal.getValueAs(String.class);
      case BYTES -> literal.getValueAs(byte[].class);
      case DATE ->
          literal
              .getValueAs(LocalDate.class)
              .filter(MySqlPredicates::inRange)
              .map(Object::toString);
      case DATETIME -> literal.getValueAs(LocalDateTime.class).flatMap(MySqlPredicates::timestamp);
      case TIMESTAMP ->
          literal
              .getValueAs(Instant.class)
              .flatMap(i -> timestamp(LocalDateTime.ofInstant(i, ZoneOffset.UTC)));
      default -> Optional.empty();
    };
  }

  private static Optional<BigDecimal> integer(ValueLiteralExpression literal) {
    return literal.getValueAs(Long.class).map(BigDecimal::valueOf);
  }

  private static Optional<String> timestamp(LocalDateTime value) {
    boolean fits = value.getNano() % 1000 == 0 && inRange(value.toLocalDate());
    return fits
        ? Optional.of(MySqlTemporal.timestampText(TimestampData.fromLocalDateTime(value)))
        : Optional.empty();
  }

  private static boolean inRange(LocalDate date) {
    return date.getYear() >= 1 && date.getYear() <= 9999;
  }
}
