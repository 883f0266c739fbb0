/* SPDX-License-Identifier: Apache-2.0 */
package io.sluice.server.engine;

import static java.util.Objects.requireNonNull;

import io.sluice.config.Settings;
import java.io.File;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Starts a Flink engine with the Java that runs the gateway and the jars in {@code lib/flink}. */
public final class FlinkCommand implements EngineCommand {
  private static final String MAIN = "io.sluice.engine.flink.FlinkEngineMain";

  /** What Flink, Hadoop, Iceberg and Hudi open by reflection on Java 17. */
  private static final List<String> MODULES =
      List.of(
          "--add-exports=java.base/sun.net.util=ALL-UNNAMED",
          "--add-exports=java.rmi/sun.rmi.registry=ALL-UNNAMED",
          "--add-exports=java.security.jgss/sun.security.krb5=ALL-UNNAMED",
          "--add-opens=java.base/java.lang=ALL-UNNAMED",
          "--add-opens=java.base/java.net=ALL-UNNAMED",
          "--add-opens=java.base/java.io=ALL-UNNAMED",
          "--add-opens=java.base/java.nio=ALL-UNNAMED",
          "--add-opens=java.base/sun.nio.ch=ALL-UNNAMED",
          "--add-opens=java.base/java.lang.reflect=ALL-UNNAMED",
          "--add-opens=java.base/java.text=ALL-UNNAMED",
          "--add-opens=java.base/java.time=ALL-UNNAMED",
          "--add-opens=java.base/java.util=ALL-UNNAMED",
          "--add-opens=java.base/java.util.concurrent=ALL-UNNAMED",
          "--add-opens=java.base/java.util.concurrent.atomic=ALL-UNNAMED",
          "--add-opens=java.base/java.util.concurrent.locks=ALL-UNNAMED",
          "-Djol.skipHotspotSAAttach=true",
          "-Djol.skipDynamicAttach=true");

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
    command.add("-Xmx" + settings.get(LaunchOptions.FLINK_MEMORY));
    command.addAll(MODULES);
    command.add("-XX:+ExitOnOutOfMemoryError");
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
