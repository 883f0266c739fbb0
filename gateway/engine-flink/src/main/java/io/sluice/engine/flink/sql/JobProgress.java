/* SPDX-License-Identifier: Apache-2.0 */
package io.sluice.engine.flink.sql;

import io.sluice.engine.flink.cluster.ClusterJob;
import io.sluice.engine.operation.Progress;
import io.sluice.engine.sql.StatementRun;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeUnit;
import org.apache.flink.api.common.JobExecutionResult;
import org.apache.flink.core.execution.JobClient;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Tells a statement each second how far its job has got, until the job is over. */
final class JobProgress {
  private static final Logger LOG = LoggerFactory.getLogger(JobProgress.class);
  private static final Executor LATER = CompletableFuture.delayedExecutor(1, TimeUnit.SECONDS);

  private final ClusterJob job;
  private final StatementRun run;
  private volatile boolean over;

  private JobProgress(ClusterJob job, StatementRun run) {
    this.job = job;
    this.run = run;
  }

  /**
   * @return the job's end, once the statement has been told of it
   */
  static CompletionStage<JobExecutionResult> follow(JobClient job, StatementRun run) {
    CompletionStage<JobExecutionResult> end = job.getJobExecutionResult();
    if (!(job instanceof ClusterJob ours)) {
      return end;
    }
    JobProgress progress = new JobProgress(ours, run);
    LATER.execute(progress::ask);
    return end.whenComplete((result, failure) -> progress.end(failure));
  }

  private void ask() {
    if (over || run.isStopped()) {
      return;
    }
    var unused =
        job.progress()
            .handle(
                (now, failure) -> {
                  if (failure != null) {
                    // The job is just over, or the cluster is busy: the next second tells.
                    LOG.debug("Job {} does not tell its progress", job.getJobID(), failure);
                  } else {
                    tell(now);
                  }
                  LATER.execute(this::ask);
                  return null;
                });
  }

  private void tell(Progress now) {
    if (!over) {
      run.progress(now);
    }
  }

  private void end(Throwable failure) {
    over = true;
    run.log("Job " + job.getJobID().toHexString() + (failure == null ? " finished." : " ended."));
  }
}
