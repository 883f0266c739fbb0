/* SPDX-License-Identifier: Apache-2.0 */
package io.sluice.engine.flink.planning;

import org.apache.flink.runtime.execution.CancelTaskException;
import org.apache.flink.table.functions.ScalarFunction;

/** TRUE, or the end of a task that Flink has interrupted. Public for generated code. */
public final class NotCanceled extends ScalarFunction {
  private static final long serialVersionUID = 1L;

  /** Called by generated code. */
  public boolean eval() {
    // Not cleared: whatever the task waits for while it ends shall hear it as well.
    if (Thread.currentThread().isInterrupted()) {
      throw new CancelTaskException("The task was canceled in the middle of a join.");
    }
    return true;
  }
}
