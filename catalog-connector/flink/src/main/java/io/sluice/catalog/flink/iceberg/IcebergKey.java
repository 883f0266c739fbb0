/* SPDX-License-Identifier: Apache-2.0 */
package io.sluice.catalog.flink.iceberg;

import io.sluice.error.ErrorCode;
import io.sluice.error.SluiceException;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.apache.iceberg.BaseTable;
import org.apache.iceberg.Schema;
import org.apache.iceberg.Table;
import org.apache.iceberg.TableProperties;
import org.apache.iceberg.types.Types;
import org.apache.iceberg.util.PropertyUtil;

/**
 * The key of a table: its identifier fields. Iceberg does not keep them unique; they are where each
 * write replaces rows by key, which the table property {@code write.upsert.enabled} asks for. Only
 * then may a planner trust the key, and only then does changing "the row of this key" change no
 * other row.
 *
 * @param columns the identifier fields, in the schema's order; empty if there are none
 * @param unique whether every write keeps the key unique
 * @param formatVersion of the table; there are deletes from 2 on
 */
record IcebergKey(List<String> columns, boolean unique, int formatVersion) {
  private static final int FIRST_WITH_DELETES = 2;

  IcebergKey {
    columns = List.copyOf(columns);
  }

  static IcebergKey of(Table table, Schema schema) {
    Set<String> identifiers = new HashSet<>(schema.identifierFieldNames());
    List<String> columns = new ArrayList<>();
    for (Types.NestedField field : schema.columns()) {
      if (identifiers.remove(field.name())) {
        columns.add(field.name());
      }
    }
    boolean upserts =
        PropertyUtil.propertyAsBoolean(
            table.properties(),
            TableProperties.UPSERT_ENABLED,
            TableProperties.UPSERT_ENABLED_DEFAULT);
    int version = table instanceof BaseTable base ? base.operations().current().formatVersion() : 1;
    // A field inside a struct is a key that no column is.
    return new IcebergKey(
        identifiers.isEmpty() ? columns : List.of(),
        upserts && !columns.isEmpty() && identifiers.isEmpty(),
        version);
  }

  /**
   * @param statement DELETE or UPDATE
   * @throws SluiceException NOT_SUPPORTED if rows with the same key may be there, which it would
   *     take along
   */
  void requireUnique(String statement, String table) {
    if (columns.isEmpty()) {
      throw new SluiceException(
          ErrorCode.NOT_SUPPORTED,
          statement
              + " works by key, and "
              + table
              + " has none: it was made without PRIMARY KEY (…) NOT ENFORCED. Rewrite the rows with"
              + " INSERT OVERWRITE.");
    }
    if (formatVersion < FIRST_WITH_DELETES) {
      throw new SluiceException(
          ErrorCode.NOT_SUPPORTED,
          statement
              + " needs format version 2 or later, and "
              + table
              + " has 1. ALTER TABLE … SET ('format-version' = '2') raises it.");
    }
    if (!unique) {
      throw new SluiceException(
          ErrorCode.NOT_SUPPORTED,
          statement
              + " works by key, and in "
              + table
              + " a key may be there more than once, since INSERT appends: other rows of the key"
              + " would go as well. Once each key is there once, ALTER TABLE … SET"
              + " ('write.upsert.enabled' = 'true') keeps it so.");
    }
  }
}
