/* SPDX-License-Identifier: Apache-2.0 */
package io.sluice.login;

import java.io.Closeable;
import java.io.IOException;
import java.time.Duration;
import java.util.concurrent.Future;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Closes what a login holds once its time is over. Socket timeouts alone do not bound a login: they
 * count anew at every byte that a slow server sends.
 */
final class Watchdog implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(Watchdog.class);

  private final ScheduledThreadPoolExecutor timer;

  Watchdog() {
    timer =
        new ScheduledThreadPoolExecutor(
            1,
            task -> {
              Thread thread = new Thread(task, "login-watchdog");
              thread.setDaemon(true);
              return thread;
            });
    timer.setRemoveOnCancelPolicy(true);
  }

  /** Closes the resource after the time unless the guard is closed before. */
  Guard guard(Duration time, Closeable resource) {
    Future<?> task =
        timer.schedule(
            () -> {
              try {
                resource.close();
              } catch (IOException e) {
                LOG.debug("Closing after a timeout failed", e);
              }
            },
            time.toMillis(),
            TimeUnit.MILLISECONDS);
    return () -> task.cancel(false);
  }

  @Override
  public void close() {
    timer.shutdownNow();
  }

  /** Calls the watchdog off when closed. */
  interface Guard extends AutoCloseable {
    @Override
    void close();
  }
}
