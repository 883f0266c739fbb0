/* SPDX-License-Identifier: Apache-2.0 */
package io.sluice.protocol;

import io.sluice.error.ErrorCode;
import io.sluice.error.SluiceException;
import io.sluice.protocol.sasl.ClientLogin;
import io.sluice.protocol.sasl.Identity;
import io.sluice.protocol.sasl.PlainAuthenticator;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/** A {@link TableService} on a free port of the loopback, with the threads it runs on. */
final class RunningServer implements AutoCloseable {
  static final InetSocketAddress ANY_PORT = new InetSocketAddress("127.0.0.1", 0);
  static final Duration SOON = Duration.ofSeconds(20);

  /** The password is the user's name and "-pw". */
  static final PlainAuthenticator PASSWORDS =
      (user, password, remote) ->
          password.equals(user + "-pw")
              ? CompletableFuture.completedFuture(Identity.of(user))
              : CompletableFuture.failedFuture(
                  new SluiceException(ErrorCode.LOGIN_FAILED, "Wrong name or password."));

  final EventLoops loops = EventLoops.start("wire-test", 2);
  final TableService service;
  final HiveServer server;

  RunningServer(HiveServerConfig config, TableService service) {
    this.service = service;
    this.server = HiveServer.start(config, loops, service);
  }

  static RunningServer forClients(TableService service) {
    return forClients(WireLimits.forClients(), service);
  }

  static RunningServer forClients(WireLimits limits, TableService service) {
    return new RunningServer(
        HiveServerConfig.forClients(ANY_PORT, PASSWORDS).withLimits(limits), service);
  }

  int port() {
    return server.address().getPort();
  }

  String url() {
    return "jdbc:hive2://127.0.0.1:" + port() + "/default";
  }

  HiveClient client(ClientLogin login) throws Exception {
    return get(HiveClient.connect(loops, server.address(), login, SOON));
  }

  HiveClient client() throws Exception {
    return client(ClientLogin.plain("ann", "ann-pw"));
  }

  /** Waits, within bounds, and unwraps what failed. */
  static <T> T get(java.util.concurrent.CompletionStage<T> stage) throws Exception {
    try {
      return stage.toCompletableFuture().get(SOON.toSeconds(), TimeUnit.SECONDS);
    } catch (ExecutionException e) {
      if (e.getCause() instanceof Exception cause) {
        throw cause;
      }
      throw e;
    } catch (TimeoutException e) {
      throw new AssertionError("No answer within " + SOON, e);
    }
  }

  @Override
  public void close() {
    try {
      server.close();
    } finally {
      loops.close();
    }
  }
}
