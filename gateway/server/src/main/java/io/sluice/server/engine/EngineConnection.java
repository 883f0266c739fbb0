/* SPDX-License-Identifier: Apache-2.0 */
package io.sluice.server.engine;

import static java.util.Objects.requireNonNull;

import io.sluice.error.ErrorCode;
import io.sluice.error.SluiceException;
import io.sluice.protocol.HiveCall;
import io.sluice.protocol.HiveClient;
import io.sluice.protocol.HiveErrors;
import io.sluice.thrift.TBase;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The one connection of this gateway to a running engine; all sessions on that engine share it. It
 * is lost once, when the connection breaks or the engine's process ends, whichever is seen first,
 * and then for good.
 */
public final class EngineConnection {
  private static final Logger LOG = LoggerFactory.getLogger(EngineConnection.class);

  /** How long a call that failed with the connection waits to learn how the process ended. */
  private static final Duration END_KNOWN = Duration.ofSeconds(1);

  private final String engineId;
  private final HiveClient client;
  private final CompletableFuture<Void> lost = new CompletableFuture<>();
  private final AtomicReference<String> end = new AtomicReference<>();
  private volatile Optional<EngineProcess> process = Optional.empty();
  private volatile CompletableFuture<Void> processEnd = CompletableFuture.completedFuture(null);

  EngineConnection(String engineId, HiveClient client) {
    this.engineId = requireNonNull(engineId, "engineId is null");
    this.client = requireNonNull(client, "client is null");
    client.closed().thenRun(() -> lost.complete(null));
  }

  public String engineId() {
    return engineId;
  }

  public boolean isOpen() {
    return client.isOpen() && !lost.isDone();
  }

  /**
   * Completes, never fails, when the engine is lost. Completes on an event loop or a process
   * watcher: what hangs on it must not block.
   */
  public CompletionStage<Void> lost() {
    return lost;
  }

  /** Makes a call; see {@link HiveClient#call}. */
  public <Q extends TBase<?, ?>, R> CompletionStage<R> call(
      HiveCall<Q, R> call, Q request, Duration deadline) {
    return client
        .call(call, request, deadline)
        .exceptionallyCompose(failure -> afterProcessEnd(failure));
  }

  /** A dying process breaks its connection first; a moment later it is known how it ended. */
  private <R> CompletionStage<R> afterProcessEnd(Throwable failure) {
    boolean lost = HiveErrors.toException(failure).code() == ErrorCode.ENGINE_LOST;
    CompletableFuture<Void> known =
        lost && end.get() == null
            ? processEnd.copy().completeOnTimeout(null, END_KNOWN.toMillis(), TimeUnit.MILLISECONDS)
            : CompletableFuture.completedFuture(null);
    return known.thenCompose(ended -> CompletableFuture.failedFuture(failure));
  }

  /**
   * What to tell of a statement that the engine's end cut off.
   *
   * @param maybeDone true if the statement may have taken effect
   */
  public SluiceException lostFailure(boolean maybeDone) {
    String how = Optional.ofNullable(end.get()).orElse("its connection broke");
    String text = "Engine " + engineId + " was lost while the statement ran: " + how + ". ";
    return maybeDone
        ? new SluiceException(
            ErrorCode.ENGINE_LOST_UNKNOWN,
            text
                + "The statement may or may not have taken effect; check its target before you run it again.")
        : new SluiceException(
            ErrorCode.ENGINE_LOST, text + "Run the statement again; it goes to a new engine.");
  }

  /** The engine is this child process of ours. */
  void runsIn(EngineProcess child) {
    process = Optional.of(child);
    processEnd =
        child
            .exit()
            .thenAccept(
                code -> {
                  end.compareAndSet(
                      null,
                      "its process ended with exit code " + code + " (log " + child.log() + ")");
                  close();
                })
            .toCompletableFuture();
  }

  /**
   * Takes the engine for lost, because it answers no more; all calls under way fail. If it is our
   * child, its process is killed: nobody would use it again, and what it still does nobody learns.
   */
  public void giveUp(String reason) {
    if (end.compareAndSet(null, reason)) {
      LOG.warn("{} is given up: {}", this, reason);
    }
    close();
    process.ifPresent(EngineProcess::kill);
  }

  Optional<EngineProcess> process() {
    return process;
  }

  void close() {
    client.close();
    lost.complete(null);
  }

  @Override
  public String toString() {
    return "engine " + engineId + " at " + client.address();
  }
}
