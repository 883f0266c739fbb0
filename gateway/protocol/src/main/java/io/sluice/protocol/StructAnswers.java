/* SPDX-License-Identifier: Apache-2.0 */
package io.sluice.protocol;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.sluice.thrift.TBase;
import io.sluice.thrift.TException;
import io.sluice.thrift.hive.TStatus;
import java.util.Optional;
import java.util.function.BiConsumer;
import java.util.function.Supplier;

/** Answers that are Thrift structs in memory. */
final class StructAnswers<R extends TBase<?, ?>> implements Answers<R> {
  private final Supplier<R> empty;
  private final BiConsumer<R, TStatus> setStatus;

  /**
   * @param setStatus null if the answer has no status
   */
  StructAnswers(Supplier<R> empty, BiConsumer<R, TStatus> setStatus) {
    this.empty = empty;
    this.setStatus = setStatus;
  }

  @Override
  public ByteBuf write(R answer, ByteBuf out) throws TException {
    answer.write(WireProtocol.over(out));
    return Unpooled.EMPTY_BUFFER;
  }

  @Override
  public R read(ByteBuf in) throws TException {
    R answer = empty.get();
    answer.read(WireProtocol.over(in));
    return answer;
  }

  @Override
  public void discard(R answer) {
    // Plain memory.
  }

  @Override
  public Optional<R> refusal(TStatus status) {
    if (setStatus == null) {
      return Optional.empty();
    }
    R answer = empty.get();
    setStatus.accept(answer, status);
    return Optional.of(answer);
  }
}
