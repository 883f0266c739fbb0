/* SPDX-License-Identifier: Apache-2.0 */
package io.sluice.engine.flink.sql;

import java.util.regex.Pattern;

/** Hides secrets in texts that Flink or a driver made. */
final class Secrets {
  private static final String HIDDEN = "******";
  private static final String NAMES =
      "(?:password|passwd|pwd|secret|token|access[._-]?key|account[._-]?key|credential)";

  /** {@code 'password' = 'x'} as in a WITH clause. */
  private static final Pattern QUOTED =
      Pattern.compile("(?i)('[^']*" + NAMES + "[^']*'\\s*=\\s*')((?:[^']|'')*)'");

  /** {@code password=x} as in a URL. */
  private static final Pattern PLAIN =
      Pattern.compile("(?i)(" + NAMES + "[\\w.-]*\\s*=\\s*)[^'\"\\s,;&)}]+");

  /** {@code //user:x@host}. */
  private static final Pattern URL_USER = Pattern.compile("(://[^/\\s:@]+:)[^@/\\s]+@");

  private Secrets() {}

  static String hide(String text) {
    String hidden = QUOTED.matcher(text).replaceAll("$1" + HIDDEN + "'");
    hidden = PLAIN.matcher(hidden).replaceAll("$1" + HIDDEN);
    return URL_USER.matcher(hidden).replaceAll("$1" + HIDDEN + "@");
  }
}
