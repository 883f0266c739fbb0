/* SPDX-License-Identifier: Apache-2.0 */
package io.sluice.server.operation;

import static java.util.Objects.requireNonNull;

import io.netty.buffer.ByteBuf;
import io.sluice.engine.operation.OperationLog;
import io.sluice.engine.operation.OperationState;
import io.sluice.error.ErrorCode;
import io.sluice.error.SluiceException;
import io.sluice.protocol.Handle;
import io.sluice.protocol.HiveErrors;
import io.sluice.protocol.ProtocolVersions;
import io.sluice.protocol.rowset.HiveColumn;
import io.sluice.protocol.rowset.HiveType;
import io.sluice.protocol.rowset.RowSchema;
import io.sluice.thrift.hive.TFetchOrientation;
import io.sluice.thrift.hive.TGetOperationStatusResp;
import io.sluice.thrift.hive.TGetResultSetMetadataResp;
import io.sluice.thrift.hive.TOperationHandle;
import io.sluice.thrift.hive.TOperationState;
import io.sluice.thrift.hive.TOperationType;
import io.sluice.thrift.hive.TProtocolVersion;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;

/**
 * An operation as its client sees it, from the moment the call came in. Its state moves by the
 * table of {@link OperationState}; every move is under the monitor, and what follows from it
 * happens outside.
 */
public abstract class Operation {
  private static final int LOG_LINES = 1_000;
  private static final int LOG_CHARACTERS = 256 << 10;
  private static final RowSchema LOG_SCHEMA =
      new RowSchema(List.of(new HiveColumn("operation_log", HiveType.STRING, "")));

  private final Handle handle;
  private final TOperationType type;
  private final TProtocolVersion version;
  private final InstantSource clock;
  private final Instant created;
  private final Settled settled = new Settled();
  private final OperationLog log = new OperationLog(LOG_LINES, LOG_CHARACTERS);
  private OperationState state = OperationState.INITIALIZED;
  private Optional<SluiceException> error = Optional.empty();
  private Optional<Instant> completed = Optional.empty();
  private Instant lastAccess;

  Operation(Handle handle, TOperationType type, TProtocolVersion version, InstantSource clock) {
    this.handle = requireNonNull(handle, "handle is null");
    this.type = requireNonNull(type, "type is null");
    this.version = requireNonNull(version, "version is null");
    this.clock = requireNonNull(clock, "clock is null");
    this.created = clock.instant();
    this.lastAccess = created;
  }

  public Handle handle() {
    return handle;
  }

  TProtocolVersion version() {
    return version;
  }

  public TOperationHandle thriftHandle() {
    return handle.toOperationHandle(type, hasResult().orElse(false));
  }

  public synchronized OperationState state() {
    return state;
  }

  synchronized Optional<SluiceException> error() {
    return error;
  }

  /** Writes a line that the client sees when it asks for the operation's log. */
  public void log(String line) {
    log.append(line);
  }

  /** The client asked about the operation. */
  public synchronized void touch() {
    lastAccess = clock.instant();
  }

  /** True if the operation is settled and nobody has asked about it for so long. */
  public synchronized boolean isIdle(Duration time) {
    return state.isSettled() && !clock.instant().isBefore(lastAccess.plus(time));
  }

  /** Makes a move if the table allows it; the first move to a settled state wakes who waits. */
  boolean move(OperationState next, SluiceException reason) {
    boolean settles;
    synchronized (this) {
      if (!state.mayBecome(next)) {
        return false;
      }
      settles = next.isSettled();
      state = next;
      if (reason != null) {
        error = Optional.of(reason);
      }
      if (settles && completed.isEmpty()) {
        completed = Optional.of(clock.instant());
      }
    }
    if (settles) {
      settled.happen();
      onSettled(next);
    }
    return true;
  }

  /** Called after each move to a settled state, outside the monitor. */
  void onSettled(OperationState settledState) {}

  /** Completes when the client need not wait any longer. */
  public CompletionStage<Void> settled() {
    return settled.await();
  }

  /** The status, once the operation is settled or the time is over. */
  public CompletionStage<TGetOperationStatusResp> status(Duration longest, boolean withProgress) {
    return settled.await(longest).thenApply(done -> statusNow(withProgress));
  }

