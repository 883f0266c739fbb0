/* SPDX-License-Identifier: Apache-2.0 */
package io.sluice.server.statement;

import static java.util.Objects.requireNonNull;

/**
 * One item of a probe's SELECT list.
 *
 * @param label the column's label: the alias, or the name an engine gives ({@code EXPR$0})
 */
public record ProbeItem(Kind kind, String value, String label) {
  /** What the item is. */
  public enum Kind {
    /** An integer literal that fits 32 bits. */
    INT,
    /** An integer literal that fits 64 bits only. */
    BIGINT,
    /** A string literal. */
    STRING,
    BOOLEAN,
    CURRENT_CATALOG,
    CURRENT_DATABASE,
    CURRENT_USER,
    VERSION
  }

  public ProbeItem {
    requireNonNull(kind, "kind is null");
    requireNonNull(value, "value is null");
    requireNonNull(label, "label is null");
  }
}
