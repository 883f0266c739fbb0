/* SPDX-License-Identifier: Apache-2.0 */
package io.sluice.engine.operation;

import static java.util.Objects.requireNonNull;

import io.sluice.engine.result.ResultWindow;
import io.sluice.engine.sql.StatementRun;
import io.sluice.error.ErrorCode;
import io.sluice.error.SluiceException;
import io.sluice.protocol.Handle;
import io.sluice.protocol.rowset.RowSchema;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Executor;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * One statement of a session, with two faces: {@link OperationState} is what its client sees,
 * {@link JobState} how its work stands. A query is FINISHED to its client at the first rows, while
 * its job runs on; whatever stops the operation stops the job too.
 *
 * <p>All state is under the operation's monitor; stop actions, futures and window calls happen
 * outside it.
 */
public final class Operation implements StatementRun {
  private static final Logger LOG = LoggerFactory.getLogger(Operation.class);

  /** What an operation's client is told of it. */
  public record Status(
      OperationState state,
      JobState job,
      Optional<SluiceException> error,
      boolean hasResultSet,
      OptionalLong affectedRows,
      Progress progress,
      Instant startedAt,
      Optional<Instant> settledAt) {}

  private final Handle handle;
  private final String text;
  private final Map<String, String> overlay;
  private final long windowBytes;
  private final Executor stopper;
  private final InstantSource clock;
  private final OperationLog log = new OperationLog(5_000, 1 << 20);
  private final Instant startedAt;
  private final CompletableFuture<Void> settled = new CompletableFuture<>();
  private final CompletableFuture<Void> jobOver = new CompletableFuture<>();
  private final List<Runnable> stops = new ArrayList<>();

  private OperationState state = OperationState.INITIALIZED;
  private JobState job = JobState.PREPARING;
  private SluiceException error;
  private ResultWindow window;
  private Progress progress = Progress.NONE;
  private OptionalLong affectedRows = OptionalLong.empty();
  private Instant settledAt;
  private boolean stopped;

  /**
   * @param stopper runs stop actions, which may block for a moment
   */
  public Operation(
      Handle handle,
      String text,
      Map<String, String> overlay,
      long windowBytes,
      Executor stopper,
      InstantSource clock) {
    this.handle = requireNonNull(handle, "handle is null");
    this.text = requireNonNull(text, "text is null");
    this.overlay = Map.copyOf(overlay);
    this.windowBytes = windowBytes;
    this.stopper = requireNonNull(stopper, "stopper is null");
    this.clock = requireNonNull(clock, "clock is null");
    this.startedAt = clock.instant();
  }

  public Handle handle() {
    return handle;
  }

  @Override
  public String id() {
    return handle.id().toString();
  }

  @Override
  public String text() {
    return text;
  }

  @Override
  public Map<String, String> overlay() {
    return overlay;
  }

  public OperationLog operationLog() {
    return log;
  }

  public synchronized Status status() {
    return new Status(
        state,
        job,
        Optional.ofNullable(error),
        window != null,
        affectedRows,
        progress,
        startedAt,
        Optional.ofNullable(settledAt));
  }

  /** Completes when the client need not wait any longer: rows, an end, or an error. */
  public CompletionStage<Void> settled() {
    return settled;
  }

  /** Completes when the work is over, however it ended. */
  public CompletionStage<Void> jobOver() {
    return jobOver;
  }

  /** The result, once the operation is FINISHED and has one. */
  public synchronized Optional<ResultWindow> result() {
    return Optional.ofNullable(window);
  }

  @Override
  public ResultWindow openResult(RowSchema schema) {
    ResultWindow opened = new ResultWindow(schema, windowBytes);
    synchronized (this) {
      if (window != null) {
        throw new IllegalStateException("the statement has a result already");
      }
      if (!stopped) {
        window = opened;
      }
    }
    if (isStopped()) {
      opened.close();
    } else {
      opened
          .started()
          .thenRun(() -> settle(OperationState.FINISHED, null))
          .exceptionally(this::unexpected);
    }
    return opened;
  }

  @Override
  public void log(String line) {
    log.append(line);
  }

