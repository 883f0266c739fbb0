/* SPDX-License-Identifier: Apache-2.0 */
package io.sluice.engine.flink.sql;

import io.sluice.error.ErrorCode;
import io.sluice.error.SluiceException;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.apache.calcite.sql.parser.SqlParseException;
import org.apache.calcite.sql.parser.SqlParserPos;

/**
 * The parser's complaints in one sentence with a position, without the tokens it had wished for.
 */
final class SyntaxErrors {
  /** A token's text has its own quotes escaped. */
  private static final Pattern ENCOUNTERED =
      Pattern.compile(
          "Encountered \"((?:[^\"\\\\]|\\\\.)*)\"(?s:.*?) at line (\\d+), column (\\d+)");

  private static final Pattern LEXICAL =
      Pattern.compile(
          "Lexical error at line (\\d+), column (\\d+)\\.\\s+Encountered: (?:\"((?:[^\"\\\\]|\\\\.)*)\"|(<EOF>))");
  private static final Pattern RANGE =
      Pattern.compile("(?:From|At) line (\\d+), column (\\d+)(?: to line \\d+, column \\d+)?: ");

  private SyntaxErrors() {}

  static SluiceException of(Throwable parse, Throwable failure) {
    String message = String.valueOf(parse.getMessage());
    Matcher encountered = ENCOUNTERED.matcher(message);
    if (encountered.find()) {
      return error(
          at(encountered.group(2), encountered.group(3)),
          encountered.group(1).equals("<EOF>")
              ? "the statement ends too early"
              : unexpected(encountered.group(1)),
          failure);
    }
    Matcher lexical = LEXICAL.matcher(message);
    if (lexical.find()) {
      return error(
          at(lexical.group(1), lexical.group(2)),
          lexical.group(3) == null
              ? "the statement ends inside a quoted text, name or comment"
              : unexpected(lexical.group(3)),
          failure);
    }
    String at = "";
    Matcher range = RANGE.matcher(message);
    if (range.find()) {
      at = at(range.group(1), range.group(2));
    } else if (parse instanceof SqlParseException known && isKnown(known.getPos())) {
      at =
          at(
              String.valueOf(known.getPos().getLineNum()),
              String.valueOf(known.getPos().getColumnNum()));
    }
    String what = range.reset().replaceAll("");
    if (what.contains("Non-query expression encountered in illegal context")) {
      return error(at, "the statement is not SQL that Flink knows", failure);
    }
    int wishes = what.indexOf("Was expecting");
    what =
        FlinkErrors.clean(wishes < 0 ? FlinkErrors.firstLines(what, 2) : what.substring(0, wishes));
    return error(at, what.isEmpty() ? "the statement is not SQL that Flink knows" : what, failure);
  }

  private static boolean isKnown(SqlParserPos position) {
    return position != null && position.getLineNum() > 0;
  }

  private static String at(String line, String column) {
    return " at line " + line + ", column " + column;
  }

  private static String unexpected(String escaped) {
    String token = escaped.replaceAll("\\\\(.)", "$1").strip();
    String what = "did not expect \"" + token.toLowerCase(Locale.ROOT) + '"';
    return token.startsWith("\"")
        ? what + "; names are quoted with backticks, text with single quotes"
        : what;
  }

  private static SluiceException error(String at, String what, Throwable failure) {
    return new SluiceException(
        ErrorCode.SYNTAX_ERROR,
        "SQL syntax error" + at + ": " + what + (what.endsWith(".") ? "" : "."),
        failure);
  }
}
