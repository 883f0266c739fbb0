/* SPDX-License-Identifier: Apache-2.0 */
package io.sluice.engine.flink.assignment;

import java.util.Optional;
import org.apache.flink.table.data.StringData;
import org.apache.flink.table.data.binary.BinaryStringData;
import org.apache.flink.table.types.logical.LogicalType;
import org.apache.flink.table.types.logical.LogicalTypeRoot;
import org.apache.flink.table.types.logical.utils.LogicalTypeChecks;

/** Text and bytes into columns that have a length. Nothing is cut, not even blanks. */
final class TextAssignments {
  private TextAssignments() {}

  static int length(LogicalType type) {
    return LogicalTypeChecks.getLength(type);
  }

  static Optional<Assignment> betweenTexts(LogicalType from, LogicalType to, Target target) {
    if (to.is(LogicalTypeRoot.CHAR) && !from.is(LogicalTypeRoot.CHAR)) {
      return Optional.empty();
    }
    int most = length(to);
    boolean pads = to.is(LogicalTypeRoot.CHAR);
    return Optional.of(
        value -> {
          int length = ((BinaryStringData) value).numChars();
          if (length > most) {
            throw target.tooLong(length, "characters");
          }
          return pads && length < most
              ? StringData.fromString(value + " ".repeat(most - length))
              : value;
        });
  }

  static void check(String text, LogicalType to, Target target) {
    int length = text.codePointCount(0, text.length());
    if (length > length(to)) {
      throw target.tooLong(length, "characters");
    }
  }

  static Assignment betweenBytes(LogicalType to, Target target) {
    int size = length(to);
    boolean exactly = to.is(LogicalTypeRoot.BINARY);
    return value -> {
      int length = ((byte[]) value).length;
      if (exactly && length != size) {
        throw target.otherLength(length);
      }
      if (length > size) {
        throw target.tooLong(length, "bytes");
      }
      return value;
    };
  }
}
