/* SPDX-License-Identifier: Apache-2.0 */
package io.sluice.harvest;

import io.sluice.error.SluiceException;
import io.sluice.metadata.Datasource;
import io.sluice.metadata.aspect.Aspect;
import io.sluice.metadata.aspect.DescribedTable;
import io.sluice.metadata.aspect.TableAspects;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** What one datasource was found to have, and how far that is certain. */
final class Reading {
  private final Datasource datasource;
  private final TableAspects writer;
  private final Console console;
  private final List<Aspect> aspects = new ArrayList<>();
  private final List<ListedDataset> unreadable = new ArrayList<>();
  private final Map<String, Set<String>> tables = new HashMap<>();
  private final Set<String> failedDatabases = new HashSet<>();

  Reading(Datasource datasource, Console console) {
    this.datasource = datasource;
    this.writer = new TableAspects(datasource);
    this.console = console;
  }

  /**
   * @throws SluiceException if the databases cannot be listed: then nothing is known
   */
  void read(Source source) {
    for (String database : source.databases()) {
      List<DescribedTable> found;
      try {
        found = source.tables(database);
      } catch (SluiceException e) {
        failedDatabases.add(database);
        console.error(datasource.name() + '.' + database + ": " + e.clientMessage());
        continue;
      }
      aspects.addAll(writer.database(database));
      Set<String> names = new HashSet<>();
      for (DescribedTable table : found) {
        names.add(table.name());
        if (table.failure().isPresent()) {
          unreadable(table);
        } else {
          aspects.addAll(writer.table(table));
        }
      }
      tables.put(database, names);
      console.progress(datasource.name() + '.' + database + ": " + found.size() + " tables");
    }
  }

  private void unreadable(DescribedTable table) {
    unreadable.add(
        new ListedDataset(
            writer.urn(table.database(), table.name()),
            Optional.of(datasource.name()),
            true,
            Optional.of(table.database()),
            Optional.of(table.name()),
            List.of(),
            table.failure()));
  }

  List<Aspect> aspects() {
    return aspects;
  }

  /** Tables that are there and could not be read. */
  List<ListedDataset> unreadable() {
    return unreadable;
  }

  int databases() {
    return tables.size();
  }

  /** True if every database was listed whole. */
  boolean isComplete() {
    return failedDatabases.isEmpty();
  }

  /** True if it is certain that the source has no such database. */
  boolean isGone(String database) {
    return !failedDatabases.contains(database) && !tables.containsKey(database);
  }

  /** True if it is certain that the source has no such table. */
  boolean isGone(String database, String table) {
    if (failedDatabases.contains(database)) {
      return false;
    }
    return !tables.getOrDefault(database, Set.of()).contains(table);
  }
}
