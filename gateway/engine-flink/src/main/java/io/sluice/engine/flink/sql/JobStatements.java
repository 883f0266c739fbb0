/* SPDX-License-Identifier: Apache-2.0 */
package io.sluice.engine.flink.sql;

import io.sluice.engine.result.ResultWindow;
import io.sluice.engine.sql.StatementRun;
import io.sluice.error.ErrorCode;
import io.sluice.error.SluiceException;
import io.sluice.protocol.rowset.HiveColumn;
import io.sluice.protocol.rowset.HiveType;
import io.sluice.protocol.rowset.RowBlockWriter;
import io.sluice.protocol.rowset.RowSchema;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CompletionStage;
import org.apache.flink.core.execution.SavepointFormatType;
import org.apache.flink.table.operations.Operation;
import org.apache.flink.table.operations.command.DescribeJobOperation;
import org.apache.flink.table.operations.command.ShowJobsOperation;
import org.apache.flink.table.operations.command.StopJobOperation;

/** SHOW JOBS and STOP JOB, for the jobs the user has started on this engine and no other's. */
final class JobStatements {
  private static final RowSchema JOBS =
      RowSchema.of(
          HiveColumn.of("job id", HiveType.STRING),
          HiveColumn.of("statement", HiveType.STRING),
          HiveColumn.of("start time", HiveType.TIMESTAMP));

  private JobStatements() {}

  /** Empty if the operation is of another kind. */
  static Optional<CompletionStage<Void>> run(
      Operation operation, Jobs jobs, String user, StatementRun run) throws InterruptedException {
    if (operation instanceof ShowJobsOperation) {
      show(jobs, user, run);
      return Optional.of(CompletableFuture.completedFuture(null));
    }
    if (operation instanceof StopJobOperation stop) {
      return Optional.of(stop(stop, jobs, user, run));
    }
    if (operation instanceof DescribeJobOperation) {
      throw new SluiceException(
          ErrorCode.NOT_SUPPORTED, "DESCRIBE JOB is not offered; SHOW JOBS lists your jobs.");
    }
    return Optional.empty();
  }

  private static void show(Jobs jobs, String user, StatementRun run) throws InterruptedException {
    ResultWindow window = run.openResult(JOBS);
    RowBlockWriter rows = new RowBlockWriter(JOBS);
    for (Jobs.Job job : jobs.of(user)) {
      rows.appendString(0, job.client().getJobID().toHexString());
      rows.appendString(1, job.name());
      rows.appendTimestamp(2, job.startedAt().getEpochSecond(), job.startedAt().getNano());
      rows.endRow();
    }
    window.put(rows.finish());
  }

  private static CompletionStage<Void> stop(
      StopJobOperation stop, Jobs jobs, String user, StatementRun run) {
    Jobs.Job job =
        jobs.find(stop.getJobId(), user)
            .orElseThrow(
                () ->
                    new SluiceException(
                        ErrorCode.INVALID_VALUE,
                        "You have no running job "
                            + stop.getJobId()
                            + " on this engine; SHOW JOBS lists yours."));
    CompletableFuture<?> stopped =
        stop.isWithSavepoint()
            ? job.client()
                .stopWithSavepoint(stop.isWithDrain(), null, SavepointFormatType.DEFAULT)
                .thenAccept(path -> run.log("Savepoint: " + path))
            : job.client().cancel();
    return stopped.handle(
        (done, failure) -> {
          if (failure != null) {
            throw new CompletionException(FlinkErrors.ofJob(failure));
          }
          return null;
        });
  }
}
