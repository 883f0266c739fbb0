/* SPDX-License-Identifier: Apache-2.0 */
package io.sluice.engine.flink.cluster;

import static java.util.Objects.requireNonNull;

import io.sluice.engine.operation.Progress;
import io.sluice.error.ErrorCode;
import io.sluice.error.SluiceException;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.apache.flink.api.common.JobID;
import org.apache.flink.client.program.ClusterClient;
import org.apache.flink.client.program.MiniClusterClient;
import org.apache.flink.configuration.Configuration;
import org.apache.flink.runtime.execution.ExecutionState;
import org.apache.flink.runtime.executiongraph.AccessExecutionJobVertex;
import org.apache.flink.runtime.executiongraph.AccessExecutionVertex;
import org.apache.flink.runtime.minicluster.MiniClusterConfiguration;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A Flink cluster inside this process, started once and kept warm. Nothing of it can be reached
 * from outside: its parts call each other in memory, and its REST port answers no request (see
 * {@link ClosedRestEndpoint}).
 */
public final class InProcessCluster implements EngineCluster {
  private static final Logger LOG = LoggerFactory.getLogger(InProcessCluster.class);

  private final Configuration configuration;
  private final WatchedMiniCluster miniCluster;
  private final ClusterClient<?> client;

  private InProcessCluster(Configuration configuration, WatchedMiniCluster miniCluster) {
    this.configuration = configuration;
    this.miniCluster = miniCluster;
    this.client = new MiniClusterClient(configuration, miniCluster);
  }

  /**
   * Starts the cluster.
   *
   * @throws SluiceException ENGINE_START_FAILED with Flink's reason
   */
  public static InProcessCluster start(Configuration configuration, int slots) {
    MiniClusterConfiguration miniConfiguration =
        new MiniClusterConfiguration.Builder()
            .setConfiguration(configuration)
            .setNumTaskManagers(1)
            .setNumSlotsPerTaskManager(slots)
            .withRandomPorts()
            .build();
    WatchedMiniCluster miniCluster = new WatchedMiniCluster(miniConfiguration);
    try {
      miniCluster.start();
      miniCluster.watchTaskManager();
    } catch (Exception e) {
      throw new SluiceException(
          ErrorCode.ENGINE_START_FAILED,
          "Flink did not start in the engine: " + rootMessage(e) + ".",
          e);
    }
    return new InProcessCluster(configuration, miniCluster);
  }

  @Override
  public Configuration configuration() {
    return configuration;
  }

  @Override
  public ClusterClient<?> client() {
    return client;
  }

  @Override
  public CompletableFuture<Progress> progress(JobID job) {
    return miniCluster
        .getExecutionGraph(job)
        .thenApply(
            graph -> {
              List<Progress.Part> parts = new ArrayList<>();
              for (AccessExecutionJobVertex vertex : graph.getVerticesTopologically()) {
                Map<ExecutionState, Integer> tasks = new EnumMap<>(ExecutionState.class);
                for (AccessExecutionVertex task : vertex.getTaskVertices()) {
                  tasks.merge(task.getExecutionState(), 1, Integer::sum);
                }
                parts.add(
                    JobParts.part(
                        vertex.getName(),
                        vertex.getAggregateState(),
                        vertex.getParallelism(),
                        tasks));
              }
              return new Progress(parts);
            });
  }

  @Override
  public boolean isInProcess() {
    return true;
  }

  @Override
  public CompletableFuture<Void> fatalError() {
    return miniCluster.fatalError();
  }

  @Override
  public void close() {
    client.close();
    try {
      miniCluster.closeGently().get(30, TimeUnit.SECONDS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    } catch (Exception e) {
      LOG.warn("Flink did not stop cleanly", e);
    }
  }

  private static String rootMessage(Throwable e) {
    Throwable root = e;
    while (root.getCause() != null) {
      root = root.getCause();
    }
    return String.valueOf(requireNonNull(root).getMessage());
  }
}
