/* SPDX-License-Identifier: Apache-2.0 */
package io.sluice.engine.flink;

import io.sluice.engine.launch.LaunchChannel;
import io.sluice.engine.launch.LaunchEvent;
import io.sluice.engine.launch.LaunchSpec;
import io.sluice.error.ErrorCode;
import io.sluice.error.SluiceException;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A Flink SQL engine. The gateway that starts it writes one launch specification to its standard
 * input and holds that open; if it ends before the engine is ready, the start is abandoned. The
 * engine tells its events on standard output. It ends when idle, on SIGTERM, or when Flink dies.
 *
 * <p>Exit codes: 0 ended as asked, 1 could not start, 2 start abandoned, 3 died.
 */
public final class FlinkEngineMain {
  private static final Logger LOG = LoggerFactory.getLogger(FlinkEngineMain.class);
  private static final long CLOSE_SECONDS = 60;

  private FlinkEngineMain() {}

  public static void main(String[] args) {
    LaunchChannel channel = LaunchChannel.takeStandardOutput();
    BufferedReader input =
        new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
    int code = 1;
    try {
      code = run(input, channel);
    } catch (SluiceException e) {
      LOG.error("The engine could not start", e);
      channel.send(new LaunchEvent.Failed(e.code(), e.getMessage()));
    } catch (Throwable e) {
      LOG.error("The engine could not start", e);
      channel.send(
          new LaunchEvent.Failed(
              ErrorCode.ENGINE_START_FAILED,
              "The engine could not start: " + e + "; its log has the details."));
    }
    // Libraries leave threads behind that are no daemons.
    Runtime.getRuntime().halt(code);
  }

  private static int run(BufferedReader input, LaunchChannel channel) throws IOException {
    String line = input.readLine();
    if (line == null) {
      return 2;
    }
    LaunchSpec spec = LaunchSpec.fromJson(line);
    LOG.info("Starting {}", spec);
    AtomicBoolean ready = new AtomicBoolean();
    watchInput(input, ready);
    FlinkEngineProcess process = FlinkEngineProcess.start(spec, channel::progress);
    CompletableFuture<Void> closed = new CompletableFuture<>();
    Runtime.getRuntime().addShutdownHook(new Thread(() -> terminate(process, closed), "terminate"));
    ready.set(true);
    InetSocketAddress address = process.address();
    channel.send(new LaunchEvent.Ready(address.getHostString(), address.getPort()));
    LOG.info("Engine {} is ready at {}", spec.engineId(), address);
    String reason = process.stopRequest().join();
    LOG.info("Engine {} stops: {}", spec.engineId(), reason);
    process.close();
    closed.complete(null);
    return reason.equals("idle") || reason.equals("terminated") ? 0 : 3;
  }

  /** SIGTERM: lets the main thread close everything, for a bounded time. */
  private static void terminate(FlinkEngineProcess process, CompletableFuture<Void> closed) {
    process.stopRequest().complete("terminated");
    try {
      closed.get(CLOSE_SECONDS, TimeUnit.SECONDS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    } catch (Exception e) {
      LOG.warn("The engine did not close within {} s", CLOSE_SECONDS);
    }
  }

  private static void watchInput(BufferedReader input, AtomicBoolean ready) {
    Thread watch =
        new Thread(
            () -> {
              try {
                while (input.readLine() != null) {
                  // The gateway says nothing more; only the end means something.
                  LOG.debug("A line on standard input is ignored");
                }
              } catch (IOException e) {
                LOG.debug("Standard input broke", e);
              }
              if (!ready.get()) {
                LOG.warn(
                    "The gateway has gone before the engine was ready: the start is abandoned");
                Runtime.getRuntime().halt(2);
              }
            },
            "launch-input");
    watch.setDaemon(true);
    watch.start();
  }
}
