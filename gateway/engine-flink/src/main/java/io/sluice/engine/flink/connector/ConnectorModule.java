/* SPDX-License-Identifier: Apache-2.0 */
package io.sluice.engine.flink.connector;

import static java.util.Objects.requireNonNull;

import io.sluice.engine.flink.result.ResultTableFactory;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.apache.flink.configuration.ConfigOption;
import org.apache.flink.table.connector.sink.DynamicTableSink;
import org.apache.flink.table.connector.source.DynamicTableSource;
import org.apache.flink.table.factories.DynamicTableSinkFactory;
import org.apache.flink.table.factories.DynamicTableSourceFactory;
import org.apache.flink.table.factories.FactoryUtil;
import org.apache.flink.table.module.Module;

/**
 * Where Flink's planner asks for the source or sink of each table that is not a datasource's own,
 * however it came about and with its hints: the last of the checks.
 */
public final class ConnectorModule implements Module {
  public static final String NAME = "sluice";

  private final Guard guard;

  public ConnectorModule(AllowedConnectors allowed) {
    this.guard = new Guard(requireNonNull(allowed, "allowed is null"));
  }

  @Override
  public Optional<DynamicTableSourceFactory> getTableSourceFactory() {
    return Optional.of(guard);
  }

  @Override
  public Optional<DynamicTableSinkFactory> getTableSinkFactory() {
    return Optional.of(guard);
  }

  private record Guard(AllowedConnectors allowed)
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

    private void check(Context context) {
      Map<String, String> options = context.getCatalogTable().getOptions();
      // Where the engine's own results go: it does nothing without a token that none can guess.
      if (!ResultTableFactory.IDENTIFIER.equals(options.get(FactoryUtil.CONNECTOR.key()))) {
        allowed.check(context.getObjectIdentifier().asSummaryString(), options);
      }
    }
  }
}
