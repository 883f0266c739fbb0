/* SPDX-License-Identifier: Apache-2.0 */
package io.sluice.engine.flink.cluster;

import java.util.concurrent.CompletableFuture;
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

  private final CompletableFuture<Void> fatalError = new CompletableFuture<>();
  private volatile boolean closing;

  WatchedMiniCluster(MiniClusterConfiguration configuration) {
    super(configuration);
  }

  CompletableFuture<Void> fatalError() {
    return fatalError;
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
