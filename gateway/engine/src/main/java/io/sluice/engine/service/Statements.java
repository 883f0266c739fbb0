/* SPDX-License-Identifier: Apache-2.0 */
package io.sluice.engine.service;

import static java.util.Objects.requireNonNull;

import io.sluice.engine.operation.Operation;
import io.sluice.engine.sql.SqlSession;
import io.sluice.error.ErrorArea;
import io.sluice.error.ErrorCode;
import io.sluice.error.SluiceException;
import java.time.Duration;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Runs statements on the engine's threads and settles their operations. */
final class Statements {
  private static final Logger LOG = LoggerFactory.getLogger(Statements.class);

  private final EngineThreads threads;

  Statements(EngineThreads threads) {
    this.threads = requireNonNull(threads, "threads is null");
  }

  void start(SqlSession session, Operation operation, Duration limit) {
    operation.queued();
    Future<?> thread = threads.statement(() -> run(session, operation));
    // Interrupting a thread that has gone on to other work would hit the wrong statement; a Future
    // interrupts its own task only.
    operation.onStop(() -> thread.cancel(true));
    if (!limit.isZero()) {
      Future<?> timeout =
          threads
              .timer()
              .schedule(
                  () -> operation.timeOut(text(limit)), limit.toMillis(), TimeUnit.MILLISECONDS);
      observe(operation.jobOver().thenRun(() -> timeout.cancel(false)));
    }
  }

  private static void run(SqlSession session, Operation operation) {
    if (!operation.begin()) {
      return;
    }
    try {
      CompletionStage<Void> work = session.execute(operation);
      observe(
          work.handle(
              (done, failure) -> {
                if (failure == null) {
                  operation.succeed();
                } else {
                  operation.fail(reason(operation, failure));
                }
                return null;
              }));
    } catch (Exception | Error e) {
      // Any Error: one that got away would leave its client waiting forever. Hadoop's FSError of a
      // full disk is one.
      operation.fail(reason(operation, e));
    }
  }

  private static SluiceException reason(Operation operation, Throwable failure) {
    Throwable cause =
        failure instanceof CompletionException && failure.getCause() != null
            ? failure.getCause()
            : failure;
    if (operation.isStopped()) {
      LOG.debug("Operation {} ended after it was stopped", operation.id(), cause);
    } else if (cause instanceof SluiceException user && user.code().area() == ErrorArea.USER) {
      LOG.info("Operation {} failed: {}", operation.id(), user.clientMessage());
      LOG.debug("Operation {} failed", operation.id(), cause);
    } else {
      LOG.warn("Operation {} failed", operation.id(), cause);
    }
    if (cause instanceof SluiceException reason) {
      return reason;
    }
    return new SluiceException(
        ErrorCode.INTERNAL,
        "The statement failed for a reason the engine did not foresee ("
            + cause.getClass().getSimpleName()
            + "); the engine's log has the details under operation "
            + operation.id()
            + ".",
        cause);
  }

  private static void observe(CompletionStage<?> stage) {
    stage.whenComplete(
        (done, failure) -> {
          if (failure != null) {
            LOG.error("An operation could not be settled", failure);
          }
        });
  }

  private static String text(Duration limit) {
    return limit.toMillis() % 1000 == 0 ? limit.toSeconds() + " s" : limit.toMillis() + " ms";
  }
}
