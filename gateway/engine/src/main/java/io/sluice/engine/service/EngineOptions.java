/* SPDX-License-Identifier: Apache-2.0 */
package io.sluice.engine.service;

import io.sluice.config.Option;
import java.time.Duration;
import java.util.List;

/** Settings of every engine, whatever it runs on. */
public final class EngineOptions {
  public static final Option<String> BIND_HOST =
      Option.string("sluice.engine.bind.host")
          .defaultsTo("127.0.0.1")
          .unknownToKyuubi()
          .doc(
              "Address an engine's port listens on. It takes nobody who does not know the engine's secret; keep it on loopback if gateway and engines share a host.")
          .build();

  public static final Option<Duration> IDLE_TIMEOUT =
      Option.duration("sluice.session.engine.idle.timeout")
          .defaultsTo(Duration.ofMinutes(30))
          .doc("An engine without a session for so long exits, unless it runs a streaming job.")
          .build();

  public static final Option<Duration> SESSION_LEASE =
      Option.duration("sluice.engine.session.lease")
          .defaultsTo(Duration.ofMinutes(1))
          .must("be at least 1 s", d -> d.toMillis() >= 1_000)
          .unknownToKyuubi()
          .doc(
              "An engine closes a session, with its statements, when no connection of a gateway that used it has been open for so long.")
          .build();

  public static final Option<Duration> QUERY_TIMEOUT =
      Option.duration("sluice.operation.query.timeout")
          .defaultsTo(Duration.ZERO)
          .sessionMaySet()
          .doc(
              "A statement still at work after so long is stopped; 0 for no limit. The shorter of this and the client's own limit holds.")
          .build();

  public static final Option<Duration> STATUS_POLLING_TIMEOUT =
      Option.duration("sluice.operation.status.polling.timeout")
          .defaultsTo(Duration.ofSeconds(5))
          .must("be at most 30 s", d -> d.toSeconds() <= 30)
          .doc("How long a question for an operation's state waits for the state to settle.")
          .build();

  public static final Option<Duration> FETCH_TIMEOUT =
      Option.duration("sluice.operation.fetch.timeout")
          .defaultsTo(Duration.ZERO)
          .sessionMaySet()
          .unknownToKyuubi()
          .doc(
              "A fetch that has waited so long for a row is an error, after which one may fetch again; 0 to wait until a row comes, the result ends or the statement is stopped.")
          .build();

  public static final Option<Long> RESULT_WINDOW =
      Option.size("sluice.operation.result.window.size")
          .defaultsTo(16L << 20)
          .must("be at least 64k", b -> b >= 64 << 10)
          .unknownToKyuubi()
          .doc(
              "Bytes of one result an engine holds for the client. When they are full the job waits; a result no larger can be read again from its start.")
          .build();

  public static final Option<Long> FETCH_BYTES =
      Option.size("sluice.operation.fetch.max.size")
          .defaultsTo(8L << 20)
          .must("be at least 64k", b -> b >= 64 << 10)
          .unknownToKyuubi()
          .doc("Bytes of rows in one answer to a fetch, beside the number of rows it asks for.")
          .build();

  public static final Option<Integer> THREADS =
      Option.integer("sluice.engine.operation.threads")
          .defaultsTo(64)
          .must("be positive", n -> n > 0)
          .unknownToKyuubi()
          .doc("Statements an engine parses, plans or submits at once; more wait.")
          .build();

  public static final Option<Integer> SESSION_OPERATIONS =
      Option.integer("sluice.engine.session.max.operations")
          .defaultsTo(500)
          .must("be positive", n -> n > 0)
          .unknownToKyuubi()
          .doc("Operations one session may hold open at once.")
          .build();

  private EngineOptions() {}

  public static List<Option<?>> all() {
    return List.of(
        BIND_HOST,
        IDLE_TIMEOUT,
        SESSION_LEASE,
        QUERY_TIMEOUT,
        STATUS_POLLING_TIMEOUT,
        FETCH_TIMEOUT,
        RESULT_WINDOW,
        FETCH_BYTES,
        THREADS,
        SESSION_OPERATIONS);
  }
}
