/* SPDX-License-Identifier: Apache-2.0 */
package io.sluice.server.engine;

import io.sluice.engine.launch.ShareLevel;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Predicate;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The engine processes that this gateway started and that still live. */
final class EngineProcesses {
  private static final Logger LOG = LoggerFactory.getLogger(EngineProcesses.class);
  private static final Duration GRACE = Duration.ofSeconds(20);

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

  /** How many of them live. */
  int count() {
    return living.size();
  }
}
