/* SPDX-License-Identifier: Apache-2.0 */
package io.sluice.engine.flink.cluster;

import static java.util.Objects.requireNonNull;

import io.sluice.engine.operation.Progress;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import org.apache.flink.api.common.JobExecutionResult;
import org.apache.flink.api.common.JobID;
import org.apache.flink.api.common.JobStatus;
import org.apache.flink.client.program.ClusterClient;
import org.apache.flink.core.execution.JobClient;
import org.apache.flink.core.execution.SavepointFormatType;
import org.apache.flink.runtime.jobmaster.JobResult;

/** A submitted job, over the engine's one client; Flink's own opens a client per question. */
public final class ClusterJob implements JobClient {
  private final JobID id;
  private final EngineCluster cluster;
  private final ClusterClient<?> client;
  private final ClassLoader classLoader;

  ClusterJob(JobID id, EngineCluster cluster, ClassLoader classLoader) {
    this.id = requireNonNull(id, "id is null");
    this.cluster = requireNonNull(cluster, "cluster is null");
    this.client = cluster.client();
    this.classLoader = requireNonNull(classLoader, "classLoader is null");
  }

  @Override
  public JobID getJobID() {
    return id;
  }

  @Override
  public CompletableFuture<JobStatus> getJobStatus() {
    return client.getJobStatus(id);
  }

  /** How far it has got. */
  public CompletableFuture<Progress> progress() {
    return cluster.progress(id);
  }

  @Override
  public CompletableFuture<Void> cancel() {
    return client.cancel(id).thenApply(acknowledged -> null);
  }

  @Override
  public CompletableFuture<String> stopWithSavepoint(
      boolean advanceToEndOfEventTime, String directory, SavepointFormatType format) {
    return client.stopWithSavepoint(id, advanceToEndOfEventTime, directory, format);
  }

  @Override
  public CompletableFuture<String> triggerSavepoint(String directory, SavepointFormatType format) {
    return client.triggerSavepoint(id, directory, format);
  }

  @Override
  public CompletableFuture<Map<String, Object>> getAccumulators() {
    return client.getAccumulators(id, classLoader);
  }

  @Override
  public CompletableFuture<JobExecutionResult> getJobExecutionResult() {
    return client.requestJobResult(id).thenApply(this::toExecutionResult);
  }

  private JobExecutionResult toExecutionResult(JobResult result) {
    try {
      return result.toJobExecutionResult(classLoader);
    } catch (Exception e) {
      throw new java.util.concurrent.CompletionException(e);
    }
  }
}
