/* SPDX-License-Identifier: Apache-2.0 */
package io.sluice.server.router;

import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Puts in the values of a session's variables, given in the URL after {@code #} or with beeline's
 * {@code --hivevar}. Only names that the session has are touched, so that other text with {@code
 * ${}} stays as it is.
 */
final class Variables {
  private static final Pattern REFERENCE = Pattern.compile("\\$\\{(?:hivevar:)?([A-Za-z0-9_.-]+)}");

  private Variables() {}

  static String substitute(String statement, Map<String, String> variables) {
    if (variables.isEmpty() || !statement.contains("${")) {
      return statement;
    }
    Matcher matcher = REFERENCE.matcher(statement);
    StringBuilder text = new StringBuilder();
    while (matcher.find()) {
      String value = variables.getOrDefault(matcher.group(1), matcher.group());
      matcher.appendReplacement(text, Matcher.quoteReplacement(value));
    }
    return matcher.appendTail(text).toString();
  }
}
