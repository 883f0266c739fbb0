/* SPDX-License-Identifier: Apache-2.0 */
package io.sluice.protocol;

import static java.util.Objects.requireNonNull;

import io.netty.handler.ssl.SslContext;
import io.sluice.protocol.sasl.PlainAuthenticator;
import io.sluice.protocol.sasl.SharedSecret;
import java.net.InetSocketAddress;
import java.util.Optional;

/**
 * How a {@link HiveServer} listens.
 *
 * @param bind address and port; port 0 takes a free one
 * @param plain checks SASL PLAIN; PLAIN is refused without it
 * @param secret what SLUICE-HMAC proves knowledge of; SLUICE-HMAC is refused without it
 * @param tls TLS from the first byte, if present
 */
public record HiveServerConfig(
    InetSocketAddress bind,
    Optional<PlainAuthenticator> plain,
    Optional<SharedSecret> secret,
    Optional<SslContext> tls,
    WireLimits limits) {

  public HiveServerConfig {
    requireNonNull(bind, "bind is null");
    requireNonNull(plain, "plain is null");
    requireNonNull(secret, "secret is null");
    requireNonNull(tls, "tls is null");
    requireNonNull(limits, "limits is null");
    if (plain.isEmpty() && secret.isEmpty()) {
      throw new IllegalArgumentException("A server needs a way to log in");
    }
  }

  /** A front end: people log in with name and password. */
  public static HiveServerConfig forClients(InetSocketAddress bind, PlainAuthenticator plain) {
    return new HiveServerConfig(
        bind, Optional.of(plain), Optional.empty(), Optional.empty(), WireLimits.forClients());
  }

  /** An engine's port: only who knows the secret comes in. */
  public static HiveServerConfig forEngine(InetSocketAddress bind, SharedSecret secret) {
    return new HiveServerConfig(
        bind, Optional.empty(), Optional.of(secret), Optional.empty(), WireLimits.forEngines());
  }

  public HiveServerConfig withLimits(WireLimits newLimits) {
    return new HiveServerConfig(bind, plain, secret, tls, newLimits);
  }

  public HiveServerConfig withTls(SslContext context) {
    return new HiveServerConfig(bind, plain, secret, Optional.of(context), limits);
  }
}
