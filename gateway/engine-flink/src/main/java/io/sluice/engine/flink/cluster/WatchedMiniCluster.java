/* SPDX-License-Identifier: Apache-2.0 */
package io.sluice.engine.flink.cluster;

import java.util.concurrent.CompletableFuture;
import org.apache.flink.runtime.dispatcher.DispatcherGateway;
import org.apache.flink.runtime.dispatcher.SessionDispatcherFactory;
import org.apache.flink.runtime.dispatcher.runner.DefaultDispatcherRunnerFactory;
import org.apache.flink.runtime.entrypoint.component.DefaultDispatcherResourceManagerComponentFactory;
import org.apache.flink.runtime.entrypoint.component.DispatcherResourceManagerComponentFactory;
import org.apache.flink.runtime.minicluster.MiniCluster;
import org.apache.flink.runtime.minicluster.MiniClusterConfiguration;
import org.apache.flink.runtime.resourcemanager.StandaloneResourceManagerFactory;
import org.apache.flink.runtime.rest.RestEndpointFactory;

/** A MiniCluster whose REST port is shut and that tells when it has died. */
final class WatchedMiniCluster extends MiniCluster {
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
    return new DefaultDispatcherResourceManagerComponentFactory(
        DefaultDispatcherRunnerFactory.createSessionRunner(SessionDispatcherFactory.INSTANCE),
        StandaloneResourceManagerFactory.getInstance(),
        rest);
  }
}
