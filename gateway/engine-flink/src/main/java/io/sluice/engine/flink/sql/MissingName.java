/* SPDX-License-Identifier: Apache-2.0 */
package io.sluice.engine.flink.sql;

import io.sluice.error.ErrorCode;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.apache.calcite.runtime.CalciteContextException;

/**
 * What kind of thing a name that was not found should have been. Calcite only says "Object 'x' not
 * found"; the name's place in {@code catalog.database.table} tells the rest.
 */
final class MissingName {
  private static final Pattern NAME = Pattern.compile("Object '([^']*)' not found");
  private static final Pattern PART =
      Pattern.compile("\\s*(?:`((?:[^`]|``)+)`|([\\w$]+))\\s*(\\.)?");
  private static final int FULL = 3;

  private MissingName() {}

  static ErrorCode code(String message, String statement, CalciteContextException context) {
    Matcher name = NAME.matcher(message);
    if (!name.find()) {
      return ErrorCode.TABLE_NOT_FOUND;
    }
    List<String> parts =
        parts(statement, offset(statement, context.getPosLine(), context.getPosColumn()));
    int at = parts.indexOf(name.group(1));
    if (at < 0 || at == parts.size() - 1) {
      return ErrorCode.TABLE_NOT_FOUND;
    }
    return at == 0 && parts.size() == FULL
        ? ErrorCode.CATALOG_NOT_FOUND
        : ErrorCode.SCHEMA_NOT_FOUND;
  }

  private static int offset(String statement, int line, int column) {
    int offset = 0;
    for (int i = 1; i < line; i++) {
      int end = statement.indexOf('\n', offset);
      if (end < 0) {
        return statement.length();
      }
      offset = end + 1;
    }
    return Math.min(statement.length(), offset + Math.max(0, column - 1));
  }

  private static List<String> parts(String statement, int offset) {
    List<String> parts = new ArrayList<>();
    Matcher part = PART.matcher(statement);
    int from = offset;
    while (part.find(from) && part.start() == from) {
      parts.add(part.group(1) == null ? part.group(2) : part.group(1).replace("``", "`"));
      if (part.group(3) == null) {
        break;
      }
      from = part.end();
    }
    return parts;
  }
}
