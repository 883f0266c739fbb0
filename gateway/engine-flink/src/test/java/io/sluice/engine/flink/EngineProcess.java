/* SPDX-License-Identifier: Apache-2.0 */
package io.sluice.engine.flink;

import io.sluice.engine.launch.EngineSecret;
import io.sluice.engine.launch.LaunchEvent;
import io.sluice.engine.launch.LaunchSpec;
import io.sluice.engine.launch.ShareLevel;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;

/** An engine as a gateway starts it: a process of its own, with this test's class path. */
final class EngineProcess implements AutoCloseable {
  static final EngineSecret SECRET = EngineSecret.derive(new byte[32], "e1");

  private final Process process;
  private final Path log;
  private final List<LaunchEvent> events = new ArrayList<>();

  private EngineProcess(Process process, Path log) {
    this.process = process;
    this.log = log;
  }

  static EngineProcess launch(Path folder, ShareLevel level, Map<String, String> settings)
      throws IOException {
    LaunchSpec spec =
        new LaunchSpec(
            "e1",
            SECRET,
            settings.getOrDefault("test.registry", ""),
            "/sluice/engines/test",
            "flink/test",
            "alice",
            level,
            settings.entrySet().stream()
                .filter(e -> !e.getKey().startsWith("test."))
                .collect(java.util.stream.Collectors.toMap(Map.Entry::getKey, Map.Entry::getValue)),
            folder.toString(),
            folder.toString(),
            folder.toString());
    EngineProcess engine = start(folder, List.of("-Xmx768m"), FlinkEngineMain.class.getName());
    engine.process.getOutputStream().write((spec.toJson() + '\n').getBytes(StandardCharsets.UTF_8));
    engine.process.getOutputStream().flush();
    return engine;
  }

  static EngineProcess start(Path folder, List<String> jvm, String main, String... arguments)
      throws IOException {
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.addAll(io.sluice.engine.launch.EngineJvm.flinkArguments());
    command.addAll(jvm);
    command.add("-cp");
    command.add(classPath());
    command.add(main);
    command.addAll(List.of(arguments));
    Path log = Files.createTempFile(folder, "process", ".log");
    return new EngineProcess(new ProcessBuilder(command).redirectError(log.toFile()).start(), log);
  }

  /** Surefire may have put the real one into a manifest. */
  static String classPath() {
    return Optional.ofNullable(System.getProperty("surefire.test.class.path"))
        .orElse(System.getProperty("java.class.path"));
  }

  InetSocketAddress awaitReady() throws IOException {
    BufferedReader out =
        new BufferedReader(new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8));
    String line;
    while ((line = out.readLine()) != null) {
      LaunchEvent event =
          LaunchEvent.fromJson(line).orElseThrow(() -> new AssertionError("not an event"));
      events.add(event);
      if (event instanceof LaunchEvent.Ready ready) {
        return new InetSocketAddress(ready.host(), ready.port());
      }
    }
    throw new AssertionError("the engine ended: " + events + "\n" + log());
  }

  List<LaunchEvent> events() {
    return events;
  }

  Process process() {
    return process;
  }

  String log() {
    try {
      return Files.readString(log);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  @Override
  public void close() throws IOException {
    process.destroy();
    try {
      if (!process.waitFor(3, TimeUnit.MINUTES)) {
        process.destroyForcibly();
        throw new AssertionError("the process did not end on SIGTERM\n" + log());
      }
    } catch (InterruptedException e) {
      process.destroyForcibly();
      Thread.currentThread().interrupt();
    }
  }
}
