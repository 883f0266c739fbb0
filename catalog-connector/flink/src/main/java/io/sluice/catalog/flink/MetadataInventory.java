/* SPDX-License-Identifier: Apache-2.0 */
package io.sluice.catalog.flink;

import static java.util.Objects.requireNonNull;

import io.sluice.catalog.flink.source.SourceAccess;
import io.sluice.error.SluiceException;
import io.sluice.metadata.Datasource;
import io.sluice.metadata.MetadataStore;
import io.sluice.metadata.TableKind;
import io.sluice.metadata.TableMetadata;
import java.util.List;
import java.util.Optional;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.function.Supplier;
import org.apache.flink.table.catalog.ObjectPath;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * What was harvested. The metadata DB knows a database by its tables only, so where databases can
 * be made by a statement the source is asked for those that are still empty.
 */
final class MetadataInventory implements Inventory {
  private static final Logger LOG = LoggerFactory.getLogger(MetadataInventory.class);

  private final MetadataStore metadata;
  private final Datasource datasource;
  private final Supplier<SourceAccess> access;

  MetadataInventory(MetadataStore metadata, Datasource datasource, Supplier<SourceAccess> access) {
    this.metadata = requireNonNull(metadata, "metadata is null");
    this.datasource = requireNonNull(datasource, "datasource is null");
    this.access = requireNonNull(access, "access is null");
  }

  @Override
  public List<String> databases() {
    SortedSet<String> names = new TreeSet<>(metadata.databases(datasource.name()));
    names.addAll(atSource());
    return List.copyOf(names);
  }

  @Override
  public boolean hasDatabase(String name) {
    return metadata.databases(datasource.name()).contains(name) || atSource().contains(name);
  }

  private List<String> atSource() {
    if (!datasource.platform().isOpenable() || !access.get().hasEmptyDatabases()) {
      return List.of();
    }
    try {
      return access.get().databases();
    } catch (SluiceException e) {
      LOG.warn(
          "The databases of {} are listed as harvested: {}", datasource.name(), e.getMessage());
      return List.of();
    }
  }

  @Override
  public List<String> tables(String database) {
    return metadata.tables(datasource.name(), database);
  }

  @Override
  public List<String> views(String database) {
    return metadata.snapshot(datasource.name()).tables(database).values().stream()
        .filter(table -> table.kind() == TableKind.VIEW)
        .map(table -> table.name().table())
        .toList();
  }

  @Override
  public Optional<Entry> find(ObjectPath path) {
    return exact(path).or(() -> exact(access.get().baseTable(path)));
  }

  private Optional<Entry> exact(ObjectPath path) {
    Optional<TableMetadata> known =
        metadata.table(datasource.name(), path.getDatabaseName(), path.getObjectName());
    return known.map(table -> new Entry(path, Optional.of(table)));
  }
}
