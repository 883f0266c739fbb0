/* SPDX-License-Identifier: Apache-2.0 */
package io.sluice.login;

import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.error.ErrorCode;
import io.sluice.fixtures.EmbeddedDirectory;
import io.sluice.login.HangingServer.Habit;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * Servers that take a connection and then do not answer. Each test ends because waits are bounded.
 */
class HangingServerTest {
  private static final byte BIND = 0x60;

  private static LoginHarness.Builder quick(LoginHarness.Builder builder) {
    return builder
        .set(LdapOptions.CONNECT_TIMEOUT, "400ms")
        .set(LdapOptions.RESPONSE_TIMEOUT, "400ms")
        .set(LoginOptions.TIMEOUT, "2s");
  }

  @AfterEach
  void nothingIsLeft() {
    Polling.until(() -> Threads.ofLogin().isEmpty());
  }

  @ParameterizedTest
  @EnumSource(
      value = Habit.class,
      names = {"SILENT", "ANSWERS_BINDS", "DRIPS_ENTRIES", "DRIPS_BYTES"})
  void aServerThatHangsIsATimeoutAndNotABadPassword(Habit habit) throws Exception {
    try (HangingServer server = new HangingServer(habit)) {
      try (LoginHarness service =
              quick(LoginHarness.builder().serviceAccount(server.url())).open();
          LoginHarness direct = quick(LoginHarness.builder().direct(server.url())).open()) {
        service.assertUnavailable("alice", "alice-pw", LoginFailure.SERVER_TIMEOUT);
        direct.assertUnavailable("alice", "alice-pw", LoginFailure.SERVER_TIMEOUT);
      }
      Polling.until(() -> server.openConnections() == 0);
    }
  }

  @Test
  void aTlsHandshakeThatStallsIsBounded() throws Exception {
    try (HangingServer server = new HangingServer(Habit.SILENT);
        LoginHarness service =
            quick(LoginHarness.builder().serviceAccount(server.tlsUrl())).open();
        LoginHarness direct = quick(LoginHarness.builder().direct(server.tlsUrl())).open()) {
      service.assertUnavailable("alice", "alice-pw", LoginFailure.SERVER_TIMEOUT);
      direct.assertUnavailable("alice", "alice-pw", LoginFailure.SERVER_TIMEOUT);
      Polling.until(() -> server.openConnections() == 0);
    }
  }

  @ParameterizedTest
  @EnumSource(
      value = Habit.class,
      names = {"SILENT", "STALLS_AFTER_START_TLS"})
  void aStartTlsThatStallsIsBounded(Habit habit) throws Exception {
    try (HangingServer server = new HangingServer(habit);
        LoginHarness logins =
            quick(LoginHarness.builder().direct(server.url()))
                .set(LdapOptions.START_TLS, "true")
                .open()) {
      logins.assertUnavailable("alice", "alice-pw", LoginFailure.SERVER_TIMEOUT);
      assertThat(server.requests()).doesNotContain(BIND);
      Polling.until(() -> server.openConnections() == 0);
    }
  }

  @Test
  void aRefusedPortIsUnreachable() throws Exception {
    int port;
    try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      port = socket.getLocalPort();
    }
    try (LoginHarness logins =
        quick(LoginHarness.builder().direct("ldap://127.0.0.1:" + port)).open()) {
      logins.assertUnavailable("alice", "alice-pw", LoginFailure.SERVER_UNREACHABLE);
    }
  }

  @Test
  void anUnknownHostIsUnreachable() {
    try (LoginHarness logins =
        quick(LoginHarness.builder().direct("ldap://directory.invalid")).open()) {
      logins.assertUnavailable("alice", "alice-pw", LoginFailure.SERVER_UNREACHABLE);
    }
  }

  @ParameterizedTest
  @EnumSource(
      value = Habit.class,
      names = {"SILENT", "ANSWERS_BINDS", "DRIPS_BYTES"})
  void theSecondServerIsUsedWhenTheFirstHangs(Habit habit) throws Exception {
    try (HangingServer dead = new HangingServer(habit);
        EmbeddedDirectory live = EmbeddedDirectory.start().person("alice", "alice-pw");
        LoginHarness service =
            quick(LoginHarness.builder().serviceAccount(dead.url(), live.url())).open();
        LoginHarness direct = quick(LoginHarness.builder().direct(dead.url(), live.url())).open()) {
      assertThat(service.login("alice", "alice-pw").user()).isEqualTo("alice");
      assertThat(direct.login("alice", "alice-pw").user()).isEqualTo("alice");
      service.assertRefused("alice", "wrong", LoginFailure.WRONG_PASSWORD);
      direct.assertRefused("alice", "wrong", LoginFailure.WRONG_PASSWORD);
    }
  }

  @Test
  void aServerThatHangsIsLeftAloneAfterItsFirstTimeout() throws Exception {
    try (HangingServer dead = new HangingServer(Habit.SILENT);
        EmbeddedDirectory live = EmbeddedDirectory.start().person("alice", "alice-pw");
        LoginHarness logins =
            quick(LoginHarness.builder().serviceAccount(dead.url(), live.url()))
                .set(LdapOptions.RETRY_DELAY, "1h")
                .open()) {
      for (int i = 0; i < 50; i++) {
        assertThat(logins.login("alice", "alice-pw").user()).isEqualTo("alice");
      }
      assertThat(dead.accepted()).isEqualTo(1);
    }
  }

  @Test
  void twoHundredLoginsAtAHangingServerAreAllAnsweredOnFewThreads() throws Exception {
    try (HangingServer server = new HangingServer(Habit.SILENT);
        LoginHarness logins =
            quick(LoginHarness.builder().serviceAccount(server.url()))
                .set(LoginOptions.THREADS, "4")
                .set(LdapOptions.RETRY_DELAY, "1h")
                .open()) {
      List<CompletableFuture<Identity>> running = new ArrayList<>();
      for (int i = 0; i < 200; i++) {
        running.add(logins.start("user" + i, "password"));
      }
      assertThat(Threads.ofLogin().stream().filter(n -> n.matches("login-\\d+")).count())
          .isLessThanOrEqualTo(4);
      for (CompletableFuture<Identity> login : running) {
        assertThat(LoginHarness.failureOf(login).code()).isEqualTo(ErrorCode.LOGIN_UNAVAILABLE);
      }
      // The first four found out; nobody else went there.
      assertThat(server.accepted()).isLessThanOrEqualTo(4);
    }
  }

  @Test
  void moreLoginsThanTheQueueHoldsAreToldToComeBack() throws Exception {
    try (HangingServer server = new HangingServer(Habit.SILENT);
        LoginHarness logins =
            quick(LoginHarness.builder().direct(server.url()))
                .set(LoginOptions.THREADS, "1")
                .set(LoginOptions.QUEUE, "2")
                .open()) {
      List<CompletableFuture<Identity>> running = new ArrayList<>();
      for (int i = 0; i < 10; i++) {
        running.add(logins.start("user" + i, "password"));
      }
      assertThat(logins.logLines()).anyMatch(line -> line.contains("OVERLOADED"));
      for (CompletableFuture<Identity> login : running) {
        assertThat(LoginHarness.failureOf(login).code()).isEqualTo(ErrorCode.LOGIN_UNAVAILABLE);
      }
    }
  }
}
