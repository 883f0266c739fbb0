/* SPDX-License-Identifier: Apache-2.0 */
package io.sluice.protocol;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.DefaultByteBufHolder;
import io.netty.util.ReferenceCounted;
import io.sluice.error.ErrorCode;
import io.sluice.error.SluiceException;

/** A message that was over the limit: its beginning, which names the call, and its size. */
final class OversizedMessage extends DefaultByteBufHolder implements ReferenceCounted {
  static final int HEAD_BYTES = 256;

  private final int length;
  private final int limit;

  OversizedMessage(ByteBuf head, int length, int limit) {
    super(head);
    this.length = length;
    this.limit = limit;
  }

  SluiceException error() {
    return new SluiceException(
        ErrorCode.MESSAGE_TOO_LARGE,
        "A message of "
            + length
            + " bytes is over the limit of "
            + limit
            + " bytes. Send or fetch less at once, or have the limit raised.");
  }

  @Override
  public boolean equals(Object other) {
    return this == other;
  }

  @Override
  public int hashCode() {
    return System.identityHashCode(this);
  }
}
