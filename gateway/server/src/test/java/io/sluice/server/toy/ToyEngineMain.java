/* SPDX-License-Identifier: Apache-2.0 */
package io.sluice.server.toy;

import io.sluice.config.Settings;
import io.sluice.engine.launch.LaunchChannel;
import io.sluice.engine.launch.LaunchEvent;
import io.sluice.engine.launch.LaunchSpec;
import io.sluice.engine.launch.ShareLevel;
import io.sluice.engine.registry.EngineRegistration;
import io.sluice.engine.registry.EngineRegistry;
import io.sluice.engine.service.EngineService;
import io.sluice.error.ErrorCode;
import io.sluice.protocol.EventLoops;
import io.sluice.protocol.HiveServer;
import io.sluice.protocol.HiveServerConfig;
import io.sluice.protocol.sasl.SharedSecret;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.time.InstantSource;
import java.util.Map;
import java.util.concurrent.CountDownLatch;

/**
 * An engine process that speaks the launch contract and runs {@link ToySqlEngine}. Settings make
 * its start go wrong: {@code flink.toy.start} is {@code fail}, {@code exit}, {@code hang} (with a
 * child process) or {@code hang-once-registered}.
 */
public final class ToyEngineMain {
  private ToyEngineMain() {}

  public static void main(String[] arguments) throws Exception {
    LaunchChannel channel = LaunchChannel.takeStandardOutput();
    BufferedReader in =
        new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
    LaunchSpec spec = LaunchSpec.fromJson(in.readLine());
    channel.progress("The toy engine wakes up.");
    String start = spec.settings().getOrDefault("flink.toy.start", "well");
    switch (start) {
      case "fail" -> {
        channel.send(
            new LaunchEvent.Failed(ErrorCode.ENGINE_START_FAILED, "The toy engine is broken."));
        System.exit(1);
      }
      case "exit" -> System.exit(42);
      case "hang" -> hang(in);
      default -> run(spec, channel);
    }
  }

  /** Never ready; a child process shows whether the whole tree is killed. */
  private static void hang(BufferedReader in) throws IOException, InterruptedException {
    new ProcessBuilder("sleep", "600").start();
    while (in.readLine() != null) {
      // The gateway never writes more; the end of input would end us, were we well-behaved.
    }
    new CountDownLatch(1).await();
  }

  private static void run(LaunchSpec spec, LaunchChannel channel) throws Exception {
    CountDownLatch idle = new CountDownLatch(1);
    Map<String, String> settings = spec.settings();
    try (ToySqlEngine sql = new ToySqlEngine();
        EngineService service =
            new EngineService(
                sql,
                Settings.of(settings),
                spec.shareLevel() == ShareLevel.CONNECTION,
                InstantSource.system(),
                idle::countDown);
        EventLoops loops = EventLoops.start("toy", 2);
        HiveServer server =
            HiveServer.start(
                HiveServerConfig.forEngine(
                    new InetSocketAddress("127.0.0.1", 0), SharedSecret.of(spec.secret().bytes())),
                loops,
                service);
        EngineRegistry registry = EngineRegistry.connect(spec.registryConnect());
        AutoCloseable node =
            registry.register(
                spec.registryPath(),
                EngineRegistration.ofThisProcess(
                    spec.engineId(),
                    spec.secret(),
                    "127.0.0.1",
                    server.address().getPort(),
                    "toy"))) {
      if (node != null && !"hang-once-registered".equals(settings.get("flink.toy.start"))) {
        channel.send(new LaunchEvent.Ready("127.0.0.1", server.address().getPort()));
      }
      idle.await();
    }
    System.exit(0);
  }
}
