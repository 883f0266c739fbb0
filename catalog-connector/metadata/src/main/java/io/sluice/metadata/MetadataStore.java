/* SPDX-License-Identifier: Apache-2.0 */
package io.sluice.metadata;

import static java.util.Objects.requireNonNull;

import io.sluice.config.Settings;
import io.sluice.metadata.aspect.Aspect;
import io.sluice.metadata.aspect.TableAspects;
import java.time.LocalDateTime;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.LongSupplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * What tables the datasources have, from the metadata DB.
 *
 * <p>Each datasource has an immutable snapshot in memory. At most once per {@link
 * MetadataOptions#MAX_STALENESS} a caller asks the DB whether anything changed, and reads the
 * datasource anew only if so (or if {@link MetadataOptions#RELOAD_INTERVAL} has passed). While one
 * caller does that, the others get the snapshot there is; only the first load of a datasource makes
 * them wait. If the DB cannot be reached the last snapshot goes on serving, with a warning.
 */
public final class MetadataStore {
  private static final Logger LOG = LoggerFactory.getLogger(MetadataStore.class);

  private static final String ACTOR = "urn:li:corpuser:sluice";
  private static final String STATEMENT = "sluice-statement";

  private final MetadataDb db;
  private final Datasources datasources;
  private final long maxStalenessNanos;
  private final long reloadNanos;
  private final LongSupplier nanoTime;
  private final Map<String, Entry> entries = new HashMap<>();

  /**
   * @param db where the aspects are; closed by its owner, not by this store
   */
  public MetadataStore(MetadataDb db, Datasources datasources, Settings settings) {
    this(db, datasources, settings, System::nanoTime);
  }

  MetadataStore(MetadataDb db, Datasources datasources, Settings settings, LongSupplier nanoTime) {
    this.db = requireNonNull(db, "db is null");
    this.datasources = requireNonNull(datasources, "datasources is null");
    this.maxStalenessNanos = settings.get(MetadataOptions.MAX_STALENESS).toNanos();
    this.reloadNanos = settings.get(MetadataOptions.RELOAD_INTERVAL).toNanos();
    this.nanoTime = requireNonNull(nanoTime, "nanoTime is null");
    datasources.all().forEach(d -> entries.put(d.name(), new Entry(d)));
  }

  public Datasources datasources() {
    return datasources;
  }

  /**
   * All tables of a datasource, at most {@link MetadataOptions#MAX_STALENESS} old.
   *
   * @throws io.sluice.error.SluiceException CATALOG_NOT_FOUND; METADATA_UNAVAILABLE if the DB
   *     cannot be read and never was
   */
  public DatasourceSnapshot snapshot(String datasource) {
    datasources.get(datasource);
    return entries.get(datasource).snapshot();
  }

  /** Databases of a datasource, in order; see {@link DatasourceSnapshot#databases}. */
  public List<String> databases(String datasource) {
    return snapshot(datasource).databases();
  }

  /** Tables and views of a database, in order; empty if there is no such database. */
  public List<String> tables(String datasource, String database) {
    return List.copyOf(snapshot(datasource).tables(database).keySet());
  }

  /** A table by its exact name. */
  public Optional<TableMetadata> table(String datasource, String database, String table) {
    return snapshot(datasource).table(database, table);
  }

  public Optional<TableMetadata> table(TableName name) {
    return table(name.datasource(), name.database(), name.table());
  }

  /**
   * Writes a table that a statement has just made at its source, so that it is listed at once and
   * by every process. Native types must be the source's own words ({@code timestamptz}, {@code
   * bigint(20) unsigned}): they are read back.
   *
   * @return false if the metadata DB is read-only: the table is listed when it is harvested next
   */
  public boolean record(TableMetadata table) {
    Datasource datasource = datasources.get(table.name().datasource());
    if (db.isReadOnly()) {
      return false;
    }
    TableAspects writer = new TableAspects(datasource);
    List<Aspect> aspects = new ArrayList<>(writer.database(table.name().database()));
    aspects.addAll(writer.table(RecordedTable.describe(datasource.platform(), table)));
    db.write(aspects, ACTOR, STATEMENT);
    invalidate();
    return true;
  }

  /**
   * Marks a table that a statement has just dropped at its source as removed.
   *
   * @return false if the metadata DB is read-only
   */
  public boolean forget(TableMetadata table) {
    if (db.isReadOnly()) {
      return false;
    }
    db.write(List.of(TableAspects.removed(table.urn())), ACTOR, STATEMENT);
    invalidate();
    return true;
  }

  /** Has the next call of each datasource ask the DB, however fresh its snapshot is. */
  public void invalidate() {
    entries.values().forEach(Entry::invalidate);
  }

  /** One datasource's snapshot and when it was last known to be right. */
  private final class Entry {
    private final Datasource datasource;
    private final SnapshotLoader loader;
    private final ReentrantLock loading = new ReentrantLock();
    private volatile Loaded loaded;

    Entry(Datasource datasource) {
      this.datasource = datasource;
      this.loader = new SnapshotLoader(db, datasource, datasources);
    }

    DatasourceSnapshot snapshot() {
      Loaded current = loaded;
      if (current != null && current.isFresh()) {
        return current.snapshot;
      }
      if (current == null) {
        loading.lock();
      } else if (!loading.tryLock()) {
        return current.snapshot; // another caller is looking
      }
      try {
        Loaded latest = loaded;
        if (latest == null || !latest.isFresh()) {
          loaded = refresh(latest);
        }
        return loaded.snapshot;
      } finally {
        loading.unlock();
      }
    }

    private Loaded refresh(Loaded last) {
      long now = nanoTime.getAsLong();
      try {
        Optional<LocalDateTime> change = db.lastChange();
        if (last != null && change.equals(last.change) && now - last.readAt < reloadNanos) {
          return new Loaded(last.snapshot, change, last.readAt, now);
        }
        // The change is asked for before the rows are read: what comes between is read twice.
        if (last != null && last.change.isPresent() && now - last.readAt < reloadNanos) {
          return new Loaded(loader.update(last.change.get()), change, last.readAt, now);
        }
        return new Loaded(loader.load(), change, now, now);
      } catch (RuntimeException e) {
        if (last == null) {
          throw e;
        }
        LOG.warn(
            "Datasource {} is listed as of its last reading: {}",
            datasource.name(),
            e.getMessage());
        return new Loaded(last.snapshot, last.change, last.readAt, now);
      }
    }

    void invalidate() {
      loading.lock();
      try {
        if (loaded != null) {
          loaded =
              new Loaded(
                  loaded.snapshot,
                  loaded.change,
                  loaded.readAt,
                  nanoTime.getAsLong() - maxStalenessNanos - 1);
        }
      } finally {
        loading.unlock();
      }
    }
  }

  private final class Loaded {
    private final DatasourceSnapshot snapshot;
    private final Optional<LocalDateTime> change;
    private final long readAt;
    private final long checkedAt;

    Loaded(
        DatasourceSnapshot snapshot, Optional<LocalDateTime> change, long readAt, long checkedAt) {
      this.snapshot = snapshot;
      this.change = change;
      this.readAt = readAt;
      this.checkedAt = checkedAt;
    }

    boolean isFresh() {
      return nanoTime.getAsLong() - checkedAt <= maxStalenessNanos;
    }
  }
}
