/* SPDX-License-Identifier: Apache-2.0 */
package io.sluice.engine.flink;

import static java.util.Objects.requireNonNull;

import io.sluice.catalog.flink.CatalogEnvironment;
import io.sluice.config.Settings;
import io.sluice.engine.flink.cluster.EngineCluster;
import io.sluice.engine.flink.cluster.InProcessCluster;
import io.sluice.engine.flink.cluster.SessionCluster;
import io.sluice.engine.flink.connector.AllowedConnectors;
import io.sluice.engine.flink.result.ResultPort;
import io.sluice.engine.flink.sql.FlinkEngine;
import io.sluice.engine.flink.sql.WarmUp;
import io.sluice.engine.launch.LaunchSpec;
import io.sluice.engine.launch.ShareLevel;
import io.sluice.engine.registry.EngineRegistration;
import io.sluice.engine.registry.EngineRegistry;
import io.sluice.engine.service.EngineOptions;
import io.sluice.engine.service.EngineService;
import io.sluice.error.ErrorCode;
import io.sluice.error.SluiceException;
import io.sluice.protocol.EventLoops;
import io.sluice.protocol.HiveServer;
import io.sluice.protocol.HiveServerConfig;
import io.sluice.protocol.sasl.SharedSecret;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.UnknownHostException;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.function.Consumer;
import org.apache.flink.configuration.Configuration;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The parts of an engine process, put together in one place and taken apart in reverse order. */
final class FlinkEngineProcess implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(FlinkEngineProcess.class);
  private static final int EVENT_LOOPS = 2;

  private final LaunchSpec spec;
  private final Settings settings;
  private final Deque<AutoCloseable> parts = new ArrayDeque<>();
  private final CompletableFuture<String> stop = new CompletableFuture<>();
  private HiveServer server;

  private FlinkEngineProcess(LaunchSpec spec) {
    this.spec = requireNonNull(spec, "spec is null");
    this.settings = Settings.of(spec.settings());
  }

  /**
   * Starts everything up to the registration.
   *
   * @param progress told of each step
   * @throws SluiceException with the reason; what had started is stopped
   */
  static FlinkEngineProcess start(LaunchSpec spec, Consumer<String> progress) {
    FlinkEngineProcess process = new FlinkEngineProcess(spec);
    try {
      process.startParts(progress);
      return process;
    } catch (RuntimeException | Error e) {
      process.close();
      throw e;
    }
  }

  InetSocketAddress address() {
    return server.address();
  }

  /** Completes with the reason when the process should end. */
  CompletableFuture<String> stopRequest() {
    return stop;
  }

  private void startParts(Consumer<String> progress) {
    progress.accept("Reading datasources");
    CatalogEnvironment catalogs =
        add(CatalogEnvironment.open(Path.of(spec.confDir()), dataDir(), settings));
    EngineCluster cluster = add(cluster(progress));
    var unused =
        cluster
            .fatalError()
            .exceptionally(
                failure -> {
                  stop.complete(failure.getMessage());
                  return null;
                });
    InetSocketAddress resultPort = cluster.isInProcess() ? null : resultPort();
    AllowedConnectors connectors =
        new AllowedConnectors(Set.copyOf(settings.get(FlinkOptions.CONNECTORS)));
    FlinkEngine engine =
        add(new FlinkEngine(cluster, catalogs::catalogStore, connectors, resultPort));
    progress.accept("Warming up the planner");
    WarmUp.run(engine);
    EngineService service =
        add(
            new EngineService(
                engine,
                settings,
                spec.shareLevel() == ShareLevel.CONNECTION,
                InstantSource.system(),
                () -> stop.complete("idle")));
    EventLoops loops = add(EventLoops.start("engine", EVENT_LOOPS));
    InetSocketAddress bind = new InetSocketAddress(settings.get(EngineOptions.BIND_HOST), 0);
    server =
        add(
            HiveServer.start(
                HiveServerConfig.forEngine(bind, SharedSecret.of(spec.secret().bytes())),
                loops,
                service));
    progress.accept("Registering");
    register();
  }

  private EngineCluster cluster(Consumer<String> progress) {
    Configuration configuration = FlinkConfiguration.of(settings);
    if (FlinkConfiguration.isRemote(configuration)) {
      progress.accept("Connecting to the Flink cluster");
      return SessionCluster.connect(configuration);
    }
    progress.accept("Starting Flink");
    return InProcessCluster.start(configuration, settings.get(FlinkOptions.SLOTS));
  }

  private InetSocketAddress resultPort() {
    String host = settings.get(FlinkOptions.RESULT_HOST);
    try {
      return add(ResultPort.open(
              InetAddress.getByName(host), settings.get(FlinkOptions.RESULT_PORT), host))
          .address();
    } catch (UnknownHostException e) {
      throw new SluiceException(
          ErrorCode.INVALID_SETTING,
          FlinkOptions.RESULT_HOST.key() + ": there is no host '" + host + "'.",
          e);
    }
  }

  private void register() {
    if (spec.registryConnect().isEmpty()) {
      return;
    }
    EngineRegistry registry = add(EngineRegistry.connect(spec.registryConnect()));
    InetSocketAddress address = server.address();
    add(
        registry.register(
            spec.registryPath(),
            EngineRegistration.ofThisProcess(
                spec.engineId(),
                spec.secret(),
                address.getHostString(),
                address.getPort(),
                version())));
  }

  private Path dataDir() {
    return settings
        .find(FlinkOptions.DATA_DIR)
        .map(Path::of)
        .orElseGet(() -> Path.of(spec.home(), "data"));
  }

  private static String version() {
    String version = FlinkEngineProcess.class.getPackage().getImplementationVersion();
    return version == null ? "development" : version;
  }

  private <T extends AutoCloseable> T add(T part) {
    parts.push(part);
    return part;
  }

  @Override
  public void close() {
    while (!parts.isEmpty()) {
      try {
        parts.pop().close();
      } catch (Exception e) {
        LOG.warn("A part of the engine did not stop cleanly", e);
      }
    }
  }
}
