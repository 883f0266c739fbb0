/* SPDX-License-Identifier: Apache-2.0 */
package io.sluice.server.operation;

import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.TimeUnit;

/**
 * An event that happens once and that many wait for, each for a time of its own. A wait that is
 * over leaves nothing behind, so that hours of polling do not pile up.
 */
final class Settled {
  private final Set<CompletableFuture<Void>> waiting = new HashSet<>();
  private boolean done;

  /** Completes at the event, or when the time is over; never fails. */
  CompletionStage<Void> await(Duration time) {
    CompletableFuture<Void> wait = new CompletableFuture<>();
    synchronized (this) {
      if (done) {
        return CompletableFuture.completedFuture(null);
      }
      waiting.add(wait);
    }
    return wait.completeOnTimeout(null, time.toMillis(), TimeUnit.MILLISECONDS)
        .whenComplete((nothing, failure) -> forget(wait));
  }

  /** Completes at the event. */
  CompletionStage<Void> await() {
    CompletableFuture<Void> wait = new CompletableFuture<>();
    synchronized (this) {
      if (done) {
        return CompletableFuture.completedFuture(null);
      }
      waiting.add(wait);
    }
    return wait;
  }

  void happen() {
    List<CompletableFuture<Void>> woken;
    synchronized (this) {
      done = true;
      woken = List.copyOf(waiting);
      waiting.clear();
    }
    woken.forEach(wait -> wait.complete(null));
  }

  private synchronized void forget(CompletableFuture<Void> wait) {
    waiting.remove(wait);
  }
}
