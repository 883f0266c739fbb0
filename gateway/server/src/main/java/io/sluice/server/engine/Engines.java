/* SPDX-License-Identifier: Apache-2.0 */
package io.sluice.server.engine;

import static java.util.Objects.requireNonNull;

import io.sluice.config.Settings;
import io.sluice.engine.launch.ShareLevel;
import io.sluice.engine.registry.EngineRegistry;
import io.sluice.error.ErrorCode;
import io.sluice.error.SluiceException;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.apache.curator.framework.CuratorFramework;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The engines this gateway is connected to, by routing key. Whoever asks for a key gets the engine
 * that is connected, or waits with all others for one search and, if need be, one start.
 *
 * <p>A search takes one of a few threads for milliseconds; a start takes one of {@link
 * LaunchOptions#MAX_STARTS} threads until the engine is ready. Nothing here blocks its caller.
 */
public final class Engines implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(Engines.class);
  private static final int SEARCH_THREADS = 4;
  private static final Duration EXIT_GRACE = Duration.ofSeconds(10);

  /** What becomes of shared engines when their gateway stops. */
  public enum SharedAtClose {
    /** They end when idle; other gateways find them. */
    KEEP,
    /** Those that this gateway started stop. */
    STOP_OWN,
    /** All of this host stop, also what an earlier gateway left: nobody would find them again. */
    STOP_ALL
  }

  private final EngineLauncher launcher;
  private final EngineProcesses processes = new EngineProcesses();
  private final Map<RoutingKey, EngineConnection> connected = new ConcurrentHashMap<>();
  private final Map<RoutingKey, EngineStart> starts = new ConcurrentHashMap<>();
  private final ExecutorService searchers = NamedThreads.pool("engine-search", SEARCH_THREADS);
  private final ExecutorService starters;
  private final SharedAtClose atClose;
  private volatile boolean closed;

  /**
   * @param atClose which shared engines stop with this gateway
   */
  public Engines(
      Settings settings,
      LaunchSettings launch,
      EngineRegistry registry,
      CuratorFramework curator,
      HiveConnector connector,
      SharedAtClose atClose) {
    this.launcher = new EngineLauncher(launch, registry, curator, connector, processes);
    this.starters = NamedThreads.pool("engine-start", settings.get(LaunchOptions.MAX_STARTS));
    this.atClose = requireNonNull(atClose, "atClose is null");
  }

  /**
   * Asks for the engine of a key.
   *
   * @param progress told lines for the waiting client; from any thread, must not block
   * @return to be closed when the engine is not wanted any more before it has come
   */
  public EngineWaiter acquire(RoutingKey key, Consumer<String> progress) {
    requireNonNull(key, "key is null");
    EngineWaiter waiter = new EngineWaiter(progress);
    EngineConnection running = connected.get(key);
    if (running != null && running.isOpen()) {
      waiter.complete(running);
      return waiter;
    }
    while (!closed) {
      EngineStart fresh = new EngineStart(key);
      fresh.join(waiter);
      EngineStart present = starts.putIfAbsent(key, fresh);
      if (present == null) {
        submit(searchers, fresh, () -> search(fresh));
        return waiter;
      }
      if (present.join(waiter)) {
        return waiter;
      }
      starts.remove(key, present);
    }
    waiter.fail(stopping());
    return waiter;
  }

  private void search(EngineStart start) {
    Optional<EngineConnection> found = launcher.find(start.key());
    if (found.isPresent()) {
      finish(start, found.get());
    } else {
      submit(starters, start, () -> finish(start, launcher.start(start)));
    }
  }

  private void submit(ExecutorService executor, EngineStart start, Runnable task) {
    try {
      executor.execute(
          () -> {
            try {
              task.run();
            } catch (RuntimeException | Error e) {
              fail(start, e);
            }
          });
    } catch (RejectedExecutionException e) {
      fail(start, stopping());
    }
  }

  private void finish(EngineStart start, EngineConnection engine) {
    RoutingKey key = start.key();
    if (key.level() != ShareLevel.CONNECTION) {
      connected.put(key, engine);
      engine.lost().thenRun(() -> connected.remove(key, engine));
    }
    starts.remove(key, start);
    if (!start.succeed(engine) && key.level() == ShareLevel.CONNECTION) {
      retire(engine);
    }
  }

  private void fail(EngineStart start, Throwable reason) {
    LOG.info("No engine for {}: {}", start.key(), reason.toString());
    starts.remove(start.key(), start);
    start.fail(reason);
  }

  /** Gives up an engine that belonged to one session: it exits by itself, or is killed. */
  public void retire(EngineConnection engine) {
    engine.close();
    engine
        .process()
        .ifPresent(
            process ->
                process
                    .exit()
                    .toCompletableFuture()
                    .copy()
                    .orTimeout(EXIT_GRACE.toMillis(), TimeUnit.MILLISECONDS)
                    .exceptionally(
                        late -> {
                          LOG.warn(
                              "Engine {} did not exit with its session; killing it",
                              engine.engineId());
                          process.kill();
                          return null;
                        }));
  }

  /** How many engine processes of this gateway live. */
  public int processCount() {
    return processes.count();
  }

  /** Ends searches and starts, closes all connections and stops engines. Blocking, bounded. */
  @Override
  public void close() {
    closed = true;
    searchers.shutdown();
    starters.shutdown();
    // Starts under way end by themselves now, each with its process killed and its lock released.
    starts.values().forEach(start -> start.abandon(stopping()));
    try {
      if (!starters.awaitTermination(EXIT_GRACE.toMillis(), TimeUnit.MILLISECONDS)) {
        LOG.warn("Engine starts did not end within {}; they are interrupted", EXIT_GRACE);
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    } finally {
      searchers.shutdownNow();
      starters.shutdownNow();
    }
    connected.values().forEach(EngineConnection::close);
    processes.stop(atClose != SharedAtClose.KEEP);
    if (atClose == SharedAtClose.STOP_ALL) {
      launcher.stopOrphans();
    }
  }

  private static SluiceException stopping() {
    return new SluiceException(
        ErrorCode.SHUTTING_DOWN, "The gateway is stopping. Connect to another one, or later.");
  }
}
