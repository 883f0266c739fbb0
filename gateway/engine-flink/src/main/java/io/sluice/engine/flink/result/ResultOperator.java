/* SPDX-License-Identifier: Apache-2.0 */
package io.sluice.engine.flink.result;

import static java.util.Objects.requireNonNull;

import io.sluice.protocol.rowset.HiveColumn;
import io.sluice.protocol.rowset.HiveType;
import io.sluice.protocol.rowset.RowSchema;
import java.io.IOException;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.List;
import org.apache.flink.runtime.execution.CancelTaskException;
import org.apache.flink.streaming.api.operators.AbstractStreamOperator;
import org.apache.flink.streaming.api.operators.BoundedOneInput;
import org.apache.flink.streaming.api.operators.ChainingStrategy;
import org.apache.flink.streaming.api.operators.OneInputStreamOperator;
import org.apache.flink.streaming.runtime.streamrecord.StreamRecord;
import org.apache.flink.table.data.RowData;
import org.apache.flink.table.types.logical.LogicalType;

/**
 * Writes rows into blocks of HiveServer2 columns and hands them to the engine. A block leaves when
 * it is full, or {@value #LINGER_MILLIS} ms after its first row; the first blocks are small, so
 * that the first rows are early. Handing over blocks while the engine's window is full, which is
 * the query's back-pressure.
 */
final class ResultOperator extends AbstractStreamOperator<Object>
    implements OneInputStreamOperator<RowData, Object>, BoundedOneInput {
  private static final long serialVersionUID = 1L;
  private static final int FIRST_ROWS = 64;
  private static final int MAX_ROWS = 4096;
  private static final long MAX_BYTES = 512 << 10;
  private static final long LINGER_MILLIS = 50;

  private final ResultTarget target;
  private final LogicalType[] types;
  private final String zone;
  private final boolean withChanges;

  private transient RowWriter block;
  private transient ResultChannel channel;
  private transient int maxRows;
  private transient long rows;
  private transient boolean lingering;

  ResultOperator(ResultTarget target, List<LogicalType> types, String zone, boolean withChanges) {
    this.target = requireNonNull(target, "target is null");
    this.types = types.toArray(new LogicalType[0]);
    this.zone = requireNonNull(zone, "zone is null");
    this.withChanges = withChanges;
    setChainingStrategy(ChainingStrategy.ALWAYS);
  }

  @Override
  public void open() throws Exception {
    super.open();
    List<HiveColumn> columns = new ArrayList<>();
    if (withChanges) {
      columns.add(HiveColumn.of(ResultReceiver.CHANGE_COLUMN, HiveType.STRING));
    }
    for (int i = 0; i < types.length; i++) {
      columns.add(HiveColumn.of("c" + i, HiveTypes.of(types[i])));
    }
    block = new RowWriter(new RowSchema(columns), List.of(types), ZoneId.of(zone));
    maxRows = FIRST_ROWS;
    channel =
        target.open(
            getRuntimeContext().getTaskInfo().getIndexOfThisSubtask(),
            getRuntimeContext().getTaskInfo().getNumberOfParallelSubtasks());
  }

  @Override
  public void processElement(StreamRecord<RowData> element) throws Exception {
    RowWriter out = block;
    out.write(element.getValue());
    if (out.rows() >= maxRows || out.bytes() >= MAX_BYTES) {
      flush();
    } else if (!lingering) {
      linger();
    }
  }

  @Override
  public void endInput() throws Exception {
    flush();
    channel.end(rows);
  }

  @Override
  public void close() throws Exception {
    try {
      super.close();
    } finally {
      if (channel != null) {
        channel.close();
      }
    }
  }

  private void linger() {
    lingering = true;
    long now = getProcessingTimeService().getCurrentProcessingTime();
    var unused =
        getProcessingTimeService()
            .registerTimer(
                now + LINGER_MILLIS,
                time -> {
                  lingering = false;
                  flush();
                });
  }

  private void flush() throws IOException, InterruptedException {
    if (block.rows() == 0) {
      return;
    }
    rows += block.rows();
    maxRows = Math.min(MAX_ROWS, maxRows * 2);
    if (!channel.send(block.finish())) {
      throw new CancelTaskException("Nobody fetches this result any more");
    }
  }
}
