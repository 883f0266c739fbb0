/* SPDX-License-Identifier: Apache-2.0 */
package io.sluice.engine.flink.cluster;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ScheduledExecutorService;
import org.apache.flink.api.java.tuple.Tuple2;
import org.apache.flink.configuration.Configuration;
import org.apache.flink.runtime.blob.TransientBlobService;
import org.apache.flink.runtime.dispatcher.DispatcherGateway;
import org.apache.flink.runtime.dispatcher.DispatcherRestEndpoint;
import org.apache.flink.runtime.leaderelection.LeaderElection;
import org.apache.flink.runtime.resourcemanager.ResourceManagerGateway;
import org.apache.flink.runtime.rest.RestEndpointFactory;
import org.apache.flink.runtime.rest.handler.RestHandlerConfiguration;
import org.apache.flink.runtime.rest.handler.RestHandlerSpecification;
import org.apache.flink.runtime.rest.handler.legacy.metrics.MetricFetcher;
import org.apache.flink.runtime.rpc.FatalErrorHandler;
import org.apache.flink.runtime.webmonitor.retriever.LeaderGatewayRetriever;
import org.apache.flink.shaded.netty4.io.netty.channel.ChannelInboundHandler;
import org.apache.flink.util.ConfigurationException;

/**
 * Flink's REST endpoint without a single handler. A MiniCluster cannot do without one, and it asks
 * nobody for a password: with handlers, any process of the host could read, cancel or submit jobs.
 */
final class ClosedRestEndpoint extends DispatcherRestEndpoint {
  ClosedRestEndpoint(
      Configuration configuration,
      LeaderGatewayRetriever<DispatcherGateway> dispatcher,
      LeaderGatewayRetriever<ResourceManagerGateway> resourceManager,
      TransientBlobService blobs,
      ScheduledExecutorService executor,
      MetricFetcher metrics,
      LeaderElection leaderElection,
      FatalErrorHandler fatalErrorHandler)
      throws IOException, ConfigurationException {
    super(
        dispatcher,
        configuration,
        RestHandlerConfiguration.fromConfiguration(configuration),
        resourceManager,
        blobs,
        executor,
        metrics,
        leaderElection,
        RestEndpointFactory.createExecutionGraphCache(
            RestHandlerConfiguration.fromConfiguration(configuration)),
        fatalErrorHandler);
  }

  @Override
  protected List<Tuple2<RestHandlerSpecification, ChannelInboundHandler>> initializeHandlers(
      CompletableFuture<String> localAddress) {
    return new ArrayList<>(); // Flink sorts it in place.
  }
}
