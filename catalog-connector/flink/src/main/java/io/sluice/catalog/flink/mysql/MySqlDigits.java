/* SPDX-License-Identifier: Apache-2.0 */
package io.sluice.catalog.flink.mysql;

import static java.util.Objects.requireNonNull;

import io.sluice.error.ErrorCode;
import io.sluice.error.SluiceException;
import java.io.Serializable;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * How many digits behind the point a column keeps of a value that goes to it as text. The server
 * rounds what is more, with a note that is no error, whatever its sql_mode.
 *
 * @param nativeType the server's own words: {@code decimal(65,30)}, {@code time(6)}
 */
record MySqlDigits(String column, String nativeType, int fraction) implements Serializable {
  private static final Pattern DECLARED = Pattern.compile("\\((?:\\d+,)?(\\d+)\\)");
  private static final Pattern PLAIN = Pattern.compile("[^.eE]*\\.(\\d*?)0*\\s*");

  MySqlDigits {
    requireNonNull(column, "column is null");
    requireNonNull(nativeType, "nativeType is null");
  }

  static MySqlDigits of(MySqlColumn column) {
    Matcher declared = DECLARED.matcher(column.nativeType());
    int fraction = declared.find() ? Integer.parseInt(declared.group(1)) : 0;
    return new MySqlDigits(column.name(), column.nativeType(), fraction);
  }

  /**
   * @return the text; what is no number or time is the server's to refuse
   * @throws SluiceException VALUE_OUT_OF_RANGE if digits would be lost
   */
  String checked(String text) {
    Matcher plain = PLAIN.matcher(text);
    boolean lost = plain.matches() && plain.group(1).length() > fraction;
    if (lost || text.matches("(?i)\\s*[-+.0-9]+e[-+0-9]+\\s*") && scale(text) > fraction) {
      throw new SluiceException(
          ErrorCode.VALUE_OUT_OF_RANGE,
          "Column "
              + column
              + " is "
              + nativeType
              + ": digits of "
              + text
              + " would be lost. Shorten the value if that is meant.");
    }
    return text;
  }

  private static int scale(String number) {
    try {
      return new java.math.BigDecimal(number.strip()).stripTrailingZeros().scale();
    } catch (NumberFormatException e) {
      return 0;
    }
  }
}
