/* SPDX-License-Identifier: Apache-2.0 */
package io.sluice.flink.hudi;

import java.io.Serializable;
import java.time.DateTimeException;
import java.time.LocalDate;
import java.util.Optional;
import org.apache.flink.table.data.StringData;
import org.apache.flink.table.expressions.ValueLiteralExpression;
import org.apache.flink.table.types.DataType;
import org.apache.flink.table.types.logical.LogicalTypeRoot;

/**
 * A partition column's value of a type whose text in a path is known: a string, a whole number or a
 * date. Strings compare as Flink compares them, by their UTF-8 bytes.
 *
 * @param text set for strings
 * @param number set for whole numbers, and for dates as days since 1970
 */
record PartitionValue(String text, long number)
    implements Serializable, Comparable<PartitionValue> {

  static Optional<PartitionValue> ofLiteral(ValueLiteralExpression literal, DataType column) {
    if (literal.isNull()) {
      return Optional.empty();
    }

    return switch (column.getLogicalType().getTypeRoot()) {
      case CHAR, VARCHAR ->
          literal.getValueAs(String.class).map(value -> new PartitionValue(value, 0));
      case INTEGER, BIGINT -> wholeNumber(literal);
      case DATE ->
          literal
              .getValueAs(LocalDate.class)
              .map(value -> new PartitionValue(null, value.toEpochDay()));
      default -> Optional.empty();
    };
  }

  private static Optional<PartitionValue> wholeNumber(ValueLiteralExpression literal) {
    LogicalTypeRoot root = literal.getOutputDataType().getLogicalType().getTypeRoot();
    return switch (root) {
      case TINYINT, SMALLINT, INTEGER, BIGINT ->
          literal
              .getValueAs(Number.class)
              .map(value -> new PartitionValue(null, value.longValue()));
      default -> Optional.empty();
    };
  }

  /** Empty when the text is not surely a value of the column. */
  static Optional<PartitionValue> ofPath(String text, DataType column) {
    try {
      return switch (column.getLogicalType().getTypeRoot()) {
        case CHAR, VARCHAR -> Optional.of(new PartitionValue(text, 0));
        case INTEGER, BIGINT -> Optional.of(new PartitionValue(null, Long.parseLong(text)));
        case DATE -> Optional.of(new PartitionValue(null, LocalDate.parse(text).toEpochDay()));
        default -> Optional.empty();
      };
    } catch (NumberFormatException | DateTimeException e) {
      return Optional.empty();
    }
  }

  @Override
  public int compareTo(PartitionValue other) {
    return text == null
        ? Long.compare(number, other.number)
        : StringData.fromString(text).compareTo(StringData.fromString(other.text));
  }
}
