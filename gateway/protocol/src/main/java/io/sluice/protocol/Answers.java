/* SPDX-License-Identifier: Apache-2.0 */
package io.sluice.protocol;

import io.netty.buffer.ByteBuf;
import io.sluice.thrift.TException;
import io.sluice.thrift.hive.TStatus;
import java.util.Optional;

/** How the answers of one call are written, read and refused. */
interface Answers<R> {
  /**
   * Writes the answer's struct to {@code out}, or returns its bytes to be sent after {@code out}.
   *
   * @return the bytes, or an empty buffer if they are in {@code out}; the caller owns it
   */
  ByteBuf write(R answer, ByteBuf out) throws TException;

  /** Reads the answer's struct, all of {@code in}, which stays the caller's. */
  R read(ByteBuf in) throws TException;

  /** Frees an answer that will not be sent. */
  void discard(R answer);

  /** An answer that is only this status; empty if the call's answer has no status. */
  Optional<R> refusal(TStatus status);
}
