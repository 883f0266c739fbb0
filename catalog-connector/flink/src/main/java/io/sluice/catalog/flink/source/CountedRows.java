/* SPDX-License-Identifier: Apache-2.0 */
package io.sluice.catalog.flink.source;

import java.util.Map;
import java.util.OptionalLong;
import org.apache.flink.api.common.accumulators.LongCounter;
import org.apache.flink.streaming.api.datastream.DataStream;
import org.apache.flink.streaming.api.operators.AbstractStreamOperator;
import org.apache.flink.streaming.api.operators.ChainingStrategy;
import org.apache.flink.streaming.api.operators.OneInputStreamOperator;
import org.apache.flink.streaming.runtime.streamrecord.StreamRecord;
import org.apache.flink.table.data.RowData;
import org.apache.flink.types.RowKind;

/**
 * Counts the rows that a batch job writes to its tables: those inserted, updated and deleted. Old
 * rows of updates do not count. The number is the job's accumulator, so it comes from wherever the
 * tasks run.
 */
public final class CountedRows {
  private static final String ACCUMULATOR = "sluice.rows";

  private CountedRows() {}

  /** The same rows, counted on their way; in the tasks that make them. */
  public static DataStream<RowData> of(DataStream<RowData> rows) {
    return rows.transform("count", rows.getType(), new Counting())
        .setParallelism(rows.getParallelism());
  }

  /** The number, given a finished job's accumulators; empty if it wrote to no table of ours. */
  public static OptionalLong in(Map<String, Object> accumulators) {
    return accumulators.get(ACCUMULATOR) instanceof Long rows
        ? OptionalLong.of(rows)
        : OptionalLong.empty();
  }

  private static final class Counting extends AbstractStreamOperator<RowData>
      implements OneInputStreamOperator<RowData, RowData> {
    private static final long serialVersionUID = 1L;

    private transient LongCounter count;

    Counting() {
      setChainingStrategy(ChainingStrategy.ALWAYS);
    }

    @Override
    public void open() throws Exception {
      super.open();
      count = new LongCounter();
      getRuntimeContext().addAccumulator(ACCUMULATOR, count);
    }

    @Override
    public void processElement(StreamRecord<RowData> element) {
      if (element.getValue().getRowKind() != RowKind.UPDATE_BEFORE) {
        count.add(1);
      }
      output.collect(element);
    }
  }
}
