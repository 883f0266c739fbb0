/* SPDX-License-Identifier: Apache-2.0 */
package io.sluice.engine.flink.cluster;

import io.sluice.engine.operation.Progress;
import java.util.concurrent.CompletableFuture;
import org.apache.flink.api.common.JobID;
import org.apache.flink.client.program.ClusterClient;
import org.apache.flink.configuration.Configuration;
import org.apache.flink.core.execution.JobClient;
import org.apache.flink.runtime.jobgraph.JobGraph;

/** A running Flink cluster that takes an engine's jobs over one client for all of them. */
public interface EngineCluster extends AutoCloseable {
  /** What sessions start from: the cluster's options and the engine's own. */
  Configuration configuration();

  ClusterClient<?> client();

  /** True if tasks run in this process and can reach its objects. */
  boolean isInProcess();

  /** Completes exceptionally if the cluster has died; never completes otherwise. */
  CompletableFuture<Void> fatalError();

  default CompletableFuture<JobClient> submit(JobGraph job, ClassLoader classLoader) {
    return client().submitJob(job).thenApply(id -> new ClusterJob(id, this, classLoader));
  }

  /** How far a job has got; fails if the cluster does not know it. */
  CompletableFuture<Progress> progress(JobID job);

  @Override
  void close();
}
