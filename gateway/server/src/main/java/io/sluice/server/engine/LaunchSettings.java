/* SPDX-License-Identifier: Apache-2.0 */
package io.sluice.server.engine;

import static java.util.Objects.requireNonNull;

import io.sluice.config.Settings;
import io.sluice.engine.launch.EngineSecret;
import io.sluice.engine.launch.LaunchSpec;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * What every engine start of a gateway has in common.
 *
 * @param namespace root node in ZooKeeper
 * @param home the distribution's folder
 * @param dataDirectory the gateway's data folder, where the embedded metadata DB is
 * @param workDirectory where engine processes write, their logs too
 * @param commands how to start each type of engine
 * @param settings the gateway's own settings; engines get those that are not the gateway's alone
 */
public record LaunchSettings(
    String namespace,
    byte[] clusterSecret,
    String registryConnect,
    Path home,
    Path confDirectory,
    Path dataDirectory,
    Path workDirectory,
    Map<EngineType, EngineCommand> commands,
    Settings settings) {
  /** Settings that engines need not see, most of all what lets somebody in. */
  private static final List<String> GATEWAY_ONLY =
      List.of("authentication", "cluster.secret", "frontend.", "ha.", "server.", "session.proxy.");

  /** The engines' setting for where the embedded metadata DB is. */
  private static final String DATA_DIRECTORY = "sluice.data.dir";

  public LaunchSettings {
    requireNonNull(namespace, "namespace is null");
    clusterSecret = clusterSecret.clone();
    requireNonNull(registryConnect, "registryConnect is null");
    requireNonNull(home, "home is null");
    requireNonNull(confDirectory, "confDirectory is null");
    requireNonNull(dataDirectory, "dataDirectory is null");
    requireNonNull(workDirectory, "workDirectory is null");
    commands = Map.copyOf(commands);
    requireNonNull(settings, "settings is null");
  }

  Duration initializeTimeout() {
    return settings.get(LaunchOptions.INITIALIZE_TIMEOUT);
  }

  Duration loginTimeout() {
    return settings.get(LaunchOptions.LOGIN_TIMEOUT);
  }

  EngineCommand command(EngineType type) {
    return commands.get(type);
  }

  LaunchSpec specification(String engineId, EngineSecret secret, RoutingKey key) {
    return new LaunchSpec(
        engineId,
        secret,
        registryConnect,
        key.registryPath(namespace),
        key.toString(),
        key.owner(),
        key.level(),
        engineSettings(),
        home.toString(),
        confDirectory.toString(),
        workDirectory.toString());
  }

  private Map<String, String> engineSettings() {
    Map<String, String> forEngine = new TreeMap<>();
    settings
        .asMap()
        .forEach(
            (key, value) -> {
              String name =
                  key.startsWith("sluice.") || key.startsWith("kyuubi.") ? key.substring(7) : null;
              boolean own = name != null && GATEWAY_ONLY.stream().noneMatch(name::startsWith);
              if (own || key.startsWith("flink.")) {
                forEngine.put(key, value);
              }
            });
    forEngine.put(DATA_DIRECTORY, dataDirectory.toString());
    return forEngine;
  }

  @Override
  public String toString() {
    return "LaunchSettings(" + namespace + ", " + home + ')';
  }
}
