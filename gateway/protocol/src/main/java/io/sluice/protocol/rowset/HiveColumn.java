/* SPDX-License-Identifier: Apache-2.0 */
package io.sluice.protocol.rowset;

import static java.util.Objects.requireNonNull;

/**
 * A column of a result.
 *
 * @param comment empty if there is none
 */
public record HiveColumn(String name, HiveType type, String comment) {
  public HiveColumn {
    requireNonNull(name, "name is null");
    requireNonNull(type, "type is null");
    requireNonNull(comment, "comment is null");
  }

  public static HiveColumn of(String name, HiveType type) {
    return new HiveColumn(name, type, "");
  }
}
