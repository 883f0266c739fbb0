/* SPDX-License-Identifier: Apache-2.0 */
package io.sluice.engine.flink.sql;

import java.time.DateTimeException;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** What an exception of Flink or of Java says, in words for someone who wrote SQL. */
final class FailureText {
  private static final Pattern INPUT =
      Pattern.compile("(?s)For input string: ([\"'])(.*?)\\1.*|Text '(.*)' could not be parsed.*");
  private static final Pattern CLASS_NAMES =
      Pattern.compile("^(?:(?:[a-z]\\w*\\.)*[A-Z][\\w$]*(?:Exception|Error): )+");
  private static final Pattern NO_CAST =
      Pattern.compile("(implicit type conversion between .* is not supported)(?: now)?\\.?");

  private static final Pattern NO_SYNTAX =
      Pattern.compile(
          "((?:\\w+ )+TABLE AS SELECT) syntax does not support (?:to )?(.*?)(?: yet)?\\.?");

  private FailureText() {}

  static String of(Throwable link) {
    String message = link.getMessage();
    if (message == null || message.isBlank()) {
      return "Flink failed without a message (" + link.getClass().getSimpleName() + ")";
    }
    if (link instanceof NumberFormatException) {
      return notA("a number", message);
    }
    if (link instanceof DateTimeException) {
      return notA("a date, time or timestamp", message);
    }
    if (link instanceof ArithmeticException) {
      return message.equals("/ by zero") ? "Division by zero" : message;
    }
    if (link instanceof ClassCastException || link instanceof NullPointerException) {
      return "Flink failed inside (" + link.getClass().getSimpleName() + ": " + message + ")";
    }
    if (message.contains("No space left on device")) {
      return "A disk is full (No space left on device): that of the table that the statement writes,"
          + " or that of the engine's temporary folder. What was not committed is not visible; free"
          + " space, then run the statement again";
    }
    message = CLASS_NAMES.matcher(message).replaceFirst("");
    Optional<String> literal = WideLiterals.told(message);
    if (literal.isPresent()) {
      return literal.get();
    }
    Matcher syntax = NO_SYNTAX.matcher(message);
    if (syntax.matches()) {
      return syntax.group(1)
          + " is not offered here with: "
          + syntax.group(2)
          + ". CREATE TABLE with its columns, key and partitions, then INSERT INTO it … SELECT";
    }
    // Flink goes on to tell how to have such rows dropped in silence, which no session may.
    int advice = message.indexOf(" You can set job configuration 'table.exec.sink.not-null");
    message = advice < 0 ? message : message.substring(0, advice);
    return NO_CAST.matcher(message).replaceFirst("$1: use CAST");
  }

  private static String notA(String kind, String message) {
    Matcher input = INPUT.matcher(message);
    if (!input.matches()) {
      return message;
    }
    String text = input.group(2) == null ? input.group(3) : input.group(2);
    return '\'' + text + "' is not " + kind + "; TRY_CAST gives NULL for such a value";
  }
}
