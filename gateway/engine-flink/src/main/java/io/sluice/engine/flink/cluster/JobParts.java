/* SPDX-License-Identifier: Apache-2.0 */
package io.sluice.engine.flink.cluster;

import io.sluice.engine.operation.Progress;
import java.util.Map;
import org.apache.flink.runtime.execution.ExecutionState;

/** Flink's job vertices as parts of a job. */
final class JobParts {
  private JobParts() {}

  /**
   * @param parallelism not positive while Flink has not decided it
   */
  static Progress.Part part(
      String name, ExecutionState state, int parallelism, Map<ExecutionState, Integer> tasks) {
    return new Progress.Part(
        name,
        state.name(),
        Math.max(1, parallelism),
        tasks.getOrDefault(ExecutionState.FINISHED, 0),
        tasks.getOrDefault(ExecutionState.RUNNING, 0)
            + tasks.getOrDefault(ExecutionState.INITIALIZING, 0),
        tasks.getOrDefault(ExecutionState.FAILED, 0));
  }
}
