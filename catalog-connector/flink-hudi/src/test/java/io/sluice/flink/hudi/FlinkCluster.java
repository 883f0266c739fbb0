/* SPDX-License-Identifier: Apache-2.0 */
package io.sluice.flink.hudi;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.apache.flink.configuration.Configuration;
import org.apache.flink.configuration.MemorySize;
import org.apache.flink.configuration.RestOptions;
import org.apache.flink.configuration.TaskManagerOptions;
import org.apache.flink.runtime.minicluster.MiniCluster;
import org.apache.flink.runtime.minicluster.MiniClusterConfiguration;
import org.apache.flink.table.api.EnvironmentSettings;
import org.apache.flink.table.api.Schema;
import org.apache.flink.table.api.TableDescriptor;
import org.apache.flink.table.api.TableEnvironment;
import org.apache.flink.table.api.TableResult;
import org.apache.flink.types.Row;
import org.apache.flink.util.CloseableIterator;
import org.junit.jupiter.api.extension.AfterAllCallback;
import org.junit.jupiter.api.extension.BeforeAllCallback;
import org.junit.jupiter.api.extension.ExtensionContext;

/** A Flink cluster in this JVM, kept for a test class, and SQL on it. */
final class FlinkCluster implements BeforeAllCallback, AfterAllCallback {
  private MiniCluster cluster;

  @Override
  public void beforeAll(ExtensionContext context) throws Exception {
    Configuration configuration = new Configuration();
    configuration.set(RestOptions.BIND_PORT, "0");
    configuration.set(TaskManagerOptions.NETWORK_MEMORY_MIN, MemorySize.ofMebiBytes(64));
    configuration.set(TaskManagerOptions.NETWORK_MEMORY_MAX, MemorySize.ofMebiBytes(64));
    configuration.set(TaskManagerOptions.MANAGED_MEMORY_SIZE, MemorySize.ofMebiBytes(64));
    cluster =
        new MiniCluster(
            new MiniClusterConfiguration.Builder()
                .setConfiguration(configuration)
                .setNumTaskManagers(1)
                .setNumSlotsPerTaskManager(4)
                .build());
    cluster.start();
  }

  @Override
  public void afterAll(ExtensionContext context) throws Exception {
    cluster.closeAsync().get(60, TimeUnit.SECONDS);
  }

  /** A batch environment of parallelism 2. */
  TableEnvironment batch() {
    return environment(EnvironmentSettings.newInstance().inBatchMode());
  }

  TableEnvironment streaming() {
    return environment(EnvironmentSettings.newInstance().inStreamingMode());
  }

  private TableEnvironment environment(EnvironmentSettings.Builder settings) {
    return TableEnvironment.create(settings.withConfiguration(client()).build());
  }

  /** What a client of the cluster is configured with. */
  Configuration client() {
    Configuration configuration = new Configuration();
    configuration.setString("execution.target", "remote");
    configuration.setString("rest.address", "localhost");
    configuration.setString(
        "rest.port", Integer.toString(cluster.getRestAddress().join().getPort()));
    configuration.setString("parallelism.default", "2");
    configuration.setString("table.local-time-zone", "UTC");
    configuration.setString("restart-strategy.type", "disable");
    return configuration;
  }

  /** Makes the Hudi table at the path known under a name. */
  static void register(
      TableEnvironment environment, String name, String path, Map<String, String> options) {
    HudiTable table = HudiTable.open(path, new org.apache.hadoop.conf.Configuration());
    TableDescriptor.Builder descriptor =
        TableDescriptor.forConnector(HudiTestTableFactory.IDENTIFIER)
            .schema(Schema.newBuilder().fromResolvedSchema(table.schema()).build())
            .option(HudiTestTableFactory.PATH, path);
    options.forEach(descriptor::option);
    environment.createTemporaryTable(name, descriptor.build());
  }

  /** Runs a statement to its end and gives the rows as text, sorted. */
  static List<String> query(TableEnvironment environment, String sql) throws Exception {
    TableResult result = environment.executeSql(sql);
    List<String> rows = new ArrayList<>();
    try (CloseableIterator<Row> iterator = result.collect()) {
      while (iterator.hasNext()) {
        rows.add(iterator.next().toString());
      }
    }

    rows.sort(null);
    return rows;
  }
}
