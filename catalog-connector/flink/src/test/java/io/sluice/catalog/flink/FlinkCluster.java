/* SPDX-License-Identifier: Apache-2.0 */
package io.sluice.catalog.flink;

import java.net.URI;
import org.apache.flink.configuration.Configuration;
import org.apache.flink.configuration.MemorySize;
import org.apache.flink.configuration.RestOptions;
import org.apache.flink.configuration.TaskManagerOptions;
import org.apache.flink.runtime.minicluster.MiniCluster;
import org.apache.flink.runtime.minicluster.MiniClusterConfiguration;

/** One cluster for all tests of this JVM: a cluster for each query would take longer than it. */
final class FlinkCluster {
  private static URI address;

  private FlinkCluster() {}

  /** Where jobs are sent; the cluster ends with the JVM. */
  static synchronized Configuration configuration() {
    if (address == null) {
      address = start();
    }
    Configuration configuration = new Configuration();
    configuration.setString("execution.target", "remote");
    configuration.set(RestOptions.ADDRESS, address.getHost());
    configuration.set(RestOptions.PORT, address.getPort());
    configuration.setString("parallelism.default", "2");
    return configuration;
  }

  private static URI start() {
    Configuration configuration = new Configuration();
    configuration.set(RestOptions.BIND_PORT, "0");
    configuration.set(TaskManagerOptions.NETWORK_MEMORY_MIN, MemorySize.ofMebiBytes(64));
    configuration.set(TaskManagerOptions.NETWORK_MEMORY_MAX, MemorySize.ofMebiBytes(64));
    configuration.set(TaskManagerOptions.MANAGED_MEMORY_SIZE, MemorySize.ofMebiBytes(256));
    MiniCluster cluster =
        new MiniCluster(
            new MiniClusterConfiguration.Builder()
                .setConfiguration(configuration)
                .setNumTaskManagers(1)
                .setNumSlotsPerTaskManager(8)
                .build());
    try {
      cluster.start();
      return cluster.getRestAddress().get();
    } catch (Exception e) {
      throw new IllegalStateException("Flink did not start", e);
    }
  }
}
