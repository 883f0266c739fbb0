/* SPDX-License-Identifier: Apache-2.0 */
package io.sluice.catalog.flink;

import static java.util.Objects.requireNonNull;

import io.sluice.catalog.flink.source.SourceTable;
import io.sluice.metadata.Datasource;
import io.sluice.metadata.TableMetadata;
import io.sluice.metadata.TableName;

/** Writes through to the metadata DB what a statement changed at a source. */
final class MetadataWriter {
  private final CatalogEnvironment environment;

  MetadataWriter(CatalogEnvironment environment) {
    this.environment = requireNonNull(environment, "environment is null");
  }

  void record(Datasource datasource, TableName name, SourceTable table) {
    environment.metadata().invalidate();
  }

  void forget(TableMetadata table) {
    environment.metadata().invalidate();
  }
}
