/* SPDX-License-Identifier: Apache-2.0 */
package io.sluice.catalog.flink.iceberg;

import static java.util.Objects.requireNonNull;

import io.sluice.catalog.flink.source.CountedRows;
import io.sluice.error.ErrorCode;
import io.sluice.error.SluiceException;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.apache.flink.api.connector.source.Boundedness;
import org.apache.flink.api.dag.Transformation;
import org.apache.flink.configuration.ReadableConfig;
import org.apache.flink.streaming.api.datastream.DataStream;
import org.apache.flink.streaming.api.datastream.DataStreamSink;
import org.apache.flink.streaming.api.environment.CheckpointConfig;
import org.apache.flink.streaming.api.functions.source.InputFormatSourceFunction;
import org.apache.flink.streaming.api.transformations.LegacySourceTransformation;
import org.apache.flink.streaming.api.transformations.WithBoundedness;
import org.apache.flink.table.catalog.Column;
import org.apache.flink.table.catalog.ResolvedSchema;
import org.apache.flink.table.catalog.UniqueConstraint;
import org.apache.flink.table.connector.ChangelogMode;
import org.apache.flink.table.connector.ProviderContext;
import org.apache.flink.table.connector.RowLevelModificationScanContext;
import org.apache.flink.table.connector.sink.DataStreamSinkProvider;
import org.apache.flink.table.connector.sink.DynamicTableSink;
import org.apache.flink.table.connector.sink.abilities.SupportsOverwrite;
import org.apache.flink.table.connector.sink.abilities.SupportsPartitioning;
import org.apache.flink.table.connector.sink.abilities.SupportsRowLevelDelete;
import org.apache.flink.table.connector.sink.abilities.SupportsRowLevelUpdate;
import org.apache.flink.table.data.RowData;
import org.apache.flink.table.runtime.typeutils.InternalTypeInfo;
import org.apache.flink.table.runtime.typeutils.RowDataSerializer;
import org.apache.flink.types.RowKind;
import org.apache.iceberg.flink.IcebergTableSink;
import org.apache.iceberg.flink.TableLoader;

/**
 * Iceberg's own sink, with DELETE and UPDATE added for tables that have a key (they go through its
 * upserts), and endless writes refused where no checkpoint would ever commit them.
 */
