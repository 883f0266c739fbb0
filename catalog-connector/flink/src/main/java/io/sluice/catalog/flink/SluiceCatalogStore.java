/* SPDX-License-Identifier: Apache-2.0 */
package io.sluice.catalog.flink;

import static java.util.Objects.requireNonNull;

import io.sluice.error.ErrorCode;
import io.sluice.error.SluiceException;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.apache.flink.configuration.Configuration;
import org.apache.flink.table.catalog.AbstractCatalogStore;
import org.apache.flink.table.catalog.CatalogDescriptor;

/** Lists every datasource as a catalog; nothing can be added or removed by a statement. */
final class SluiceCatalogStore extends AbstractCatalogStore {
  private final CatalogEnvironment environment;

  SluiceCatalogStore(CatalogEnvironment environment) {
    this.environment = requireNonNull(environment, "environment is null");
  }

  @Override
  public void storeCatalog(String name, CatalogDescriptor catalog) {
    throw new SluiceException(
        ErrorCode.NOT_SUPPORTED,
        "CREATE CATALOG is not offered: a datasource is declared in datasources.yaml.");
  }

  @Override
  public void removeCatalog(String name, boolean ignoreIfNotExists) {
    throw new SluiceException(
        ErrorCode.NOT_SUPPORTED,
        "DROP CATALOG is not offered: a datasource is removed from datasources.yaml.");
  }

  @Override
  public Optional<CatalogDescriptor> getCatalog(String name) {
    return environment
        .datasources()
        .find(name)
        .map(
            datasource ->
                CatalogDescriptor.of(
                    name,
                    Configuration.fromMap(
                        Map.of(
                            "type",
                            SluiceCatalogFactory.TYPE,
                            "platform",
                            datasource.platform().id(),
                            SluiceCatalogFactory.ENVIRONMENT,
                            environment.id()))));
  }

  @Override
  public Set<String> listCatalogs() {
    return new LinkedHashSet<>(environment.datasources().names());
  }

  @Override
  public boolean contains(String name) {
    return environment.datasources().find(name).isPresent();
  }
}
