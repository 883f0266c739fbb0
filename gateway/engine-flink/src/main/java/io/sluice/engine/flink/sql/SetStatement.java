/* SPDX-License-Identifier: Apache-2.0 */
package io.sluice.engine.flink.sql;

import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * SET and RESET, in Flink's form with quotes and in Hive's without. They are read here, not by
 * Flink's parser, which takes no unquoted value with blanks or semicolons in it.
 *
 * @param key the key, if one is named
 * @param value the new value; absent for a question or a RESET
 */
record SetStatement(boolean isReset, Optional<String> key, Optional<String> value) {
  private static final Pattern SET =
      Pattern.compile("\\s*SET\\b(.*)", Pattern.CASE_INSENSITIVE | Pattern.DOTALL);
  private static final Pattern RESET =
      Pattern.compile("\\s*RESET\\b(.*)", Pattern.CASE_INSENSITIVE | Pattern.DOTALL);

  /** The statement if it is one of these two. */
  static Optional<SetStatement> parse(String statement) {
    Matcher set = SET.matcher(statement);
    if (set.matches()) {
      String rest = set.group(1).strip();
      int equals = assignment(rest);
      if (rest.isEmpty() || rest.equalsIgnoreCase("-v")) {
        return Optional.of(new SetStatement(false, Optional.empty(), Optional.empty()));
      }
      if (equals < 0) {
        return Optional.of(new SetStatement(false, Optional.of(unquote(rest)), Optional.empty()));
      }
      return Optional.of(
          new SetStatement(
              false,
              Optional.of(unquote(rest.substring(0, equals).strip())),
              Optional.of(unquote(rest.substring(equals + 1).strip()))));
    }
    Matcher reset = RESET.matcher(statement);
    if (reset.matches()) {
      String rest = reset.group(1).strip();
      return Optional.of(
          new SetStatement(
              true,
              rest.isEmpty() ? Optional.empty() : Optional.of(unquote(rest)),
              Optional.empty()));
    }
    return Optional.empty();
  }

  private static int assignment(String rest) {
    int from = 0;
    if (!rest.isEmpty() && (rest.charAt(0) == '\'' || rest.charAt(0) == '"')) {
      from = Math.max(0, rest.indexOf(rest.charAt(0), 1));
    }
    return rest.indexOf('=', from);
  }

  private static String unquote(String text) {
    if (text.length() >= 2) {
      char quote = text.charAt(0);
      if ((quote == '\'' || quote == '"' || quote == '`')
          && text.charAt(text.length() - 1) == quote) {
        String doubled = String.valueOf(quote) + quote;
        return text.substring(1, text.length() - 1).replace(doubled, String.valueOf(quote));
      }
    }
    return text;
  }
}
