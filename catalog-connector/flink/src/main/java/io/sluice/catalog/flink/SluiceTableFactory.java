/* SPDX-License-Identifier: Apache-2.0 */
package io.sluice.catalog.flink;

import static java.util.Objects.requireNonNull;

import io.sluice.catalog.flink.source.SourceAccess;
import io.sluice.catalog.flink.source.TableRequest;
import io.sluice.error.ErrorCode;
import io.sluice.error.SluiceException;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import org.apache.flink.configuration.ConfigOption;
import org.apache.flink.table.connector.sink.DynamicTableSink;
import org.apache.flink.table.connector.source.DynamicTableSource;
import org.apache.flink.table.factories.DynamicTableSinkFactory;
import org.apache.flink.table.factories.DynamicTableSourceFactory;

/**
 * Makes the sources and sinks of a catalog's tables. What table it is comes from its name, never
 * from its options, so a copy of the options ({@code CREATE TABLE … LIKE}) opens nothing.
 */
final class SluiceTableFactory implements DynamicTableSourceFactory, DynamicTableSinkFactory {
  private final String datasource;
  private final SourceAccess access;

  SluiceTableFactory(String datasource, SourceAccess access) {
    this.datasource = requireNonNull(datasource, "datasource is null");
    this.access = requireNonNull(access, "access is null");
  }

  @Override
  public String factoryIdentifier() {
    return TableReference.CONNECTOR;
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
    return access.read(request(context));
  }

  @Override
  public DynamicTableSink createDynamicTableSink(Context context) {
    return access.write(request(context));
  }

  private TableRequest request(Context context) {
    Map<String, String> options = new LinkedHashMap<>(context.getCatalogTable().getOptions());
    TableReference.requireUnchanged(options, context.getObjectIdentifier(), datasource);
    options.keySet().removeAll(TableReference.KEYS);
    for (String key : options.keySet()) {
      if (!access.allowsHint(key)) {
        throw new SluiceException(
            ErrorCode.INVALID_STATEMENT,
            "Option '"
                + key
                + "' cannot be given for "
                + context.getObjectIdentifier().asSummaryString()
                + ". These can: "
                + String.join(", ", access.hints().stream().sorted().toList())
                + '.');
      }
    }
    return new TableRequest(
        context.getObjectIdentifier().toObjectPath(),
        context.getCatalogTable().getResolvedSchema(),
        options,
        context.getConfiguration());
  }
}
