/* SPDX-License-Identifier: Apache-2.0 */
package io.sluice.protocol;

import static java.util.Objects.requireNonNull;

import java.time.Duration;

/**
 * What one connection may ask of a server.
 *
 * @param loginBytes bytes accepted before login is done
 * @param loginTime from connect until the peer has sent all of its login
 * @param authenticationTime for the authenticator's answer
 * @param messageBytes largest message after login; a larger one is read past and refused
 * @param callsInFlight calls being served at once; the next ones wait their turn
 * @param outboundBytes unsent answers above which no further call of the connection is begun
 * @param stalledTime a peer that takes none of its answer for so long is disconnected
 * @param idleTime a peer without a call for so long is disconnected; zero for never
 * @param connections at once; one more closes the oldest that has not logged in, or is closed
 *     itself if all have
 */
public record WireLimits(
    int loginBytes,
    Duration loginTime,
    Duration authenticationTime,
    int messageBytes,
    int callsInFlight,
    int outboundBytes,
    Duration stalledTime,
    Duration idleTime,
    int connections) {

  public WireLimits {
    positive(loginBytes, "loginBytes");
    positive(messageBytes, "messageBytes");
    positive(callsInFlight, "callsInFlight");
    positive(outboundBytes, "outboundBytes");
    positive(connections, "connections");
    requireNonNull(loginTime, "loginTime is null");
    requireNonNull(authenticationTime, "authenticationTime is null");
    requireNonNull(stalledTime, "stalledTime is null");
    requireNonNull(idleTime, "idleTime is null");
  }

  /** For people's clients: one call at a time, statements up to 64 MiB. */
  public static WireLimits forClients() {
    return new WireLimits(
        16 << 10,
        Duration.ofSeconds(10),
        Duration.ofSeconds(60),
        64 << 20,
        1,
        1 << 20,
        Duration.ofMinutes(5),
        Duration.ZERO,
        20_000);
  }

  /** For an engine's port, which only gateways use: many calls at once. */
  public static WireLimits forEngines() {
    return new WireLimits(
        4 << 10,
        Duration.ofSeconds(10),
        Duration.ofSeconds(10),
        64 << 20,
        4096,
        256 << 20,
        Duration.ofMinutes(5),
        Duration.ZERO,
        1000);
  }

  public WireLimits withLoginTime(Duration time) {
    return new WireLimits(
        loginBytes,
        time,
        authenticationTime,
        messageBytes,
        callsInFlight,
        outboundBytes,
        stalledTime,
        idleTime,
        connections);
  }

  public WireLimits withAuthenticationTime(Duration time) {
    return new WireLimits(
        loginBytes,
        loginTime,
        time,
        messageBytes,
        callsInFlight,
        outboundBytes,
        stalledTime,
        idleTime,
        connections);
  }

  public WireLimits withMessageBytes(int bytes) {
    return new WireLimits(
        loginBytes,
        loginTime,
        authenticationTime,
        bytes,
        callsInFlight,
        outboundBytes,
        stalledTime,
        idleTime,
        connections);
  }

  public WireLimits withStalledTime(Duration time) {
    return new WireLimits(
        loginBytes,
        loginTime,
        authenticationTime,
        messageBytes,
        callsInFlight,
        outboundBytes,
        time,
        idleTime,
        connections);
  }

  public WireLimits withIdleTime(Duration time) {
    return new WireLimits(
        loginBytes,
        loginTime,
        authenticationTime,
        messageBytes,
        callsInFlight,
        outboundBytes,
        stalledTime,
        time,
        connections);
  }

  public WireLimits withConnections(int count) {
    return new WireLimits(
        loginBytes,
        loginTime,
        authenticationTime,
        messageBytes,
        callsInFlight,
        outboundBytes,
        stalledTime,
        idleTime,
        count);
  }

  private static void positive(int value, String name) {
    if (value <= 0) {
      throw new IllegalArgumentException(name + " is not positive: " + value);
    }
  }
}
