/* SPDX-License-Identifier: Apache-2.0 */
package io.sluice.engine.flink.assignment;

import java.util.Optional;
import org.apache.flink.table.types.logical.LogicalType;
import org.apache.flink.table.types.logical.LogicalTypeFamily;
import org.apache.flink.table.types.logical.LogicalTypeRoot;
import org.apache.flink.table.types.logical.utils.LogicalTypeCasts;

/** Which assignment goes from one type to another. */
final class Assignments {
  private Assignments() {}

  /**
   * The assignment between two types; {@link Assignment#SAME} if every value of the one is a value
   * of the other in the same form; empty if there is none, and Flink says so better.
   */
  static Optional<Assignment> between(LogicalType from, LogicalType to, Target target) {
    if (LogicalTypeCasts.supportsAvoidingCast(from.copy(true), to.copy(true))) {
      return Optional.of(Assignment.SAME);
    }
    if (from.is(LogicalTypeFamily.NUMERIC) && to.is(LogicalTypeFamily.NUMERIC)) {
      return Optional.of(NumberAssignments.between(from, to, target));
    }
    if (from.is(LogicalTypeFamily.CHARACTER_STRING) && to.is(LogicalTypeFamily.CHARACTER_STRING)) {
      return TextAssignments.betweenTexts(from, to, target);
    }
    if (from.is(LogicalTypeFamily.BINARY_STRING) && to.is(LogicalTypeFamily.BINARY_STRING)) {
      return Optional.of(TextAssignments.betweenBytes(to, target));
    }
    if (from.is(LogicalTypeFamily.DATETIME) && to.is(LogicalTypeFamily.DATETIME)) {
      return TimeAssignments.between(from, to, target);
    }
    if (isConstructed(from) && from.is(to.getTypeRoot())) {
      return NestedAssignments.between(from, to, target);
    }
    return Optional.empty();
  }

  private static boolean isConstructed(LogicalType type) {
    return type.is(LogicalTypeRoot.ARRAY)
        || type.is(LogicalTypeRoot.MAP)
        || type.is(LogicalTypeRoot.ROW);
  }

  /** True if Flink's own cast keeps every value, so that nothing need be checked. */
  static boolean isLossless(LogicalType from, LogicalType to) {
    if (LogicalTypeCasts.supportsAvoidingCast(from.copy(true), to.copy(true))) {
      return true;
    }
    if (from.is(LogicalTypeFamily.NUMERIC) && to.is(LogicalTypeFamily.NUMERIC)) {
      return NumberAssignments.isLossless(from, to);
    }
    if (from.is(LogicalTypeRoot.CHAR) && to.is(LogicalTypeRoot.CHAR)) {
      return TextAssignments.length(from) <= TextAssignments.length(to);
    }
    if (from.is(LogicalTypeFamily.DATETIME) && to.is(LogicalTypeFamily.DATETIME)) {
      return TimeAssignments.isLossless(from, to);
    }
    if (isConstructed(from) && from.is(to.getTypeRoot())) {
      return NestedAssignments.isLossless(from, to);
    }
    return false;
  }
}
