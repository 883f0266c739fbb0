/* SPDX-License-Identifier: Apache-2.0 */
package io.sluice.flink.hudi;

import static java.util.Objects.requireNonNull;

import io.sluice.flink.filter.Alternatives;
import java.util.List;
import org.apache.flink.api.common.typeinfo.TypeInformation;
import org.apache.flink.table.connector.ChangelogMode;
import org.apache.flink.table.connector.source.DynamicTableSource;
import org.apache.flink.table.connector.source.ScanTableSource;
import org.apache.flink.table.connector.source.SourceProvider;
import org.apache.flink.table.connector.source.abilities.SupportsFilterPushDown;
import org.apache.flink.table.connector.source.abilities.SupportsLimitPushDown;
import org.apache.flink.table.connector.source.abilities.SupportsProjectionPushDown;
import org.apache.flink.table.data.RowData;
import org.apache.flink.table.expressions.ResolvedExpression;
import org.apache.flink.table.types.DataType;

/**
 * A bounded scan. Columns not asked for are not read; a filter on partition columns skips
 * partitions, and is still checked by Flink for every row; a limit ends each split early.
 */
final class HudiTableSource
    implements ScanTableSource,
        SupportsProjectionPushDown,
        SupportsFilterPushDown,
        SupportsLimitPushDown {
  private final HudiTable table;
  private final HudiReadOptions options;
  private DataType produced;
  private PartitionFilter partitions = PartitionFilter.all();
  private long limit = Long.MAX_VALUE;

  HudiTableSource(HudiTable table, HudiReadOptions options) {
    this.table = requireNonNull(table, "table is null");
    this.options = requireNonNull(options, "options is null");
    this.produced = table.rowType();
  }

  @Override
  public ChangelogMode getChangelogMode() {
    return ChangelogMode.insertOnly();
  }

  @Override
  public ScanRuntimeProvider getScanRuntimeProvider(ScanContext context) {
    TypeInformation<RowData> type = context.createTypeInformation(produced);
    List<String> columns = DataType.getFieldNames(produced);
    return SourceProvider.of(
        new HudiSource(new HudiScan(table, options, columns, partitions, limit), type));
  }

  @Override
  public boolean supportsNestedProjection() {
    return false;
  }

  @Override
  public void applyProjection(int[][] projectedFields, DataType producedDataType) {
    produced = producedDataType;
  }

  @Override
  public Result applyFilters(List<ResolvedExpression> filters) {
    partitions = PartitionFilter.of(table, filters);
    return Result.of(List.of(), Alternatives.shortened(filters));
  }

  @Override
  public void applyLimit(long rows) {
    limit = rows;
  }

  @Override
  public DynamicTableSource copy() {
    HudiTableSource copy = new HudiTableSource(table, options);
    copy.produced = produced;
    copy.partitions = partitions;
    copy.limit = limit;
    return copy;
  }

  @Override
  public String asSummaryString() {
    return "Hudi";
  }
}
