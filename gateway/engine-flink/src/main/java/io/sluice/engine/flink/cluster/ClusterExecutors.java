/* SPDX-License-Identifier: Apache-2.0 */
package io.sluice.engine.flink.cluster;

import static java.util.Objects.requireNonNull;

import java.util.concurrent.CompletableFuture;
import java.util.stream.Stream;
import org.apache.flink.api.dag.Pipeline;
import org.apache.flink.client.deployment.executors.PipelineExecutorUtils;
import org.apache.flink.configuration.Configuration;
import org.apache.flink.core.execution.JobClient;
import org.apache.flink.core.execution.PipelineExecutor;
import org.apache.flink.core.execution.PipelineExecutorFactory;
import org.apache.flink.core.execution.PipelineExecutorServiceLoader;

/**
 * Sends every job to the engine's cluster. Flink's own executors start a MiniCluster or open a REST
 * client per job, which costs a second or more; this one only makes the job graph.
 */
public final class ClusterExecutors
    implements PipelineExecutorServiceLoader, PipelineExecutorFactory, PipelineExecutor {
  /** The value of {@code execution.target} that sessions see. */
  public static final String TARGET = "sluice";

  private final EngineCluster cluster;

  public ClusterExecutors(EngineCluster cluster) {
    this.cluster = requireNonNull(cluster, "cluster is null");
  }

  @Override
  public PipelineExecutorFactory getExecutorFactory(Configuration configuration) {
    return this;
  }

  @Override
  public Stream<String> getExecutorNames() {
    return Stream.of(TARGET);
  }

  @Override
  public String getName() {
    return TARGET;
  }

  @Override
  public boolean isCompatibleWith(Configuration configuration) {
    return true;
  }

  @Override
  public PipelineExecutor getExecutor(Configuration configuration) {
    return this;
  }

  @Override
  public CompletableFuture<JobClient> execute(
      Pipeline pipeline, Configuration configuration, ClassLoader classLoader) throws Exception {
    return cluster.submit(
        PipelineExecutorUtils.getJobGraph(pipeline, configuration, classLoader), classLoader);
  }
}
