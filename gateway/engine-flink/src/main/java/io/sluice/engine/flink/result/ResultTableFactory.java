/* SPDX-License-Identifier: Apache-2.0 */
package io.sluice.engine.flink.result;

import java.util.Set;
import org.apache.flink.configuration.ConfigOption;
import org.apache.flink.configuration.ConfigOptions;
import org.apache.flink.table.api.ValidationException;
import org.apache.flink.table.connector.sink.DynamicTableSink;
import org.apache.flink.table.factories.DynamicTableSinkFactory;

/** Makes the sink of a query's result. Its table is anonymous: no statement can name it. */
public final class ResultTableFactory implements DynamicTableSinkFactory {
  public static final String IDENTIFIER = "sluice-result";
  public static final ConfigOption<String> TOKEN =
      ConfigOptions.key("token").stringType().noDefaultValue();

  @Override
  public String factoryIdentifier() {
    return IDENTIFIER;
  }

  @Override
  public Set<ConfigOption<?>> requiredOptions() {
    return Set.of(TOKEN);
  }

  @Override
  public Set<ConfigOption<?>> optionalOptions() {
    return Set.of();
  }

  @Override
  public DynamicTableSink createDynamicTableSink(Context context) {
    ResultReceiver receiver =
        ResultReceivers.find(context.getCatalogTable().getOptions().getOrDefault(TOKEN.key(), ""))
            .orElseThrow(
                () ->
                    new ValidationException(
                        "The connector " + IDENTIFIER + " is not for tables of your own"));
    return new ResultTableSink(
        receiver, context.getPhysicalRowDataType().getLogicalType().getChildren());
  }
}
