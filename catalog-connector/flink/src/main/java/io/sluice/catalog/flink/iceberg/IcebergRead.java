/* SPDX-License-Identifier: Apache-2.0 */
package io.sluice.catalog.flink.iceberg;

import static java.util.Objects.requireNonNull;

import io.sluice.flink.filter.Alternatives;
import java.util.List;
import org.apache.flink.table.connector.ChangelogMode;
import org.apache.flink.table.connector.source.DynamicTableSource;
import org.apache.flink.table.connector.source.ScanTableSource;
import org.apache.flink.table.connector.source.abilities.SupportsFilterPushDown;
import org.apache.flink.table.connector.source.abilities.SupportsLimitPushDown;
import org.apache.flink.table.connector.source.abilities.SupportsProjectionPushDown;
import org.apache.flink.table.expressions.ResolvedExpression;
import org.apache.flink.table.types.DataType;
import org.apache.iceberg.flink.source.IcebergTableSource;

/**
 * Iceberg's own source, given only the filters that cannot lose a row (see {@link IcebergFilters}).
 * Filters skip files and row groups; Flink filters the rows again.
 */
final class IcebergRead
    implements ScanTableSource,
        SupportsProjectionPushDown,
        SupportsFilterPushDown,
        SupportsLimitPushDown {
  private final IcebergTableSource source;
  private final String name;

  IcebergRead(IcebergTableSource source, String name) {
    this.source = requireNonNull(source, "source is null");
    this.name = requireNonNull(name, "name is null");
  }

  @Override
  public ChangelogMode getChangelogMode() {
    return source.getChangelogMode();
  }

  @Override
  public ScanRuntimeProvider getScanRuntimeProvider(ScanContext context) {
    return source.getScanRuntimeProvider(context);
  }

  @Override
  public boolean supportsNestedProjection() {
    return source.supportsNestedProjection();
  }

  @Override
  public void applyProjection(int[][] fields, DataType type) {
    source.applyProjection(fields, type);
  }

  @Override
  public Result applyFilters(List<ResolvedExpression> filters) {
    List<ResolvedExpression> safe =
        Alternatives.balanced(filters.stream().filter(IcebergFilters::isSafe).toList());
    return Result.of(
        source.applyFilters(safe).getAcceptedFilters(), Alternatives.shortened(filters));
  }

  @Override
  public void applyLimit(long limit) {
    source.applyLimit(limit);
  }

  @Override
  public DynamicTableSource copy() {
    return new IcebergRead((IcebergTableSource) source.copy(), name);
  }

  @Override
  public String asSummaryString() {
    return "Iceberg(" + name + ")";
  }
}
