/* SPDX-License-Identifier: Apache-2.0 */
package io.sluice.server.session;

import io.sluice.config.Option;
import java.time.Duration;
import java.util.List;

/** Settings of sessions: their life, their limits and what they may set. */
public final class SessionOptions {
  public static final Option<Duration> IDLE_TIMEOUT =
      Option.duration("sluice.session.idle.timeout")
          .must("be more than zero", d -> !d.isZero())
          .sessionMaySet()
          .defaultsTo(Duration.ofHours(6))
          .doc(
              "A session without calls for this time is closed. A running statement keeps its session; so does every call of the client, a status poll too. A session may only shorten it.")
          .build();

  public static final Option<Duration> CHECK_INTERVAL =
      Option.duration("sluice.session.check.interval")
          .must("be more than zero", d -> !d.isZero())
          .defaultsTo(Duration.ofMinutes(1))
          .doc("How often idle sessions and operations are looked for.")
          .build();

  public static final Option<Boolean> CLOSE_ON_DISCONNECT =
      Option.bool("sluice.session.close.on.disconnect")
          .defaultsTo(true)
          .doc("Whether a session closes when the connection that opened it ends.")
          .build();

  public static final Option<Integer> LIMIT_PER_USER =
      limit("user", "one user (the name a session runs as)");

  public static final Option<Integer> LIMIT_PER_ADDRESS = limit("ipaddress", "one client address");

  public static final Option<Integer> LIMIT_PER_USER_AND_ADDRESS =
      limit("user.ipaddress", "one user from one address");

  public static final Option<List<String>> UNLIMITED_USERS =
      Option.list("sluice.server.limit.connections.user.unlimited.list", ",")
          .defaultsTo(List.of())
          .doc("Users to whom the connection limits do not apply; comma-separated.")
          .build();

  public static final Option<List<String>> DENIED_USERS =
      Option.list("sluice.server.limit.connections.user.deny.list", ",")
          .defaultsTo(List.of())
          .doc("Users that may open no session; comma-separated.")
          .build();

  public static final Option<List<String>> DENIED_ADDRESSES =
      Option.list("sluice.server.limit.connections.ip.deny.list", ",")
          .defaultsTo(List.of())
          .doc("Client addresses that may open no session; comma-separated.")
          .build();

  public static final Option<List<String>> PROXY_USERS =
      Option.list("sluice.session.proxy.user.allow.list", ",")
          .defaultsTo(List.of())
          .doc(
              "Who may open sessions as somebody else with hive.server2.proxy.user: comma-separated `login:user` pairs, where `*` for user means any. Empty refuses every proxy.")
          .unknownToKyuubi()
          .build();

  public static final Option<List<String>> ENGINE_SETTINGS =
      Option.list("sluice.session.conf.engine.allow.list", ",")
          .defaultsTo(
              List.of(
                  "table.*",
                  "execution.runtime-mode",
                  "execution.batch*",
                  "execution.buffer-timeout*",
                  "execution.checkpointing.*",
                  "execution.sorted-inputs.*",
                  "parallelism.default",
                  "pipeline.name",
                  "pipeline.max-parallelism",
                  "pipeline.object-reuse",
                  "pipeline.operator-chaining*",
                  "pipeline.auto-watermark-interval",
                  "pipeline.global-job-parameters",
                  "restart-strategy*",
                  "state.ttl",
                  "collect-sink.*",
                  "sql-client.*"))
          .doc(
              "Engine settings (Flink's) that a session may set, in its URL or with SET; comma-separated, a `*` at the end matches any rest. Everything else that is not a session setting of Sluice is refused, for it would only work at engine start or would let a session load code or send its jobs elsewhere. The engine has a list of its own and may refuse more.")
          .unknownToKyuubi()
          .build();

  private SessionOptions() {}

  /** Every option of this class. */
  public static List<Option<?>> all() {
    return List.of(
        IDLE_TIMEOUT,
        CHECK_INTERVAL,
        CLOSE_ON_DISCONNECT,
        LIMIT_PER_USER,
        LIMIT_PER_ADDRESS,
        LIMIT_PER_USER_AND_ADDRESS,
        UNLIMITED_USERS,
        DENIED_USERS,
        DENIED_ADDRESSES,
        PROXY_USERS,
        ENGINE_SETTINGS);
  }

  private static Option<Integer> limit(String what, String whose) {
    return Option.integer("sluice.server.limit.connections.per." + what)
        .must("be at least 1", n -> n >= 1)
        .doc("Most sessions of " + whose + " at one time; no limit if not set.")
        .build();
  }
}
