/* SPDX-License-Identifier: Apache-2.0 */
package io.sluice.metadata;

import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * All tables of one datasource at one moment, by database and name in order. Immutable, so that a
 * listing of ten thousand tables is consistent and needs no lock.
 */
public final class DatasourceSnapshot {
  private final SortedMap<String, SortedMap<String, TableMetadata>> databases;
  private final List<SkippedDataset> skipped;

  /**
   * @param databases known by records of their own; they may hold tables or none
   */
  DatasourceSnapshot(
      Collection<TableMetadata> tables,
      Collection<String> databases,
      List<SkippedDataset> skipped) {
    SortedMap<String, SortedMap<String, TableMetadata>> byDatabase = new TreeMap<>();
    databases.forEach(database -> byDatabase.put(database, new TreeMap<>()));
    for (TableMetadata table : tables) {
      byDatabase
          .computeIfAbsent(table.name().database(), d -> new TreeMap<>())
          .put(table.name().table(), table);
    }
    byDatabase.replaceAll((database, byName) -> Collections.unmodifiableSortedMap(byName));
    this.databases = Collections.unmodifiableSortedMap(byDatabase);
    this.skipped = List.copyOf(skipped);
  }

  /**
   * Databases, in order: those with tables, and in MySQL and MariaDB those that are there without
   * any.
   */
  public List<String> databases() {
    return List.copyOf(databases.keySet());
  }

  /** The tables and views of a database by name, in order; empty if there is no such database. */
  public SortedMap<String, TableMetadata> tables(String database) {
    return databases.getOrDefault(database, Collections.emptySortedMap());
  }

  /** Every table of every database, in order. */
  public Collection<TableMetadata> tables() {
    List<TableMetadata> all = new ArrayList<>();
    for (Map<String, TableMetadata> byName : databases.values()) {
      all.addAll(byName.values());
    }
    return all;
  }

  public Optional<TableMetadata> table(String database, String table) {
    return Optional.ofNullable(tables(database).get(table));
  }

  /** Datasets of this datasource that are not tables here, each with the reason. */
  public List<SkippedDataset> skipped() {
    return skipped;
  }
}
