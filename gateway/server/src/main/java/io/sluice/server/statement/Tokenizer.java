/* SPDX-License-Identifier: Apache-2.0 */
package io.sluice.server.statement;

import io.sluice.error.ErrorCode;
import io.sluice.error.SluiceException;
import java.util.ArrayList;
import java.util.List;

/**
 * Cuts a statement into tokens, dropping white space and comments. It knows just enough SQL never
 * to take quoted text, a comment or a hint for something else (apache/kyuubi#4803, HIVE-21345).
 */
final class Tokenizer {
  private final String sql;
  private int at;

  private Tokenizer(String sql) {
    this.sql = sql;
  }

  /**
   * The tokens of a statement; empty if it holds only comments and white space.
   *
   * @throws SluiceException SYNTAX_ERROR if a quote or a comment is not closed
   */
  static List<Token> tokens(String sql) {
    return new Tokenizer(sql).run();
  }

  private List<Token> run() {
    List<Token> tokens = new ArrayList<>();
    while (at < sql.length()) {
      char c = sql.charAt(at);
      if (Character.isWhitespace(c) || c == '\uFEFF') {
        at++;
      } else if (sql.startsWith("--", at)) {
        skipLine();
      } else if (sql.startsWith("/*+", at)) {
        int start = at;
        skipBlockComment();
        tokens.add(new Token(Token.Kind.HINT, sql.substring(start, at), start, at));
      } else if (sql.startsWith("/*", at)) {
        skipBlockComment();
      } else if (c == '\'') {
        tokens.add(quoted(c, Token.Kind.STRING));
      } else if (c == '"') {
        tokens.add(quoted(c, Token.Kind.DOUBLE_QUOTED));
      } else if (c == '`') {
        tokens.add(quoted(c, Token.Kind.QUOTED_NAME));
      } else if (Character.isDigit(c)) {
        tokens.add(run(Token.Kind.NUMBER));
      } else if (Character.isJavaIdentifierStart(c)) {
        tokens.add(run(Token.Kind.WORD));
      } else {
        tokens.add(new Token(Token.Kind.SYMBOL, String.valueOf(c), at, at + 1));
        at++;
      }
    }
    return tokens;
  }

  private void skipLine() {
    while (at < sql.length() && sql.charAt(at) != '\n' && sql.charAt(at) != '\r') {
      at++;
    }
  }

  private void skipBlockComment() {
    int end = sql.indexOf("*/", at + 2);
    if (end < 0) {
      throw notClosed("comment", at);
    }
    at = end + 2;
  }

  private Token quoted(char quote, Token.Kind kind) {
    int start = at++;
    StringBuilder value = new StringBuilder();
    while (at < sql.length()) {
      char c = sql.charAt(at++);
      if (c != quote) {
        value.append(c);
      } else if (at < sql.length() && sql.charAt(at) == quote) {
        value.append(quote);
        at++;
      } else {
        return new Token(kind, value.toString(), start, at);
      }
    }
    throw notClosed(quote == '`' ? "backtick" : "quote", start);
  }

  private Token run(Token.Kind kind) {
    int start = at;
    while (at < sql.length()
        && (Character.isJavaIdentifierPart(sql.charAt(at))
            || (kind == Token.Kind.NUMBER && sql.charAt(at) == '.'))) {
      at++;
    }
    return new Token(kind, sql.substring(start, at), start, at);
  }

  private SluiceException notClosed(String what, int start) {
    int line = (int) sql.substring(0, start).chars().filter(c -> c == '\n').count() + 1;
    int column = start - sql.lastIndexOf('\n', Math.max(0, start - 1));
    return new SluiceException(
        ErrorCode.SYNTAX_ERROR,
        "The "
            + what
            + " that opens at line "
            + line
            + ", column "
            + Math.max(1, column)
            + " is never closed.");
  }
}
