/* SPDX-License-Identifier: Apache-2.0 */
package io.sluice.catalog.flink.mysql;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import org.apache.flink.api.connector.source.SplitEnumerator;
import org.apache.flink.api.connector.source.SplitEnumeratorContext;

/** Hands a split to each reader that asks for one. */
final class MySqlSplitEnumerator implements SplitEnumerator<MySqlSplit, MySqlScanState> {
  private final SplitEnumeratorContext<MySqlSplit> context;
  private final Deque<MySqlSplit> pending;

  MySqlSplitEnumerator(SplitEnumeratorContext<MySqlSplit> context, MySqlScanState state) {
    this.context = context;
    this.pending = new ArrayDeque<>(state.pending());
  }

  @Override
  public void start() {}

  @Override
  public void handleSplitRequest(int subtask, String host) {
    MySqlSplit next = pending.poll();
    if (next == null) {
      context.signalNoMoreSplits(subtask);
    } else {
      context.assignSplit(next, subtask);
    }
  }

  @Override
  public void addSplitsBack(List<MySqlSplit> splits, int subtask) {
    pending.addAll(splits);
  }

  @Override
  public void addReader(int subtask) {}

  @Override
  public MySqlScanState snapshotState(long checkpointId) {
    return new MySqlScanState(new ArrayList<>(pending));
  }

  @Override
  public void close() {}
}
