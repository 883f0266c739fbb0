/* SPDX-License-Identifier: Apache-2.0 */
package io.sluice.engine.flink.result;

import static java.util.Objects.requireNonNull;

import java.util.List;
import org.apache.flink.streaming.api.datastream.DataStream;
import org.apache.flink.streaming.api.datastream.DataStreamSink;
import org.apache.flink.streaming.api.operators.SimpleOperatorFactory;
import org.apache.flink.streaming.api.transformations.LegacySinkTransformation;
import org.apache.flink.table.connector.ChangelogMode;
import org.apache.flink.table.connector.ProviderContext;
import org.apache.flink.table.connector.sink.DataStreamSinkProvider;
import org.apache.flink.table.connector.sink.DynamicTableSink;
import org.apache.flink.table.data.RowData;
import org.apache.flink.table.types.logical.LogicalType;

/**
 * Takes a query's rows as they are: inserts, and whatever changes the query makes. Inserts are
 * taken where they are made, by as many tasks: an order that the query asks for comes from one task
 * anyway. Changes go through one, so that what follows upon what stays so.
 */
final class ResultTableSink implements DynamicTableSink {
  private final ResultReceiver receiver;
  private final List<LogicalType> types;
  private boolean insertOnly = true;

  ResultTableSink(ResultReceiver receiver, List<LogicalType> types) {
    this.receiver = requireNonNull(receiver, "receiver is null");
    this.types = List.copyOf(types);
  }

  @Override
  public ChangelogMode getChangelogMode(ChangelogMode requested) {
    insertOnly = requested.containsOnly(org.apache.flink.types.RowKind.INSERT);
    return requested;
  }

  @Override
  public SinkRuntimeProvider getSinkRuntimeProvider(Context context) {
    boolean withChanges = !insertOnly;
    receiver.planned(withChanges);
    ResultOperator operator =
        new ResultOperator(receiver.target(), types, receiver.zone().getId(), withChanges);
    return new DataStreamSinkProvider() {
      @Override
      public DataStreamSink<?> consumeDataStream(
          ProviderContext provider, DataStream<RowData> rows) {
        return new ResultStreamSink(rows, operator, withChanges);
      }
    };
  }

  @Override
  public DynamicTableSink copy() {
    ResultTableSink copy = new ResultTableSink(receiver, types);
    copy.insertOnly = insertOnly;
    return copy;
  }

  @Override
  public String asSummaryString() {
    return "result";
  }

  private static final class ResultStreamSink extends DataStreamSink<RowData> {
    ResultStreamSink(DataStream<RowData> rows, ResultOperator operator, boolean withChanges) {
      super(
          new LegacySinkTransformation<>(
              rows.getTransformation(),
              "result",
              SimpleOperatorFactory.of(operator),
              withChanges ? 1 : rows.getParallelism(),
              true));
    }
  }
}
