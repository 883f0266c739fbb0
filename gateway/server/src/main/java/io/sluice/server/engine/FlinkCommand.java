/* SPDX-License-Identifier: Apache-2.0 */
package io.sluice.server.engine;

import static java.util.Objects.requireNonNull;

import io.sluice.config.Settings;
import io.sluice.engine.launch.EngineJvm;
import java.io.File;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Starts a Flink engine with the Java that runs the gateway and the jars in {@code lib/flink}. */
public final class FlinkCommand implements EngineCommand {
  private static final String MAIN = "io.sluice.engine.flink.FlinkEngineMain";

  private final Path home;
  private final Settings settings;

  /**
   * @param home the distribution's folder
   */
  public FlinkCommand(Path home, Settings settings) {
    this.home = requireNonNull(home, "home is null");
    this.settings = requireNonNull(settings, "settings is null");
  }

  @Override
  public List<String> arguments(String engineId, Path workDirectory) {
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.addAll(EngineJvm.flinkArguments(settings.get(LaunchOptions.FLINK_MEMORY)));
    command.add("-Dsluice.engine.id=" + engineId);
    command.addAll(settings.get(LaunchOptions.FLINK_JAVA_OPTIONS));
    Optional<String> extra = settings.find(LaunchOptions.FLINK_EXTRA_CLASSPATH);
    command.add("-cp");
    command.add(
        home.resolve("lib/flink") + "/*" + extra.map(e -> File.pathSeparator + e).orElse(""));
    command.add(MAIN);
    return command;
  }
}
