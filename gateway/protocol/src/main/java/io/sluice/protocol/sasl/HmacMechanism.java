/* SPDX-License-Identifier: Apache-2.0 */
package io.sluice.protocol.sasl;

import java.security.SecureRandom;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;

/** The server's side of {@link HmacExchange}. */
final class HmacMechanism implements ServerMechanism {
  private static final byte[] NOTHING = {};

  private final SharedSecret secret;
  private final SecureRandom random;
  private HmacExchange exchange;

  HmacMechanism(SharedSecret secret, SecureRandom random) {
    this.secret = secret;
    this.random = random;
  }

  @Override
  public CompletionStage<Step> respond(byte[] response) {
    if (exchange == null) {
      exchange = HmacExchange.atServer(secret, response, HmacExchange.nonce(random));
      return CompletableFuture.completedFuture(new Step(exchange.challenge(), null));
    }
    exchange.checkClient(response);
    return CompletableFuture.completedFuture(new Step(NOTHING, Identity.of(exchange.name())));
  }
}
