/* SPDX-License-Identifier: Apache-2.0 */
package io.sluice.catalog.flink.mysql;

import static java.util.Objects.requireNonNull;

import io.sluice.catalog.flink.source.CountedRows;
import io.sluice.error.ErrorCode;
import io.sluice.error.SluiceException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.IntStream;
import org.apache.flink.streaming.api.datastream.DataStream;
import org.apache.flink.streaming.api.datastream.DataStreamSink;
import org.apache.flink.table.catalog.Column;
import org.apache.flink.table.connector.ChangelogMode;
import org.apache.flink.table.connector.ProviderContext;
import org.apache.flink.table.connector.RowLevelModificationScanContext;
import org.apache.flink.table.connector.sink.DataStreamSinkProvider;
import org.apache.flink.table.connector.sink.DynamicTableSink;
import org.apache.flink.table.connector.sink.SinkV2Provider;
import org.apache.flink.table.connector.sink.abilities.SupportsOverwrite;
import org.apache.flink.table.connector.sink.abilities.SupportsRowLevelDelete;
import org.apache.flink.table.connector.sink.abilities.SupportsRowLevelUpdate;
import org.apache.flink.table.data.RowData;
import org.apache.flink.table.types.logical.LogicalType;
import org.apache.flink.table.types.logical.RowType;
import org.apache.flink.types.RowKind;

/**
 * Writes a MySQL table: INSERT where it has no primary key, else an upsert by key; DELETE and
 * UPDATE by key. A batch statement is one transaction on one connection: it is written whole or not
 * at all.
 */
final class MySqlTableSink
    implements DynamicTableSink, SupportsOverwrite, SupportsRowLevelDelete, SupportsRowLevelUpdate {
  private final MySqlAddress address;
  private final MySqlTable table;
  private final List<MySqlColumn> fields;
  private boolean rowLevel;
  private List<String> updated;

  /**
   * @param fields the columns of the statement's schema, in its order
   */
  MySqlTableSink(MySqlAddress address, MySqlTable table, List<MySqlColumn> fields) {
    this.address = requireNonNull(address, "address is null");
    this.table = requireNonNull(table, "table is null");
    this.fields = List.copyOf(fields);
  }

  @Override
  public ChangelogMode getChangelogMode(ChangelogMode requested) {
    if (rowLevel) {
      return ChangelogMode.all();
    }
    if (table.primaryKey().isEmpty()) {
      return ChangelogMode.insertOnly();
    }
    return ChangelogMode.newBuilder()
        .addContainedKind(RowKind.INSERT)
        .addContainedKind(RowKind.UPDATE_AFTER)
        .addContainedKind(RowKind.DELETE)
        .build();
  }

  @Override
  public SinkRuntimeProvider getSinkRuntimeProvider(Context context) {
    List<Integer> written = rowLevel ? allButGenerated() : written(context.getTargetColumns());
    List<Integer> changed =
        updated == null
            ? written
            : IntStream.range(0, fields.size())
                .filter(i -> updated.contains(fields.get(i).name()))
                .boxed()
                .toList();
    MySqlSink sink =
        new MySqlSink(
            address,
            fullName(),
            RowType.of(
                fields.stream()
                    .map(field -> field.type().getLogicalType())
                    .toArray(LogicalType[]::new)),
            MySqlWriteStatements.of(table, fields, written, changed),
            updated != null,
            context.isBounded());
    return context.isBounded() ? oneWriter(sink) : SinkV2Provider.of(sink);
  }

  private static SinkRuntimeProvider oneWriter(MySqlSink sink) {
    return new DataStreamSinkProvider() {
      @Override
      public DataStreamSink<?> consumeDataStream(
          ProviderContext context, DataStream<RowData> rows) {
        return CountedRows.of(rows).sinkTo(sink).setParallelism(1);
      }

      @Override
      public Optional<Integer> getParallelism() {
        return Optional.of(1);
      }
    };
  }

  private List<Integer> allButGenerated() {
    return IntStream.range(0, fields.size())
        .filter(i -> !fields.get(i).generated())
        .boxed()
        .toList();
  }

  private List<Integer> written(Optional<int[][]> targets) {
    Set<Integer> named = new HashSet<>();
    targets.ifPresent(paths -> Arrays.stream(paths).forEach(path -> named.add(path[0])));
    List<Integer> written = new ArrayList<>();
    for (int i = 0; i < fields.size(); i++) {
      MySqlColumn field = fields.get(i);
      boolean isKey = table.primaryKey().contains(field.name());
      if (targets.isEmpty() || named.contains(i) || isKey) {
        if (field.generated()) {
          throw new SluiceException(
              ErrorCode.INVALID_STATEMENT,
              "Column "
                  + field.name()
                  + " of "
                  + fullName()
                  + " is computed by the server. Name the columns to write: INSERT INTO t (a, b) …");
        }
        written.add(i);
      }
    }
    return written;
  }

  private String fullName() {
    return address.datasource() + '.' + table.database() + '.' + table.name();
  }

  @Override
  public RowLevelDeleteInfo applyRowLevelDelete(RowLevelModificationScanContext context) {
    requireKey("DELETE");
    rowLevel = true;
    return new RowLevelDeleteInfo() {};
  }

  @Override
  public RowLevelUpdateInfo applyRowLevelUpdate(
      List<Column> columns, RowLevelModificationScanContext context) {
    requireKey("UPDATE");
    List<String> names = columns.stream().map(Column::getName).toList();
    names.stream()
        .filter(table.primaryKey()::contains)
        .findFirst()
        .ifPresent(
            key -> {
              throw new SluiceException(
                  ErrorCode.NOT_SUPPORTED,
                  "UPDATE cannot change "
                      + key
                      + ": it is part of the primary key of "
                      + fullName()
                      + ". Insert the new row and delete the old one.");
            });
    rowLevel = true;
    updated = names;
    return new RowLevelUpdateInfo() {};
  }

  private void requireKey(String statement) {
    if (table.primaryKey().isEmpty()) {
      throw new SluiceException(
          ErrorCode.NOT_SUPPORTED,
          statement + " needs a primary key, and " + fullName() + " has none.");
    }
  }

  /** Here only to refuse by name what Flink would refuse by the name of a class. */
  @Override
  public void applyOverwrite(boolean overwrite) {
    if (overwrite) {
      throw new SluiceException(
          ErrorCode.NOT_SUPPORTED,
          "INSERT OVERWRITE is not offered for MySQL and MariaDB tables. DELETE the rows that shall"
              + " go, then INSERT INTO.");
    }
  }

  @Override
  public DynamicTableSink copy() {
    MySqlTableSink copy = new MySqlTableSink(address, table, fields);
    copy.rowLevel = rowLevel;
    copy.updated = updated;
    return copy;
  }

  @Override
  public String asSummaryString() {
    return "MySQL(" + fullName() + ")";
  }
}
