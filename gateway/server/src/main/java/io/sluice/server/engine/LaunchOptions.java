/* SPDX-License-Identifier: Apache-2.0 */
package io.sluice.server.engine;

import io.sluice.config.Option;
import io.sluice.engine.launch.ShareLevel;
import java.time.Duration;
import java.util.List;

/** Settings of how engines are chosen, started and stopped. */
public final class LaunchOptions {
  public static final Option<EngineType> ENGINE_TYPE =
      Option.choice("sluice.engine.type", EngineType.class)
          .defaultsTo(EngineType.FLINK_SQL)
          .sessionMaySet()
          .doc("Kind of engine that runs a session's statements. Taken when the session opens.")
          .unknownToKyuubi()
          .build();

  public static final Option<ShareLevel> SHARE_LEVEL =
      Option.choice("sluice.engine.share.level", ShareLevel.class)
          .must(
              "be CONNECTION or USER; GROUP and SERVER are not there yet",
              level -> level == ShareLevel.CONNECTION || level == ShareLevel.USER)
          .sessionMaySet()
          .defaultsTo(ShareLevel.USER)
          .doc(
              "Who shares an engine: CONNECTION gives each session its own, USER gives one to all sessions of a user; GROUP and SERVER, known from Kyuubi, are not there yet and are refused. Taken when the session opens.")
          .build();

  public static final Option<String> SUBDOMAIN =
      Option.string("sluice.engine.share.level.subdomain")
          .must(
              "be 1 to 64 letters, digits, dots, dashes or underscores",
              s -> s.matches("[A-Za-z0-9._-]{1,64}"))
          .sessionMaySet()
          .defaultsTo("default")
          .doc(
              "Name that splits one share level into several engines. Taken when the session opens.")
          .build();

  public static final Option<Duration> INITIALIZE_TIMEOUT =
      Option.duration("sluice.session.engine.initialize.timeout")
          .must("be more than zero", d -> !d.isZero())
          .defaultsTo(Duration.ofMinutes(3))
          .doc(
              "Most time an engine's start may take, waiting for another's start included. After it the process is killed with its children.")
          .build();

  public static final Option<Duration> LOGIN_TIMEOUT =
      Option.duration("sluice.session.engine.login.timeout")
          .must("be more than zero", d -> !d.isZero())
          .defaultsTo(Duration.ofSeconds(15))
          .doc("Most time to connect and log in to a running engine.")
          .build();

  public static final Option<Duration> REQUEST_TIMEOUT =
      Option.duration("sluice.session.engine.request.timeout")
          .must("be at least 10 s", d -> d.compareTo(Duration.ofSeconds(10)) >= 0)
          .defaultsTo(Duration.ofMinutes(2))
          .doc(
              "Most time an engine may take to answer one call that is no fetch of rows. Engines answer each within seconds, whatever runs; one that does not is given up as lost.")
          .unknownToKyuubi()
          .build();

  public static final Option<Duration> ALIVE_INTERVAL =
      Option.duration("sluice.session.engine.alive.probe.interval")
          .must("be at least 100 ms", d -> d.toMillis() >= 100)
          .defaultsTo(Duration.ofSeconds(5))
          .doc(
              "How long after an engine's last answer to it the gateway asks again whether it lives.")
          .build();

  public static final Option<Duration> ALIVE_TIMEOUT =
      Option.duration("sluice.session.engine.alive.timeout")
          .must("be at least 1 s", d -> d.toMillis() >= 1_000)
          .defaultsTo(Duration.ofSeconds(30))
          .doc(
              "An engine that for so long does not answer whether it lives is given up as lost: its statements fail, and it is killed if this gateway started it. Its network threads answer, whatever statements run; keep it above the longest garbage collection.")
          .build();

  public static final Option<Integer> MAX_STARTS =
      Option.integer("sluice.server.limit.engine.startup")
          .must("be at least 1", n -> n >= 1)
          .defaultsTo(4)
          .doc("Most engines that start at one time; further starts wait.")
          .build();

  public static final Option<Boolean> STOP_ENGINES =
      Option.bool("sluice.server.engines.stop.on.shutdown")
          .defaultsTo(true)
          .doc(
              "Whether the gateway, when it stops, stops the shared engines that it started. With the embedded ZooKeeper they always stop, for nobody could find them again.")
          .unknownToKyuubi()
          .build();

  public static final Option<Duration> LOG_TIMEOUT =
      Option.duration("sluice.session.engine.log.timeout")
          .must("be at least an hour", d -> d.compareTo(Duration.ofHours(1)) >= 0)
          .defaultsTo(Duration.ofDays(7))
          .doc("How long an engine's log file stays after its last line.")
          .build();

  public static final Option<String> FLINK_MEMORY =
      Option.string("sluice.engine.flink.memory")
          .must("be a JVM size such as 1g or 2048m", s -> s.matches("[1-9][0-9]*[kKmMgG]"))
          .defaultsTo("1g")
          .doc("Heap of a Flink engine process.")
          .build();

  public static final Option<List<String>> FLINK_JAVA_OPTIONS =
      Option.list("sluice.engine.flink.java.options", "\\s+")
          .defaultsTo(List.of())
          .doc(
              "More JVM options of a Flink engine process, separated by blanks. No secrets here: other accounts of the machine can read them.")
          .build();

  public static final Option<String> FLINK_EXTRA_CLASSPATH =
      Option.string("sluice.engine.flink.extra.classpath")
          .doc("More class path entries of a Flink engine process, as for `java -cp`.")
          .build();

  private LaunchOptions() {}

  /** Every option of this class. */
  public static List<Option<?>> all() {
    return List.of(
        ENGINE_TYPE,
        SHARE_LEVEL,
        SUBDOMAIN,
        INITIALIZE_TIMEOUT,
        LOGIN_TIMEOUT,
        REQUEST_TIMEOUT,
        ALIVE_INTERVAL,
        ALIVE_TIMEOUT,
        MAX_STARTS,
        STOP_ENGINES,
        LOG_TIMEOUT,
        FLINK_MEMORY,
        FLINK_JAVA_OPTIONS,
        FLINK_EXTRA_CLASSPATH);
  }
}
