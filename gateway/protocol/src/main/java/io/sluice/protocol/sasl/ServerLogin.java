/* SPDX-License-Identifier: Apache-2.0 */
package io.sluice.protocol.sasl;

import static java.util.Objects.requireNonNull;

import java.net.InetSocketAddress;
import java.security.SecureRandom;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * What every login of one server shares.
 *
 * @param bytes accepted before login is done
 * @param sendTime for the client to send its login
 * @param authenticationTime for the authenticator to answer
 */
public record ServerLogin(
    Optional<PlainAuthenticator> plain,
    Optional<SharedSecret> secret,
    SecureRandom random,
    int bytes,
    Duration sendTime,
    Duration authenticationTime) {

  public ServerLogin {
    requireNonNull(plain, "plain is null");
    requireNonNull(secret, "secret is null");
    requireNonNull(random, "random is null");
    requireNonNull(sendTime, "sendTime is null");
    requireNonNull(authenticationTime, "authenticationTime is null");
  }

  Optional<ServerMechanism> mechanism(String name, InetSocketAddress remote) {
    return switch (name) {
      case PlainMechanism.NAME -> plain.map(a -> new PlainMechanism(a, remote));
      case HmacExchange.MECHANISM -> secret.map(s -> new HmacMechanism(s, random));
      default -> Optional.empty();
    };
  }

  List<String> mechanisms() {
    List<String> names = new ArrayList<>();
    plain.ifPresent(a -> names.add(PlainMechanism.NAME));
    secret.ifPresent(s -> names.add(HmacExchange.MECHANISM));
    return names;
  }
}
