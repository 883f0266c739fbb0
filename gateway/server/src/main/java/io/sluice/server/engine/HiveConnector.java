/* SPDX-License-Identifier: Apache-2.0 */
package io.sluice.server.engine;

import static java.util.Objects.requireNonNull;

import io.sluice.config.Settings;
import io.sluice.engine.launch.EngineSecret;
import io.sluice.protocol.EventLoops;
import io.sluice.protocol.HiveClient;
import io.sluice.protocol.sasl.ClientLogin;
import io.sluice.protocol.sasl.SharedSecret;
import java.net.InetSocketAddress;
import java.security.SecureRandom;
import java.time.Duration;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ScheduledExecutorService;

/** Connects to engines over the HiveServer2 protocol with SLUICE-HMAC. */
public final class HiveConnector implements EngineConnector {
  private final SecureRandom random = new SecureRandom();
  private final EventLoops loops;
  private final ScheduledExecutorService timers;
  private final String gatewayId;
  private final Duration loginTimeout;
  private final Duration aliveInterval;
  private final Duration aliveTimeout;

  /**
   * @param gatewayId the name this gateway gives at the handshake
   * @param settings those of {@link LaunchOptions}
   */
  public HiveConnector(
      EventLoops loops, ScheduledExecutorService timers, String gatewayId, Settings settings) {
    this.loops = requireNonNull(loops, "loops is null");
    this.timers = requireNonNull(timers, "timers is null");
    this.gatewayId = requireNonNull(gatewayId, "gatewayId is null");
    this.loginTimeout = settings.get(LaunchOptions.LOGIN_TIMEOUT);
    this.aliveInterval = settings.get(LaunchOptions.ALIVE_INTERVAL);
    this.aliveTimeout = settings.get(LaunchOptions.ALIVE_TIMEOUT);
  }

  @Override
  public CompletionStage<EngineConnection> connect(
      String engineId, String host, int port, EngineSecret secret) {
    return HiveClient.connect(
            loops,
            new InetSocketAddress(host, port),
            ClientLogin.hmac(SharedSecret.of(secret.bytes()), gatewayId, random),
            loginTimeout)
        .thenApply(client -> new EngineConnection(engineId, client))
        .thenApply(
            engine -> {
              AliveProbe.start(engine, timers, aliveInterval, aliveTimeout);
              return engine;
            });
  }
}
