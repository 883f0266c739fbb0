/* SPDX-License-Identifier: Apache-2.0 */
package io.sluice.engine.flink.result;

import java.io.IOException;
import java.io.Serializable;

/** Where a task brings its rows; travels inside the job. */
interface ResultTarget extends Serializable {
  /**
   * Opens the way, once per result.
   *
   * @throws IOException if the engine cannot be reached, or has a task for this result already: a
   *     task that runs again would send rows a second time
   */
  ResultChannel open() throws IOException;
}
