/* SPDX-License-Identifier: Apache-2.0 */
package io.sluice.catalog.flink;

import java.util.Set;
import org.apache.flink.configuration.ConfigOption;
import org.apache.flink.configuration.ConfigOptions;
import org.apache.flink.table.connector.ChangelogMode;
import org.apache.flink.table.connector.source.DynamicTableSource;
import org.apache.flink.table.connector.source.ScanTableSource;
import org.apache.flink.table.connector.source.SourceFunctionProvider;
import org.apache.flink.table.factories.DynamicTableSourceFactory;

/** Tables of {@link StepSource}: {@code (id INT, v STRING)}, connector {@code steps}. */
public final class StepTableFactory implements DynamicTableSourceFactory {
  private static final ConfigOption<String> STEPS =
      ConfigOptions.key("steps").stringType().noDefaultValue();

  @Override
  public String factoryIdentifier() {
    return "steps";
  }

  @Override
  public Set<ConfigOption<?>> requiredOptions() {
    return Set.of(STEPS);
  }

  @Override
  public Set<ConfigOption<?>> optionalOptions() {
    return Set.of();
  }

  @Override
  public DynamicTableSource createDynamicTableSource(Context context) {
    return new Table(context.getCatalogTable().getOptions().get(STEPS.key()));
  }

  private record Table(String steps) implements ScanTableSource {
    @Override
    public ChangelogMode getChangelogMode() {
      return ChangelogMode.all();
    }

    @Override
    @SuppressWarnings("deprecation") // See StepSource.
    public ScanRuntimeProvider getScanRuntimeProvider(ScanContext context) {
      return SourceFunctionProvider.of(new StepSource(steps), false);
    }

    @Override
    public DynamicTableSource copy() {
      return this;
    }

    @Override
    public String asSummaryString() {
      return "steps";
    }
  }
}
