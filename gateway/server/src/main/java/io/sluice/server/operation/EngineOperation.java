/* SPDX-License-Identifier: Apache-2.0 */
package io.sluice.server.operation;

import static java.util.Objects.requireNonNull;

import io.netty.buffer.ByteBuf;
import io.sluice.engine.operation.OperationState;
import io.sluice.engine.service.SessionKeys;
import io.sluice.error.ErrorCode;
import io.sluice.error.SluiceException;
import io.sluice.protocol.Handle;
import io.sluice.protocol.HiveCall;
import io.sluice.protocol.HiveErrors;
import io.sluice.server.engine.SessionEngine;
import io.sluice.server.engine.SessionEngine.Bound;
import io.sluice.thrift.hive.TCancelOperationReq;
import io.sluice.thrift.hive.TCloseOperationReq;
import io.sluice.thrift.hive.TExecuteStatementReq;
import io.sluice.thrift.hive.TExecuteStatementResp;
import io.sluice.thrift.hive.TFetchOrientation;
import io.sluice.thrift.hive.TFetchResultsReq;
import io.sluice.thrift.hive.TGetOperationStatusReq;
import io.sluice.thrift.hive.TGetOperationStatusResp;
import io.sluice.thrift.hive.TGetQueryIdReq;
import io.sluice.thrift.hive.TGetResultSetMetadataReq;
import io.sluice.thrift.hive.TGetResultSetMetadataResp;
import io.sluice.thrift.hive.TOperationHandle;
import io.sluice.thrift.hive.TOperationType;
import io.sluice.thrift.hive.TProtocolVersion;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Future;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A statement that an engine runs, under the same handle there.
 *
 * <p>It is PENDING until the session has its engine. Then the statement is sent, and the gateway
 * keeps one question for the state at the engine until the statement is settled, whether the client
 * asks or not. Rows are passed on as the bytes they come in. Cancel, close and timeout move the
 * state and free whoever waits at once, and reach the engine behind the statement itself, never
 * behind a fetch.
 */
public final class EngineOperation extends Operation {
  private static final Logger LOG = LoggerFactory.getLogger(EngineOperation.class);

  /** A fetch waits for a row as long as the statement runs; the engine has a setting for less. */
  private static final Duration FETCH_DEADLINE = Duration.ofDays(7);

  /**
   * What is to be run.
   *
   * @param reads true if it surely changes nothing
   * @param givesRows true if it surely has a result
   * @param overlay settings for this statement alone
   * @param limit how long it may run; zero for no limit
   * @param readsAhead whether rows are asked for before the client asks
   * @param onSuccess run once when the engine has finished the statement, before the client knows
   */
  public record Work(
      String statement,
      boolean reads,
      boolean givesRows,
      Map<String, String> overlay,
      Duration limit,
      boolean readsAhead,
      Runnable onSuccess) {
    public Work {
      requireNonNull(statement, "statement is null");
      overlay = Map.copyOf(overlay);
      requireNonNull(limit, "limit is null");
      requireNonNull(onSuccess, "onSuccess is null");
    }
  }

  private final SessionEngine engine;
  private final Work work;
  private final long startedAt = System.nanoTime();
  private final CompletableFuture<Bound> submitted = new CompletableFuture<>();
  private final EngineRows rows;
  private volatile Optional<TGetOperationStatusResp> engineStatus = Optional.empty();
  private volatile Optional<CompletionStage<TGetResultSetMetadataResp>> metadata = Optional.empty();
  private volatile Optional<Future<?>> timer = Optional.empty();
  private volatile boolean sent;
  private volatile boolean rewindEngineLog;

  private EngineOperation(
      Handle handle,
      TProtocolVersion version,
      InstantSource clock,
      SessionEngine engine,
      Work work) {
    super(handle, TOperationType.EXECUTE_STATEMENT, version, clock);
    this.engine = requireNonNull(engine, "engine is null");
    this.work = requireNonNull(work, "work is null");
    this.rows = new EngineRows(this::askRows, work.readsAhead(), this::end);
  }

