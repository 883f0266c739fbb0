/* SPDX-License-Identifier: Apache-2.0 */
package io.sluice.catalog.flink;

import static java.util.Objects.requireNonNull;

import io.sluice.catalog.flink.source.SourceTable;
import io.sluice.error.SluiceException;
import io.sluice.metadata.ColumnMetadata;
import io.sluice.metadata.Datasource;
import io.sluice.metadata.TableKind;
import io.sluice.metadata.TableMetadata;
import io.sluice.metadata.TableName;
import io.sluice.metadata.type.NativeTypes;
import java.util.Map;
import java.util.Optional;
import java.util.function.BooleanSupplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Writes through to the metadata DB what a statement changed at a source, so that every listing
 * shows it at once. The change at the source stands even if this fails: the next harvest finds it.
 */
final class MetadataWriter {
  private static final Logger LOG = LoggerFactory.getLogger(MetadataWriter.class);

  private final CatalogEnvironment environment;

  MetadataWriter(CatalogEnvironment environment) {
    this.environment = requireNonNull(environment, "environment is null");
  }

  void record(Datasource datasource, TableName name, SourceTable table) {
    String platform = datasource.platform().id();
    TableMetadata metadata =
        new TableMetadata(
            "",
            name,
            TableKind.TABLE,
            table.comment(),
            table.columns().stream().map(c -> column(platform, c, table)).toList(),
            table.primaryKey(),
            table.partitionKeys(),
            Map.of(),
            Optional.empty());
    write(name.toString(), () -> environment.metadata().record(metadata));
  }

  private static ColumnMetadata column(
      String platform, SourceTable.Column column, SourceTable table) {
    return new ColumnMetadata(
        column.name(),
        column.nativeType(),
        NativeTypes.parse(platform, column.nativeType()),
        column.type().getLogicalType().isNullable(),
        column.comment(),
        table.primaryKey().contains(column.name()));
  }

  void forget(TableMetadata table) {
    write(table.name().toString(), () -> environment.metadata().forget(table));
  }

  private void write(String table, BooleanSupplier change) {
    try {
      if (!change.getAsBoolean()) {
        LOG.info("The metadata DB is read-only: {} is listed as it was until a harvest", table);
      }
    } catch (SluiceException e) {
      LOG.warn("{} is listed as it was until the next harvest: {}", table, e.getMessage());
    } finally {
      environment.metadata().invalidate();
    }
  }
}
