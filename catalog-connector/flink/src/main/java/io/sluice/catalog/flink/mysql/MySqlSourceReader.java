/* SPDX-License-Identifier: Apache-2.0 */
package io.sluice.catalog.flink.mysql;

import java.util.Map;
import org.apache.flink.api.connector.source.SourceReaderContext;
import org.apache.flink.connector.base.source.reader.SingleThreadMultiplexSourceReaderBase;
import org.apache.flink.table.data.RowData;

/** Takes rows from the fetcher thread and hands them on, counting them for checkpoints. */
final class MySqlSourceReader
    extends SingleThreadMultiplexSourceReaderBase<
        RowData, RowData, MySqlSplit, MySqlSourceReader.Progress> {
  private final MySqlSplitReader splitReader;

  MySqlSourceReader(MySqlSplitReader splitReader, SourceReaderContext context) {
    super(
        () -> splitReader,
        (row, output, progress) -> {
          output.collect(row);
          progress.delivered++;
        },
        context.getConfiguration(),
        context);
    this.splitReader = splitReader;
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
  protected Progress initializedState(MySqlSplit split) {
    return new Progress(split.delivered());
  }

  @Override
  protected MySqlSplit toSplitType(String splitId, Progress progress) {
    return new MySqlSplit(splitId, progress.delivered);
  }

  /** Ends the running query at the server first: the fetcher may be waiting for it. */
  @Override
  public void close() throws Exception {
    try {
      splitReader.abort();
    } finally {
      super.close();
    }
  }

  /** How far a split has been handed on. */
  static final class Progress {
    private long delivered;

    private Progress(long delivered) {
      this.delivered = delivered;
    }
  }
}
