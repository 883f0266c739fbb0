/* SPDX-License-Identifier: Apache-2.0 */
package io.sluice.catalog.flink;

import java.util.Set;
import org.apache.flink.configuration.ConfigOption;
import org.apache.flink.table.catalog.Catalog;
import org.apache.flink.table.factories.CatalogFactory;

/** Flink's way from a {@link SluiceCatalogStore}'s entry to its catalog. */
public final class SluiceCatalogFactory implements CatalogFactory {
  static final String TYPE = "sluice";
  static final String ENVIRONMENT = "environment";

  /** For {@code ServiceLoader}. */
  public SluiceCatalogFactory() {}

  @Override
  public String factoryIdentifier() {
    return TYPE;
  }

  @Override
  public Set<ConfigOption<?>> requiredOptions() {
    return Set.of();
  }

  @Override
  public Set<ConfigOption<?>> optionalOptions() {
    return Set.of();
  }

  @Override
  public Catalog createCatalog(Context context) {
    CatalogEnvironment environment = CatalogEnvironments.get(context.getOptions().get(ENVIRONMENT));
    return new SluiceCatalog(environment, environment.datasources().get(context.getName()));
  }
}
