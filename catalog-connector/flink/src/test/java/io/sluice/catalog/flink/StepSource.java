/* SPDX-License-Identifier: Apache-2.0 */
package io.sluice.catalog.flink;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.apache.flink.api.common.state.CheckpointListener;
import org.apache.flink.api.common.state.ListState;
import org.apache.flink.api.common.state.ListStateDescriptor;
import org.apache.flink.runtime.state.FunctionInitializationContext;
import org.apache.flink.runtime.state.FunctionSnapshotContext;
import org.apache.flink.streaming.api.checkpoint.CheckpointedFunction;
import org.apache.flink.streaming.api.functions.source.SourceFunction;
import org.apache.flink.table.data.GenericRowData;
import org.apache.flink.table.data.RowData;
import org.apache.flink.table.data.StringData;
import org.apache.flink.types.RowKind;

/**
 * A changelog in steps: the rows of each are in one checkpoint, and those of the next in a later
 * one, which begins once the former has completed. It ends after the last.
 */
@SuppressWarnings("deprecation") // The newer sources have no way to hold rows to a checkpoint.
final class StepSource
    implements SourceFunction<RowData>, CheckpointedFunction, CheckpointListener {
  private static final long serialVersionUID = 1L;
  private static final long WAIT_MILLIS = 1_000;

  private final String steps;

  private transient Map<Long, Integer> doneAt;
  private transient ListState<Integer> saved;
  private transient Object lock;
  private transient int done;
  private transient int committed;
  private volatile boolean canceled;

  /**
   * @param steps such as {@code +I 1 a|-D 1 a;+I 2 b}: rows with {@code |} between them, steps with
   *     {@code ;}
   */
  StepSource(String steps) {
    this.steps = steps;
  }

  @Override
  public void initializeState(FunctionInitializationContext context) throws Exception {
    doneAt = new ConcurrentHashMap<>();
    lock = new Object();
    saved =
        context
            .getOperatorStateStore()
            .getListState(new ListStateDescriptor<>("done", Integer.class));
    for (Integer restored : saved.get()) {
      done = restored;
      committed = restored;
    }
  }

  @Override
  public void run(SourceContext<RowData> context) throws Exception {
    String[] all = steps.split(";");
    while (done < all.length && !canceled) {
      synchronized (context.getCheckpointLock()) {
        rows(all[done]).forEach(context::collect);
        done++;
      }
      synchronized (lock) {
        while (committed < done && !canceled) {
          lock.wait(WAIT_MILLIS);
        }
      }
    }
  }

  private static List<RowData> rows(String step) {
    List<RowData> rows = new ArrayList<>();
    for (String row : step.split("\\|")) {
      String[] parts = row.strip().split(" ");
      rows.add(
          GenericRowData.ofKind(
              kind(parts[0]), Integer.parseInt(parts[1]), StringData.fromString(parts[2])));
    }
    return rows;
  }

  private static RowKind kind(String text) {
    for (RowKind kind : RowKind.values()) {
      if (kind.shortString().equals(text)) {
        return kind;
      }
    }
    throw new IllegalArgumentException("no kind of row: " + text);
  }

  @Override
  public void snapshotState(FunctionSnapshotContext context) throws Exception {
    saved.update(List.of(done));
    doneAt.put(context.getCheckpointId(), done);
  }

  @Override
  public void notifyCheckpointComplete(long checkpoint) {
    synchronized (lock) {
      committed = Math.max(committed, doneAt.getOrDefault(checkpoint, 0));
      lock.notifyAll();
    }
  }

  @Override
  public void cancel() {
    canceled = true;
  }
}
