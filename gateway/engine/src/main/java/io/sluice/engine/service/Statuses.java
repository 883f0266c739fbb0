/* SPDX-License-Identifier: Apache-2.0 */
package io.sluice.engine.service;

import io.sluice.engine.operation.Operation;
import io.sluice.engine.operation.OperationState;
import io.sluice.engine.operation.Progress;
import io.sluice.protocol.ProtocolVersions;
import io.sluice.thrift.hive.TGetOperationStatusResp;
import io.sluice.thrift.hive.TJobExecutionStatus;
import io.sluice.thrift.hive.TOperationState;
import io.sluice.thrift.hive.TProgressUpdateResp;
import io.sluice.thrift.hive.TProtocolVersion;
import io.sluice.thrift.hive.TStatus;
import io.sluice.thrift.hive.TStatusCode;
import java.util.List;

/** An operation's status in TCLIService's words. */
final class Statuses {
  private static final List<String> PROGRESS_COLUMNS =
      List.of(
          "VERTICES",
          "MODE",
          "STATUS",
          "TOTAL",
          "COMPLETED",
          "RUNNING",
          "PENDING",
          "FAILED",
          "KILLED");

  /** Beeline's column for a name is so wide. */
  private static final int PROGRESS_NAME = 16;

  private Statuses() {}

  static TStatus success() {
    return new TStatus(TStatusCode.SUCCESS_STATUS);
  }

  static TGetOperationStatusResp of(
      Operation.Status status, TProtocolVersion version, boolean withProgress) {
    TGetOperationStatusResp answer = new TGetOperationStatusResp(success());
    answer.setOperationState(state(status.state(), version));
    answer.setHasResultSet(status.hasResultSet());
    answer.setOperationStarted(status.startedAt().toEpochMilli());
    status.settledAt().ifPresent(at -> answer.setOperationCompleted(at.toEpochMilli()));
    status
        .error()
        .ifPresent(
            error -> {
              answer.setSqlState(error.sqlState());
              answer.setErrorCode(error.code().number());
              answer.setErrorMessage(error.clientMessage());
            });
    status.affectedRows().ifPresent(answer::setNumModifiedRows);
    answer.setTaskStatus(status.job().name() + suffix(status.progress()));
    if (withProgress) {
      answer.setProgressUpdateResponse(progress(status));
    }
    return answer;
  }

  static TOperationState state(OperationState state, TProtocolVersion version) {
    return switch (state) {
      case INITIALIZED -> TOperationState.INITIALIZED_STATE;
      case PENDING -> TOperationState.PENDING_STATE;
      case RUNNING -> TOperationState.RUNNING_STATE;
      case FINISHED -> TOperationState.FINISHED_STATE;
      case CANCELED -> TOperationState.CANCELED_STATE;
      case TIMEDOUT ->
          ProtocolVersions.knowsTimedOut(version)
              ? TOperationState.TIMEDOUT_STATE
              : TOperationState.CANCELED_STATE;
      case ERROR -> TOperationState.ERROR_STATE;
      case CLOSED -> TOperationState.CLOSED_STATE;
    };
  }

  /**
   * Beeline draws what is not NOT_AVAILABLE as Hive's table of a Tez job: these columns, no fewer.
   */
  private static TProgressUpdateResp progress(Operation.Status status) {
    List<Progress.Part> parts = status.progress().parts();
    TJobExecutionStatus execution =
        parts.isEmpty()
            ? TJobExecutionStatus.NOT_AVAILABLE
            : status.job().isOver()
                ? TJobExecutionStatus.COMPLETE
                : TJobExecutionStatus.IN_PROGRESS;
    long finished = parts.stream().filter(part -> part.done() == part.total()).count();
    return new TProgressUpdateResp(
        parts.isEmpty() ? List.of() : PROGRESS_COLUMNS,
        parts.stream().map(Statuses::row).toList(),
        status.progress().fraction(),
        execution,
        parts.isEmpty() ? "" : "VERTICES: %02d/%02d".formatted(finished, parts.size()),
        status.startedAt().toEpochMilli());
  }

  private static List<String> row(Progress.Part part) {
    String name =
        part.name().length() > PROGRESS_NAME
            ? part.name().substring(0, PROGRESS_NAME - 2) + ".."
            : part.name();
    return List.of(
        name,
        "task",
        part.state(),
        String.valueOf(part.total()),
        String.valueOf(part.done()),
        String.valueOf(part.running()),
        String.valueOf(part.waiting()),
        String.valueOf(part.failed()),
        "0");
  }

  private static String suffix(Progress progress) {
    return progress.summary().isEmpty() ? "" : " " + progress.summary();
  }
}