  /** The status now. */
  public TGetOperationStatusResp status() {
    return statusNow(false);
  }

  TGetOperationStatusResp statusNow(boolean withProgress) {
    TGetOperationStatusResp answer = new TGetOperationStatusResp(HiveErrors.success());
    synchronized (this) {
      answer.setOperationState(thriftState());
      answer.setOperationStarted(created.toEpochMilli());
      completed.ifPresent(at -> answer.setOperationCompleted(at.toEpochMilli()));
      error.ifPresent(
          reason -> {
            answer.setSqlState(reason.sqlState());
            answer.setErrorCode(reason.code().number());
            answer.setErrorMessage(reason.clientMessage());
          });
      // Left unset while it is not known: HiveStatement.executeAsync waits for it to be set.
      hasResult().ifPresent(answer::setHasResultSet);
    }
    // hive-jdbc 4 takes an absent count for zero and then never sees the last result.
    answer.setNumModifiedRows(-1);
    return answer;
  }

  private TOperationState thriftState() {
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
   * @throws SluiceException the operation's error, or CANCELED or TIMED_OUT
   */
  void requireNoFailure() {
    OperationState now;
    synchronized (this) {
      now = state;
      if (error.isPresent()) {
        throw error.get();
      }
    }
    if (now == OperationState.CLOSED) {
      throw new SluiceException(ErrorCode.INVALID_HANDLE, "The statement is closed.");
    }
  }

  private void requireResult() {
    if (!hasResult().orElse(false)) {
      throw new SluiceException(
          ErrorCode.INVALID_FETCH,
          "The statement has no result set, so there is nothing to fetch.");
    }
  }

  /** Rows, once there are any. */
  public CompletionStage<ByteBuf> fetch(TFetchOrientation orientation, int maxRows) {
    return settled
        .await()
        .thenCompose(
            done -> {
              requireNoFailure();
              requireResult();
              return fetchSettled(orientation, maxRows);
            });
  }

  /** What the result looks like, once it is known. */
  public CompletionStage<TGetResultSetMetadataResp> resultSetMetadata() {
    return settled
        .await()
        .thenCompose(
            done -> {
              requireNoFailure();
              requireResult();
              return metadataSettled();
            });
  }

  /** Log lines the client has not had yet; never waits for one. */
  public CompletionStage<ByteBuf> fetchLog(TFetchOrientation orientation, int maxLines) {
    return CompletableFuture.completedFuture(ownLog(orientation, maxLines));
  }

  ByteBuf ownLog(TFetchOrientation orientation, int maxLines) {
    if (orientation == TFetchOrientation.FETCH_FIRST) {
      log.rewind();
    }
    List<String> lines = log.next(maxLines <= 0 ? LOG_LINES : maxLines);
    return logLines(lines, version);
  }

  static ByteBuf logLines(List<String> lines, TProtocolVersion version) {
    List<List<Object>> rows = lines.stream().map(line -> List.<Object>of(line)).toList();
    return new LocalResult(LOG_SCHEMA, rows).encode(0, rows.size(), version);
  }

  OperationLog operationLog() {
    return log;
  }

  /** Whether there is a result; empty if it is not known yet. */
  abstract Optional<Boolean> hasResult();

  abstract CompletionStage<ByteBuf> fetchSettled(TFetchOrientation orientation, int maxRows);

  abstract CompletionStage<TGetResultSetMetadataResp> metadataSettled();

  /** The engine's id of the work behind the operation, if it has one. */
  public CompletionStage<Optional<String>> queryId() {
    return CompletableFuture.completedFuture(Optional.empty());
  }

  /** Stops the work; whoever waits for the operation is told at once. */
  public void cancel() {
    move(
        OperationState.CANCELED,
        new SluiceException(ErrorCode.CANCELED, "The statement was canceled."));
  }

  /** Stops the work because its time is over. */
  public void timeOut(Duration limit) {
    move(
        OperationState.TIMEDOUT,
        new SluiceException(
            ErrorCode.TIMED_OUT,
            "The statement was stopped: it ran longer than its time limit of "
                + limit.toSeconds()
                + " s."));
  }

  /** Stops the work and gives up its result. */
  public void close() {
    move(OperationState.CLOSED, null);
  }
}
