/* SPDX-License-Identifier: Apache-2.0 */
package io.sluice.catalog.flink.mysql;

import static java.util.Objects.requireNonNull;

import io.sluice.flink.filter.Alternatives;
import java.io.Serializable;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import org.apache.flink.table.connector.ChangelogMode;
import org.apache.flink.table.connector.source.DynamicTableSource;
import org.apache.flink.table.connector.source.LookupTableSource;
import org.apache.flink.table.connector.source.ScanTableSource;
import org.apache.flink.table.connector.source.SourceProvider;
import org.apache.flink.table.connector.source.abilities.SupportsFilterPushDown;
import org.apache.flink.table.connector.source.abilities.SupportsLimitPushDown;
import org.apache.flink.table.connector.source.abilities.SupportsProjectionPushDown;
import org.apache.flink.table.connector.source.lookup.LookupFunctionProvider;
import org.apache.flink.table.expressions.ResolvedExpression;
import org.apache.flink.table.types.DataType;
import org.apache.flink.util.Preconditions;

/**
 * Reads a MySQL table: the columns, the rows and the number of rows that the statement needs, as
 * far as the server keeps the same rows as Flink would (see {@link MySqlPredicates}).
 */
final class MySqlTableSource
    implements ScanTableSource,
        LookupTableSource,
        SupportsProjectionPushDown,
        SupportsFilterPushDown,
        SupportsLimitPushDown {
  private final MySqlAddress address;
  private final MySqlTable table;
  private final boolean pushdown;
  private List<MySqlColumn> columns;
  private DataType producedType;
  private List<MySqlPredicates.Condition> conditions = List.of();
  private long limit = -1;

  /**
   * @param columns the columns of the statement's schema, in its order
   * @param pushdown false to let Flink filter and count
   */
  MySqlTableSource(
      MySqlAddress address,
      MySqlTable table,
      List<MySqlColumn> columns,
      DataType producedType,
      boolean pushdown) {
    this.address = requireNonNull(address, "address is null");
    this.table = requireNonNull(table, "table is null");
    this.columns = List.copyOf(columns);
    this.producedType = requireNonNull(producedType, "producedType is null");
    this.pushdown = pushdown;
  }

  @Override
  public ChangelogMode getChangelogMode() {
    return ChangelogMode.insertOnly();
  }

  @Override
  public ScanRuntimeProvider getScanRuntimeProvider(ScanContext context) {
    return SourceProvider.of(
        new MySqlScan(
            address,
            fullName(),
            query(),
            new MySqlRowReader(fullName(), columns),
            context.createTypeInformation(producedType)));
  }

  private String fullName() {
    return address.datasource() + '.' + table.database() + '.' + table.name();
  }

  private MySqlQuery query() {
    StringBuilder sql = new StringBuilder("SELECT ").append(selection(columns));
    sql.append(" FROM ").append(table.quoted());
    List<Serializable> parameters = new ArrayList<>();
    String word = " WHERE ";
    for (MySqlPredicates.Condition condition : conditions) {
      sql.append(word).append(condition.sql());
      parameters.addAll(condition.parameters());
      word = " AND ";
    }
    if (limit >= 0) {
      sql.append(" LIMIT ").append(limit);
    }
    return new MySqlQuery(sql.toString(), parameters);
  }

  private static String selection(List<MySqlColumn> columns) {
    return columns.isEmpty()
        ? "1"
        : columns.stream()
            .map(c -> c.kind().selected(c.quoted()))
            .collect(Collectors.joining(", "));
  }

  @Override
  public LookupRuntimeProvider getLookupRuntimeProvider(LookupContext context) {
    int[] keys = new int[context.getKeys().length];
    StringBuilder sql = new StringBuilder("SELECT ").append(selection(columns));
    sql.append(" FROM ").append(table.quoted());
    List<Serializable> more = new ArrayList<>();
    String word = " WHERE ";
    for (int i = 0; i < keys.length; i++) {
      Preconditions.checkArgument(context.getKeys()[i].length == 1, "MySQL has no nested columns");
      keys[i] = context.getKeys()[i][0];
      MySqlColumn key = columns.get(keys[i]);
      sql.append(word).append(key.quoted()).append(" = ").append(MySqlPredicates.placeholder(key));
      word = " AND ";
    }
    for (MySqlPredicates.Condition condition : conditions) {
      sql.append(word).append(condition.sql());
      more.addAll(condition.parameters());
    }
    return LookupFunctionProvider.of(
        new MySqlLookup(address, fullName(), sql.toString(), columns, keys, more));
  }

  @Override
  public Result applyFilters(List<ResolvedExpression> filters) {
    if (!pushdown) {
      return Result.of(List.of(), Alternatives.shortened(filters));
    }
    MySqlPredicates predicates = new MySqlPredicates(table);
    // The planner may come again with more.
    List<MySqlPredicates.Condition> written = new ArrayList<>(conditions);
    List<ResolvedExpression> accepted = new ArrayList<>();
    List<ResolvedExpression> remaining = new ArrayList<>();
    int parameters = written.stream().mapToInt(c -> c.parameters().size()).sum();
    for (ResolvedExpression filter : filters) {
      int left = MySqlPredicates.MAX_PARAMETERS_OF_QUERY - parameters;
      Optional<MySqlPredicates.Condition> condition =
          predicates.write(filter).filter(c -> c.parameters().size() <= left);
      parameters += condition.map(c -> c.parameters().size()).orElse(0);
      condition.ifPresent(
          c -> {
            written.add(c);
            accepted.add(filter);
          });
      if (condition.isEmpty() || !condition.get().exact()) {
        remaining.add(filter);
      }
    }
    conditions = List.copyOf(written);
    return Result.of(accepted, Alternatives.shortened(remaining));
  }

  @Override
  public void applyLimit(long rows) {
    if (pushdown) {
      limit = rows;
    }
  }

  @Override
  public boolean supportsNestedProjection() {
    return false;
  }

  @Override
  public void applyProjection(int[][] fields, DataType type) {
    List<MySqlColumn> projected = new ArrayList<>();
    for (int[] field : fields) {
      projected.add(columns.get(field[0]));
    }
    columns = List.copyOf(projected);
    producedType = type;
  }

  @Override
  public DynamicTableSource copy() {
    MySqlTableSource copy = new MySqlTableSource(address, table, columns, producedType, pushdown);
    copy.conditions = conditions;
    copy.limit = limit;
    return copy;
  }

  /** What EXPLAIN shows; the values of parameters are data and stay out. */
  @Override
  public String asSummaryString() {
    return "MySQL(" + fullName() + ")";
  }
}
