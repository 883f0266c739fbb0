/* SPDX-License-Identifier: Apache-2.0 */
package io.sluice.engine.flink.sql;

import static java.util.Objects.requireNonNull;

import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Lets a session's statements plan one after the other. There are places in Flink's planner where
 * nothing stops it; a stopped statement that stays in one loses its turn, so that the session goes
 * on with a planner of its own, and its thread ends when Flink lets it.
 */
final class PlanningTurns {
  private static final Logger LOG = LoggerFactory.getLogger(PlanningTurns.class);

  private final Semaphore turn = new Semaphore(1, true);
  private final Duration grace;
  private final Runnable onTaken;

  /**
   * @param grace how long a stopped statement may still take
   * @param onTaken before a turn is given on without its holder's consent: what the holder still
   *     works with must not be used again
   */
  PlanningTurns(Duration grace, Runnable onTaken) {
    this.grace = requireNonNull(grace, "grace is null");
    this.onTaken = requireNonNull(onTaken, "onTaken is null");
  }

  /** Waits for the turn, in the order of asking. */
  Turn take() throws InterruptedException {
    turn.acquire();
    return new Turn();
  }

  /** One statement's right to plan. */
  final class Turn implements AutoCloseable {
    private final Thread holder = Thread.currentThread();
    private final CountDownLatch ended = new CountDownLatch(1);
    private final AtomicBoolean given = new AtomicBoolean();

    /** The statement was stopped. Blocks for the grace at most. */
    void endSoon() {
      try {
        if (ended.await(grace.toMillis(), TimeUnit.MILLISECONDS)) {
          return;
        }
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
      }
      if (given.compareAndSet(false, true)) {
        LOG.warn(
            "A stopped statement is still being planned by {} after {}; its session goes on without it",
            holder.getName(),
            grace);
        onTaken.run();
        turn.release();
      }
    }

    @Override
    public void close() {
      ended.countDown();
      if (given.compareAndSet(false, true)) {
        turn.release();
      } else {
        LOG.warn("{} is free again: the planning of a stopped statement ended", holder.getName());
      }
    }
  }
}
