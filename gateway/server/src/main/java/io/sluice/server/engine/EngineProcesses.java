/* SPDX-License-Identifier: Apache-2.0 */
package io.sluice.server.engine;

import io.sluice.engine.launch.ShareLevel;
import io.sluice.engine.registry.EngineRegistration;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Predicate;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The engine processes that this gateway started and that still live. */
final class EngineProcesses {
  private static final Logger LOG = LoggerFactory.getLogger(EngineProcesses.class);
  private static final Duration GRACE = Duration.ofSeconds(20);
  private static final Duration LONGEST_START = Duration.ofMinutes(30);

  private final Map<EngineProcess, RoutingKey> living = new ConcurrentHashMap<>();

  void add(EngineProcess process, RoutingKey key) {
    living.put(process, key);
    LOG.info(
        "Engine {} of {} is process {}, log {}",
        process.engineId(),
        key,
        process.pid(),
        process.log());
    process
        .exit()
        .thenAccept(
            code -> {
              living.remove(process);
              LOG.info("Engine {} of {} ended with exit code {}", process.engineId(), key, code);
            });
  }

  /** Stops the engines that belong to sessions, and the shared ones too if so asked. Blocking. */
  void stop(boolean sharedToo) {
    Predicate<RoutingKey> stops = key -> sharedToo || key.level() == ShareLevel.CONNECTION;
    List<Thread> stopping =
        living.entrySet().stream()
            .filter(entry -> stops.test(entry.getValue()))
            .map(
                entry ->
                    new Thread(
                        () -> entry.getKey().stop(GRACE),
                        "engine-stop-" + entry.getKey().engineId()))
            .toList();
    stopping.forEach(Thread::start);
    for (Thread thread : stopping) {
      try {
        thread.join(GRACE.toMillis() * 2 + 1_000);
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
        living.keySet().forEach(EngineProcess::kill);
        return;
      }
    }
  }

  /**
   * Stops engines that are no children of this process. One whose process cannot be told for sure,
   * by its id, its start and its owner, is left alone. Blocking.
   */
  void stopOrphans(List<EngineRegistration> engines) {
    List<ProcessHandle> orphans = new ArrayList<>();
    for (EngineRegistration engine : engines) {
      ProcessHandle.of(engine.pid())
          .filter(process -> isOf(process, engine))
          .ifPresent(
              process -> {
                LOG.info(
                    "Engine {}, process {}, of an earlier gateway stops",
                    engine.engineId(),
                    engine.pid());
                orphans.add(process);
              });
    }
    orphans.forEach(ProcessHandle::destroy);
    Deadline deadline = Deadline.in(GRACE);
    for (ProcessHandle orphan : orphans) {
      List<ProcessHandle> descendants = orphan.descendants().toList();
      try {
        orphan.onExit().get(deadline.remaining().toMillis(), TimeUnit.MILLISECONDS);
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
        orphan.destroyForcibly();
      } catch (ExecutionException | TimeoutException e) {
        LOG.warn("Process {} did not stop within {}; killing it", orphan.pid(), GRACE);
        orphan.destroyForcibly();
      }
      descendants.forEach(ProcessHandle::destroyForcibly);
    }
  }

  /** A process id is given again; the engine's process is older than its registration. */
  private static boolean isOf(ProcessHandle process, EngineRegistration engine) {
    ProcessHandle.Info info = process.info();
    Instant registered = Instant.ofEpochMilli(engine.startedAt());
    return info.user().isPresent()
        && info.user().equals(ProcessHandle.current().info().user())
        && info.startInstant()
            .filter(start -> start.isBefore(registered))
            .filter(start -> start.isAfter(registered.minus(LONGEST_START)))
            .isPresent();
  }

  /** How many of them live. */
  int count() {
    return living.size();
  }
}
