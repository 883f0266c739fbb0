/* SPDX-License-Identifier: Apache-2.0 */
package io.sluice.engine.service;

import static java.util.Objects.requireNonNull;

import io.sluice.config.Settings;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Looks from time to time for sessions whose lease is over, and whether the engine is idle. */
final class SessionWatch implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(SessionWatch.class);

  private static final Duration LAST_ANSWER = Duration.ofMillis(500);

  private final Duration idleTimeout;
  private final boolean oneSession;
  private final InstantSource clock;
  private final Runnable expire;
  private final BooleanSupplier hasBackgroundWork;
  private final Runnable onIdle;
  private final EngineThreads threads;
  private final Future<?> sweep;
  private int open;
  private Instant emptySince;
  private boolean told;

  SessionWatch(
      Settings settings,
      boolean oneSession,
      InstantSource clock,
      EngineThreads threads,
      Runnable expire,
      BooleanSupplier hasBackgroundWork,
      Runnable onIdle) {
    this.idleTimeout = settings.get(EngineOptions.IDLE_TIMEOUT);
    this.oneSession = oneSession;
    this.clock = requireNonNull(clock, "clock is null");
    this.threads = requireNonNull(threads, "threads is null");
    this.expire = requireNonNull(expire, "expire is null");
    this.hasBackgroundWork = requireNonNull(hasBackgroundWork, "hasBackgroundWork is null");
    this.onIdle = requireNonNull(onIdle, "onIdle is null");
    this.emptySince = clock.instant();
    long lease = settings.get(EngineOptions.SESSION_LEASE).toMillis();
    long period = Math.max(100, Math.min(5_000, Math.min(lease, idleTimeout.toMillis()) / 4));
    this.sweep =
        threads.timer().scheduleWithFixedDelay(this::sweep, period, period, TimeUnit.MILLISECONDS);
  }

  synchronized void opened() {
    open++;
    emptySince = null;
  }

  void closed(int stillOpen) {
    synchronized (this) {
      open--;
      if (stillOpen > 0 || open > 0) {
        return;
      }
      emptySince = clock.instant();
    }
    if (oneSession) {
      tellIdle("its one session has closed");
    }
  }

  @Override
  public void close() {
    sweep.cancel(false);
    synchronized (this) {
      told = true;
    }
  }

  private void sweep() {
    try {
      expire.run();
      if (isIdle() && !hasBackgroundWork.getAsBoolean()) {
        tellIdle("no session for " + idleTimeout);
      }
    } catch (RuntimeException e) {
      // A scheduled task that throws is never run again.
      LOG.error("Looking after sessions failed; it is tried again", e);
    }
  }

  private synchronized boolean isIdle() {
    return open == 0
        && emptySince != null
        && !clock.instant().isBefore(emptySince.plus(idleTimeout));
  }

  private void tellIdle(String why) {
    synchronized (this) {
      if (told) {
        return;
      }
      told = true;
    }
    LOG.info("The engine stops: {}", why);
    // The answer to the CloseSession that led here shall still leave.
    var unused =
        threads
            .timer()
            .schedule(() -> threads.execute(onIdle), LAST_ANSWER.toMillis(), TimeUnit.MILLISECONDS);
  }
}
