/* SPDX-License-Identifier: Apache-2.0 */
package io.sluice.engine.flink.result;

import java.io.IOException;
import java.io.Serializable;

/** Where a task brings its rows; travels inside the job. */
interface ResultTarget extends Serializable {
  /**
   * Opens the way of one of the tasks that bring this result's rows, once for each.
   *
   * @param task which one, from 0
   * @param tasks how many there are
   * @throws IOException if the engine cannot be reached, or has had this task already: one that
   *     runs again would send rows a second time
   */
  ResultChannel open(int task, int tasks) throws IOException;
}
