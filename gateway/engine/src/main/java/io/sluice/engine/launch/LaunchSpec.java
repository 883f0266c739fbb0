/* SPDX-License-Identifier: Apache-2.0 */
package io.sluice.engine.launch;

import static java.util.Objects.requireNonNull;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.sluice.error.ErrorCode;
import io.sluice.error.SluiceException;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/**
 * All that an engine process needs to start: one JSON line on its standard input. Secrets travel
 * here and nowhere else, for arguments and environment can be read by others.
 *
 * @param engineId unique; also the node's name in the registry
 * @param secret shared by gateway and engine
 * @param registryConnect ZooKeeper connect string; empty if the engine does not register (tests)
 * @param registryPath absolute path under which the engine's node goes
 * @param routingKey text form of the routing key, for logs
 * @param owner user, group or server the engine belongs to
 * @param shareLevel who may share it
 * @param settings {@code sluice.*} keys and engine keys ({@code flink.*})
 * @param home distribution folder
 * @param confDir folder with datasources.yaml
 * @param workDir folder for logs and scratch files
 */
public record LaunchSpec(
    String engineId,
    EngineSecret secret,
    String registryConnect,
    String registryPath,
    String routingKey,
    String owner,
    ShareLevel shareLevel,
    Map<String, String> settings,
    String home,
    String confDir,
    String workDir) {
  private static final ObjectMapper JSON = new ObjectMapper();

  public LaunchSpec {
    requireNonNull(engineId, "engineId is null");
    requireNonNull(secret, "secret is null");
    requireNonNull(registryConnect, "registryConnect is null");
    requireNonNull(registryPath, "registryPath is null");
    requireNonNull(routingKey, "routingKey is null");
    requireNonNull(owner, "owner is null");
    requireNonNull(shareLevel, "shareLevel is null");
    settings = Map.copyOf(settings);
    requireNonNull(home, "home is null");
    requireNonNull(confDir, "confDir is null");
    requireNonNull(workDir, "workDir is null");
  }

  /** One line of JSON without its line break. Holds the secret: for the child's standard input. */
  public String toJson() {
    try {
      return JSON.writeValueAsString(
          new Wire(
              engineId,
              secret.hex(),
              registryConnect,
              registryPath,
              routingKey,
              owner,
              shareLevel,
              new TreeMap<>(settings),
              home,
              confDir,
              workDir));
    } catch (JsonProcessingException e) {
      throw new IllegalStateException("strings always serialize", e);
    }
  }

  /**
   * Reads what {@link #toJson} wrote.
   *
   * @throws SluiceException ENGINE_START_FAILED if the line is not such a specification
   */
  public static LaunchSpec fromJson(String line) {
    try {
      Wire wire = JSON.readValue(line, Wire.class);
      return new LaunchSpec(
          wire.engineId,
          EngineSecret.parse(wire.secret),
          wire.registryConnect,
          wire.registryPath,
          wire.routingKey,
          wire.owner,
          wire.shareLevel,
          wire.settings,
          wire.home,
          wire.confDir,
          wire.workDir);
    } catch (JsonProcessingException | IllegalArgumentException | NullPointerException e) {
      // The line holds a secret, and Jackson's message repeats parts of it.
      throw new SluiceException(
          ErrorCode.ENGINE_START_FAILED,
          "The first line on standard input is not a launch specification; gateway and engine are of different versions, or the engine was not started by a gateway.");
    }
  }

  /** Names the engine and the keys of its settings, never a value. */
  @Override
  public String toString() {
    Set<String> keys = new LinkedHashSet<>(new TreeMap<>(settings).keySet());
    return "LaunchSpec(" + engineId + ", " + routingKey + ", settings " + keys + ")";
  }

  private record Wire(
      String engineId,
      String secret,
      String registryConnect,
      String registryPath,
      String routingKey,
      String owner,
      ShareLevel shareLevel,
      Map<String, String> settings,
      String home,
      String confDir,
      String workDir) {}
}
