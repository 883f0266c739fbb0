/* SPDX-License-Identifier: Apache-2.0 */
package io.sluice.harvest;

import com.fasterxml.jackson.core.util.DefaultPrettyPrinter;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.SequenceWriter;
import io.sluice.metadata.Datasource;
import io.sluice.metadata.DatasourceMatcher;
import io.sluice.metadata.Datasources;
import io.sluice.metadata.aspect.Aspect;
import io.sluice.metadata.aspect.Containers;
import io.sluice.metadata.aspect.Dataset;
import io.sluice.metadata.aspect.DatasetReader;
import java.io.IOException;
import java.io.Writer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** What a harvest found, as the catalog will show it: read back from the aspects it wrote. */
final class Listing {
  private final Datasources datasources;
  private final DatasourceMatcher matcher;
  private final List<ListedDataset> datasets = new ArrayList<>();

  Listing(Datasources datasources) {
    this.datasources = datasources;
    this.matcher = new DatasourceMatcher(datasources);
  }

  List<ListedDataset> datasets() {
    return datasets;
  }

  void add(ListedDataset dataset) {
    datasets.add(dataset);
  }

  /** Adds every dataset that these aspects tell of; what was added. */
  List<ListedDataset> addAll(Collection<Aspect> aspects, Collection<Aspect> otherContainers) {
    List<Aspect> all = new ArrayList<>(otherContainers);
    all.addAll(aspects); // later ones win
    List<String> instances =
        datasources.all().stream().map(DatasourceMatcher::instanceOf).distinct().toList();
    List<ListedDataset> added = new ArrayList<>();
    Map<List<String>, ListedDataset> taken = new HashMap<>();
    for (Dataset dataset : new DatasetReader(new Containers(all), instances).read(aspects)) {
      ListedDataset listed = distinct(listed(dataset), taken);
      added.add(listed);
    }
    datasets.addAll(added);
    return added;
  }

  private ListedDataset listed(Dataset dataset) {
    Optional<String> skipped = dataset.skipped();
    Optional<Datasource> owner = Optional.empty();
    Optional<String> name = Optional.empty();
    try {
      owner = matcher.datasourceOf(dataset);
      name = owner.map(Datasource::name).or(() -> nameOfUnknown(dataset));
    } catch (IllegalArgumentException e) {
      skipped = skipped.or(() -> Optional.of(e.getMessage()));
    }
    return new ListedDataset(
        dataset.urn(),
        name,
        owner.isPresent(),
        dataset.database(),
        dataset.table(),
        dataset.columns(),
        skipped);
  }

  /**
   * What a datasource that is not in datasources.yaml yet would be called: instance or platform.
   */
  private static Optional<String> nameOfUnknown(Dataset dataset) {
    return dataset
        .instance()
        .or(() -> Optional.of(dataset.platform()))
        .filter(name -> !name.isEmpty());
  }

  private static ListedDataset distinct(
      ListedDataset dataset, Map<List<String>, ListedDataset> taken) {
    if (dataset.skipped().isPresent() || dataset.datasource().isEmpty()) {
      return dataset;
    }
    List<String> key =
        List.of(
            dataset.datasource().get(), dataset.database().orElse(""), dataset.table().orElse(""));
    ListedDataset first = taken.putIfAbsent(key, dataset);
    return first == null
        ? dataset
        : new ListedDataset(
            dataset.urn(),
            dataset.datasource(),
            dataset.configured(),
            dataset.database(),
            dataset.table(),
            dataset.columns(),
            Optional.of("it is the same table as " + first.urn()));
  }

  /** Writes the listing as one JSON array; the file is there whole or not at all. */
  void write(Path file) throws IOException {
    Path target = file.toAbsolutePath();
    Path temporary = Files.createTempFile(target.getParent(), ".harvest", ".json");
    try {
      try (Writer writer = Files.newBufferedWriter(temporary, StandardCharsets.UTF_8);
          SequenceWriter array =
              new ObjectMapper().writer(new DefaultPrettyPrinter()).writeValuesAsArray(writer)) {
        for (ListedDataset dataset : datasets) {
          array.write(dataset.toJson());
        }
      }
      Files.move(temporary, target, StandardCopyOption.REPLACE_EXISTING);
    } finally {
      Files.deleteIfExists(temporary);
    }
  }
}