  /** Begins the operation; returns at once. */
  public static EngineOperation start(
      Handle handle,
      TProtocolVersion version,
      InstantSource clock,
      SessionEngine engine,
      Work work,
      ScheduledExecutorService timers) {
    EngineOperation operation = new EngineOperation(handle, version, clock, engine, work);
    operation.move(OperationState.PENDING, null);
    if (!work.limit().isZero()) {
      operation.timer =
          Optional.of(
              timers.schedule(
                  () -> operation.timeOut(work.limit()),
                  work.limit().toMillis(),
                  TimeUnit.MILLISECONDS));
    }
    engine
        .bind(operation::log)
        .whenComplete(
            (bound, failure) -> {
              if (failure == null) {
                operation.submit(bound);
              } else {
                operation.fail(HiveErrors.toException(failure));
                operation.submitted.completeExceptionally(failure);
              }
            });
    return operation;
  }

  private void submit(Bound bound) {
    if (state().isSettled()) {
      submitted.completeExceptionally(
          new SluiceException(ErrorCode.CANCELED, "The statement was not sent to an engine."));
      return;
    }
    TExecuteStatementReq request = new TExecuteStatementReq(bound.handle(), work.statement());
    Map<String, String> overlay = new TreeMap<>(work.overlay());
    overlay.put(SessionKeys.OPERATION_HANDLE, handle().encoded());
    request.setConfOverlay(overlay);
    request.setRunAsync(true);
    request.setQueryTimeout(remainingSeconds());
    sent = true;
    bound
        .engine()
        .call(HiveCall.EXECUTE_STATEMENT, request, engine.requestTimeout())
        .whenComplete((answer, failure) -> submitted(bound, answer, failure));
  }

  private void submitted(Bound bound, TExecuteStatementResp answer, Throwable failure) {
    try {
      if (failure != null) {
        throw broken(bound, failure);
      }
      HiveErrors.check(answer.getStatus());
    } catch (SluiceException e) {
      fail(e);
      submitted.completeExceptionally(e);
      return;
    }
    move(OperationState.RUNNING, null);
    submitted.complete(bound);
    watch(bound);
  }

  /** Asks for the state until it is settled; each question waits at the engine for a while. */
  private void watch(Bound bound) {
    if (state().isSettled()) {
      return;
    }
    askStatus(bound)
        .whenComplete(
            (answer, failure) -> {
              if (failure != null) {
                fail(broken(bound, failure));
              } else {
                apply(bound, answer);
                watch(bound);
              }
            });
  }

  private CompletionStage<TGetOperationStatusResp> askStatus(Bound bound) {
    TGetOperationStatusReq request = new TGetOperationStatusReq(engineHandle());
    request.setGetProgressUpdate(true);
    return bound
        .engine()
        .call(HiveCall.GET_OPERATION_STATUS, request, engine.requestTimeout())
        .thenApply(
            answer -> {
              HiveErrors.check(answer.getStatus());
              return answer;
            });
  }

  private void apply(Bound bound, TGetOperationStatusResp answer) {
    engineStatus = Optional.of(answer);
    switch (answer.getOperationState()) {
      case FINISHED_STATE -> finish(bound, answer);
      case INITIALIZED_STATE, PENDING_STATE, RUNNING_STATE -> {
        // Not settled yet.
      }
      default -> fail(HiveErrors.toException(answer.getErrorCode(), reason(answer)));
    }
  }

  private static String reason(TGetOperationStatusResp answer) {
    return answer.isSetErrorMessage()
        ? answer.getErrorMessage()
        : "The engine ended the statement: " + answer.getOperationState() + ".";
  }

  private void finish(Bound bound, TGetOperationStatusResp answer) {
    if (state() == OperationState.FINISHED) {
      return;
    }
    if (answer.isHasResultSet()) {
      // The client asks for it next; by then it is here.
      metadata = Optional.of(askMetadata(bound));
    }
    work.onSuccess().run();
    move(OperationState.FINISHED, null);
  }

