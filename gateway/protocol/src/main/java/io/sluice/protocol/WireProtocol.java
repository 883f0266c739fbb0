/* SPDX-License-Identifier: Apache-2.0 */
package io.sluice.protocol;

import io.netty.buffer.ByteBuf;
import io.sluice.thrift.TConfiguration;
import io.sluice.thrift.protocol.TBinaryProtocol;

/**
 * Thrift's binary protocol over one message in memory. A length or count that the rest of the
 * message cannot hold is refused before anything is allocated for it; unknown fields are skipped to
 * a bounded depth.
 */
final class WireProtocol extends TBinaryProtocol {
  /** No request or answer of TCLIService nests deeper than about ten. */
  private static final int MAX_DEPTH = 32;

  /** More elements than any request has; a row set is not read with this class. */
  private static final int MAX_ELEMENTS = 4_000_000;

  static final TConfiguration LIMITS =
      new TConfiguration(Integer.MAX_VALUE, Integer.MAX_VALUE, MAX_DEPTH);

  private WireProtocol(ByteBufTransport transport) {
    super(transport, NO_STRING_LIMIT, MAX_ELEMENTS, false, true);
  }

  private static final long NO_STRING_LIMIT = -1; // The message's size is the limit.

  static WireProtocol over(ByteBuf message) {
    return new WireProtocol(new ByteBufTransport(message));
  }
}
