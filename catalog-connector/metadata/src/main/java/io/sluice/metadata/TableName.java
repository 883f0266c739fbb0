/* SPDX-License-Identifier: Apache-2.0 */
package io.sluice.metadata;

import static java.util.Objects.requireNonNull;

/** {@code datasource.database.table}, each part as the source spells it. */
public record TableName(String datasource, String database, String table) {
  public TableName {
    requireNonNull(datasource, "datasource is null");
    requireNonNull(database, "database is null");
    requireNonNull(table, "table is null");
  }

  /** The three parts with dots; for messages, not for SQL (see {@link #toSql}). */
  @Override
  public String toString() {
    return datasource + '.' + database + '.' + table;
  }

  /** The name as it can stand in a statement: every part in backticks. */
  public String toSql() {
    return quote(datasource) + '.' + quote(database) + '.' + quote(table);
  }

  private static String quote(String part) {
    return '`' + part.replace("`", "``") + '`';
  }
}
