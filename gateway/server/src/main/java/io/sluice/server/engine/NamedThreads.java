/* SPDX-License-Identifier: Apache-2.0 */
package io.sluice.server.engine;

import java.util.concurrent.ExecutorService;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;

/** Pools of a bounded number of named daemon threads, which end when idle. */
public final class NamedThreads {
  private static final int QUEUE = 20_000;

  private NamedThreads() {}

  /** A pool of at most so many threads; tasks beyond a long queue are rejected. */
  public static ExecutorService pool(String name, int threads) {
    ThreadPoolExecutor pool =
        new ThreadPoolExecutor(
            threads,
            threads,
            30,
            TimeUnit.SECONDS,
            new LinkedBlockingQueue<>(QUEUE),
            factory(name));
    pool.allowCoreThreadTimeOut(true);
    return pool;
  }

  /** Makes threads {@code name-1} and so on. */
  public static ThreadFactory factory(String name) {
    AtomicInteger number = new AtomicInteger();
    return task -> {
      Thread thread = new Thread(task, name + '-' + number.incrementAndGet());
      thread.setDaemon(true);
      return thread;
    };
  }
}
