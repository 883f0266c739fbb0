/* SPDX-License-Identifier: Apache-2.0 */
package io.sluice.engine.flink.result;

import io.sluice.protocol.rowset.RowBlock;
import java.io.IOException;

/** A task's end of the way its rows take. For one thread. */
interface ResultChannel extends AutoCloseable {
  /**
   * Hands a block over, waiting until there is room.
   *
   * @return false if nobody wants rows any more
   */
  boolean send(RowBlock block) throws IOException, InterruptedException;

  /**
   * Tells that these were all rows, and waits until that is known. Without it the engine takes the
   * result for broken off.
   */
  void end(long rows) throws IOException, InterruptedException;

  @Override
  void close() throws IOException;
}
