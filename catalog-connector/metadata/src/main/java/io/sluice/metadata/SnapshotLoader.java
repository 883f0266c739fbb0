/* SPDX-License-Identifier: Apache-2.0 */
package io.sluice.metadata;

import io.sluice.metadata.aspect.Aspect;
import io.sluice.metadata.aspect.AspectNames;
import io.sluice.metadata.aspect.Containers;
import io.sluice.metadata.aspect.Dataset;
import io.sluice.metadata.aspect.DatasetReader;
import io.sluice.metadata.aspect.DatasetUrn;
import java.time.Duration;
import java.time.LocalDateTime;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * Reads one datasource's datasets from the metadata DB: all of them, or those that changed. Its
 * owner calls it from one thread at a time.
 */
final class SnapshotLoader {
  private static final String CONTAINER_PREFIX = "urn:li:container:";

  /** Above this, reading all is no more work than reading one by one. */
  private static final int MANY = 200;

  /** A live DataHub has several writers, and their rows may appear a little out of order. */
  private static final Duration OVERLAP = Duration.ofMinutes(1);

  private final MetadataDb db;
  private final Datasource datasource;
  private final DatasourceMatcher matcher;
  private final String prefix;
  private final Map<String, Dataset> datasets = new TreeMap<>();
  private DatasetReader reader;
  private List<String> databases = List.of();

  SnapshotLoader(MetadataDb db, Datasource datasource, Datasources all) {
    this.db = db;
    this.datasource = datasource;
    this.matcher = new DatasourceMatcher(all);
    this.prefix = DatasetUrn.prefix(datasource.platform().id());
  }

  DatasourceSnapshot load() {
    List<Aspect> aspects = db.latest(prefix, AspectNames.OF_DATASET);
    boolean needed = !aspects.isEmpty() || keepsEmptyDatabases();
    Containers containers =
        new Containers(needed ? db.latest(CONTAINER_PREFIX, AspectNames.OF_CONTAINER) : List.of());
    databases = keepsEmptyDatabases() ? databases(containers) : List.of();
    reader = new DatasetReader(containers, matcher.instances(datasource.platform().id()));
    datasets.clear();
    reader.read(aspects).forEach(dataset -> datasets.put(dataset.urn(), dataset));
    return new SnapshotBuilder(datasource, matcher).build(datasets.values(), databases);
  }

  /** As {@link #load}, but reads only what changed since a moment if that is little. */
  DatasourceSnapshot update(LocalDateTime since) {
    LocalDateTime from = since.minus(OVERLAP);
    List<String> changed = db.changedSince(prefix, from);
    if (reader == null
        || changed.size() > MANY
        || !db.changedSince(CONTAINER_PREFIX, from).isEmpty()) {
      return load();
    }
    for (String urn : changed) {
      // The prefix of a whole URN is the URN: it ends with its bracket.
      for (Dataset dataset : reader.read(db.latest(urn, AspectNames.OF_DATASET))) {
        datasets.put(dataset.urn(), dataset);
      }
    }
    return new SnapshotBuilder(datasource, matcher).build(datasets.values(), databases);
  }

  /** Elsewhere an empty database is the catalog's own to tell, or none at all. */
  private boolean keepsEmptyDatabases() {
    return datasource.platform().isMySqlFamily();
  }

  private List<String> databases(Containers containers) {
    return containers.databases().stream()
        .filter(database -> matcher.isOf(database, datasource))
        .map(Containers.Database::name)
        .toList();
  }
}
