/* SPDX-License-Identifier: Apache-2.0 */
package io.sluice.engine.flink.planning;

import static java.util.Objects.requireNonNull;

import java.util.List;
import org.apache.flink.api.java.io.CollectionInputFormat;
import org.apache.flink.table.connector.ChangelogMode;
import org.apache.flink.table.connector.source.DynamicTableSource;
import org.apache.flink.table.connector.source.InputFormatProvider;
import org.apache.flink.table.connector.source.ScanTableSource;
import org.apache.flink.table.data.RowData;
import org.apache.flink.table.runtime.typeutils.RowDataSerializer;
import org.apache.flink.table.types.logical.RowType;

/** Rows of a statement, which travel with its job as data. */
final class RowsSource implements ScanTableSource {
  private final List<RowData> rows;
  private final RowType type;

  RowsSource(List<RowData> rows, RowType type) {
    this.rows = List.copyOf(rows);
    this.type = requireNonNull(type, "type is null");
  }

  @Override
  public ChangelogMode getChangelogMode() {
    return ChangelogMode.insertOnly();
  }

  @Override
  public ScanRuntimeProvider getScanRuntimeProvider(ScanContext context) {
    return InputFormatProvider.of(new CollectionInputFormat<>(rows, new RowDataSerializer(type)));
  }

  @Override
  public DynamicTableSource copy() {
    return this;
  }

  @Override
  public String asSummaryString() {
    return rows.size() + " rows of the statement";
  }
}
