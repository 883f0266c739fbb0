/* SPDX-License-Identifier: Apache-2.0 */
package io.sluice.engine.flink.sql;

import io.sluice.engine.flink.result.ResultReceiver;
import io.sluice.engine.sql.StatementRun;
import io.sluice.error.ErrorCode;
import io.sluice.error.SluiceException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.apache.flink.core.execution.JobClient;

/**
 * A query's job and its result. The result is whole when its tasks have told the end of their
 * input, however the job ends after that; it is broken if the job ends before.
 */
final class RunningQuery {
  private static final long LAST_ROWS_SECONDS = 30;

  private RunningQuery() {}

  static CompletionStage<Void> follow(JobClient job, ResultReceiver receiver, StatementRun run) {
    RunningJob.stopWith(job, run);
    CompletableFuture<Void> whole = new CompletableFuture<>();
    var unusedEnd =
        receiver
            .ended()
            .handle(
                (done, failure) ->
                    failure == null ? whole.complete(null) : whole.completeExceptionally(failure));
    var unusedJob =
        JobProgress.follow(job, run)
            .handle(
                (result, failure) ->
                    failure == null
                        ? expectEnd(whole, run)
                        : whole.completeExceptionally(FlinkErrors.ofJob(failure)));
    return whole.whenComplete((done, failure) -> receiver.close());
  }

  /** The job is over, so its last rows are at most on their way. */
  private static boolean expectEnd(CompletableFuture<Void> whole, StatementRun run) {
    if (whole.isDone()) {
      return true;
    }
    var unused =
        whole
            .copy()
            .orTimeout(LAST_ROWS_SECONDS, TimeUnit.SECONDS)
            .exceptionally(
                failure -> {
                  if (failure instanceof TimeoutException) {
                    whole.completeExceptionally(
                        new SluiceException(
                            ErrorCode.EXECUTION_FAILED,
                            "The last rows of statement "
                                + run.id()
                                + " did not arrive from its task; run it again."));
                  }
                  return null;
                });
    return true;
  }
}
