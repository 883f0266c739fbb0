/* SPDX-License-Identifier: Apache-2.0 */
package io.sluice.server.statement;

import java.util.List;
import java.util.Optional;

/** Walks over tokens; each {@code take} moves on only if it matches. */
final class TokenReader {
  private final List<Token> tokens;
  private int at;

  TokenReader(List<Token> tokens) {
    this.tokens = tokens;
  }

  boolean atEnd() {
    return at >= tokens.size();
  }

  Optional<Token> peek() {
    return atEnd() ? Optional.empty() : Optional.of(tokens.get(at));
  }

  Optional<Token> next() {
    return atEnd() ? Optional.empty() : Optional.of(tokens.get(at++));
  }

  boolean takeWord(String word) {
    if (!atEnd() && tokens.get(at).isWord(word)) {
      at++;
      return true;
    }
    return false;
  }

  boolean takeWords(String... words) {
    int start = at;
    for (String word : words) {
      if (!takeWord(word)) {
        at = start;
        return false;
      }
    }
    return true;
  }

  boolean takeSymbol(char symbol) {
    if (!atEnd() && tokens.get(at).isSymbol(symbol)) {
      at++;
      return true;
    }
    return false;
  }

  Optional<String> takeName() {
    if (!atEnd() && tokens.get(at).isName()) {
      return Optional.of(tokens.get(at++).text());
    }
    return Optional.empty();
  }

  Optional<String> takeString() {
    if (!atEnd() && tokens.get(at).kind() == Token.Kind.STRING) {
      return Optional.of(tokens.get(at++).text());
    }
    return Optional.empty();
  }

  /** Everything from the current token to the end, as text of the statement. */
  String rest(String sql) {
    return atEnd()
        ? ""
        : sql.substring(tokens.get(at).start(), tokens.get(tokens.size() - 1).end());
  }
}
