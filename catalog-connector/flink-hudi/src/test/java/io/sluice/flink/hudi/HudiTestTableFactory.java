/* SPDX-License-Identifier: Apache-2.0 */
package io.sluice.flink.hudi;

import java.util.HashSet;
import java.util.Set;
import org.apache.flink.configuration.ConfigOption;
import org.apache.flink.configuration.ConfigOptions;
import org.apache.flink.table.connector.sink.DynamicTableSink;
import org.apache.flink.table.connector.source.DynamicTableSource;
import org.apache.flink.table.factories.DynamicTableSinkFactory;
import org.apache.flink.table.factories.DynamicTableSourceFactory;
import org.apache.flink.table.factories.FactoryUtil;
import org.apache.hadoop.conf.Configuration;

/** What the catalog's factory does, with the path as an option. */
public final class HudiTestTableFactory
    implements DynamicTableSourceFactory, DynamicTableSinkFactory {
  static final String IDENTIFIER = "hudi-test";
  static final ConfigOption<String> PATH = ConfigOptions.key("path").stringType().noDefaultValue();

  @Override
  public DynamicTableSource createDynamicTableSource(Context context) {
    FactoryUtil.TableFactoryHelper helper = helper(context);
    return HudiTable.open(helper.getOptions().get(PATH), new Configuration())
        .source(helper.getOptions());
  }

  @Override
  public DynamicTableSink createDynamicTableSink(Context context) {
    FactoryUtil.TableFactoryHelper helper = helper(context);
    return HudiTable.open(helper.getOptions().get(PATH), new Configuration())
        .sink(helper.getOptions());
  }

  private FactoryUtil.TableFactoryHelper helper(Context context) {
    FactoryUtil.TableFactoryHelper helper = FactoryUtil.createTableFactoryHelper(this, context);
    helper.validate();
    return helper;
  }

  @Override
  public String factoryIdentifier() {
    return IDENTIFIER;
  }

  @Override
  public Set<ConfigOption<?>> requiredOptions() {
    return Set.of(PATH);
  }

  @Override
  public Set<ConfigOption<?>> optionalOptions() {
    return new HashSet<>(HudiOptions.all());
  }
}
