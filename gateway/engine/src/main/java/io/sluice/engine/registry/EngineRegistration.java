/* SPDX-License-Identifier: Apache-2.0 */
package io.sluice.engine.registry;

import static java.util.Objects.requireNonNull;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.sluice.engine.launch.EngineSecret;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Instant;

/**
 * An engine's entry in the registry.
 *
 * @param engineId the node's name
 * @param host address of the engine's port
 * @param port the engine's port
 * @param version Sluice version of the engine
 * @param pid its process id on that host
 * @param startedAt milliseconds since the epoch
 * @param proof see {@link EngineSecret#proof}: whoever may write to ZooKeeper must still not be
 *     able to make a gateway send statements to a port of his own
 */
public record EngineRegistration(
    String engineId,
    String host,
    int port,
    String version,
    long pid,
    long startedAt,
    String proof) {
  private static final ObjectMapper JSON =
      new ObjectMapper().disable(DeserializationFeature.FAIL_ON_UNKNOWN_PROPERTIES);

  public EngineRegistration {
    requireNonNull(engineId, "engineId is null");
    requireNonNull(host, "host is null");
    requireNonNull(version, "version is null");
    requireNonNull(proof, "proof is null");
  }

  /** The registration of this process. */
  public static EngineRegistration ofThisProcess(
      String engineId, EngineSecret secret, String host, int port, String version) {
    return new EngineRegistration(
        engineId,
        host,
        port,
        version,
        ProcessHandle.current().pid(),
        Instant.now().toEpochMilli(),
        secret.proof(engineId, host, port));
  }

  /** True if the entry was written by the engine that was given this secret. */
  public boolean isProvenBy(EngineSecret secret) {
    return secret.proves(proof, engineId, host, port);
  }

  byte[] toBytes() {
    try {
      return JSON.writeValueAsString(this).getBytes(StandardCharsets.UTF_8);
    } catch (JsonProcessingException e) {
      throw new IllegalStateException("strings always serialize", e);
    }
  }

  static EngineRegistration fromBytes(byte[] bytes) throws IOException {
    return JSON.readValue(bytes, EngineRegistration.class);
  }
}
