/* SPDX-License-Identifier: Apache-2.0 */
package io.sluice.metadata;

import io.sluice.metadata.aspect.Aspect;
import io.sluice.metadata.aspect.AspectNames;
import io.sluice.metadata.aspect.Containers;
import io.sluice.metadata.aspect.Dataset;
import io.sluice.metadata.aspect.DatasetReader;
import io.sluice.metadata.aspect.DatasetUrn;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Reads one datasource's datasets from the metadata DB. */
final class SnapshotLoader {
  private static final String CONTAINER_PREFIX = "urn:li:container:";

  private final Datasource datasource;
  private final DatasourceMatcher matcher;
  private final Map<TableName, TableMetadata> tables = new LinkedHashMap<>();
  private final Map<TableName, Dataset> taken = new LinkedHashMap<>();
  private final List<SkippedDataset> skipped = new ArrayList<>();

  private SnapshotLoader(Datasource datasource, DatasourceMatcher matcher) {
    this.datasource = datasource;
    this.matcher = matcher;
  }

  static DatasourceSnapshot load(MetadataDb db, Datasource datasource, Datasources all) {
    String platform = datasource.platform().id();
    List<Aspect> aspects = db.latest(DatasetUrn.prefix(platform), AspectNames.OF_DATASET);
    Containers containers =
        new Containers(
            aspects.isEmpty() ? List.of() : db.latest(CONTAINER_PREFIX, AspectNames.OF_CONTAINER));
    DatasourceMatcher matcher = new DatasourceMatcher(all);
    SnapshotLoader loader = new SnapshotLoader(datasource, matcher);
    new DatasetReader(containers, matcher.instances(platform)).read(aspects).forEach(loader::add);
    return new DatasourceSnapshot(loader.tables.values(), loader.skipped);
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
