/* SPDX-License-Identifier: Apache-2.0 */
package io.sluice.server.engine;

import static java.util.Objects.requireNonNull;

import io.sluice.engine.launch.EngineSecret;
import io.sluice.protocol.EventLoops;
import io.sluice.protocol.HiveClient;
import io.sluice.protocol.sasl.ClientLogin;
import io.sluice.protocol.sasl.SharedSecret;
import java.net.InetSocketAddress;
import java.security.SecureRandom;
import java.time.Duration;
import java.util.concurrent.CompletionStage;

/** Connects to engines over the HiveServer2 protocol with SLUICE-HMAC. */
public final class HiveConnector implements EngineConnector {
  private final SecureRandom random = new SecureRandom();
  private final EventLoops loops;
  private final String gatewayId;
  private final Duration loginTimeout;

  /**
   * @param gatewayId the name this gateway gives at the handshake
   */
  public HiveConnector(EventLoops loops, String gatewayId, Duration loginTimeout) {
    this.loops = requireNonNull(loops, "loops is null");
    this.gatewayId = requireNonNull(gatewayId, "gatewayId is null");
    this.loginTimeout = requireNonNull(loginTimeout, "loginTimeout is null");
  }

  @Override
  public CompletionStage<EngineConnection> connect(
      String engineId, String host, int port, EngineSecret secret) {
    return HiveClient.connect(
            loops,
            new InetSocketAddress(host, port),
            ClientLogin.hmac(SharedSecret.of(secret.bytes()), gatewayId, random),
            loginTimeout)
        .thenApply(client -> new EngineConnection(engineId, client));
  }
}
