/* SPDX-License-Identifier: Apache-2.0 */
package io.sluice.metadata.aspect;

import java.util.ArrayList;
import java.util.List;

/**
 * A schema field's path: which column, and what inside it.
 *
 * <p>Version 1 is the name alone. Version 2 ({@code [version=2.0].[type=struct].[type=long].id})
 * puts type tokens between names; it is read token by token, since a name may hold dots and
 * brackets. Hudi also writes version 2 without type tokens, where only dots part the names.
 *
 * @param names the column, then the fields inside it
 * @param types the type tokens before each name, outermost first; one list for each name
 * @param key true if it belongs to a key schema (Kafka), which has no column
 * @param version 1 or 2
 */
record FieldPath(List<String> names, List<List<String>> types, boolean key, int version) {
  private static final String VERSION_2 = "[version=2.0]";

  FieldPath {
    names = List.copyOf(names);
    types = types.stream().map(List::copyOf).toList();
  }

  static FieldPath parse(String path) {
    if (!path.startsWith(VERSION_2)) {
      return new FieldPath(List.of(path), List.of(List.of()), false, 1);
    }
    String rest = path.substring(VERSION_2.length());
    boolean typed = rest.contains(".[type=");
    List<String> names = new ArrayList<>();
    List<List<String>> types = new ArrayList<>();
    List<String> pending = new ArrayList<>();
    boolean key = false;
    int at = 0;
    while (at < rest.length()) {
      if (rest.charAt(at) == '.') {
        at++;
      }
      int tokenEnd = tokenEnd(rest, at);
      if (tokenEnd > 0) {
        String token = rest.substring(at + 1, tokenEnd);
        if (token.startsWith("type=")) {
          pending.add(token.substring("type=".length()));
        } else if (token.equals("key=True")) {
          key = true;
        }
        at = tokenEnd + 1;
      } else {
        int end = nameEnd(rest, at, typed);
        names.add(rest.substring(at, end));
        types.add(pending);
        pending = new ArrayList<>();
        at = end;
      }
    }
    return new FieldPath(names, types, key, 2);
  }

  boolean isColumn() {
    return names.size() == 1;
  }

  String column() {
    return names.get(0);
  }

  /** The index of the bracket that ends the token at {@code at}, or -1 if a name starts there. */
  private static int tokenEnd(String text, int at) {
    if (!text.startsWith("[type=", at) && !text.startsWith("[key=", at)) {
      return -1;
    }
    for (int end = text.indexOf(']', at); end > 0; end = text.indexOf(']', end + 1)) {
      if (end == text.length() - 1 || text.charAt(end + 1) == '.') {
        return end;
      }
    }
    return -1;
  }

  private static int nameEnd(String text, int at, boolean typed) {
    if (!typed) {
      int dot = text.indexOf('.', at);
      return dot < 0 ? text.length() : dot;
    }
    for (int dot = text.indexOf('.', at); dot >= 0; dot = text.indexOf('.', dot + 1)) {
      if (tokenEnd(text, dot + 1) > 0) {
        return dot;
      }
    }
    return text.length();
  }
}
