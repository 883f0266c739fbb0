/* SPDX-License-Identifier: Apache-2.0 */
package io.sluice.harvest;

import static java.util.Objects.requireNonNull;

import io.sluice.error.SluiceException;
import io.sluice.metadata.Datasource;
import io.sluice.metadata.DatasourceMatcher;
import io.sluice.metadata.Datasources;
import io.sluice.metadata.MetadataDb;
import io.sluice.metadata.aspect.Aspect;
import io.sluice.metadata.aspect.AspectNames;
import io.sluice.metadata.aspect.AspectSet;
import io.sluice.metadata.aspect.Containers;
import io.sluice.metadata.aspect.Dataset;
import io.sluice.metadata.aspect.DatasetReader;
import io.sluice.metadata.aspect.DatasetUrn;
import io.sluice.metadata.aspect.TableAspects;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;

/**
 * One run of the harvest. Each datasource or file is written in one transaction of its own, so a
 * failure of one leaves the others as they are, and itself as it was.
 */
final class Harvest {
  private static final String ACTOR = "urn:li:corpuser:sluice_harvest";
  private static final String CONTAINER_PREFIX = "urn:li:container:";

  private final Datasources datasources;
  private final Optional<MetadataDb> db;
  private final boolean dryRun;
  private final Console console;
  private final Function<Datasource, Source> opener;
  private final String runTime = Instant.now().toString();
  private final Listing listing;

  /**
   * @param db empty if there is none yet and nothing may be stored
   */
  Harvest(
      Datasources datasources,
      Optional<MetadataDb> db,
      boolean dryRun,
      Console console,
      Function<Datasource, Source> opener) {
    this.datasources = requireNonNull(datasources, "datasources is null");
    this.db = requireNonNull(db, "db is null");
    this.dryRun = dryRun;
    this.console = requireNonNull(console, "console is null");
    this.opener = requireNonNull(opener, "opener is null");
    this.listing = new Listing(datasources);
  }

  Listing listing() {
    return listing;
  }

  /** Reads a datasource and writes what it has. False if something of it could not be read. */
  boolean datasource(Datasource datasource) {
    console.progress(datasource.name() + ": reading " + datasource.platform().id());
    Reading reading = new Reading(datasource, console);
    try (Source source = opener.apply(datasource)) {
      reading.read(source);
    } catch (SluiceException e) {
      console.error(datasource.name() + ": " + e.clientMessage());
      return false;
    }
    List<Aspect> aspects = new ArrayList<>(reading.aspects());
    List<Dataset> gone = gone(datasource, reading);
    gone.forEach(dataset -> aspects.add(TableAspects.removed(dataset.urn())));
    goneDatabases(datasource, reading)
        .forEach(database -> aspects.add(TableAspects.removed(database.urn())));
    List<ListedDataset> listed = listing.addAll(reading.aspects(), List.of());
    reading.unreadable().forEach(listing::add);
    gone.forEach(dataset -> console.detail("- " + datasource.name() + '.' + name(dataset)));
    console.listed(listed);
    console.listed(reading.unreadable());
    String counts =
        listed.size()
            + " tables in "
            + reading.databases()
            + " databases, "
            + gone.size()
            + " removed, "
            + reading.unreadable().size()
            + " not readable";
    return store(datasource.name(), aspects, counts) && reading.isComplete();
  }

  private static String name(Dataset dataset) {
    return dataset.database().orElse("?") + '.' + dataset.table().orElse("?");
  }

  /** Tables the metadata DB has of a datasource that the source, listed whole, has no more. */
  private List<Dataset> gone(Datasource datasource, Reading reading) {
    if (db.isEmpty()) {
      return List.of();
    }
    DatasourceMatcher matcher = new DatasourceMatcher(datasources);
    String platform = datasource.platform().id();
    List<Aspect> stored = db.get().latest(DatasetUrn.prefix(platform), AspectNames.OF_DATASET);
    DatasetReader reader =
        new DatasetReader(new Containers(storedContainers()), matcher.instances(platform));
    List<Dataset> gone = new ArrayList<>();
    for (Dataset dataset : reader.read(stored)) {
      if (dataset.database().isPresent()
          && dataset.table().isPresent()
          && dataset.skipped().isEmpty()
          && belongs(matcher, dataset, datasource)
          && reading.isGone(dataset.database().get(), dataset.table().get())) {
        gone.add(dataset);
      }
    }
    return gone;
  }

