/* SPDX-License-Identifier: Apache-2.0 */
package io.sluice.engine.service;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Executor;
import java.util.concurrent.Future;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.SynchronousQueue;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Supplier;

/**
 * An engine's threads: a bounded pool for statements; one without a queue for what must not wait
 * behind statements (stopping work, opening and closing sessions); one timer.
 */
final class EngineThreads implements Executor, AutoCloseable {
  /**
   * Planners walk a statement's tree by recursion, and one of thousands of alternatives is as deep.
   * Only what is used of it takes memory, until the thread has been idle.
   */
  private static final long STATEMENT_STACK_BYTES = 256L << 20;

  private final ThreadPoolExecutor statements;
  private final ThreadPoolExecutor control;
  private final ScheduledThreadPoolExecutor timer;

  EngineThreads(int statementThreads) {
    statements =
        new ThreadPoolExecutor(
            statementThreads,
            statementThreads,
            30,
            TimeUnit.SECONDS,
            new LinkedBlockingQueue<>(),
            named("statement", STATEMENT_STACK_BYTES));
    statements.allowCoreThreadTimeOut(true);
    control =
        new ThreadPoolExecutor(
            0, 512, 30, TimeUnit.SECONDS, new SynchronousQueue<>(), named("control", 0));
    control.setRejectedExecutionHandler(new ThreadPoolExecutor.CallerRunsPolicy());
    timer = new ScheduledThreadPoolExecutor(1, named("timer", 0));
    timer.setRemoveOnCancelPolicy(true);
  }

  /** Runs control work: soon, never behind a statement. */
  @Override
  public void execute(Runnable work) {
    control.execute(work);
  }

  <T> CompletionStage<T> supply(Supplier<T> work) {
    return CompletableFuture.supplyAsync(work, control);
  }

  Future<?> statement(Runnable work) {
    return statements.submit(work);
  }

  ScheduledThreadPoolExecutor timer() {
    return timer;
  }

  @Override
  public void close() {
    timer.shutdownNow();
    statements.shutdownNow();
    control.shutdown();
  }

  private static ThreadFactory named(String role, long stackBytes) {
    AtomicInteger number = new AtomicInteger();
    return work -> {
      Thread thread =
          new Thread(null, work, "engine-" + role + '-' + number.incrementAndGet(), stackBytes);
      thread.setDaemon(true);
      return thread;
    };
  }
}