  @Override
  public synchronized void progress(Progress now) {
    this.progress = requireNonNull(now, "now is null");
  }

  @Override
  public synchronized void affectedRows(long rows) {
    this.affectedRows = OptionalLong.of(rows);
  }

  @Override
  public void onStop(Runnable stop) {
    synchronized (this) {
      // A job submitted while its statement was being stopped must not get away.
      if (!stopped) {
        if (!job.isOver()) {
          stops.add(stop);
        }
        return;
      }
    }
    runStop(stop);
  }

  @Override
  public synchronized boolean isStopped() {
    return stopped;
  }

  /** The operation waits for a thread. */
  public void queued() {
    move(OperationState.PENDING, null);
  }

  /**
   * A thread begins the work.
   *
   * @return false if the operation was stopped while it waited
   */
  public boolean begin() {
    synchronized (this) {
      if (stopped || !state.mayBecome(OperationState.RUNNING)) {
        return false;
      }
      state = OperationState.RUNNING;
      job = JobState.RUNNING;
      return true;
    }
  }

  /** The work ended well. */
  public void succeed() {
    Optional<ResultWindow> result;
    synchronized (this) {
      if (job.isOver()) {
        return;
      }
      job = JobState.SUCCEEDED;
      stops.clear();
      result = result();
    }
    result.ifPresent(ResultWindow::finish);
    settle(OperationState.FINISHED, null);
    jobOver.complete(null);
  }

  /** The work failed; a fetch that comes later fails too. */
  public void fail(SluiceException reason) {
    Optional<ResultWindow> result;
    synchronized (this) {
      if (job.isOver()) {
        return;
      }
      job = JobState.FAILED;
      stops.clear();
      result = result();
    }
    log.append(reason.clientMessage());
    settle(OperationState.ERROR, reason);
    result.ifPresent(window -> window.fail(reason));
    jobOver.complete(null);
  }

  /** Stops the work at the client's wish. Once the job is over there is nothing to cancel. */
  public void cancel() {
    stop(
        OperationState.CANCELED,
        new SluiceException(ErrorCode.CANCELED, "The statement was canceled."));
  }

  /** Stops the work because its time is over. */
  public void timeOut(String limit) {
    stop(
        OperationState.TIMEDOUT,
        new SluiceException(
            ErrorCode.TIMED_OUT,
            "The statement was stopped: it ran longer than its time limit of " + limit + "."));
  }

  /** Stops the work and gives up the result. */
  public void close(String why) {
    stop(OperationState.CLOSED, new SluiceException(ErrorCode.INVALID_HANDLE, why));
    move(OperationState.CLOSED, null);
    result().ifPresent(ResultWindow::close);
  }

  private void stop(OperationState how, SluiceException reason) {
    List<Runnable> toRun;
    Optional<ResultWindow> result;
    synchronized (this) {
      if (job.isOver()) {
        return;
      }
      stopped = true;
      job = JobState.STOPPED;
      toRun = List.copyOf(stops);
      stops.clear();
      result = result();
    }
    settle(how, how == OperationState.CLOSED ? null : reason);
    result.ifPresent(window -> window.fail(reason));
    toRun.forEach(this::runStop);
    jobOver.complete(null);
  }

  private void settle(OperationState next, SluiceException reason) {
    move(next, reason);
    settled.complete(null);
  }

  private synchronized void move(OperationState next, SluiceException reason) {
    if (!state.mayBecome(next)) {
      return;
    }
    if (next == OperationState.FINISHED && (job == JobState.FAILED || job == JobState.STOPPED)) {
      return;
    }
    state = next;
    if (reason != null) {
      error = reason;
    }
    if (state.isSettled() && settledAt == null) {
      settledAt = clock.instant();
    }
  }

  private void runStop(Runnable stop) {
    stopper.execute(
        () -> {
          try {
            stop.run();
          } catch (RuntimeException e) {
            LOG.warn("Operation {}: stopping its work failed", id(), e);
          }
        });
  }

  private Void unexpected(Throwable e) {
    LOG.error("Operation {}: could not tell that rows are there", id(), e);
    return null;
  }
}
