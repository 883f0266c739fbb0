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

  private static TProgressUpdateResp progress(Operation.Status status) {
    // NOT_AVAILABLE, whatever runs: beeline draws any other progress as a table of Tez's nine
    // columns and fails on one that has fewer.
    return new TProgressUpdateResp(
        List.of(),
        List.of(),
        status.progress().fraction(),
        TJobExecutionStatus.NOT_AVAILABLE,
        status.progress().summary(),
        status.startedAt().toEpochMilli());
  }

  private static String suffix(Progress progress) {
    return progress.summary().isEmpty() ? "" : " " + progress.summary();
  }
}