final class IcebergWrite
    implements DynamicTableSink,
        SupportsPartitioning,
        SupportsOverwrite,
        SupportsRowLevelDelete,
        SupportsRowLevelUpdate {
  private static final String UPSERT = "upsert-enabled";

  private final String name;
  private final TableLoader loader;
  private final ResolvedSchema schema;
  private final ReadableConfig session;
  private final Map<String, String> options;
  private final IcebergKey key;

  private boolean rowLevel;
  private boolean overwrite;
  private boolean insertOnly;
  private Map<String, String> staticPartition = Map.of();

  IcebergWrite(
      String name,
      TableLoader loader,
      ResolvedSchema schema,
      ReadableConfig session,
      Map<String, String> options,
      IcebergKey key) {
    this.name = requireNonNull(name, "name is null");
    this.loader = requireNonNull(loader, "loader is null");
    this.schema = requireNonNull(schema, "schema is null");
    this.session = requireNonNull(session, "session is null");
    this.options = Map.copyOf(options);
    this.key = requireNonNull(key, "key is null");
  }

  private boolean upserts() {
    String hint = options.get(UPSERT);
    return rowLevel || (hint == null ? key.unique() && !overwrite : Boolean.parseBoolean(hint));
  }

  /** Rows that nothing replaces or takes back. */
  private boolean appends() {
    return insertOnly && !upserts() && !(overwrite && key.unique());
  }

  /** The schema with the key that Iceberg's sink is to write by, if any. */
  private ResolvedSchema keyed() {
    UniqueConstraint constraint =
        appends() || key.columns().isEmpty()
            ? null
            : UniqueConstraint.primaryKey("key", key.columns());
    return new ResolvedSchema(schema.getColumns(), schema.getWatermarkSpecs(), constraint);
  }

  private IcebergTableSink sink() {
    Map<String, String> all = new HashMap<>(options);
    all.put(UPSERT, Boolean.toString(upserts()));
    TableLoader loads = appends() ? new AppendLoader(loader.clone()) : loader.clone();
    IcebergTableSink sink = new IcebergTableSink(loads, keyed(), session, all);
    if (overwrite) {
      sink.applyOverwrite(true);
    }
    if (!staticPartition.isEmpty()) {
      sink.applyStaticPartition(staticPartition);
    }
    return sink;
  }

  @Override
  public ChangelogMode getChangelogMode(ChangelogMode requested) {
    insertOnly = requested.containsOnly(RowKind.INSERT);
    return rowLevel ? ChangelogMode.all() : sink().getChangelogMode(requested);
  }

  @Override
  public SinkRuntimeProvider getSinkRuntimeProvider(Context context) {
    boolean bounded = context.isBounded();
    // What a batch query makes is never taken back.
    insertOnly |= bounded;
    DataStreamSinkProvider provider =
        (DataStreamSinkProvider) sink().getSinkRuntimeProvider(context);
    return new DataStreamSinkProvider() {
      @Override
      public DataStreamSink<?> consumeDataStream(
          ProviderContext providerContext, DataStream<RowData> rows) {
        requireCommits(rows);
        DataStream<RowData> counted = bounded ? CountedRows.of(rows) : rows;
        if (bounded && overwrite && key.unique()) {
          // What Iceberg's writer does with the second row, a delete, no overwrite can commit.
          counted = OneRowPerKey.of(counted, name, schema.getColumnNames(), key.columns());
        }
        return provider.consumeDataStream(
            providerContext, upserts() ? withDeletes(counted) : counted);
      }

      @Override
      public Optional<Integer> getParallelism() {
        return provider.getParallelism();
      }
    };
  }

  /**
   * In upsert mode Iceberg passes over the old row of an update, as the new one replaces it. Where
   * a filter took the new one away, the old one has to go by itself.
   */
  private static DataStream<RowData> withDeletes(DataStream<RowData> rows) {
    RowDataSerializer copies =
        new RowDataSerializer(((InternalTypeInfo<RowData>) rows.getType()).toRowType());
    return rows.map(
            row -> {
              if (row.getRowKind() != RowKind.UPDATE_BEFORE) {
                return row;
              }
              // The row itself may be on its way to another table of a statement set as well.
              RowData deleted = copies.copy(row);
              deleted.setRowKind(RowKind.DELETE);
              return deleted;
            })
        .returns(rows.getType())
        .setParallelism(rows.getParallelism());
  }

  private void requireCommits(DataStream<RowData> rows) {
    CheckpointConfig checkpoints = rows.getExecutionEnvironment().getCheckpointConfig();
    if (checkpoints.isCheckpointingEnabled()) {
      return;
    }
    for (Transformation<?> step : rows.getTransformation().getTransitivePredecessors()) {
      if (step instanceof WithBoundedness source
          && source.getBoundedness() == Boundedness.CONTINUOUS_UNBOUNDED
          && !readsInputFormat(step)) {
        throw new SluiceException(
            ErrorCode.INVALID_STATEMENT,
            "A streaming INSERT into "
                + name
                + " commits at checkpoints, and they are off: nothing would ever be readable. SET"
                + " 'execution.checkpointing.interval' = '30s' first.");
      }
    }
  }

  /** VALUES is such a source: it ends, though a streaming plan calls it unbounded. */
  private static boolean readsInputFormat(Transformation<?> step) {
    return step instanceof LegacySourceTransformation<?> legacy
        && legacy.getOperator().getUserFunction() instanceof InputFormatSourceFunction;
  }

  @Override
  public void applyOverwrite(boolean replace) {
    overwrite = replace;
  }

  @Override
  public void applyStaticPartition(Map<String, String> partition) {
    staticPartition = Map.copyOf(partition);
  }

  @Override
  public RowLevelDeleteInfo applyRowLevelDelete(RowLevelModificationScanContext context) {
    key.requireUnique("DELETE", name);
    rowLevel = true;
    return new RowLevelDeleteInfo() {};
  }

  @Override
  public RowLevelUpdateInfo applyRowLevelUpdate(
      List<Column> columns, RowLevelModificationScanContext context) {
    key.requireUnique("UPDATE", name);
    columns.stream()
        .map(Column::getName)
        .filter(key.columns()::contains)
        .findFirst()
        .ifPresent(
            column -> {
              throw new SluiceException(
                  ErrorCode.NOT_SUPPORTED,
                  "UPDATE cannot change "
                      + column
                      + ": it is part of the key of "
                      + name
                      + ". Insert the new row and delete the old one.");
            });
    rowLevel = true;
    return new RowLevelUpdateInfo() {};
  }

  @Override
  public DynamicTableSink copy() {
    IcebergWrite copy = new IcebergWrite(name, loader.clone(), schema, session, options, key);
    copy.rowLevel = rowLevel;
    copy.overwrite = overwrite;
    copy.insertOnly = insertOnly;
    copy.staticPartition = staticPartition;
    return copy;
  }

  @Override
  public String asSummaryString() {
    return "Iceberg(" + name + ")";
  }
}
