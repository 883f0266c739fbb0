/* SPDX-License-Identifier: Apache-2.0 */
package io.sluice.flink.hudi;

import static java.util.Objects.requireNonNull;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.Callable;
import org.apache.flink.api.connector.source.SplitEnumerator;
import org.apache.flink.api.connector.source.SplitEnumeratorContext;
import org.apache.flink.util.FlinkRuntimeException;

/**
 * Lists the file slices once, off the coordinator's thread, and gives one to each reader that asks.
 * All state is touched on the coordinator's thread only.
 */
final class HudiSplitEnumerator implements SplitEnumerator<HudiSplit, HudiPendingSplits> {
  private final SplitEnumeratorContext<HudiSplit> context;
  private final Callable<List<HudiSplit>> planner;
  private final Deque<HudiSplit> pending;
  private final Set<Integer> waiting = new LinkedHashSet<>();
  private boolean planned;

  HudiSplitEnumerator(
      SplitEnumeratorContext<HudiSplit> context,
      Callable<List<HudiSplit>> planner,
      HudiPendingSplits checkpoint) {
    this.context = requireNonNull(context, "context is null");
    this.planner = requireNonNull(planner, "planner is null");
    this.pending = new ArrayDeque<>(checkpoint.splits());
    this.planned = checkpoint.planned();
  }

  @Override
  public void start() {
    if (!planned) {
      context.callAsync(planner, this::planned);
    }
  }

  private void planned(List<HudiSplit> splits, Throwable failure) {
    if (failure != null) {
      throw failure instanceof RuntimeException runtime
          ? runtime
          : new FlinkRuntimeException("The file slices could not be listed", failure);
    }

    pending.addAll(splits);
    planned = true;
    List<Integer> readers = new ArrayList<>(waiting);
    waiting.clear();
    readers.forEach(this::assign);
  }

  @Override
  public void handleSplitRequest(int subtask, String hostname) {
    if (planned) {
      assign(subtask);
    } else {
      waiting.add(subtask);
    }
  }

  private void assign(int subtask) {
    if (!context.registeredReaders().containsKey(subtask)) {
      return;
    }

    HudiSplit split = pending.poll();
    if (split == null) {
      context.signalNoMoreSplits(subtask);
    } else {
      context.assignSplit(split, subtask);
    }
  }

  @Override
  public void addSplitsBack(List<HudiSplit> splits, int subtask) {
    splits.forEach(pending::addFirst);
  }

  @Override
  public void addReader(int subtask) {
    // A reader asks for its first split itself.
  }

  @Override
  public HudiPendingSplits snapshotState(long checkpointId) {
    return new HudiPendingSplits(planned, List.copyOf(pending));
  }

  @Override
  public void close() {
    // Nothing is held: file systems are Hadoop's and shared.
  }
}
