/* SPDX-License-Identifier: Apache-2.0 */
package io.sluice.catalog.flink;

import static java.util.Objects.requireNonNull;

import io.sluice.catalog.flink.hudi.HudiDatasource;
import io.sluice.catalog.flink.iceberg.IcebergDatasource;
import io.sluice.catalog.flink.mysql.MySqlDatasource;
import io.sluice.catalog.flink.source.SourceAccess;
import io.sluice.config.Settings;
import io.sluice.error.ErrorCode;
import io.sluice.error.SluiceException;
import io.sluice.metadata.CatalogOptions;
import io.sluice.metadata.Datasource;
import io.sluice.metadata.Datasources;
import io.sluice.metadata.MetadataDb;
import io.sluice.metadata.MetadataStore;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.UUID;
import org.apache.flink.table.catalog.CatalogStore;

/**
 * Everything the catalogs of one engine share: the datasources, the metadata DB, connection pools
 * and caches. One per engine process; closed with it. Thread-safe.
 */
public final class CatalogEnvironment implements AutoCloseable {
  private final String id = UUID.randomUUID().toString();
  private final Settings settings;
  private final Datasources datasources;
  private final MetadataDb metadataDb;
  private final MetadataStore metadata;
  private final Map<String, SourceAccess> opened = new HashMap<>();
  private boolean closed;

  private CatalogEnvironment(Settings settings, Datasources datasources, MetadataDb metadataDb) {
    this.settings = requireNonNull(settings, "settings is null");
    this.datasources = requireNonNull(datasources, "datasources is null");
    this.metadataDb = requireNonNull(metadataDb, "metadataDb is null");
    this.metadata = new MetadataStore(metadataDb, datasources, settings);
  }

  /**
   * Reads {@code datasources.yaml} in the configuration directory and opens the metadata DB. No
   * datasource is contacted yet.
   *
   * @param dataDir where the embedded metadata DB lives
   * @throws SluiceException INVALID_CONFIGURATION, METADATA_UNAVAILABLE
   */
  public static CatalogEnvironment open(Path confDir, Path dataDir, Settings settings) {
    requireNonNull(confDir, "confDir is null");
    requireNonNull(dataDir, "dataDir is null");
    return open(Datasources.load(confDir.resolve(Datasources.FILE_NAME)), dataDir, settings);
  }

  /** As {@link #open(Path, Path, Settings)}, with datasources already read. */
  public static CatalogEnvironment open(Datasources datasources, Path dataDir, Settings settings) {
    check(settings);
    CatalogEnvironment environment =
        new CatalogEnvironment(settings, datasources, MetadataDb.open(settings, dataDir));
    CatalogEnvironments.add(environment);
    return environment;
  }

  private static void check(Settings settings) {
    Map<String, String> own = new TreeMap<>(settings.asMap());
    own.keySet().removeIf(key -> !key.startsWith("sluice.catalog."));
    List<String> problems = Settings.of(own).problems(CatalogOptions.all());
    if (!problems.isEmpty()) {
      throw new SluiceException(
          ErrorCode.INVALID_CONFIGURATION,
          "The settings of the catalogs are not right:\n  " + String.join("\n  ", problems));
    }
  }

  /** A store for one table environment ({@code EnvironmentSettings.withCatalogStore}). */
  public CatalogStore catalogStore() {
    return new SluiceCatalogStore(this);
  }

  /** What exists, as the engine lists it. */
  public MetadataStore metadata() {
    return metadata;
  }

  String id() {
    return id;
  }

  Settings settings() {
    return settings;
  }

  Datasources datasources() {
    return datasources;
  }

  /**
   * How a datasource is reached. Opening it contacts nothing yet.
   *
   * @throws SluiceException NOT_SUPPORTED if its platform can only be listed
   */
  synchronized SourceAccess access(Datasource datasource) {
    if (closed) {
      throw new SluiceException(ErrorCode.SHUTTING_DOWN, "The engine is shutting down.");
    }
    return opened.computeIfAbsent(datasource.name(), name -> create(datasource));
  }

  private SourceAccess create(Datasource datasource) {
    return switch (datasource.platform()) {
      case MYSQL, MARIADB ->
          new MySqlDatasource(
              datasource,
              settings.get(CatalogOptions.JDBC_SCHEMA_MAX_AGE),
              settings.get(CatalogOptions.JDBC_PUSHDOWN));
      case ICEBERG ->
          new IcebergDatasource(datasource, settings.get(CatalogOptions.ICEBERG_TIME_IN_MILLIS));
      case HUDI -> new HudiDatasource(datasource);
      default ->
          throw new SluiceException(
              ErrorCode.NOT_SUPPORTED,
              "Datasource "
                  + datasource.name()
                  + " is of platform "
                  + datasource.platform().id()
                  + ", which can be listed but not queried.");
    };
  }

  /** Closes every datasource, then the metadata DB; one that fails does not keep the rest open. */
  @Override
  public void close() {
    Map<String, SourceAccess> toClose;
    synchronized (this) {
      if (closed) {
        return;
      }
      closed = true;
      toClose = new HashMap<>(opened);
      opened.clear();
    }
    CatalogEnvironments.remove(this);
    RuntimeException failure = null;
    for (SourceAccess access : toClose.values()) {
      try {
        access.close();
      } catch (RuntimeException e) {
        failure = keep(failure, e);
      }
    }
    try {
      metadataDb.close();
    } catch (RuntimeException e) {
      failure = keep(failure, e);
    }
    if (failure != null) {
      throw failure;
    }
  }

  private static RuntimeException keep(RuntimeException first, RuntimeException next) {
    if (first == null) {
      return next;
    }
    first.addSuppressed(next);
    return first;
  }
}
