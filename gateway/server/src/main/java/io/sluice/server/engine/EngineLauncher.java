/* SPDX-License-Identifier: Apache-2.0 */
package io.sluice.server.engine;

import static java.util.Objects.requireNonNull;

import io.sluice.engine.launch.EngineSecret;
import io.sluice.engine.launch.LaunchEvent;
import io.sluice.engine.launch.LaunchSpec;
import io.sluice.engine.launch.ShareLevel;
import io.sluice.engine.registry.EngineRegistration;
import io.sluice.engine.registry.EngineRegistry;
import io.sluice.error.ErrorCode;
import io.sluice.error.SluiceException;
import io.sluice.protocol.HiveErrors;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.apache.curator.framework.CuratorFramework;
import org.apache.curator.framework.recipes.locks.InterProcessSemaphoreMutex;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Finds the engine of a routing key, or starts it. Blocking: it runs on the threads of {@link
 * Engines}.
 *
 * <p>A found registration is believed only if it proves that its writer knows the engine's secret.
 * One whose port does not answer is removed, for its engine is dead, and the search goes on. A
 * start happens under a lock in ZooKeeper, after a second look, so a rush of first sessions at
 * several gateways starts one engine. A start that fails, takes too long or is abandoned leaves
 * neither process nor node behind (apache/kyuubi#2419, #7290).
 */
final class EngineLauncher {
  private static final Logger LOG = LoggerFactory.getLogger(EngineLauncher.class);

  private final LaunchSettings settings;
  private final EngineRegistry registry;
  private final CuratorFramework curator;
  private final EngineConnector connector;
  private final EngineProcesses processes;

  EngineLauncher(
      LaunchSettings settings,
      EngineRegistry registry,
      CuratorFramework curator,
      EngineConnector connector,
      EngineProcesses processes) {
    this.settings = requireNonNull(settings, "settings is null");
    this.registry = requireNonNull(registry, "registry is null");
    this.curator = requireNonNull(curator, "curator is null");
    this.connector = requireNonNull(connector, "connector is null");
    this.processes = requireNonNull(processes, "processes is null");
  }

  /** Connects to a running engine of the key, if there is one. */
  Optional<EngineConnection> find(RoutingKey key) {
    if (key.level() == ShareLevel.CONNECTION) {
      return Optional.empty();
    }
    String path = key.registryPath(settings.namespace());
    for (EngineRegistration engine : registry.find(path)) {
      EngineSecret secret = EngineSecret.derive(settings.clusterSecret(), engine.engineId());
      if (!engine.isProvenBy(secret)) {
        LOG.warn(
            "A registration at {} claims to be engine {} but does not prove it; left out",
            path,
            engine.engineId());
        continue;
      }
      try {
        return Optional.of(connect(engine.engineId(), engine.host(), engine.port(), secret));
      } catch (SluiceException e) {
        LOG.info(
            "Engine {} of {} does not answer and is taken off the registry: {}",
            engine.engineId(),
            key,
            e.getMessage());
        registry.remove(path, engine.engineId());
      }
    }
    return Optional.empty();
  }

  /**
   * Ends the engines of this host that an earlier gateway started and that no gateway will find
   * again. Blocking for as long as an engine takes to stop, bounded.
   */
  void stopOrphans() {
    List<EngineRegistration> engines;
    try {
      engines = registry.findAll(EngineRegistry.path(settings.namespace()));
    } catch (SluiceException e) {
      LOG.warn(
          "Engines of an earlier gateway, if there are any, end when idle: {}", e.getMessage());
      return;
    }
    List<EngineRegistration> proven =
        engines.stream()
            .filter(
                engine ->
                    engine.isProvenBy(
                        EngineSecret.derive(settings.clusterSecret(), engine.engineId())))
            .toList();
    processes.stopOrphans(proven);
  }

  /**
   * Starts an engine, or finds the one that another gateway started meanwhile.
   *
   * @throws SluiceException with the reason the engine gave, else what is known of its end
   */
  EngineConnection start(EngineStart start) {
    RoutingKey key = start.key();
    Deadline deadline = Deadline.in(settings.initializeTimeout());
    if (key.level() == ShareLevel.CONNECTION) {
      return launch(start, deadline);
    }
    InterProcessSemaphoreMutex lock =
        new InterProcessSemaphoreMutex(curator, key.lockPath(settings.namespace()));
    acquire(lock, key, deadline);
    try {
      Optional<EngineConnection> found = find(key);
      return found.isPresent() ? found.get() : launch(start, deadline);
    } finally {
      release(lock, key);
    }
  }

  private EngineConnection launch(EngineStart start, Deadline deadline) {
    RoutingKey key = start.key();
    if (start.isAbandoned()) {
      throw abandoned(key);
    }
    String engineId = UUID.randomUUID().toString();
    EngineSecret secret = EngineSecret.derive(settings.clusterSecret(), engineId);
    LaunchSpec spec = settings.specification(engineId, secret, key);
    start.progress("Starting engine " + engineId + " (" + key + ").");
    EngineProcess process =
        EngineProcess.start(
            settings.command(key.type()).arguments(engineId, settings.workDirectory()),
            spec,
            settings.workDirectory(),
            start::progress);
    boolean ready = false;
    try {
      processes.add(process, key);
      LaunchEvent.Ready address = awaitReady(process, start, deadline);
      EngineConnection connection = connect(engineId, address.host(), address.port(), secret);
      connection.runsIn(process);
      ready = true;
      start.progress("Engine " + engineId + " is ready.");
      return connection;
    } finally {
      if (!ready) {
        process.kill();
        forget(spec);
      }
    }
  }

  private LaunchEvent.Ready awaitReady(
      EngineProcess process, EngineStart start, Deadline deadline) {
    try {
      CompletableFuture.anyOf(process.ready(), start.abandoned())
          .get(deadline.remaining().toMillis(), TimeUnit.MILLISECONDS);
    } catch (TimeoutException e) {
      throw timeout(start.key(), "; see its log " + process.log());
    } catch (InterruptedException e) {
      throw interrupted(e);
    } catch (ExecutionException e) {
      throw HiveErrors.toException(e);
    }
    if (start.isAbandoned()) {
      throw abandoned(start.key());
    }
    return process.ready().join();
  }

  private EngineConnection connect(String engineId, String host, int port, EngineSecret secret) {
    Duration limit = settings.loginTimeout().plusSeconds(1);
    try {
      return connector
          .connect(engineId, host, port, secret)
          .toCompletableFuture()
          .get(limit.toMillis(), TimeUnit.MILLISECONDS);
    } catch (TimeoutException e) {
      throw new SluiceException(
          ErrorCode.ENGINE_LOST, "Engine " + engineId + " did not answer within " + limit + ".", e);
    } catch (InterruptedException e) {
      throw interrupted(e);
    } catch (ExecutionException e) {
      throw HiveErrors.toException(e);
    }
  }

  private void acquire(InterProcessSemaphoreMutex lock, RoutingKey key, Deadline deadline) {
    boolean acquired;
    try {
      acquired = lock.acquire(deadline.remaining().toMillis(), TimeUnit.MILLISECONDS);
    } catch (InterruptedException e) {
      throw interrupted(e);
    } catch (Exception e) {
      throw new SluiceException(
          ErrorCode.ENGINE_START_FAILED,
          "ZooKeeper did not answer, so no engine " + key + " could be started. Try again later.",
          e);
    }
    if (!acquired) {
      throw timeout(key, ": another gateway is still starting it");
    }
  }

  private static void release(InterProcessSemaphoreMutex lock, RoutingKey key) {
    try {
      lock.release();
    } catch (Exception e) {
      LOG.warn(
          "The start lock of {} could not be released; it ends with the ZooKeeper session", key, e);
    }
  }

  private void forget(LaunchSpec spec) {
    try {
      registry.remove(spec.registryPath(), spec.engineId());
    } catch (SluiceException e) {
      LOG.warn(
          "The node of failed engine {} could not be removed; it goes with its ZooKeeper session",
          spec.engineId(),
          e);
    }
  }

  private SluiceException timeout(RoutingKey key, String detail) {
    return new SluiceException(
        ErrorCode.ENGINE_START_TIMEOUT,
        "Engine "
            + key
            + " was not ready within "
            + settings.initializeTimeout()
            + " ("
            + LaunchOptions.INITIALIZE_TIMEOUT
            + ")"
            + detail
            + ".");
  }

  private static SluiceException abandoned(RoutingKey key) {
    return new SluiceException(
        ErrorCode.CANCELED, "The start of engine " + key + " was abandoned: nobody waits for it.");
  }

  private static SluiceException interrupted(InterruptedException e) {
    Thread.currentThread().interrupt();
    return new SluiceException(ErrorCode.SHUTTING_DOWN, "The gateway is stopping.", e);
  }
}
