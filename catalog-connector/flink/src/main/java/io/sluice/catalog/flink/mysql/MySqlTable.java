/* SPDX-License-Identifier: Apache-2.0 */
package io.sluice.catalog.flink.mysql;

import static java.util.Objects.requireNonNull;

import java.util.List;
import java.util.Map;
import java.util.OptionalLong;

/**
 * A MySQL table or view as the server describes it.
 *
 * @param columns those that can be read
 * @param primaryKey in key order
 * @param otherUniqueKeys true if a unique key beside the primary one exists
 * @param refused the columns that cannot be read, with the reason
 */
record MySqlTable(
    String database,
    String name,
    List<MySqlColumn> columns,
    List<String> primaryKey,
    boolean otherUniqueKeys,
    Map<String, String> refused,
    String comment,
    OptionalLong rowEstimate) {
  MySqlTable {
    requireNonNull(database, "database is null");
    requireNonNull(name, "name is null");
    columns = List.copyOf(columns);
    primaryKey = List.copyOf(primaryKey);
    refused = Map.copyOf(refused);
    requireNonNull(comment, "comment is null");
    requireNonNull(rowEstimate, "rowEstimate is null");
  }

  String quoted() {
    return MySqlNames.quote(database, name);
  }

  MySqlColumn column(String column) {
    return columns.stream()
        .filter(c -> c.name().equals(column))
        .findFirst()
        .orElseThrow(() -> new IllegalArgumentException("No column " + column + " in " + name));
  }
}
