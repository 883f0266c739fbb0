/* SPDX-License-Identifier: Apache-2.0 */
package io.sluice.server;

import io.sluice.config.Settings;
import io.sluice.engine.registry.EngineRegistry;
import io.sluice.login.LoginOptions;
import io.sluice.login.LoginService;
import io.sluice.metadata.Datasources;
import io.sluice.metadata.MetadataDb;
import io.sluice.metadata.MetadataStore;
import io.sluice.protocol.EventLoops;
import io.sluice.protocol.HiveServer;
import io.sluice.protocol.HiveServerConfig;
import io.sluice.protocol.WireLimits;
import io.sluice.protocol.sasl.PlainAuthenticator;
import io.sluice.server.discovery.DataDirectory;
import io.sluice.server.discovery.DiscoveryOptions;
import io.sluice.server.discovery.EmbeddedZooKeeper;
import io.sluice.server.discovery.GatewayFiles;
import io.sluice.server.discovery.ZooKeeperClient;
import io.sluice.server.engine.EngineLogs;
import io.sluice.server.engine.Engines;
import io.sluice.server.engine.HiveConnector;
import io.sluice.server.engine.LaunchOptions;
import io.sluice.server.engine.LaunchSettings;
import io.sluice.server.engine.NamedThreads;
import io.sluice.server.metadata.MetadataCalls;
import io.sluice.server.router.Router;
import io.sluice.server.router.UrlNamespaces;
import io.sluice.server.session.SessionManager;
import io.sluice.server.session.SessionOptions;
import io.sluice.server.session.SettingRules;
import java.net.InetSocketAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HexFormat;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.apache.curator.framework.CuratorFramework;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A running gateway. This is the one place where its parts are put together; {@link #close} takes
 * them apart in the reverse order, all of them even if one fails to close.
 */
public final class Gateway implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(Gateway.class);
  private static final int METADATA_THREADS = 8;
  private static final int TIMER_THREADS = 2;
  private static final Duration LOG_SWEEP = Duration.ofHours(1);

  /** The login service answers within its own time; the wire waits a little longer. */
  private static final Duration LOGIN_ANSWER = Duration.ofSeconds(5);

  private final Deque<AutoCloseable> parts = new ArrayDeque<>();
  private HiveServer frontEnd;
  private SessionManager sessions;
  private Engines engines;

  private Gateway() {}

  /**
   * Starts a gateway.
   *
   * @throws io.sluice.error.SluiceException if it cannot; nothing of it is left then
   */
  static Gateway start(GatewayConfig config) {
    Gateway gateway = new Gateway();
    try {
      gateway.assemble(config);
      return gateway;
    } catch (RuntimeException | Error e) {
      gateway.close();
      throw e;
    }
  }

  private static Engines.SharedAtClose atClose(boolean ownRegistry, boolean stopEngines) {
    if (ownRegistry) {
      return Engines.SharedAtClose.STOP_ALL;
    }
    return stopEngines ? Engines.SharedAtClose.STOP_OWN : Engines.SharedAtClose.KEEP;
  }

  private void assemble(GatewayConfig config) {
    Settings settings = config.settings();
    String version = Version.current();
    DataDirectory data = add(DataDirectory.open(config.dataDirectory()));
    data.delete(GatewayFiles.ADDRESS);
    data.write(GatewayFiles.PID, String.valueOf(ProcessHandle.current().pid()));
    add(() -> data.delete(GatewayFiles.PID));

    // What exists, and who may come in.
    Path file = config.confDirectory().resolve(Datasources.FILE_NAME);
    if (!Files.exists(file)) {
      LOG.warn("{} is not there: the gateway has no datasource", file);
    }
    Datasources datasources = Datasources.load(file);
    MetadataDb db = add(MetadataDb.open(settings, data.root()));
    MetadataStore metadata = new MetadataStore(db, datasources, settings);
    PlainAuthenticator login =
        config
            .login()
            .orElseGet(() -> GatewayConfig.authenticator(add(LoginService.open(settings))));

    // Where engines are found.
    Optional<String> external = settings.find(DiscoveryOptions.ADDRESSES);
    String zooKeeper = external.orElseGet(() -> add(EmbeddedZooKeeper.start(data)).connectString());
    CuratorFramework curator = add(ZooKeeperClient.start(zooKeeper));
    byte[] clusterSecret =
        settings
            .find(DiscoveryOptions.CLUSTER_SECRET)
            .map(HexFormat.of()::parseHex)
            .orElseGet(data::clusterSecret);

    // Threads: a few for all connections, bounded ones for what blocks.
    EventLoops loops =
        add(EventLoops.start("wire", Math.max(2, Runtime.getRuntime().availableProcessors())));
    ExecutorService metadataThreads =
        add(NamedThreads.pool("metadata", METADATA_THREADS), ExecutorService::shutdownNow);
    ScheduledExecutorService timers = add(timers(), ExecutorService::shutdownNow);

    LaunchSettings launch =
        new LaunchSettings(
            settings.get(DiscoveryOptions.NAMESPACE),
            clusterSecret,
            zooKeeper,
            config.home(),
            config.confDirectory(),
            data.root(),
            data.folder("engines"),
            config.commands(),
            settings);
    HiveConnector connector =
        new HiveConnector(loops, timers, "gateway-" + UUID.randomUUID(), settings);
    engines =
        add(
            new Engines(
                settings,
                launch,
                EngineRegistry.on(curator),
                curator,
                connector,
                atClose(external.isEmpty(), settings.get(LaunchOptions.STOP_ENGINES))));

    SettingRules rules = new SettingRules(GatewayOptions.all(), settings);
    sessions =
        add(
            new SessionManager(
                settings,
                rules,
                new UrlNamespaces(metadata, metadataThreads),
                engines,
                config.clock()));
    Router router =
        new Router(
            sessions,
            metadata,
            metadataThreads,
            timers,
            settings,
            GatewayOptions.all(),
            version,
            config.clock());
    GatewayService service =
        new GatewayService(
            sessions,
            router,
            new MetadataCalls(metadata),
            metadataThreads,
            ServerInfo.of(settings, version),
            settings,
            config.clock());
    Duration interval = settings.get(SessionOptions.CHECK_INTERVAL);
    EngineLogs logs =
        new EngineLogs(
            data.folder("engines"), settings.get(LaunchOptions.LOG_TIMEOUT), config.clock());
    every(interval, timers, sessions::sweep);
    every(LOG_SWEEP, timers, logs::sweep);

    frontEnd = add(HiveServer.start(frontEndConfig(settings, login), loops, service));
    data.write(GatewayFiles.ADDRESS, shown(frontEnd.address()));
    add(() -> data.delete(GatewayFiles.ADDRESS));
    LOG.info("Sluice {} listens on {}", version, frontEnd.address());
  }

  private static HiveServerConfig frontEndConfig(Settings settings, PlainAuthenticator login) {
    InetSocketAddress bind =
        new InetSocketAddress(
            settings.get(FrontendOptions.BIND_HOST), settings.get(FrontendOptions.BIND_PORT));
    WireLimits defaults = WireLimits.forClients();
    WireLimits limits =
        new WireLimits(
            Math.toIntExact(settings.get(FrontendOptions.MAX_LOGIN_SIZE)),
            settings.get(FrontendOptions.LOGIN_TIMEOUT),
            settings.get(LoginOptions.TIMEOUT).plus(LOGIN_ANSWER),
            Math.toIntExact(settings.get(FrontendOptions.MAX_MESSAGE_SIZE)),
            defaults.callsInFlight(),
            defaults.outboundBytes(),
            defaults.stalledTime(),
            defaults.idleTime(),
            settings.get(FrontendOptions.MAX_CONNECTIONS));
    HiveServerConfig config = HiveServerConfig.forClients(bind, login).withLimits(limits);
    return FrontendTls.context(settings).map(config::withTls).orElse(config);
  }

  private static ScheduledExecutorService timers() {
    ScheduledThreadPoolExecutor timers =
        new ScheduledThreadPoolExecutor(TIMER_THREADS, NamedThreads.factory("timer"));
    timers.setRemoveOnCancelPolicy(true);
    return timers;
  }

  @SuppressWarnings("FutureReturnValueIgnored") // It ends with its executor.
  private static void every(Duration interval, ScheduledExecutorService timers, Runnable task) {
    timers.scheduleWithFixedDelay(
        () -> {
          try {
            task.run();
          } catch (RuntimeException e) {
            // A task that throws would never run again.
            LOG.error("Looking for what is too old failed; the next round goes on", e);
          }
        },
        interval.toMillis(),
        interval.toMillis(),
        TimeUnit.MILLISECONDS);
  }

  private static String shown(InetSocketAddress address) {
    String host =
        address.getAddress().isAnyLocalAddress()
            ? "127.0.0.1"
            : address.getAddress().getHostAddress();
    return (host.contains(":") ? '[' + host + ']' : host) + ':' + address.getPort();
  }

  private <C extends AutoCloseable> C add(C part) {
    parts.push(part);
    return part;
  }

  private <T> T add(T part, Consumer<T> close) {
    parts.push(() -> close.accept(part));
    return part;
  }

  /** Where clients connect. */
  InetSocketAddress address() {
    return frontEnd.address();
  }

  /** Clients' connections now open, logged in or not. */
  int connections() {
    return frontEnd.connections();
  }

  SessionManager sessions() {
    return sessions;
  }

  Engines engines() {
    return engines;
  }

  /** Ends sessions and engines, and everything else. Blocking, bounded; more than once is fine. */
  @Override
  public synchronized void close() {
    if (frontEnd != null) {
      frontEnd.stopAccepting();
    }
    while (!parts.isEmpty()) {
      AutoCloseable part = parts.pop();
      try {
        part.close();
      } catch (Exception e) {
        if (e instanceof InterruptedException) {
          Thread.currentThread().interrupt();
        }
        LOG.error("{} did not close well; closing goes on", part.getClass().getSimpleName(), e);
      }
    }
  }
}
