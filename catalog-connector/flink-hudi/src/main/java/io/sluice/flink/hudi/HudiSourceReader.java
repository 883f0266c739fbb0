/* SPDX-License-Identifier: Apache-2.0 */
package io.sluice.flink.hudi;

import java.util.Map;
import org.apache.flink.api.connector.source.SourceReaderContext;
import org.apache.flink.connector.base.source.reader.SingleThreadMultiplexSourceReaderBase;
import org.apache.flink.table.data.RowData;

/** One split at a time: the next is asked for when the last is read. */
final class HudiSourceReader
    extends SingleThreadMultiplexSourceReaderBase<
        RowData, RowData, HudiSplit, HudiSourceReader.Progress> {

  HudiSourceReader(HudiScan scan, SourceReaderContext context) {
    super(
        () -> new HudiSplitReader(scan),
        (row, output, progress) -> {
          output.collect(row);
          progress.rows++;
        },
        context.getConfiguration(),
        context);
  }

  @Override
  public void start() {
    if (getNumberOfCurrentlyAssignedSplits() == 0) {
      context.sendSplitRequest();
    }
  }

  @Override
  protected void onSplitFinished(Map<String, Progress> finished) {
    context.sendSplitRequest();
  }

  @Override
  protected Progress initializedState(HudiSplit split) {
    return new Progress(split);
  }

  @Override
  protected HudiSplit toSplitType(String splitId, Progress progress) {
    return progress.split.after(progress.rows);
  }

  /** How far a split has been handed on. */
  static final class Progress {
    private final HudiSplit split;
    private long rows;

    Progress(HudiSplit split) {
      this.split = split;
      this.rows = split.rowsToSkip();
    }
  }
}
