/* SPDX-License-Identifier: Apache-2.0 */
package io.sluice.engine.flink.cluster;

import io.sluice.engine.operation.Progress;
import io.sluice.error.ErrorCode;
import io.sluice.error.SluiceException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.apache.flink.api.common.JobID;
import org.apache.flink.client.deployment.StandaloneClusterId;
import org.apache.flink.client.program.ClusterClient;
import org.apache.flink.client.program.rest.RestClusterClient;
import org.apache.flink.configuration.Configuration;
import org.apache.flink.configuration.RestOptions;

/**
 * A standalone session cluster of separate JobManager and TaskManager processes, reached over its
 * REST port. Its processes must have the same class path as the engine, for jobs bring no jars.
 */
public final class SessionCluster implements EngineCluster {
  private final Configuration configuration;
  private final RestClusterClient<StandaloneClusterId> client;

  private SessionCluster(
      Configuration configuration, RestClusterClient<StandaloneClusterId> client) {
    this.configuration = configuration;
    this.client = client;
  }

  /**
   * Connects to the cluster that {@code rest.address} and {@code rest.port} name.
   *
   * @throws SluiceException ENGINE_START_FAILED if it does not answer
   */
  public static SessionCluster connect(Configuration configuration) {
    String address =
        configuration.get(RestOptions.ADDRESS) + ':' + configuration.get(RestOptions.PORT);
    RestClusterClient<StandaloneClusterId> client = null;
    try {
      client = new RestClusterClient<>(configuration, StandaloneClusterId.getInstance());
      client.getClusterOverview().get(20, TimeUnit.SECONDS);
      return new SessionCluster(configuration, client);
    } catch (Exception e) {
      if (client != null) {
        client.close();
      }
      if (e instanceof InterruptedException) {
        Thread.currentThread().interrupt();
      }
      throw new SluiceException(
          ErrorCode.ENGINE_START_FAILED,
          "The Flink cluster at "
              + address
              + " did not answer; check flink.rest.address and flink.rest.port and that its JobManager runs.",
          e);
    }
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
    return client
        .getJobDetails(job)
        .thenApply(
            details ->
                new Progress(
                    details.getJobVertexInfos().stream()
                        .map(
                            vertex ->
                                JobParts.part(
                                    vertex.getName(),
                                    vertex.getExecutionState(),
                                    vertex.getParallelism(),
                                    vertex.getTasksPerState()))
                        .toList()));
  }

  @Override
  public boolean isInProcess() {
    return false;
  }

  @Override
  public CompletableFuture<Void> fatalError() {
    return new CompletableFuture<>();
  }

  @Override
  public void close() {
    client.close();
  }
}