  private List<Containers.Database> goneDatabases(Datasource datasource, Reading reading) {
    DatasourceMatcher matcher = new DatasourceMatcher(datasources);
    return new Containers(storedContainers())
        .databases().stream()
            .filter(database -> matcher.isOf(database, datasource))
            .filter(database -> reading.isGone(database.name()))
            .toList();
  }

  private static boolean belongs(
      DatasourceMatcher matcher, Dataset dataset, Datasource datasource) {
    try {
      return matcher.datasourceOf(dataset).filter(datasource::equals).isPresent();
    } catch (IllegalArgumentException e) {
      return false; // of several it may be: not this one's to remove
    }
  }

  private Collection<Aspect> storedContainers() {
    return db.map(d -> d.latest(CONTAINER_PREFIX, AspectNames.OF_CONTAINER)).orElse(List.of());
  }

  /** Takes a DataHub file. False if nothing of it could be used or stored. */
  boolean file(Path path) {
    console.progress(path + ": reading");
    DataHubFile file = new DataHubFile(path);
    AspectSet set = new AspectSet();
    List<io.sluice.metadata.aspect.Change> changes = new ArrayList<>();
    try {
      file.read(changes::add);
    } catch (SluiceException e) {
      console.error(e.clientMessage());
      return false;
    }
    loadStored(changes, set);
    changes.forEach(set::apply);
    List<Aspect> aspects = set.aspects();
    List<ListedDataset> listed = listing.addAll(aspects, storedContainers());
    file.problems().forEach(problem -> console.detail(path.getFileName() + ": " + problem));
    console.listed(listed);
    tellUnconfigured(listed);
    long skipped = listed.stream().filter(d -> d.skipped().isPresent()).count();
    String counts =
        listed.size()
            + " datasets, "
            + skipped
            + " of them skipped; "
            + file.records()
            + " records, "
            + file.problems().size()
            + " not usable";
    return store(path.getFileName().toString(), aspects, counts);
  }

  /** A patch starts from what is stored. */
  private void loadStored(List<io.sluice.metadata.aspect.Change> changes, AspectSet set) {
    Set<String> patched = new HashSet<>();
    for (io.sluice.metadata.aspect.Change change : changes) {
      if (change.patch() && db.isPresent() && patched.add(change.urn())) {
        db.get().latest(change.urn(), Set.of(change.aspect())).forEach(set::addStored);
      }
    }
  }

  private void tellUnconfigured(List<ListedDataset> listed) {
    Map<String, Integer> counts = new HashMap<>();
    for (ListedDataset dataset : listed) {
      if (!dataset.configured() && dataset.skipped().isEmpty()) {
        counts.merge(dataset.datasource().orElse("?"), 1, Integer::sum);
      }
    }
    counts.forEach(
        (name, count) ->
            console.progress(
                count
                    + " datasets belong to '"
                    + name
                    + "', which "
                    + Datasources.FILE_NAME
                    + " does not have yet: no catalog shows them until it does."));
  }

  private boolean store(String what, List<Aspect> aspects, String counts) {
    List<Aspect> fitting = new ArrayList<>();
    boolean whole = true;
    for (Aspect aspect : aspects) {
      Optional<String> problem = MetadataDb.problem(aspect);
      if (problem.isPresent()) {
        console.error(what + ": " + aspect.urn() + ": " + problem.get());
        whole = false;
      } else {
        fitting.add(aspect);
      }
    }
    if (dryRun) {
      console.summary(what + ": " + counts + " (dry run: nothing stored)");
      return whole;
    }
    try {
      int changed = db.orElseThrow().write(fitting, ACTOR, "sluice-harvest-" + runTime);
      console.summary(what + ": " + counts + ", " + changed + " aspects changed");
      return whole;
    } catch (SluiceException e) {
      console.error(what + ": " + e.clientMessage());
      return false;
    }
  }
}
