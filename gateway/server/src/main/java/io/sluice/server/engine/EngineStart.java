/* SPDX-License-Identifier: Apache-2.0 */
package io.sluice.server.engine;

import static java.util.Objects.requireNonNull;

import io.sluice.error.ErrorCode;
import io.sluice.error.SluiceException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;

/**
 * One search for, or start of, the engine of a routing key, and all who wait for it. It ends once:
 * with an engine, with a failure, or abandoned because its last waiter left. All state is under its
 * monitor; waiters are told outside it.
 */
final class EngineStart {
  private final RoutingKey key;
  private final List<EngineWaiter> waiters = new ArrayList<>();
  private final List<String> told = new ArrayList<>();
  private final CompletableFuture<Void> abandoned = new CompletableFuture<>();
  private boolean over;

  EngineStart(RoutingKey key) {
    this.key = requireNonNull(key, "key is null");
  }

  RoutingKey key() {
    return key;
  }

  /**
   * Adds a waiter, who first hears what was told before.
   *
   * @return false if the start is over already
   */
  boolean join(EngineWaiter waiter) {
    List<String> missed;
    synchronized (this) {
      if (over) {
        return false;
      }
      waiters.add(waiter);
      missed = List.copyOf(told);
    }
    waiter.onClose(() -> leave(waiter));
    missed.forEach(waiter::progress);
    return true;
  }

  private void leave(EngineWaiter waiter) {
    boolean last;
    synchronized (this) {
      last = waiters.remove(waiter) && waiters.isEmpty() && !over;
      over |= last;
    }
    waiter.fail(
        new SluiceException(
            ErrorCode.CANCELED, "The session closed while its engine " + key + " was starting."));
    if (last) {
      abandoned.complete(null);
    }
  }

  void progress(String line) {
    List<EngineWaiter> hearing;
    synchronized (this) {
      told.add(line);
      hearing = List.copyOf(waiters);
    }
    hearing.forEach(waiter -> waiter.progress(line));
  }

  /** Completes when nobody waits any more. */
  CompletableFuture<Void> abandoned() {
    return abandoned;
  }

  boolean isAbandoned() {
    return abandoned.isDone();
  }

  /**
   * Ends the start well.
   *
   * @return false if it was abandoned before, so that nobody has the engine
   */
  boolean succeed(EngineConnection engine) {
    List<EngineWaiter> waiting = end();
    waiting.forEach(waiter -> waiter.complete(engine));
    return !waiting.isEmpty();
  }

  /** Ends the start for all who wait, and the work on it. */
  void abandon(Throwable reason) {
    fail(reason);
    abandoned.complete(null);
  }

  void fail(Throwable reason) {
    end().forEach(waiter -> waiter.fail(reason));
  }

  private synchronized List<EngineWaiter> end() {
    List<EngineWaiter> waiting = over ? List.of() : List.copyOf(waiters);
    over = true;
    waiters.clear();
    return waiting;
  }
}
