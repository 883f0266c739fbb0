/* SPDX-License-Identifier: Apache-2.0 */
package io.sluice.catalog.flink.iceberg;

import static java.util.Objects.requireNonNull;

import io.sluice.error.ErrorCode;
import io.sluice.error.SluiceException;
import io.sluice.metadata.Datasource;
import java.io.Closeable;
import java.io.IOException;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Function;
import org.apache.hadoop.conf.Configuration;
import org.apache.iceberg.catalog.Catalog;
import org.apache.iceberg.flink.CatalogLoader;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * One Iceberg catalog: how planner and tasks load it. The planner's copy is kept open, without
 * Iceberg's caching catalog, so that a table dropped and made anew elsewhere is seen at once. After
 * a failure, and when a secret has changed, it is loaded anew.
 */
final class IcebergConnection implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(IcebergConnection.class);
  private static final String JDBC_CATALOG = "org.apache.iceberg.jdbc.JdbcCatalog";
  private static final String TYPE = "type";
  private static final String IMPLEMENTATION = "catalog-impl";
  private static final String NAME = "name";

  /**
   * Hadoop's defaults and site files, read once: a Configuration that has not read them yet does so
   * in each of its copies, which Iceberg makes several of for a statement, at tens of milliseconds.
   */
  private static final class Defaults {
    static final Configuration READ = new Configuration();

    static {
      int unused = READ.size();
    }
  }

  private final Datasource datasource;
  private Catalog catalog;
  private Map<String, String> loadedWith = Map.of();

  IcebergConnection(Datasource datasource) {
    this.datasource = requireNonNull(datasource, "datasource is null");
  }

  /** How a task loads the catalog; it carries the secrets as they are now. */
  CatalogLoader loader() {
    Map<String, String> properties = properties();
    String implementation = properties.remove(IMPLEMENTATION);
    String type = properties.remove(TYPE);
    String name = properties.getOrDefault(NAME, datasource.name());
    properties.remove(NAME);
    properties.put("cache-enabled", "false");
    if (implementation != null) {
      return CatalogLoader.custom(name, properties, hadoop(), implementation);
    }
    return switch (String.valueOf(type).toLowerCase(Locale.ROOT)) {
      case "hadoop" -> CatalogLoader.hadoop(name, hadoop(), properties);
      case "rest" -> CatalogLoader.rest(name, hadoop(), properties);
      case "hive" -> CatalogLoader.hive(name, hadoop(), properties);
      case "jdbc" -> CatalogLoader.custom(name, properties, hadoop(), JDBC_CATALOG);
      default ->
          throw new SluiceException(
              ErrorCode.INVALID_CONFIGURATION,
              "Datasource "
                  + datasource.name()
                  + ": catalog.type is hadoop, jdbc, rest or hive, not '"
                  + type
                  + "'.");
    };
  }

  private Map<String, String> properties() {
    Map<String, String> properties = new TreeMap<>();
    datasource
        .propertiesUnder("catalog.")
        .forEach((key, value) -> properties.put(key, value.reveal()));
    return properties;
  }

  private Configuration hadoop() {
    Configuration configuration = new Configuration(Defaults.READ);
    datasource
        .propertiesUnder("hadoop.")
        .forEach((key, value) -> configuration.set(key, value.reveal()));
    return configuration;
  }

  /** Does work on the planner's catalog. */
  <T> T call(String what, Function<Catalog, T> work) {
    try {
      return work.apply(catalog());
    } catch (RuntimeException e) {
      SluiceException told =
          IcebergErrors.translate(datasource.name(), what, e, datasource.secretValues());
      if (told.code() == ErrorCode.SOURCE_UNAVAILABLE || told.code() == ErrorCode.SOURCE_REFUSED) {
        forget();
      }
      throw told;
    } catch (NoClassDefFoundError e) {
      throw new SluiceException(
          ErrorCode.INVALID_CONFIGURATION,
          "Datasource "
              + datasource.name()
              + " needs a library that the engine does not have ("
              + e.getMessage()
              + "). Put it into lib/flink.",
          e);
    }
  }

  private synchronized Catalog catalog() {
    Map<String, String> now = properties();
    if (catalog == null || !now.equals(loadedWith)) {
      closeQuietly();
      catalog = loader().loadCatalog();
      loadedWith = now;
    }
    return catalog;
  }

  private synchronized void forget() {
    closeQuietly();
    catalog = null;
  }

  private void closeQuietly() {
    if (catalog instanceof Closeable closeable) {
      try {
        closeable.close();
      } catch (IOException | RuntimeException e) {
        LOG.warn("Closing the catalog of datasource {}", datasource.name(), e);
      }
    }
  }

  @Override
  public void close() {
    forget();
  }
}
