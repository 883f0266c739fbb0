/* SPDX-License-Identifier: Apache-2.0 */
package io.sluice.server.statement;

import static java.util.Objects.requireNonNull;

/**
 * One token of a statement.
 *
 * @param text the token's value: quotes removed and doubled quotes made single for quoted kinds
 * @param start offset of its first character in the statement
 * @param end offset after its last character
 */
record Token(Kind kind, String text, int start, int end) {
  enum Kind {
    /** A name or keyword that is not quoted. */
    WORD,
    /** A name in backticks. */
    QUOTED_NAME,
    /** Text in single quotes. */
    STRING,
    /** Text in double quotes: a string or a name, depending on the engine. */
    DOUBLE_QUOTED,
    NUMBER,
    /** An optimizer hint: a comment that starts with a plus sign. */
    HINT,
    /** Any other single character. */
    SYMBOL
  }

  Token {
    requireNonNull(kind, "kind is null");
    requireNonNull(text, "text is null");
  }

  boolean isWord(String word) {
    return kind == Kind.WORD && text.equalsIgnoreCase(word);
  }

  boolean isSymbol(char symbol) {
    return kind == Kind.SYMBOL && text.charAt(0) == symbol;
  }

  /** True for a name, quoted or not. */
  boolean isName() {
    return kind == Kind.WORD || kind == Kind.QUOTED_NAME;
  }
}
