/* SPDX-License-Identifier: Apache-2.0 */
package io.sluice.server;

import static java.util.Objects.requireNonNull;

import io.sluice.config.Settings;
import io.sluice.login.Credentials;
import io.sluice.login.LoginService;
import io.sluice.protocol.sasl.Identity;
import io.sluice.protocol.sasl.PlainAuthenticator;
import io.sluice.server.engine.EngineCommand;
import io.sluice.server.engine.EngineType;
import io.sluice.server.engine.FlinkCommand;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.Map;
import java.util.Optional;

/**
 * What a gateway is made from.
 *
 * @param home the distribution's folder
 * @param login who checks names and passwords; empty for what the settings say
 * @param commands how to start each type of engine
 */
record GatewayConfig(
    Path home,
    Path confDirectory,
    Path dataDirectory,
    Settings settings,
    Optional<PlainAuthenticator> login,
    Map<EngineType, EngineCommand> commands,
    InstantSource clock) {
  GatewayConfig {
    requireNonNull(home, "home is null");
    requireNonNull(confDirectory, "confDirectory is null");
    requireNonNull(dataDirectory, "dataDirectory is null");
    requireNonNull(settings, "settings is null");
    requireNonNull(login, "login is null");
    commands = Map.copyOf(commands);
    requireNonNull(clock, "clock is null");
  }

  /** The configuration of an installation. */
  static GatewayConfig load(Path home, Path confDirectory, Path dataDirectory) {
    Settings settings = GatewayOptions.load(confDirectory);
    return new GatewayConfig(
        home,
        confDirectory,
        dataDirectory,
        settings,
        Optional.empty(),
        Map.of(EngineType.FLINK_SQL, new FlinkCommand(home, settings)),
        InstantSource.system());
  }

  /** Puts a login service behind the wire's login. */
  static PlainAuthenticator authenticator(LoginService service) {
    return (user, password, remote) ->
        service
            .login(new Credentials(user, password), remote.getAddress())
            .thenApply(identity -> new Identity(identity.user(), identity.groups()));
  }
}