  /** Ends the operation with an error whose code says how it ended. */
  private void fail(SluiceException reason) {
    OperationState how =
        switch (reason.code()) {
          case CANCELED -> OperationState.CANCELED;
          case TIMED_OUT -> OperationState.TIMEDOUT;
          default -> OperationState.ERROR;
        };
    if (move(how, reason)) {
      log(reason.clientMessage());
      LOG.info("Operation {} ended: {}", handle(), reason.clientMessage());
    }
  }

  /** The failure of a call to the engine: mostly the engine's loss. */
  private SluiceException broken(Bound bound, Throwable failure) {
    SluiceException reason = HiveErrors.toException(failure);
    if (reason.code() == ErrorCode.TIMED_OUT) {
      bound.engine().giveUp("it did not answer within " + engine.requestTimeout());
      return bound.engine().lostFailure(maybeDone());
    }
    return reason.code() == ErrorCode.ENGINE_LOST
        ? bound.engine().lostFailure(maybeDone())
        : reason;
  }

  private boolean maybeDone() {
    return sent && !work.reads();
  }

  @Override
  void onSettled(OperationState settledState) {
    timer.ifPresent(t -> t.cancel(false));
    end().ifPresent(rows::end);
  }

  /** Why no more rows are given, once the operation has ended for its client. */
  private Optional<SluiceException> end() {
    OperationState now = state();
    return now.isSettled() && now != OperationState.FINISHED
        ? error()
            .or(
                () ->
                    Optional.of(
                        new SluiceException(ErrorCode.CANCELED, "The statement was closed.")))
        : Optional.empty();
  }

  @Override
  public CompletionStage<TGetOperationStatusResp> status(Duration longest, boolean withProgress) {
    Optional<Bound> bound = state() == OperationState.FINISHED ? place() : Optional.empty();
    if (bound.isEmpty()) {
      return super.status(longest, withProgress);
    }
    return askStatus(bound.get())
        .handle(
            (answer, failure) -> {
              if (failure != null) {
                LOG.debug("Operation {}: no news from its engine", handle(), failure);
              } else {
                apply(bound.get(), answer);
              }
              return statusNow(withProgress);
            });
  }

  @Override
  TGetOperationStatusResp statusNow(boolean withProgress) {
    TGetOperationStatusResp answer = super.statusNow(withProgress);
    engineStatus.ifPresent(
        told -> {
          if (told.isSetNumModifiedRows()) {
            answer.setNumModifiedRows(told.getNumModifiedRows());
          }
          answer.setTaskStatus(told.getTaskStatus());
          if (withProgress) {
            answer.setProgressUpdateResponse(told.getProgressUpdateResponse());
          }
        });
    return answer;
  }

  @Override
  Optional<Boolean> hasResult() {
    if (state().isSettled()) {
      return Optional.of(engineStatus.map(TGetOperationStatusResp::isHasResultSet).orElse(false));
    }
    return work.givesRows() ? Optional.of(true) : Optional.empty();
  }

  @Override
  CompletionStage<ByteBuf> fetchSettled(TFetchOrientation orientation, int maxRows) {
    return rows.fetch(orientation, maxRows);
  }

  private CompletionStage<ByteBuf> askRows(TFetchOrientation orientation, int maxRows) {
    Bound bound = submitted.join();
    TFetchResultsReq request = new TFetchResultsReq(engineHandle(), orientation, maxRows);
    request.setFetchType((short) 0);
    return bound
        .engine()
        .call(HiveCall.FETCH_RESULTS, request, FETCH_DEADLINE)
        .handle(
            (bytes, failure) -> {
              if (failure != null) {
                SluiceException reason = broken(bound, failure);
                fail(reason);
                throw reason;
              }
              return bytes;
            });
  }

  @Override
  CompletionStage<TGetResultSetMetadataResp> metadataSettled() {
    CompletionStage<TGetResultSetMetadataResp> known =
        metadata.orElseGet(() -> askMetadata(submitted.join()));
    metadata = Optional.of(known);
    return known;
  }

  private CompletionStage<TGetResultSetMetadataResp> askMetadata(Bound bound) {
    return bound
        .engine()
        .call(
            HiveCall.GET_RESULT_SET_METADATA,
            new TGetResultSetMetadataReq(engineHandle()),
            engine.requestTimeout())
        .handle(
            (answer, failure) -> {
              if (failure != null) {
                throw broken(bound, failure);
              }
              return answer;
            });
  }

