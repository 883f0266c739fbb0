/* SPDX-License-Identifier: Apache-2.0 */
package io.sluice.server.statement;

import static java.util.Objects.requireNonNull;

/**
 * The LIKE clause of a SHOW statement.
 *
 * @param pattern an SQL pattern: {@code %} any text, {@code _} one character, backslash escapes
 */
public record NamePattern(String pattern, boolean negated, boolean ignoresCase) {
  public NamePattern {
    requireNonNull(pattern, "pattern is null");
  }
}
