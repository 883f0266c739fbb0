/* SPDX-License-Identifier: Apache-2.0 */
package io.sluice.engine.flink;

import io.sluice.config.Option;
import java.util.List;

/** Settings of a Flink engine beside Flink's own, which are given as {@code flink.*}. */
public final class FlinkOptions {
  public static final Option<Integer> SLOTS =
      Option.integer("sluice.engine.flink.slots")
          .defaultsTo(16)
          .must("be positive", n -> n > 0)
          .unknownToKyuubi()
          .doc("Task slots of the cluster inside an engine: how many tasks of queries run at once.")
          .build();

  public static final Option<Integer> SCAN_PARALLELISM =
      Option.integer("sluice.engine.flink.scan.parallelism")
          .defaultsTo(0)
          .must("not be negative", n -> n >= 0)
          .unknownToKyuubi()
          .doc(
              "Tasks that read one large table at once, inside an engine; 0: one per core, but no more than a quarter of the slots, so that one query leaves room for others. In a session cluster it is parallelism.default.")
          .build();

  public static final Option<String> RESULT_HOST =
      Option.string("sluice.engine.flink.result.host")
          .defaultsTo("127.0.0.1")
          .unknownToKyuubi()
          .doc(
              "Address an engine listens on for results, and under which the TaskManagers of a session cluster reach it (flink.execution.target=remote).")
          .build();

  public static final Option<Integer> RESULT_PORT =
      Option.integer("sluice.engine.flink.result.port")
          .defaultsTo(0)
          .must("be a port", n -> n >= 0 && n < 65_536)
          .unknownToKyuubi()
          .doc("Port for results from TaskManagers; 0 for a free one.")
          .build();

  public static final Option<String> DATA_DIR =
      Option.string("sluice.data.dir")
          .unknownToKyuubi()
          .doc(
              "Folder of the embedded metadata DB and other state; unset, the folder data in the distribution.")
          .build();

  public static final Option<List<String>> CONNECTORS =
      Option.list("sluice.engine.flink.connectors", ",")
          .defaultsTo(List.of("datagen", "blackhole"))
          .unknownToKyuubi()
          .doc(
              "Flink's connectors that people may use in CREATE TABLE outside datasources. Such a table reads and writes with the engine's rights: filesystem opens every file of its account, secrets too, to everybody who can log in.")
          .build();

  private FlinkOptions() {}

  public static List<Option<?>> all() {
    return List.of(SLOTS, SCAN_PARALLELISM, RESULT_HOST, RESULT_PORT, DATA_DIR, CONNECTORS);
  }
}