  @Override
  public CompletionStage<ByteBuf> fetchLog(TFetchOrientation orientation, int maxLines) {
    if (orientation == TFetchOrientation.FETCH_FIRST) {
      operationLog().rewind();
      rewindEngineLog = true;
    }
    List<String> own = operationLog().next(maxLines <= 0 ? 1_000 : maxLines);
    Optional<Bound> bound = place();
    if (!own.isEmpty() || bound.isEmpty()) {
      return CompletableFuture.completedFuture(logLines(own, version()));
    }
    TFetchOrientation first =
        rewindEngineLog ? TFetchOrientation.FETCH_FIRST : TFetchOrientation.FETCH_NEXT;
    rewindEngineLog = false;
    TFetchResultsReq request = new TFetchResultsReq(engineHandle(), first, maxLines);
    request.setFetchType((short) 1);
    return bound
        .get()
        .engine()
        .call(HiveCall.FETCH_RESULTS, request, engine.requestTimeout())
        .exceptionally(
            failure -> {
              LOG.debug("Operation {}: no log lines from its engine", handle(), failure);
              return logLines(List.of(), version());
            });
  }

  @Override
  public CompletionStage<Optional<String>> queryId() {
    Optional<Bound> bound = place();
    if (bound.isEmpty()) {
      return super.queryId();
    }
    return bound
        .get()
        .engine()
        .call(HiveCall.GET_QUERY_ID, new TGetQueryIdReq(engineHandle()), engine.requestTimeout())
        .handle(
            (answer, failure) ->
                failure == null ? Optional.ofNullable(answer.getQueryId()) : Optional.empty());
  }

  private CompletionStage<Bound> submission() {
    return submitted;
  }

  /** Where the statement is, if it got there and the engine still lives. */
  private Optional<Bound> place() {
    return submitted.isDone() && !submitted.isCompletedExceptionally()
        ? Optional.of(submitted.join()).filter(bound -> bound.engine().isOpen())
        : Optional.empty();
  }

  private TOperationHandle engineHandle() {
    return handle().toOperationHandle(TOperationType.EXECUTE_STATEMENT, true);
  }

  private long remainingSeconds() {
    if (work.limit().isZero()) {
      return 0;
    }
    long left = work.limit().toNanos() - (System.nanoTime() - startedAt);
    return Math.max(1, TimeUnit.NANOSECONDS.toSeconds(left + 999_999_999));
  }

  /**
   * Once rows are there, only the engine knows whether its job still runs: it decides what a cancel
   * means then, and the next fetch tells.
   */
  @Override
  public void cancel() {
    if (state() != OperationState.FINISHED) {
      super.cancel();
    }
    tellEngineToCancel();
  }

  @Override
  public void timeOut(Duration limit) {
    if (state() != OperationState.FINISHED) {
      super.timeOut(limit);
      tellEngineToCancel();
    }
  }

  private void tellEngineToCancel() {
    submission()
        .whenComplete(
            (bound, failure) -> {
              if (failure == null && bound.engine().isOpen()) {
                bound
                    .engine()
                    .call(
                        HiveCall.CANCEL_OPERATION,
                        new TCancelOperationReq(engineHandle()),
                        engine.requestTimeout())
                    .whenComplete((answer, e) -> logFailure("cancel", e));
              }
            });
  }

  @Override
  public void close() {
    super.close();
    submission()
        .whenComplete(
            (bound, failure) -> {
              if (failure == null && bound.engine().isOpen()) {
                bound
                    .engine()
                    .call(
                        HiveCall.CLOSE_OPERATION,
                        new TCloseOperationReq(engineHandle()),
                        engine.requestTimeout())
                    .whenComplete((answer, e) -> logFailure("close", e));
              }
            });
  }

  private void logFailure(String what, Throwable failure) {
    if (failure != null) {
      LOG.info(
          "Operation {}: its engine was not told to {} it: {}", handle(), what, failure.toString());
    }
  }
}
