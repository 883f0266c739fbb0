/* SPDX-License-Identifier: Apache-2.0 */
package io.sluice.catalog.flink;

import io.sluice.error.ErrorCode;
import io.sluice.error.SluiceException;
import java.util.Set;
import org.apache.flink.configuration.ConfigOption;
import org.apache.flink.table.connector.sink.DynamicTableSink;
import org.apache.flink.table.connector.source.DynamicTableSource;
import org.apache.flink.table.factories.DynamicTableSinkFactory;
import org.apache.flink.table.factories.DynamicTableSourceFactory;

/**
 * What Flink finds for {@code 'connector'='sluice'} outside our catalogs, where {@code CREATE TABLE
 * … LIKE} may have put it: an error that says where the table is.
 */
public final class CopiedTableFactory
    implements DynamicTableSourceFactory, DynamicTableSinkFactory {
  /** For {@code ServiceLoader}. */
  public CopiedTableFactory() {}

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
    throw refused(context);
  }

  @Override
  public DynamicTableSink createDynamicTableSink(Context context) {
    throw refused(context);
  }

  private static SluiceException refused(Context context) {
    return new SluiceException(
        ErrorCode.NOT_SUPPORTED,
        context.getObjectIdentifier().asSummaryString()
            + " has connector 'sluice' but is in no datasource. Use the datasource's own table:"
            + " datasource.database.table.");
  }
}
