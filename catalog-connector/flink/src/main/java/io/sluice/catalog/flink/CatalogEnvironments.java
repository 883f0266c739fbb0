/* SPDX-License-Identifier: Apache-2.0 */
package io.sluice.catalog.flink;

import io.sluice.error.ErrorCode;
import io.sluice.error.SluiceException;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/**
 * The open environments by id: the one static place here, and a needed one. Flink makes a catalog
 * through a factory it finds itself ({@code ServiceLoader}) and hands it nothing but the catalog's
 * options, which are text that DESCRIBE CATALOG shows. So the options carry an environment's random
 * id, and the factory looks the environment up. An environment is here from open to close.
 */
final class CatalogEnvironments {
  private static final Map<String, CatalogEnvironment> OPEN = new ConcurrentHashMap<>();

  private CatalogEnvironments() {}

  static void add(CatalogEnvironment environment) {
    OPEN.put(environment.id(), environment);
  }

  static void remove(CatalogEnvironment environment) {
    OPEN.remove(environment.id());
  }

  static CatalogEnvironment get(String id) {
    CatalogEnvironment environment = id == null ? null : OPEN.get(id);
    if (environment == null) {
      throw new SluiceException(
          ErrorCode.NOT_SUPPORTED,
          "A catalog of type "
              + SluiceCatalogFactory.TYPE
              + " cannot be made by a statement;"
              + " datasources are declared in datasources.yaml.");
    }
    return environment;
  }
}
