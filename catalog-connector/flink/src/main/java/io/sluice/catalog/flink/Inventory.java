/* SPDX-License-Identifier: Apache-2.0 */
package io.sluice.catalog.flink;

import static java.util.Objects.requireNonNull;

import io.sluice.metadata.TableMetadata;
import java.util.List;
import java.util.Optional;
import org.apache.flink.table.catalog.ObjectPath;

/** Which databases and tables a datasource has. */
interface Inventory {
  List<String> databases();

  boolean hasDatabase(String name);

  /** Tables and views. */
  List<String> tables(String database);

  List<String> views(String database);

  /** The table of a name, or the one whose metadata the name stands for. */
  Optional<Entry> find(ObjectPath path);

  /**
   * @param path the table that exists
   * @param metadata what is known of it
   */
  record Entry(ObjectPath path, Optional<TableMetadata> metadata) {
    public Entry {
      requireNonNull(path, "path is null");
      requireNonNull(metadata, "metadata is null");
    }
  }
}
