/* SPDX-License-Identifier: Apache-2.0 */
package io.sluice.server.engine;

import static java.util.Objects.requireNonNull;

import io.sluice.engine.launch.LaunchEvent;
import io.sluice.engine.launch.LaunchSpec;
import io.sluice.error.ErrorCode;
import io.sluice.error.SluiceException;
import io.sluice.server.discovery.DataDirectory;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A child process that is, or is going to be, an engine. One thread reads its event channel until
 * the channel ends; nothing of its log file is ever read by the gateway.
 */
final class EngineProcess {
  private static final Logger LOG = LoggerFactory.getLogger(EngineProcess.class);

  private final String engineId;
  private final Process process;
  private final Path log;
  private final CompletableFuture<LaunchEvent.Ready> ready = new CompletableFuture<>();
  private volatile Optional<LaunchEvent.Failed> failure = Optional.empty();

  private EngineProcess(String engineId, Process process, Path log) {
    this.engineId = requireNonNull(engineId, "engineId is null");
    this.process = requireNonNull(process, "process is null");
    this.log = requireNonNull(log, "log is null");
  }

  /**
   * Starts the process and gives it its specification.
   *
   * @param progress told each progress message, from the thread that reads the channel
   * @throws SluiceException ENGINE_START_FAILED if the process cannot be made
   */
  static EngineProcess start(
      List<String> command, LaunchSpec spec, Path workDirectory, Consumer<String> progress) {
    Path log = workDirectory.resolve(spec.engineId() + ".log");
    try {
      DataDirectory.makePrivateFile(log);
      Process process =
          new ProcessBuilder(command)
              .directory(workDirectory.toFile())
              .redirectError(ProcessBuilder.Redirect.appendTo(log.toFile()))
              .start();
      EngineProcess engine = new EngineProcess(spec.engineId(), process, log);
      Thread reader =
          new Thread(() -> engine.readEvents(progress), "engine-events-" + spec.engineId());
      reader.setDaemon(true);
      reader.start();
      engine.send(spec);
      return engine;
    } catch (IOException e) {
      throw new SluiceException(
          ErrorCode.ENGINE_START_FAILED,
          "The engine process could not be started ("
              + e.getMessage()
              + "); check the work folder "
              + workDirectory
              + " and the Java installation.",
          e);
    }
  }

  /** Writes the specification and leaves the stream open: its end would mean "abandoned". */
  private void send(LaunchSpec spec) {
    try {
      OutputStream in = process.getOutputStream();
      in.write((spec.toJson() + '\n').getBytes(StandardCharsets.UTF_8));
      in.flush();
    } catch (IOException e) {
      // The child is gone already; the reader of its events tells why.
      LOG.debug("Engine {} closed its input before it read its specification", engineId, e);
    }
  }

  private void readEvents(Consumer<String> progress) {
    try (BufferedReader events =
        new BufferedReader(
            new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8))) {
      for (String line = events.readLine(); line != null; line = events.readLine()) {
        Optional<LaunchEvent> event = LaunchEvent.fromJson(line);
        if (event.isEmpty()) {
          LOG.warn("Engine {} wrote a line that is no event: {}", engineId, line);
        }
        event.ifPresent(e -> take(e, progress));
      }
    } catch (IOException | UncheckedIOException e) {
      LOG.debug("The event channel of engine {} broke", engineId, e);
    }
    exit().thenAccept(code -> ready.completeExceptionally(exitFailure(code)));
  }

  private void take(LaunchEvent event, Consumer<String> progress) {
    if (event instanceof LaunchEvent.Progress told) {
      progress.accept(told.message());
    } else if (event instanceof LaunchEvent.Ready address) {
      ready.complete(address);
    } else if (event instanceof LaunchEvent.Failed failed) {
      failure = Optional.of(failed);
      LOG.warn("Engine {} failed: {} {}", engineId, failed.code(), failed.message());
      ready.completeExceptionally(new SluiceException(failed.code(), failed.message()));
    }
  }

  private SluiceException exitFailure(int code) {
    return failure
        .map(f -> new SluiceException(f.code(), f.message()))
        .orElseGet(
            () ->
                new SluiceException(
                    ErrorCode.ENGINE_START_FAILED,
                    "Engine "
                        + engineId
                        + " ended with exit code "
                        + code
                        + " before it was ready and gave no reason; see its log "
                        + log
                        + "."));
  }

  String engineId() {
    return engineId;
  }

  long pid() {
    return process.pid();
  }

  Path log() {
    return log;
  }

  /** Completes with the engine's address, or with the reason why there will be none. */
  CompletableFuture<LaunchEvent.Ready> ready() {
    return ready;
  }

  /** What the engine said of its failure, if it did. */
  Optional<LaunchEvent.Failed> failure() {
    return failure;
  }

  /** Completes when the process has ended. */
  CompletionStage<Integer> exit() {
    return process.onExit().thenApply(Process::exitValue);
  }

  boolean isAlive() {
    return process.isAlive();
  }

  /** Ends the process and all its descendants now. */
  void kill() {
    // Children first: once their parent is gone they can no longer be found.
    List<ProcessHandle> descendants = process.descendants().toList();
    process.destroyForcibly();
    descendants.forEach(ProcessHandle::destroyForcibly);
  }

  /** Asks the process to stop, and kills it if it has not within the grace. */
  void stop(Duration grace) {
    List<ProcessHandle> descendants = process.descendants().toList();
    process.destroy();
    try {
      if (!process.waitFor(grace.toMillis(), TimeUnit.MILLISECONDS)) {
        LOG.warn("Engine {} did not stop within {}; killing it", engineId, grace);
        kill();
        process.waitFor(grace.toMillis(), TimeUnit.MILLISECONDS);
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      kill();
    }
    descendants.forEach(ProcessHandle::destroyForcibly);
  }
}
