/* SPDX-License-Identifier: Apache-2.0 */
package io.sluice.engine.flink;

import io.sluice.config.Settings;
import java.util.Map;
import java.util.TreeMap;
import org.apache.flink.api.common.BatchShuffleMode;
import org.apache.flink.api.common.RuntimeExecutionMode;
import org.apache.flink.configuration.BlobServerOptions;
import org.apache.flink.configuration.Configuration;
import org.apache.flink.configuration.CoreOptions;
import org.apache.flink.configuration.DeploymentOptions;
import org.apache.flink.configuration.ExecutionOptions;
import org.apache.flink.configuration.JobManagerOptions;
import org.apache.flink.configuration.MemorySize;
import org.apache.flink.configuration.PipelineOptions;
import org.apache.flink.configuration.ResourceManagerOptions;
import org.apache.flink.configuration.RestOptions;
import org.apache.flink.configuration.RestartStrategyOptions;
import org.apache.flink.configuration.SecurityOptions;
import org.apache.flink.configuration.TaskManagerOptions;
import org.apache.flink.table.api.config.OptimizerConfigOptions;

/**
 * Flink's configuration for an engine: defaults for short queries (Flink's OLAP quick start), then
 * the administrator's {@code flink.*} settings on top.
 */
final class FlinkConfiguration {
  private static final String PREFIX = "flink.";

  /** What sources here are asked to obey; Iceberg's has a name for it. */
  private static final String SCAN_PARALLELISM = "table.exec.iceberg.infer-source-parallelism.max";

  private FlinkConfiguration() {}

  static Configuration of(Settings settings) {
    Map<String, String> given = new TreeMap<>();
    settings
        .asMap()
        .forEach(
            (key, value) -> {
              if (key.startsWith(PREFIX)) {
                given.put(key.substring(PREFIX.length()), value);
              }
            });
    Configuration configuration = new Configuration();
    sessions(configuration);
    boolean inProcess = !isRemote(Configuration.fromMap(given));
    if (inProcess) {
      cluster(configuration);
    }
    configuration.addAll(Configuration.fromMap(given));
    if (!given.containsKey(SCAN_PARALLELISM)) {
      // Iceberg's own bound is 100: more tasks than there are slots would wait for ever.
      int scans =
          inProcess
              ? scanParallelism(settings)
              : configuration.get(CoreOptions.DEFAULT_PARALLELISM);
      configuration.setString(SCAN_PARALLELISM, Integer.toString(scans));
    }
    return configuration;
  }

  private static int scanParallelism(Settings settings) {
    int slots = settings.get(FlinkOptions.SLOTS);
    int wanted = settings.get(FlinkOptions.SCAN_PARALLELISM);
    return wanted > 0
        ? Math.min(wanted, slots)
        : Math.max(1, Math.min(Runtime.getRuntime().availableProcessors(), slots / 4));
  }

  static boolean isRemote(Configuration configuration) {
    return "remote".equalsIgnoreCase(configuration.get(DeploymentOptions.TARGET));
  }

  private static void sessions(Configuration configuration) {
    configuration.set(ExecutionOptions.RUNTIME_MODE, RuntimeExecutionMode.BATCH);
    configuration.set(
        ExecutionOptions.BATCH_SHUFFLE_MODE, BatchShuffleMode.ALL_EXCHANGES_PIPELINED);
    configuration.set(CoreOptions.DEFAULT_PARALLELISM, 1);
    configuration.set(PipelineOptions.OBJECT_REUSE, true);
    configuration.set(OptimizerConfigOptions.TABLE_OPTIMIZER_JOIN_REORDER_ENABLED, true);
    configuration.set(RestartStrategyOptions.RESTART_STRATEGY, "disable");
  }

  private static void cluster(Configuration configuration) {
    configuration.set(JobManagerOptions.SCHEDULER, JobManagerOptions.SchedulerType.Default);
    configuration.set(JobManagerOptions.EXECUTION_FAILOVER_STRATEGY, "full");
    // Looks for Hadoop, which costs seconds, to fetch tokens that nothing here uses.
    configuration.set(SecurityOptions.DELEGATION_TOKENS_ENABLED, false);
    // Jobs bring no code of their own, so a task's class loader has nothing to look for first.
    configuration.set(CoreOptions.CLASSLOADER_RESOLVE_ORDER, "parent-first");
    configuration.set(CoreOptions.CHECK_LEAKED_CLASSLOADER, false);
    configuration.set(JobManagerOptions.BIND_HOST, "127.0.0.1");
    configuration.set(TaskManagerOptions.BIND_HOST, "127.0.0.1");
    configuration.set(BlobServerOptions.PORT, "0");
    configuration.set(RestOptions.BIND_ADDRESS, "127.0.0.1");
    configuration.set(RestOptions.ADDRESS, "127.0.0.1");
    configuration.set(RestOptions.BIND_PORT, "0");
    configuration.set(RestOptions.SERVER_NUM_THREADS, 1);
    configuration.set(ResourceManagerOptions.REQUIREMENTS_CHECK_DELAY, java.time.Duration.ZERO);
    configuration.set(TaskManagerOptions.MANAGED_MEMORY_SIZE, MemorySize.ofMebiBytes(512));
    // A MiniCluster wants both equal.
    configuration.set(TaskManagerOptions.NETWORK_MEMORY_MIN, MemorySize.ofMebiBytes(128));
    configuration.set(TaskManagerOptions.NETWORK_MEMORY_MAX, MemorySize.ofMebiBytes(128));
  }
}
