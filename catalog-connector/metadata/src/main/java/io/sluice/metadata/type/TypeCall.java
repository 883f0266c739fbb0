/* SPDX-License-Identifier: Apache-2.0 */
package io.sluice.metadata.type;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.OptionalInt;

/**
 * A type text cut into its parts: {@code VARCHAR(length=14)}, {@code decimal(10, 2) unsigned},
 * {@code ENUM('a,b')}. Quotes and brackets inside the arguments are respected.
 *
 * @param name lower case, single spaces: {@code double precision}
 * @param arguments those without a name, as written
 * @param named those written {@code key=value}, key in lower case
 * @param suffix what follows the closing bracket, lower case
 */
record TypeCall(String name, List<String> arguments, Map<String, String> named, String suffix) {

  static TypeCall of(String text) {
    int open = text.indexOf('(');
    if (open < 0) {
      return new TypeCall(squeeze(text), List.of(), Map.of(), "");
    }
    int close = closing(text, open);
    if (close < 0) {
      throw new IllegalArgumentException("a bracket is not closed");
    }
    List<String> arguments = new ArrayList<>();
    Map<String, String> named = new HashMap<>();
    for (String argument : split(text.substring(open + 1, close))) {
      int equals = argument.indexOf('=');
      if (equals > 0 && argument.substring(0, equals).strip().matches("[A-Za-z_]+")) {
        named.put(
            argument.substring(0, equals).strip().toLowerCase(Locale.ROOT),
            argument.substring(equals + 1).strip());
      } else {
        arguments.add(argument);
      }
    }
    return new TypeCall(
        squeeze(text.substring(0, open)), arguments, named, squeeze(text.substring(close + 1)));
  }

  /** The number of an argument, by its names in SQLAlchemy's form or its place in SQL's. */
  OptionalInt number(int index, String... names) {
    for (String name : names) {
      String value = named.get(name);
      if (value != null) {
        return parse(value);
      }
    }
    return index < arguments.size() ? parse(arguments.get(index)) : OptionalInt.empty();
  }

  boolean flag(String flag) {
    return "true".equalsIgnoreCase(named.get(flag));
  }

  private static OptionalInt parse(String text) {
    return text.matches("[0-9]{1,9}")
        ? OptionalInt.of(Integer.parseInt(text))
        : OptionalInt.empty();
  }

  private static String squeeze(String text) {
    return text.strip().replaceAll("\\s+", " ").toLowerCase(Locale.ROOT);
  }

  /** The index of the bracket that closes the one at {@code open}, or -1. */
  static int closing(String text, int open) {
    int depth = 0;
    for (int i = open; i < text.length(); i++) {
      char c = text.charAt(i);
      if (c == '\'' || c == '"' || c == '`') {
        i = quoted(text, i);
      } else if (c == '(' || c == '<' || c == '[') {
        depth++;
      } else if (c == ')' || c == '>' || c == ']') {
        if (--depth == 0) {
          return i;
        }
      }
    }
    return -1;
  }

  /** Cuts at the commas that are in no bracket and no quotes. */
  static List<String> split(String text) {
    List<String> parts = new ArrayList<>();
    int depth = 0;
    int start = 0;
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      if (c == '\'' || c == '"' || c == '`') {
        i = quoted(text, i);
      } else if (c == '(' || c == '<' || c == '[') {
        depth++;
      } else if (c == ')' || c == '>' || c == ']') {
        depth--;
      } else if (c == ',' && depth == 0) {
        parts.add(text.substring(start, i).strip());
        start = i + 1;
      }
    }
    String rest = text.substring(start).strip();
    if (!rest.isEmpty() || !parts.isEmpty()) {
      parts.add(rest);
    }
    return parts;
  }

  /** The index of the quote that ends the one at {@code start}; the last index if none does. */
  private static int quoted(String text, int start) {
    char quote = text.charAt(start);
    for (int i = start + 1; i < text.length(); i++) {
      if (text.charAt(i) == '\\' && quote != '`') {
        i++;
      } else if (text.charAt(i) == quote) {
        if (i + 1 < text.length() && text.charAt(i + 1) == quote) {
          i++;
        } else {
          return i;
        }
      }
    }
    return text.length() - 1;
  }
}
