/* SPDX-License-Identifier: Apache-2.0 */
package io.sluice.login;

/**
 * Makes text from outside fit for one line of a log: no line breaks, no control codes, not long.
 */
final class Printable {
  private static final int MAX_LENGTH = 200;

  private Printable() {}

  static String of(String text) {
    StringBuilder line = new StringBuilder("'");
    text.codePoints()
        .limit(MAX_LENGTH)
        .forEach(
            c -> {
              if (isPlain(c)) {
                line.appendCodePoint(c);
              } else {
                line.append(String.format("\\u{%x}", c));
              }
            });
    if (text.codePointCount(0, text.length()) > MAX_LENGTH) {
      line.append('…');
    }
    return line.append('\'').toString();
  }

  private static boolean isPlain(int c) {
    return switch (Character.getType(c)) {
      case Character.CONTROL,
          Character.FORMAT,
          Character.SURROGATE,
          Character.UNASSIGNED,
          Character.LINE_SEPARATOR,
          Character.PARAGRAPH_SEPARATOR ->
          false;
      default -> c != '\'' && c != '\\';
    };
  }
}
