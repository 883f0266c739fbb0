/* SPDX-License-Identifier: Apache-2.0 */
package io.sluice.engine.flink.sql;

import io.sluice.catalog.flink.source.CountedRows;
import io.sluice.engine.sql.StatementRun;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CompletionStage;
import org.apache.flink.core.execution.JobClient;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** A job that a statement waits for. */
final class RunningJob {
  private static final Logger LOG = LoggerFactory.getLogger(RunningJob.class);

  private RunningJob() {}

  static CompletionStage<Void> follow(JobClient job, StatementRun run) {
    stopWith(job, run);
    return JobProgress.follow(job, run)
        .handle(
            (result, failure) -> {
              if (failure != null) {
                throw new CompletionException(FlinkErrors.ofJob(failure));
              }
              CountedRows.in(result.getAllAccumulatorResults()).ifPresent(run::affectedRows);
              return null;
            });
  }

  /** Cancels the job when the statement is stopped. */
  static void stopWith(JobClient job, StatementRun run) {
    run.onStop(
        () -> {
          LOG.info("Operation {}: canceling job {}", run.id(), job.getJobID());
          CompletableFuture<?> unused =
              job.cancel()
                  .exceptionally(
                      failure -> {
                        LOG.debug("Job {} could not be canceled", job.getJobID(), failure);
                        return null;
                      });
        });
  }
}
