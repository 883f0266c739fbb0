/* SPDX-License-Identifier: Apache-2.0 */
package io.sluice.harvest.iceberg;

import io.sluice.error.ErrorCode;
import io.sluice.error.SluiceException;
import io.sluice.metadata.Datasource;
import java.util.HashMap;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.apache.hadoop.conf.Configuration;
import org.apache.iceberg.CatalogUtil;
import org.apache.iceberg.catalog.Catalog;
import org.apache.iceberg.jdbc.JdbcCatalog;

/** Loads a datasource's Iceberg catalog. Reading never makes anything in it. */
final class IcebergCatalogs {

  private static final Pattern MISSING_CLASS =
      Pattern.compile("(?:NoClassDefFoundError|ClassNotFoundException): ([\\w/.$]+)");

  private IcebergCatalogs() {}

  static Catalog load(Datasource datasource) {
    Map<String, String> properties = new HashMap<>();
    datasource.propertiesUnder("catalog.").forEach((k, v) -> properties.put(k, v.reveal()));
    // The name is part of a jdbc catalog's rows: whoever made them chose it.
    String name = properties.getOrDefault("name", datasource.name());
    properties.remove("name");
    Configuration hadoop = hadoop(datasource);
    try {
      if ("jdbc".equals(properties.get(CatalogUtil.ICEBERG_CATALOG_TYPE))) {
        properties.remove(CatalogUtil.ICEBERG_CATALOG_TYPE);
        // Loaded by its type it would create its tables in a database that has none.
        JdbcCatalog catalog = new JdbcCatalog(null, null, false);
        CatalogUtil.configureHadoopConf(catalog, hadoop);
        catalog.initialize(name, properties);
        return catalog;
      }
      return CatalogUtil.buildIcebergCatalog(name, properties, hadoop);
    } catch (NoClassDefFoundError e) {
      throw missingLibrary(datasource, String.valueOf(e.getMessage()), e);
    } catch (RuntimeException e) {
      throw failure(datasource, "its catalog cannot be opened", e);
    }
  }

  static Configuration hadoop(Datasource datasource) {
    Configuration configuration = new Configuration();
    datasource.propertiesUnder("hadoop.").forEach((k, v) -> configuration.set(k, v.reveal()));
    return configuration;
  }

  /** A file system or a catalog's own client, such as those of clouds. */
  private static SluiceException missingLibrary(
      Datasource datasource, String className, Throwable cause) {
    return new SluiceException(
        ErrorCode.NOT_SUPPORTED,
        "Datasource "
            + datasource.name()
            + ": its catalog needs a library that Sluice does not bring (class "
            + className.replace('/', '.')
            + "). Put its jars into lib/harvest.",
        cause);
  }

  static SluiceException failure(Datasource datasource, String what, RuntimeException e) {
    Throwable root = e;
    while (root.getCause() != null && root.getCause() != root) {
      root = root.getCause();
    }
    // Iceberg tells what a catalog's class lacks only in the text of its own error.
    Matcher missing = MISSING_CLASS.matcher(root.toString());
    if (missing.find()) {
      return missingLibrary(datasource, missing.group(1), e);
    }
    String message =
        root.getMessage() == null ? root.getClass().getSimpleName() : root.getMessage();
    boolean refused =
        e.getClass().getSimpleName().contains("NotAuthorized")
            || e.getClass().getSimpleName().contains("Forbidden");
    return new SluiceException(
        refused ? ErrorCode.SOURCE_REFUSED : ErrorCode.SOURCE_UNAVAILABLE,
        "Datasource "
            + datasource.name()
            + ": "
            + what
            + ": "
            + withoutSecrets(datasource, message)
            + ". Check its catalog in datasources.yaml.",
        e);
  }

  private static String withoutSecrets(Datasource datasource, String message) {
    String shown = message;
    for (String value : datasource.secretValues()) {
      shown = value.length() > 2 ? shown.replace(value, "(hidden)") : shown;
    }
    return shown;
  }
}
