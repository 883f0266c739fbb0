/* SPDX-License-Identifier: Apache-2.0 */
package io.sluice.engine.flink;

import io.sluice.config.Settings;
import io.sluice.engine.flink.cluster.InProcessCluster;
import io.sluice.engine.flink.connector.AllowedConnectors;
import io.sluice.engine.flink.sql.FlinkEngine;
import io.sluice.engine.launch.EngineSecret;
import io.sluice.engine.service.EngineService;
import io.sluice.protocol.EventLoops;
import io.sluice.protocol.HiveServer;
import io.sluice.protocol.HiveServerConfig;
import io.sluice.protocol.sasl.SharedSecret;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.time.InstantSource;
import java.util.Collection;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;
import org.apache.flink.runtime.client.JobStatusMessage;
import org.apache.flink.table.catalog.CatalogStore;
import org.apache.flink.table.catalog.GenericInMemoryCatalogStore;

/** An engine in the test's own JVM: a real cluster, service and port, without the process. */
final class FlinkEngineFixture implements AutoCloseable {
  private static final EngineSecret SECRET = EngineSecret.derive(new byte[32], "test");

  private final InProcessCluster cluster;
  private final EngineService service;
  private final EventLoops loops;
  private final HiveServer server;

  FlinkEngineFixture(Map<String, String> given) {
    this(
        given,
        () -> {
          GenericInMemoryCatalogStore store = new GenericInMemoryCatalogStore();
          store.open();
          return store;
        });
  }

  FlinkEngineFixture(Map<String, String> given, Supplier<CatalogStore> catalogs) {
    Settings settings = Settings.of(given);
    cluster = InProcessCluster.start(FlinkConfiguration.of(settings), 8);
    FlinkEngine engine =
        new FlinkEngine(
            cluster,
            catalogs,
            new AllowedConnectors(Set.copyOf(settings.get(FlinkOptions.CONNECTORS))),
            null);
    service = new EngineService(engine, settings, false, InstantSource.system(), () -> {});
    loops = EventLoops.start("test-engine", 1);
    server =
        HiveServer.start(
            HiveServerConfig.forEngine(
                new InetSocketAddress("127.0.0.1", 0), SharedSecret.of(SECRET.bytes())),
            loops,
            service);
  }

  EngineClient connect() {
    return EngineClient.connect(server.address(), SECRET);
  }

  int sessions() {
    return service.sessionCount();
  }

  void awaitNoRunningJob() {
    await("no job runs", () -> runningJobs() == 0);
  }

  long runningJobs() {
    try {
      Collection<JobStatusMessage> jobs = cluster.client().listJobs().get(30, TimeUnit.SECONDS);
      return jobs.stream()
          .map(JobStatusMessage::getJobState)
          .filter(state -> !state.isGloballyTerminalState())
          .count();
    } catch (Exception e) {
      throw new AssertionError(e);
    }
  }

  static void await(String what, BooleanSupplier holds) {
    long end = System.nanoTime() + Duration.ofMinutes(3).toNanos();
    while (!holds.getAsBoolean()) {
      if (System.nanoTime() > end) {
        throw new AssertionError("in vain: " + what);
      }
      java.util.concurrent.locks.LockSupport.parkNanos(20_000_000);
    }
  }

  @Override
  public void close() {
    server.close();
    service.close();
    loops.close();
    cluster.close();
  }
}
