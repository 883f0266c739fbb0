/* SPDX-License-Identifier: Apache-2.0 */
package io.sluice.server.metadata;

import java.util.regex.Pattern;

/**
 * A name pattern of a metadata call: {@code %} is any text, {@code _} one character, a backslash
 * makes the next character literal. Everything else is literal, regular expression characters too
 * (apache/kyuubi#280, #956). Absent, empty, {@code %} and {@code *} mean every name: Hue sends the
 * star, other tools the empty text.
 */
public final class MetadataPattern {
  private final String text;
  private final boolean all;
  private final Pattern regex;

  private MetadataPattern(String text, boolean all, Pattern regex) {
    this.text = text;
    this.all = all;
    this.regex = regex;
  }

  /** A pattern argument. */
  public static MetadataPattern of(String pattern) {
    if (isAll(pattern)) {
      return new MetadataPattern(pattern, true, Pattern.compile(""));
    }
    return new MetadataPattern(pattern, false, compile(pattern, 0));
  }

  /** A pattern that does not look at upper and lower case. */
  public static MetadataPattern ignoringCase(String pattern) {
    return new MetadataPattern(
        pattern, isAll(pattern), compile(pattern, Pattern.CASE_INSENSITIVE | Pattern.UNICODE_CASE));
  }

  /** An argument that is a name, as JDBC has it for catalogs; the same texts mean every name. */
  public static MetadataPattern name(String name) {
    return new MetadataPattern(
        name, isAll(name), Pattern.compile(Pattern.quote(name == null ? "" : name)));
  }

  private static boolean isAll(String pattern) {
    return pattern == null || pattern.isEmpty() || pattern.equals("%") || pattern.equals("*");
  }

  private static Pattern compile(String pattern, int flags) {
    StringBuilder regex = new StringBuilder();
    StringBuilder literal = new StringBuilder();
    for (int i = 0; i < pattern.length(); i++) {
      char c = pattern.charAt(i);
      if (c == '\\' && i + 1 < pattern.length()) {
        literal.append(pattern.charAt(++i));
      } else if (c == '%' || c == '_') {
        flush(literal, regex);
        regex.append(c == '%' ? ".*" : ".");
      } else {
        literal.append(c);
      }
    }
    flush(literal, regex);
    return Pattern.compile(regex.toString(), flags | Pattern.DOTALL);
  }

  private static void flush(StringBuilder literal, StringBuilder regex) {
    if (literal.length() > 0) {
      regex.append(Pattern.quote(literal.toString()));
      literal.setLength(0);
    }
  }

  /** True if every name matches. */
  public boolean matchesAll() {
    return all;
  }

  public boolean matches(String name) {
    return all || regex.matcher(name).matches();
  }

  @Override
  public String toString() {
    return String.valueOf(text);
  }
}
