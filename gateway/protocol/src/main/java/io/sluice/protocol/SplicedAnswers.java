/* SPDX-License-Identifier: Apache-2.0 */
package io.sluice.protocol;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufAllocator;
import io.sluice.thrift.TException;
import io.sluice.thrift.hive.TFetchResultsResp;
import io.sluice.thrift.hive.TStatus;
import java.util.Optional;

/** Answers that stay the bytes of a struct, so that a gateway passes on what an engine encoded. */
final class SplicedAnswers implements Answers<ByteBuf> {
  @Override
  public ByteBuf write(ByteBuf answer, ByteBuf out) {
    return answer;
  }

  @Override
  public ByteBuf read(ByteBuf in) {
    return in.readRetainedSlice(in.readableBytes());
  }

  @Override
  public void discard(ByteBuf answer) {
    answer.release();
  }

  @Override
  public Optional<ByteBuf> refusal(TStatus status) {
    ByteBuf bytes = ByteBufAllocator.DEFAULT.buffer();
    try {
      new TFetchResultsResp(status).write(WireProtocol.over(bytes));
      return Optional.of(bytes);
    } catch (TException e) {
      bytes.release();
      throw new IllegalStateException("A status could not be written", e);
    }
  }
}
