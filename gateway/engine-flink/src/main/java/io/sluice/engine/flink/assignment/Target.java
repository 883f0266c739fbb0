/* SPDX-License-Identifier: Apache-2.0 */
package io.sluice.engine.flink.assignment;

import static java.util.Objects.requireNonNull;

import io.sluice.error.ErrorCode;
import io.sluice.error.SluiceException;
import java.io.Serializable;
import org.apache.flink.table.types.logical.LogicalType;

/**
 * The column a value goes to, for errors.
 *
 * @param type as SQL writes it
 */
record Target(String table, String column, String type) implements Serializable {
  Target {
    requireNonNull(table, "table is null");
    requireNonNull(column, "column is null");
    requireNonNull(type, "type is null");
  }

  Target(String table, String column, LogicalType type) {
    this(table, column, type.copy(true).asSummaryString());
  }

  SluiceException outOfRange(Object value) {
    return refused(
        ErrorCode.VALUE_OUT_OF_RANGE,
        value + " is out of its range",
        "Use a wider column or leave such rows out");
  }

  SluiceException digitsLost(Object value) {
    return refused(
        ErrorCode.VALUE_OUT_OF_RANGE,
        "digits of " + value + " would be lost",
        "If that is meant, say so: ROUND(…) or CAST(…)");
  }

  SluiceException timeLost(Object value) {
    return refused(
        ErrorCode.INVALID_VALUE,
        "a part of " + value + " would be lost",
        "If that is meant, say so: CAST(… AS " + type + ")");
  }

  SluiceException tooLong(int length, String unit) {
    return refused(
        ErrorCode.VALUE_TOO_LONG,
        "a value has " + length + ' ' + unit,
        "If it is meant to be cut, say so: CAST(… AS " + type + ")");
  }

  SluiceException otherLength(int length) {
    return refused(
        ErrorCode.VALUE_TOO_LONG,
        "a value has " + length + " bytes",
        "The column takes values of exactly its length");
  }

  private SluiceException refused(ErrorCode code, String what, String next) {
    return new SluiceException(
        code,
        "Column " + column + " of " + table + " is " + type + ": " + what + ". " + next + '.');
  }
}
