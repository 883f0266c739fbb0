/* SPDX-License-Identifier: Apache-2.0 */
package io.sluice.server.statement;

import io.sluice.server.statement.ProbeItem.Kind;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;

/**
 * Reads the SELECT list of a probe: literals and session functions, each with an optional alias.
 */
final class ProbeParser {
  /** Words that may follow an item without AS and are no alias. */
  private static final Set<String> NOT_AN_ALIAS =
      Set.of(
          "FROM",
          "WHERE",
          "UNION",
          "EXCEPT",
          "INTERSECT",
          "MINUS",
          "LIMIT",
          "ORDER",
          "GROUP",
          "HAVING",
          "FETCH",
          "OFFSET",
          "IS",
          "IN",
          "NOT",
          "AND",
          "OR",
          "LIKE",
          "BETWEEN",
          "WINDOW",
          "AT",
          "OVER",
          "COLLATE",
          "ILIKE",
          "SIMILAR",
          "DIV",
          "AS",
          "UESCAPE");

  private ProbeParser() {}

  /** The items if the whole rest of the statement is a probe's list, else empty. */
  static Optional<List<ProbeItem>> items(TokenReader reader) {
    List<ProbeItem> items = new ArrayList<>();
    do {
      Optional<ProbeItem> item = item(reader, items.size());
      if (item.isEmpty()) {
        return Optional.empty();
      }
      items.add(item.get());
    } while (reader.takeSymbol(','));
    return reader.atEnd() ? Optional.of(items) : Optional.empty();
  }

  private static Optional<ProbeItem> item(TokenReader reader, int position) {
    boolean negative = reader.takeSymbol('-');
    Optional<Token> first = reader.next();
    if (first.isEmpty()) {
      return Optional.empty();
    }
    Token token = first.get();
    Kind kind = kind(token, negative);
    if (kind == null) {
      return Optional.empty();
    }
    if (token.kind() == Token.Kind.WORD && !callEnds(reader, kind)) {
      return Optional.empty();
    }
    String value = negative ? '-' + token.text() : token.text();
    return alias(reader, position).map(label -> new ProbeItem(kind, value, label));
  }

  /** Takes the parentheses of a function call; CURRENT_USER may and TRUE must stand without. */
  private static boolean callEnds(TokenReader reader, Kind kind) {
    if (kind == Kind.BOOLEAN) {
      return true;
    }
    return reader.takeSymbol('(') ? reader.takeSymbol(')') : kind == Kind.CURRENT_USER;
  }

  private static Kind kind(Token token, boolean negative) {
    if (token.kind() == Token.Kind.NUMBER) {
      return integer(negative ? '-' + token.text() : token.text());
    }
    if (negative) {
      return null;
    }
    if (token.kind() == Token.Kind.STRING) {
      // An empty string is CHAR(0) to one engine and STRING to another: let the engine say.
      return token.text().isEmpty() ? null : Kind.STRING;
    }
    if (token.kind() != Token.Kind.WORD) {
      return null;
    }
    return switch (token.text().toUpperCase(Locale.ROOT)) {
      case "TRUE", "FALSE" -> Kind.BOOLEAN;
      case "CURRENT_CATALOG" -> Kind.CURRENT_CATALOG;
      case "CURRENT_DATABASE", "CURRENT_SCHEMA" -> Kind.CURRENT_DATABASE;
      case "CURRENT_USER" -> Kind.CURRENT_USER;
      case "VERSION" -> Kind.VERSION;
      default -> null;
    };
  }

  private static Kind integer(String digits) {
    try {
      long value = Long.parseLong(digits);
      return value == (int) value ? Kind.INT : Kind.BIGINT;
    } catch (NumberFormatException e) {
      // A decimal, an exponent or a number beyond 64 bits: the engine knows its type.
      return null;
    }
  }

  private static Optional<String> alias(TokenReader reader, int position) {
    if (reader.takeWord("AS")) {
      return reader.takeName();
    }
    Optional<Token> next = reader.peek();
    if (next.isEmpty() || next.get().isSymbol(',')) {
      return Optional.of("EXPR$" + position);
    }
    if (next.get().kind() == Token.Kind.WORD
        && NOT_AN_ALIAS.contains(next.get().text().toUpperCase(Locale.ROOT))) {
      return Optional.empty();
    }
    return reader.takeName();
  }
}
