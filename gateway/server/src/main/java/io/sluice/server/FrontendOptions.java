/* SPDX-License-Identifier: Apache-2.0 */
package io.sluice.server;

import io.sluice.config.Option;
import java.time.Duration;
import java.util.List;

/** Settings of the Thrift binary front end. */
public final class FrontendOptions {
  public static final Option<String> BIND_HOST =
      Option.string("sluice.frontend.thrift.binary.bind.host")
          .defaultsTo("0.0.0.0")
          .doc("Address the Thrift binary front end listens on.")
          .build();

  public static final Option<Integer> BIND_PORT =
      Option.integer("sluice.frontend.thrift.binary.bind.port")
          .must("be between 0 and 65535", p -> p >= 0 && p <= 65535)
          .defaultsTo(10009)
          .doc("Port the Thrift binary front end listens on; 0 takes a free one.")
          .build();

  public static final Option<Long> MAX_MESSAGE_SIZE =
      Option.size("sluice.frontend.thrift.max.message.size")
          .must("be at least 64kb", s -> s >= 64 * 1024)
          .defaultsTo(100L * 1024 * 1024)
          .doc("Largest message a client may send after it has logged in.")
          .build();

  public static final Option<Long> MAX_LOGIN_SIZE =
      Option.size("sluice.frontend.thrift.login.max.message.size")
          .must("be at least 1kb", s -> s >= 1024)
          .defaultsTo(16L * 1024)
          .doc("Most bytes a peer may send before it has logged in.")
          .unknownToKyuubi()
          .build();

  public static final Option<Duration> LOGIN_TIMEOUT =
      Option.duration("sluice.frontend.thrift.login.timeout")
          .must("be more than zero", d -> !d.isZero())
          .defaultsTo(Duration.ofSeconds(20))
          .doc(
              "A peer that has not logged in after this time is disconnected. It holds no thread while it waits, only a socket.")
          .build();

  public static final Option<Integer> MAX_CONNECTIONS =
      Option.integer("sluice.frontend.thrift.max.connections")
          .must("be at least 1", n -> n >= 1)
          .defaultsTo(20_000)
          .doc("Most connections at one time; more are closed as they come.")
          .unknownToKyuubi()
          .build();

  public static final Option<String> SERVER_NAME =
      Option.string("sluice.server.info.name")
          .defaultsTo("Sluice")
          .doc(
              "What GetInfo answers as server and DBMS name. Some tools turn features on by it; Power BI, for one, wants `Spark SQL`.")
          .unknownToKyuubi()
          .build();

  public static final Option<String> SERVER_VERSION =
      Option.string("sluice.server.info.version")
          .doc("What GetInfo answers as DBMS version, if not Sluice's own.")
          .unknownToKyuubi()
          .build();

  public static final Option<Integer> DEFAULT_FETCH_SIZE =
      Option.integer("sluice.server.thrift.resultset.default.fetch.size")
          .must("be at least 1", n -> n >= 1)
          .defaultsTo(1000)
          .doc(
              "Rows a Hive driver fetches at once if the client says nothing; told in the answer to OpenSession. hive-jdbc 4 refuses a server that does not tell it.")
          .build();

  private FrontendOptions() {}

  /** Every option of this class. */
  public static List<Option<?>> all() {
    return List.of(
        BIND_HOST,
        BIND_PORT,
        MAX_MESSAGE_SIZE,
        MAX_LOGIN_SIZE,
        LOGIN_TIMEOUT,
        MAX_CONNECTIONS,
        SERVER_NAME,
        SERVER_VERSION,
        DEFAULT_FETCH_SIZE);
  }
}
