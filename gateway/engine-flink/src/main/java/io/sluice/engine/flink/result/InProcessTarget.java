/* SPDX-License-Identifier: Apache-2.0 */
package io.sluice.engine.flink.result;

import io.sluice.protocol.rowset.RowBlock;
import java.io.IOException;

/** The engine is in the task's own process. */
record InProcessTarget(String token) implements ResultTarget {
  @Override
  public ResultChannel open(int task, int tasks) throws IOException {
    ResultReceiver receiver =
        ResultReceivers.find(token)
            .orElseThrow(() -> new IOException("The statement of this result has ended"));
    receiver.begin(task, tasks);
    return new ResultChannel() {
      @Override
      public boolean send(RowBlock block) throws InterruptedException {
        return receiver.put(block);
      }

      @Override
      public void end(long rows) {
        receiver.end(rows);
      }

      @Override
      public void close() {
        // Nothing is held.
      }
    };
  }

  @Override
  public String toString() {
    return "InProcessTarget";
  }
}
