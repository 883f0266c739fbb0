/* SPDX-License-Identifier: Apache-2.0 */
package io.sluice.flink.hudi;

import static java.util.Objects.requireNonNull;

import io.sluice.error.ErrorCode;
import io.sluice.error.SluiceException;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.UnaryOperator;
import org.apache.flink.streaming.api.datastream.DataStream;
import org.apache.flink.streaming.api.datastream.DataStreamSink;
import org.apache.flink.table.catalog.Column;
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
import org.apache.flink.types.RowKind;

/** The sink of {@code INSERT}, {@code UPDATE} and {@code DELETE}. */
final class HudiTableSink
    implements DynamicTableSink,
        SupportsPartitioning,
        SupportsOverwrite,
        SupportsRowLevelDelete,
        SupportsRowLevelUpdate {
  private final HudiTable table;
  private final HudiWriteOptions options;
  private final UnaryOperator<DataStream<RowData>> before;

  HudiTableSink(
      HudiTable table, HudiWriteOptions options, UnaryOperator<DataStream<RowData>> before) {
    this.table = requireNonNull(table, "table is null");
    this.options = requireNonNull(options, "options is null");
    this.before = requireNonNull(before, "before is null");
  }

  @Override
  public ChangelogMode getChangelogMode(ChangelogMode requested) {
    if (!options.upserts()) {
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
    boolean bounded = context.isBounded();
    HudiSink sink = new HudiSink(table, bounded ? options : options.streaming(), bounded);
    return new DataStreamSinkProvider() {
      @Override
      public DataStreamSink<?> consumeDataStream(
          ProviderContext provider, DataStream<RowData> rows) {
        if (!bounded
            && !rows.getExecutionEnvironment().getCheckpointConfig().isCheckpointingEnabled()) {
          throw new SluiceException(
              ErrorCode.INVALID_STATEMENT,
              "Streaming into the Hudi table "
                  + table.path()
                  + " would never commit, because checkpoints are off; SET 'execution.checkpointing.interval' or use batch mode");
        }

        DataStream<RowData> taken = bounded ? before.apply(rows) : rows;
        DataStreamSink<?> written = taken.sinkTo(sink).setParallelism(1);
        provider.generateUid("hudi").ifPresent(written::uid);
        return written;
      }
    };
  }

  /** Here only to refuse by name what Flink would refuse by the name of a class. */
  @Override
  public void applyOverwrite(boolean overwrite) {
    if (overwrite) {
      throw new SluiceException(
          ErrorCode.NOT_SUPPORTED,
          "INSERT OVERWRITE is not offered for Hudi tables, and "
              + table.path()
              + " is one. DELETE the rows that shall go, then INSERT INTO.");
    }
  }

  /** Rows carry their partition: PARTITION (…) only says what a column holds. */
  @Override
  public void applyStaticPartition(Map<String, String> partition) {
    // Flink puts the values into the rows.
  }

  @Override
  public RowLevelDeleteInfo applyRowLevelDelete(RowLevelModificationScanContext context) {
    requireKeys("DELETE");
    return new RowLevelDeleteInfo() {};
  }

  @Override
  public RowLevelUpdateInfo applyRowLevelUpdate(
      List<Column> updated, RowLevelModificationScanContext context) {
    requireKeys("UPDATE");
    Set<String> fixed = new HashSet<>(table.recordKeys());
    fixed.addAll(table.partitionKeys());
    for (Column column : updated) {
      if (fixed.contains(column.getName())) {
        throw new SluiceException(
            ErrorCode.NOT_SUPPORTED,
            "Column "
                + column.getName()
                + " of the Hudi table "
                + table.path()
                + " is part of its key or partition and cannot be updated; DELETE the row and INSERT it");
      }
    }

    return new RowLevelUpdateInfo() {};
  }

  private void requireKeys(String statement) {
    if (!options.upserts()) {
      throw new SluiceException(
          ErrorCode.NOT_SUPPORTED,
          statement
              + " needs a record key, which the Hudi table "
              + table.path()
              + (table.recordKeys().isEmpty() ? " does not have" : " is not written by"));
    }
  }

  @Override
  public DynamicTableSink copy() {
    return new HudiTableSink(table, options, before);
  }

  @Override
  public String asSummaryString() {
    return "Hudi";
  }
}
