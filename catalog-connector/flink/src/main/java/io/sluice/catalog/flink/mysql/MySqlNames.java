/* SPDX-License-Identifier: Apache-2.0 */
package io.sluice.catalog.flink.mysql;

/** Names as they stand in a statement: in backticks, which every sql_mode reads as quotes. */
final class MySqlNames {
  private MySqlNames() {}

  static String quote(String name) {
    return '`' + name.replace("`", "``") + '`';
  }

  static String quote(String database, String table) {
    return quote(database) + '.' + quote(table);
  }
}
