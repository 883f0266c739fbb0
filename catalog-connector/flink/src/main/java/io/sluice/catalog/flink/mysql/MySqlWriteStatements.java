/* SPDX-License-Identifier: Apache-2.0 */
package io.sluice.catalog.flink.mysql;

import static java.util.Objects.requireNonNull;

import java.io.Serializable;
import java.util.Collections;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/**
 * The statements that write some columns of a table, and the parameters of each.
 *
 * @param columns what INSERT names; the rest takes the server's defaults
 * @param key the primary key's columns; empty for a table without one
 * @param changed the columns that an existing row's change sets
 */
record MySqlWriteStatements(
    String table,
    List<String> columns,
    List<String> key,
    List<String> changed,
    boolean otherUniqueKeys,
    MySqlParameter[] insertParameters,
    MySqlParameter[] keyParameters,
    MySqlParameter[] changedParameters)
    implements Serializable {
  MySqlWriteStatements {
    requireNonNull(table, "table is null");
    columns = List.copyOf(columns);
    key = List.copyOf(key);
    changed = List.copyOf(changed);
  }

  /**
   * @param fields the columns of the rows that come, in their order
   * @param written the places of the columns to insert
   * @param updated the places of the columns that a change sets
   */
  static MySqlWriteStatements of(
      MySqlTable table, List<MySqlColumn> fields, List<Integer> written, List<Integer> updated) {
    List<Integer> keyFields =
        table.primaryKey().stream()
            .map(
                k ->
                    IntStream.range(0, fields.size())
                        .filter(i -> fields.get(i).name().equals(k))
                        .findFirst()
                        .orElseThrow())
            .toList();
    List<Integer> changedFields = updated.stream().filter(i -> !keyFields.contains(i)).toList();
    return new MySqlWriteStatements(
        table.quoted(),
        names(fields, written),
        names(fields, keyFields),
        names(fields, changedFields),
        table.otherUniqueKeys(),
        parameters(fields, written),
        parameters(fields, keyFields),
        parameters(fields, changedFields));
  }

  private static List<String> names(List<MySqlColumn> fields, List<Integer> places) {
    return places.stream().map(i -> fields.get(i).quoted()).toList();
  }

  private static MySqlParameter[] parameters(List<MySqlColumn> fields, List<Integer> places) {
    return places.stream()
        .map(i -> new MySqlParameter(fields.get(i), i))
        .toArray(MySqlParameter[]::new);
  }

  String insert(int rows) {
    String row = "(" + String.join(", ", Collections.nCopies(columns.size(), "?")) + ')';
    return "INSERT INTO "
        + table
        + " ("
        + String.join(", ", columns)
        + ") VALUES "
        + String.join(", ", Collections.nCopies(rows, row));
  }

  String upsert(int rows) {
    String changes =
        changed.isEmpty()
            ? key.get(0) + " = " + key.get(0)
            : changed.stream()
                .map(c -> c + " = VALUES(" + c + ')')
                .collect(Collectors.joining(", "));
    return insert(rows) + " ON DUPLICATE KEY UPDATE " + changes;
  }

  /** Sets the changed columns of the row of a key; changed parameters first, then the key's. */
  String update() {
    List<String> set = changed.isEmpty() ? key : changed;
    return "UPDATE "
        + table
        + " SET "
        + set.stream().map(c -> c + " = ?").collect(Collectors.joining(", "))
        + where();
  }

  String delete() {
    return "DELETE FROM " + table + where();
  }

  private String where() {
    return key.stream().map(c -> c + " = ?").collect(Collectors.joining(" AND ", " WHERE ", ""));
  }
}
