/* SPDX-License-Identifier: Apache-2.0 */
package io.sluice.flink.hudi;

import static java.util.Objects.requireNonNull;

import java.io.Serializable;

/**
 * A column that Flink cannot hold exactly. It is left out of the table's schema, so that the other
 * columns stay readable, and is named when somebody asks why.
 *
 * @param name the column
 * @param type its Avro type, as JSON
 * @param reason what is wrong with it
 */
public record UnsupportedColumn(String name, String type, String reason) implements Serializable {
  public UnsupportedColumn {
    requireNonNull(name, "name is null");
    requireNonNull(type, "type is null");
    requireNonNull(reason, "reason is null");
  }
}
