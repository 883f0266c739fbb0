/* SPDX-License-Identifier: Apache-2.0 */
package io.sluice.engine.flink.cluster;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeUnit;
import org.apache.flink.runtime.dispatcher.DispatcherGateway;
import org.apache.flink.runtime.dispatcher.ExecutionGraphInfoStore;
import org.apache.flink.runtime.dispatcher.MemoryExecutionGraphInfoStore;
import org.apache.flink.runtime.dispatcher.SessionDispatcherFactory;
import org.apache.flink.runtime.dispatcher.runner.DefaultDispatcherRunnerFactory;
import org.apache.flink.runtime.entrypoint.component.DefaultDispatcherResourceManagerComponentFactory;
import org.apache.flink.runtime.entrypoint.component.DispatcherResourceManagerComponentFactory;
import org.apache.flink.runtime.minicluster.MiniCluster;
import org.apache.flink.runtime.minicluster.MiniClusterConfiguration;
import org.apache.flink.runtime.resourcemanager.StandaloneResourceManagerFactory;
import org.apache.flink.runtime.rest.RestEndpointFactory;

/**
 * A MiniCluster whose REST port is shut, that forgets finished jobs, and that tells when it has
 * died.
 */
final class WatchedMiniCluster extends MiniCluster {
  private static final int FINISHED_JOBS = 100;

  /** How often in a row no task manager must be seen before it is taken for dead. */
  private static final int ABSENT_LIMIT = 3;

  private static final Executor LATER = CompletableFuture.delayedExecutor(2, TimeUnit.SECONDS);

  private final CompletableFuture<Void> fatalError = new CompletableFuture<>();
  private volatile boolean closing;

  WatchedMiniCluster(MiniClusterConfiguration configuration) {
    super(configuration);
  }

  CompletableFuture<Void> fatalError() {
    return fatalError;
  }

  /**
   * Begins to look after the task manager. When one has a fatal error (a canceled task that never
   * ends, for one), a MiniCluster closes it and goes on without: every job would wait for ever.
   */
  void watchTaskManager() {
    LATER.execute(() -> look(0));
  }

  private void look(int absent) {
    if (closing || fatalError.isDone()) {
      return;
    }
    var unused =
        requestClusterOverview()
            .handle(
                (overview, failure) -> {
                  boolean none = failure == null && overview.getNumTaskManagersConnected() == 0;
                  int now = none ? absent + 1 : 0;
                  if (now < ABSENT_LIMIT) {
                    LATER.execute(() -> look(now));
                  } else {
                    fatalError.completeExceptionally(
                        new IllegalStateException(
                            "Flink's task manager is gone after a fatal error"));
                  }
                  return null;
                });
  }

  /** Closes the cluster as its owner wishes; a close that Flink begins itself is a fatal error. */
  CompletableFuture<Void> closeGently() {
    closing = true;
    return closeAsync();
  }

  @Override
  public CompletableFuture<Void> closeAsync() {
    if (!closing) {
      fatalError.completeExceptionally(
          new IllegalStateException("Flink shut its cluster down after a fatal error"));
    }
    return super.closeAsync();
  }

  @Override
  protected DispatcherResourceManagerComponentFactory
      createDispatcherResourceManagerComponentFactory() {
    RestEndpointFactory<DispatcherGateway> rest = ClosedRestEndpoint::new;
    DispatcherResourceManagerComponentFactory flinks =
        new DefaultDispatcherResourceManagerComponentFactory(
            DefaultDispatcherRunnerFactory.createSessionRunner(SessionDispatcherFactory.INSTANCE),
            StandaloneResourceManagerFactory.getInstance(),
            rest);
    return (configuration,
        resourceId,
        ioExecutor,
        rpcService,
        highAvailability,
        blobServer,
        heartbeats,
        tokens,
        metrics,
        unboundedStore,
        metricQueries,
        enrichers,
        fatalErrorHandler) -> {
      unboundedStore.close();
      return flinks.create(
          configuration,
          resourceId,
          ioExecutor,
          rpcService,
          highAvailability,
          blobServer,
          heartbeats,
          tokens,
          metrics,
          finishedJobs(),
          metricQueries,
          enrichers,
          fatalErrorHandler);
    };
  }

  /** A MiniCluster keeps every job it has run, for ever: made for tests, not for engines. */
  @SuppressWarnings("deprecation") // Flink's own Time: its constructor takes no other.
  private static ExecutionGraphInfoStore finishedJobs() {
    return new MemoryExecutionGraphInfoStore(
        org.apache.flink.api.common.time.Time.milliseconds(0), FINISHED_JOBS, null, null);
  }
}
