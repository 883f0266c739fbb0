/* SPDX-License-Identifier: Apache-2.0 */
package io.sluice.engine.flink.sql;

import io.sluice.error.ErrorCode;
import io.sluice.error.SluiceException;

/** Trims a statement the way clients expect, without touching quotes, comments or hints inside. */
final class StatementText {
  private StatementText() {}

  /**
   * The statement without leading comments and blanks and without trailing semicolons, blanks and
   * comments. Leading text is replaced by blanks, so positions in errors are those of the client's.
   *
   * @throws SluiceException INVALID_STATEMENT if nothing is left
   */
  static String trim(String text) {
    int start = skipBlank(text, 0);
    while (start < text.length() && text.charAt(start) == ';') {
      start = skipBlank(text, start + 1);
    }
    if (start == text.length()) {
      throw new SluiceException(
          ErrorCode.INVALID_STATEMENT,
          "The statement is empty: it holds only blanks and comments. Send one SQL statement.");
    }
    int end = end(text, start);
    StringBuilder kept = new StringBuilder(end);
    for (int i = 0; i < start; i++) {
      kept.append(text.charAt(i) == '\n' ? '\n' : ' ');
    }
    return kept.append(text, start, end).toString();
  }

  /** Index after the last character that means something. */
  private static int end(String text, int start) {
    int end = start;
    int i = start;
    while (i < text.length()) {
      int next = skipBlank(text, i);
      if (next > i) {
        i = next;
      } else if (text.charAt(i) == ';') {
        i++;
      } else {
        i = skipToken(text, i);
        end = i;
      }
    }
    return end;
  }

  private static int skipBlank(String text, int from) {
    int i = from;
    while (i < text.length()) {
      if (Character.isWhitespace(text.charAt(i)) || text.charAt(i) == '\uFEFF') {
        i++;
      } else if (text.startsWith("--", i)) {
        int line = text.indexOf('\n', i);
        i = line < 0 ? text.length() : line + 1;
      } else if (text.startsWith("/*", i) && !text.startsWith("/*+", i)) {
        int close = text.indexOf("*/", i + 2);
        i = close < 0 ? text.length() : close + 2;
      } else {
        return i;
      }
    }
    return i;
  }

  private static int skipToken(String text, int i) {
    char c = text.charAt(i);
    if (c == '\'' || c == '"' || c == '`') {
      int close = text.indexOf(c, i + 1);
      return close < 0 ? text.length() : close + 1;
    }
    return i + 1;
  }
}
