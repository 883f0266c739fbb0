/* SPDX-License-Identifier: Apache-2.0 */
package io.sluice.metadata;

import io.sluice.metadata.aspect.Dataset;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Sorts out which datasets are tables of a datasource, and why others are not. */
final class SnapshotBuilder {
  private final Datasource datasource;
  private final DatasourceMatcher matcher;
  private final Map<TableName, TableMetadata> tables = new LinkedHashMap<>();
  private final Map<TableName, Dataset> taken = new LinkedHashMap<>();
  private final List<SkippedDataset> skipped = new ArrayList<>();

  SnapshotBuilder(Datasource datasource, DatasourceMatcher matcher) {
    this.datasource = datasource;
    this.matcher = matcher;
  }

  DatasourceSnapshot build(Collection<Dataset> datasets, Collection<String> databases) {
    datasets.forEach(this::add);
    return new DatasourceSnapshot(tables.values(), databases, skipped);
  }

  private void add(Dataset dataset) {
    Optional<Datasource> owner;
    try {
      owner = matcher.datasourceOf(dataset);
    } catch (IllegalArgumentException e) {
      skipped.add(new SkippedDataset(dataset.urn(), e.getMessage()));
      return;
    }
    if (owner.isEmpty() || !owner.get().name().equals(datasource.name())) {
      return;
    }
    if (dataset.skipped().isPresent()) {
      skipped.add(new SkippedDataset(dataset.urn(), dataset.skipped().get()));
      return;
    }
    TableName name =
        new TableName(
            datasource.name(), dataset.database().orElseThrow(), dataset.table().orElseThrow());
    Dataset other = taken.get(name);
    if (other != null && (other.instance().isPresent() || dataset.instance().isEmpty())) {
      skipped.add(new SkippedDataset(dataset.urn(), "it is the same table as " + other.urn()));
      return;
    }
    if (other != null) {
      skipped.add(new SkippedDataset(other.urn(), "it is the same table as " + dataset.urn()));
    }
    taken.put(name, dataset);
    tables.put(name, table(name, dataset));
  }

  private static TableMetadata table(TableName name, Dataset dataset) {
    return new TableMetadata(
        dataset.urn(),
        name,
        dataset.kind(),
        dataset.comment(),
        dataset.columns(),
        dataset.primaryKey(),
        dataset.partitionKeys(),
        dataset.properties(),
        dataset.viewText());
  }
}
