/* SPDX-License-Identifier: Apache-2.0 */
package io.sluice.engine.flink.sql;

import java.math.BigDecimal;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * What to write instead of a number that Calcite takes no literal of: one whose digits, without the
 * point, are no BIGINT.
 */
final class WideLiterals {
  private static final int MAX_PRECISION = 38;
  private static final Pattern OUT_OF_RANGE =
      Pattern.compile("Numeric literal '([^']+)' out of range");

  private WideLiterals() {}

  /** The message about the literal, if it is one about a literal. */
  static Optional<String> told(String message) {
    Matcher matcher = OUT_OF_RANGE.matcher(message);
    return matcher.find()
        ? Optional.of("Number " + matcher.group(1) + ' ' + instead(matcher.group(1)))
        : Optional.empty();
  }

  private static String instead(String literal) {
    if (literal.indexOf('E') >= 0) {
      return "is out of the range of DOUBLE, which goes from 4.9E-324 to 1.7976931348623157E308";
    }
    BigDecimal number = new BigDecimal(literal);
    int scale = Math.max(0, number.scale());
    int precision = Math.max(number.precision() - number.scale() + scale, scale);
    if (precision > MAX_PRECISION) {
      return "has more digits than a DECIMAL can have, which are "
          + MAX_PRECISION
          + "; write it as a text, or as a DOUBLE: 1.5E40";
    }
    return "is too long for a literal: write CAST('"
        + number.toPlainString()
        + "' AS DECIMAL("
        + precision
        + ", "
        + scale
        + "))";
  }
}
