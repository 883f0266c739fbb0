/* SPDX-License-Identifier: Apache-2.0 */
package io.sluice.server.operation;

import io.sluice.config.Option;
import java.time.Duration;
import java.util.List;

/** Settings of operations at the gateway; what an engine does with them is set there. */
public final class OperationOptions {
  public static final Option<Duration> CLIENT_POLLING =
      Option.duration("sluice.server.operation.status.polling.timeout")
          .must("be at most 30 s", d -> d.toSeconds() <= 30)
          .defaultsTo(Duration.ofSeconds(1))
          .doc(
              "How long a client's question for an operation's state waits for the state to settle. Hive drivers ask again at once, and hold a lock meanwhile, so Statement.cancel() waits as long too.")
          .unknownToKyuubi()
          .build();

  public static final Option<Duration> IDLE_TIMEOUT =
      Option.duration("sluice.operation.idle.timeout")
          .must("be more than zero", d -> !d.isZero())
          .defaultsTo(Duration.ofHours(3))
          .doc("A settled operation that its client has not asked about for this time is closed.")
          .build();

  public static final Option<Integer> MAX_FETCH_ROWS =
      Option.integer("sluice.server.limit.client.fetch.max.rows")
          .must("be at least 1", n -> n >= 1)
          .doc("Most rows a client may ask for in one fetch; no limit if not set.")
          .build();

  public static final Option<Boolean> READ_AHEAD =
      Option.bool("sluice.server.operation.read-ahead")
          .defaultsTo(true)
          .doc(
              "Whether the gateway asks an engine for the next rows while the client still works on the last ones. It holds one more answer for each result being read.")
          .unknownToKyuubi()
          .build();

  private OperationOptions() {}

  /** Every option of this class. */
  public static List<Option<?>> all() {
    return List.of(CLIENT_POLLING, IDLE_TIMEOUT, MAX_FETCH_ROWS, READ_AHEAD);
  }
}
