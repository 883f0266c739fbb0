/* SPDX-License-Identifier: Apache-2.0 */
package io.sluice.engine.flink.connector;

import static java.util.Objects.requireNonNull;

import io.sluice.engine.flink.result.ResultTableFactory;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import org.apache.flink.configuration.ConfigOption;
import org.apache.flink.table.catalog.Catalog;
import org.apache.flink.table.connector.sink.DynamicTableSink;
import org.apache.flink.table.connector.source.DynamicTableSource;
import org.apache.flink.table.factories.DynamicTableSinkFactory;
import org.apache.flink.table.factories.DynamicTableSourceFactory;
import org.apache.flink.table.factories.Factory;
import org.apache.flink.table.factories.FactoryUtil;
import org.apache.flink.table.module.Module;

/**
 * Where Flink's planner asks for the source or sink of each table that is not a datasource's own,
 * however it came about and with its hints: the last of the checks.
 */
public final class ConnectorModule implements Module {
  public static final String NAME = "sluice";

  private final Guard guard;

  /**
   * @param catalogs by name: when Flink makes a source a second time, as for the two sides of a
   *     self-join, it asks here for a datasource's tables too
   */
  public ConnectorModule(AllowedConnectors allowed, Function<String, Optional<Catalog>> catalogs) {
    this.guard =
        new Guard(
            requireNonNull(allowed, "allowed is null"),
            requireNonNull(catalogs, "catalogs is null"));
  }

  @Override
  public Optional<DynamicTableSourceFactory> getTableSourceFactory() {
    return Optional.of(guard);
  }

  @Override
  public Optional<DynamicTableSinkFactory> getTableSinkFactory() {
    return Optional.of(guard);
  }

  private record Guard(AllowedConnectors allowed, Function<String, Optional<Catalog>> catalogs)
      implements DynamicTableSourceFactory, DynamicTableSinkFactory {
    @Override
    public String factoryIdentifier() {
      return NAME;
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
    public DynamicTableSource createDynamicTableSource(Context context) {
      Optional<DynamicTableSourceFactory> datasource =
          datasource(context, DynamicTableSourceFactory.class);
      if (datasource.isPresent()) {
        return datasource.get().createDynamicTableSource(context);
      }
      check(context);
      return FactoryUtil.createDynamicTableSource(
          null,
          context.getObjectIdentifier(),
          context.getCatalogTable(),
          context.getEnrichmentOptions(),
          context.getConfiguration(),
          context.getClassLoader(),
          context.isTemporary());
    }

    @Override
    public DynamicTableSink createDynamicTableSink(Context context) {
      Optional<DynamicTableSinkFactory> datasource =
          datasource(context, DynamicTableSinkFactory.class);
      if (datasource.isPresent()) {
        return datasource.get().createDynamicTableSink(context);
      }
      check(context);
      return FactoryUtil.createDynamicTableSink(
          null,
          context.getObjectIdentifier(),
          context.getCatalogTable(),
          context.getEnrichmentOptions(),
          context.getConfiguration(),
          context.getClassLoader(),
          context.isTemporary());
    }

    /** The factory of the table's own catalog; a temporary table is in no catalog. */
    private <F extends Factory> Optional<F> datasource(Context context, Class<F> kind) {
      return context.isTemporary()
          ? Optional.empty()
          : catalogs
              .apply(context.getObjectIdentifier().getCatalogName())
              .flatMap(Catalog::getFactory)
              .filter(kind::isInstance)
              .map(kind::cast);
    }

    private void check(Context context) {
      Map<String, String> options = context.getCatalogTable().getOptions();
      // Where the engine's own results go: it does nothing without a token that none can guess.
      if (!ResultTableFactory.IDENTIFIER.equals(options.get(FactoryUtil.CONNECTOR.key()))) {
        allowed.check(context.getObjectIdentifier().asSummaryString(), options);
      }
    }
  }
}
