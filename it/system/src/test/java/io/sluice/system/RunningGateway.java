/* SPDX-License-Identifier: Apache-2.0 */
package io.sluice.system;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** A gateway of the distribution, as a process of its own with its own folders. */
final class RunningGateway implements AutoCloseable {
  private static final Duration START_LIMIT = Duration.ofMinutes(2);
  private static final Pattern READY = Pattern.compile("Sluice is ready: (jdbc:hive2://\\S+)");

  private final Process process;
  private final Path log;
  private final String url;

  private RunningGateway(Process process, Path log, String url) {
    this.process = process;
    this.log = log;
    this.url = url;
  }

  /**
   * Starts a gateway on a free loopback port and waits until it is ready.
   *
   * @param folder an empty folder for configuration, data and log
   * @param settings further lines of sluice.properties
   */
  static RunningGateway start(Path folder, Map<String, String> settings) throws IOException {
    Path conf = Files.createDirectories(folder.resolve("conf"));
    StringBuilder properties = new StringBuilder();
    properties.append("sluice.frontend.thrift.binary.bind.host=127.0.0.1\n");
    properties.append("sluice.frontend.thrift.binary.bind.port=0\n");
    settings.forEach((key, value) -> properties.append(key).append('=').append(value).append('\n'));
    Files.writeString(conf.resolve("sluice.properties"), properties);
    Files.writeString(conf.resolve("datasources.yaml"), "datasources: []\n");
    Path home = Path.of(System.getProperty("sluice.dist"));
    Path log = folder.resolve("gateway.log");
    Process process =
        new ProcessBuilder(
                List.of(
                    Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                    "-Xmx256m",
                    "-cp",
                    home.resolve("lib/gateway") + "/*",
                    "io.sluice.server.GatewayMain",
                    "start",
                    "--home",
                    home.toString(),
                    "--conf",
                    conf.toString(),
                    "--data",
                    folder.resolve("data").toString()))
            .redirectErrorStream(true)
            .redirectOutput(log.toFile())
            .start();
    boolean ready = false;
    try {
      String url = waitUntilReady(process, log);
      ready = true;
      return new RunningGateway(process, log, url);
    } finally {
      if (!ready) {
        process.destroyForcibly();
      }
    }
  }

  private static String waitUntilReady(Process process, Path log) throws IOException {
    long end = System.nanoTime() + START_LIMIT.toNanos();
    try {
      while (System.nanoTime() < end) {
        boolean ended = process.waitFor(50, TimeUnit.MILLISECONDS);
        Matcher ready = READY.matcher(Files.readString(log));
        if (ready.find()) {
          return ready.group(1);
        }
        if (ended) {
          break;
        }
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    throw new IllegalStateException("The gateway did not start:\n" + Files.readString(log));
  }

  /** {@code jdbc:hive2://127.0.0.1:<port>/} */
  String url() {
    return url;
  }

  /** All that the gateway has written so far. */
  String log() {
    try {
      return Files.readString(log);
    } catch (IOException e) {
      throw new IllegalStateException("Cannot read " + log, e);
    }
  }

  /** Its data folder, for {@code bin/sluice}. */
  Path data() {
    return log.resolveSibling("data");
  }

  /** The engine processes it has started and that live. */
  List<ProcessHandle> engines() {
    return process
        .descendants()
        .filter(p -> p.info().commandLine().orElse("").contains("FlinkEngineMain"))
        .toList();
  }

  @Override
  public void close() {
    process.destroy();
    try {
      if (!process.waitFor(60, TimeUnit.SECONDS)) {
        throw new IllegalStateException("The gateway does not stop:\n" + log());
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    } finally {
      process.destroyForcibly();
    }
  }
}
