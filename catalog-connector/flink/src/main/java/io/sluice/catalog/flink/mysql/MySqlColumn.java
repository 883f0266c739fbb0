/* SPDX-License-Identifier: Apache-2.0 */
package io.sluice.catalog.flink.mysql;

import static java.util.Objects.requireNonNull;

import java.io.Serializable;
import org.apache.flink.table.types.DataType;

/**
 * A column of a MySQL table.
 *
 * @param type what it is in Flink; NOT NULL only where NULL can neither be read nor left out
 * @param nativeType the server's own words
 * @param generated true if the server computes it and no statement may write it
 */
record MySqlColumn(
    String name,
    MySqlKind kind,
    DataType type,
    String nativeType,
    String comment,
    boolean generated)
    implements Serializable {
  MySqlColumn {
    requireNonNull(name, "name is null");
    requireNonNull(kind, "kind is null");
    requireNonNull(type, "type is null");
    requireNonNull(nativeType, "nativeType is null");
    requireNonNull(comment, "comment is null");
  }

  String quoted() {
    return MySqlNames.quote(name);
  }
}
