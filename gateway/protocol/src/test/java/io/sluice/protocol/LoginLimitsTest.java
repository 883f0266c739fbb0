/* SPDX-License-Identifier: Apache-2.0 */
package io.sluice.protocol;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.protocol.RawPeer.Word;
import io.sluice.protocol.sasl.PlainAuthenticator;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Peers that have not logged in may send little, slowly, and are told why they are refused. */
class LoginLimitsTest {
  private static final WireLimits LIMITS = WireLimits.forClients();

  @Test
  void threeHundredSilentPeersCostNoThreadAndHoldUpNobody() throws Exception {
    WireLimits limits = LIMITS.withLoginTime(Duration.ofSeconds(6));
    List<RawPeer> silent = new ArrayList<>();
    try (RunningServer server = RunningServer.forClients(limits, new TableService())) {
      int threads = ManagementFactory.getThreadMXBean().getThreadCount();
      for (int i = 0; i < 300; i++) {
        silent.add(new RawPeer(server.server.address()));
      }
      try (RawPeer peer = RawPeer.loggedIn(server)) {
        assertThat(ManagementFactory.getThreadMXBean().getThreadCount()).isLessThan(threads + 10);
        for (RawPeer one : silent) {
          assertThat(one.hear().text()).startsWith("[TIMED_OUT]");
        }
        Eventually.holds("only the good peer is left", () -> server.server.connections() == 1);
      }
    } finally {
      silent.forEach(RawPeer::close);
    }
  }

  @Test
  void aPeerThatSendsByteByByteIsCutOffAtTheDeadline() throws Exception {
    WireLimits limits = LIMITS.withLoginTime(Duration.ofMillis(400));
    try (RunningServer server = RunningServer.forClients(limits, new TableService());
        RawPeer peer = new RawPeer(server.server.address())) {
      boolean refused = false;
      peer.bytes(RawPeer.START).number(1000);
      for (int i = 0; i < 900 && !refused; i++) {
        try {
          peer.bytes('x');
          refused = !peer.hearsNothingFor(20);
        } catch (IOException e) {
          refused = true;
        }
      }
      assertThat(refused).isTrue();
    }
  }

  @Test
  void moreBytesThanALoginHasAreRefused() throws Exception {
    try (RunningServer server = RunningServer.forClients(new TableService());
        RawPeer peer = new RawPeer(server.server.address())) {
      peer.say(RawPeer.START, "PLAIN").say(RawPeer.OK, new byte[20_000]);
      assertThat(peer.hear().text()).contains("20000 bytes is refused").contains("16384");
      assertThat(peer.isClosedByServer()).isTrue();
    }
  }

  @ParameterizedTest
  @ValueSource(ints = {-1, Integer.MIN_VALUE, Integer.MAX_VALUE, 1 << 20})
  void anImpossibleLengthIsRefused(int length) throws Exception {
    try (RunningServer server = RunningServer.forClients(new TableService());
        RawPeer peer = new RawPeer(server.server.address())) {
      peer.bytes(RawPeer.START).number(length);
      Word answer = peer.hear();
      assertThat(answer.status()).isEqualTo(RawPeer.BAD);
      assertThat(answer.text()).startsWith("[LOGIN_FAILED]").contains("is refused");
      assertThat(peer.isClosedByServer()).isTrue();
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"GSSAPI", "", "plain", "DIGEST-MD5", "SLUICE-HMAC", "PLAIN\0", "\u0007"})
  void aMechanismThatIsNotOfferedIsRefusedByName(String mechanism) throws Exception {
    try (RunningServer server = RunningServer.forClients(new TableService());
        RawPeer peer = new RawPeer(server.server.address())) {
      Word answer = peer.say(RawPeer.START, mechanism).hear();
      assertThat(answer.status()).isEqualTo(RawPeer.BAD);
      assertThat(answer.text())
          .contains("is not offered; this server has PLAIN.")
          .contains("'" + mechanism.replaceAll("\\p{Cntrl}", "?") + "'");
      assertThat(peer.isClosedByServer()).isTrue();
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"GET / HTTP/1.1\r\n\r\n", "\u0016\u0003\u0001", "\u0080\u0001\u0000\u0001"})
  void whatIsNoSaslIsToldHowToConnect(String hello) throws Exception {
    try (RunningServer server = RunningServer.forClients(new TableService());
        RawPeer peer = new RawPeer(server.server.address())) {
      assertThat(peer.bytes(hello.getBytes(ISO_8859_1)).hear().text())
          .contains("not a SASL message");
      assertThat(peer.isClosedByServer()).isTrue();
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "ann",
        "\0ann",
        "ann\0ann-pw",
        "\0\0ann-pw",
        "\0ann\0ann-pw\0",
        "\0ann\0ann-pw\0x",
        "root\0ann\0ann-pw",
        "\0\0\0\0"
      })
  void aPlainMessageThatIsNotNameAndPasswordReachesNoAuthenticator(String message)
      throws Exception {
    AtomicInteger asked = new AtomicInteger();
    PlainAuthenticator counting =
        (user, password, remote) -> {
          asked.incrementAndGet();
          return RunningServer.PASSWORDS.authenticate(user, password, remote);
        };
    HiveServerConfig config = HiveServerConfig.forClients(RunningServer.ANY_PORT, counting);
    try (RunningServer server = new RunningServer(config, new TableService());
        RawPeer peer = new RawPeer(server.server.address())) {
      Word answer = peer.say(RawPeer.START, "PLAIN").say(RawPeer.OK, message).hear();
      assertThat(answer.status()).isEqualTo(RawPeer.BAD);
      assertThat(answer.text()).startsWith("[LOGIN_FAILED] The PLAIN login message is refused");
      assertThat(asked).hasValue(0);
    }
  }

  @Test
  void malformedUtf8IsRefusedNotReplaced() throws Exception {
    try (RunningServer server = RunningServer.forClients(new TableService());
        RawPeer peer = new RawPeer(server.server.address())) {
      byte[] message = "\0a_n\0pw".getBytes(UTF_8);
      message[2] = (byte) 0xff;
      assertThat(peer.say(RawPeer.START, "PLAIN").say(RawPeer.OK, message).hear().text())
          .contains("not UTF-8");
    }
  }

  @Test
  void anAuthenticatorThatBreaksIsToldWithoutDetails() throws Exception {
    for (PlainAuthenticator broken :
        List.<PlainAuthenticator>of(
            (user, password, remote) -> {
              throw new IllegalStateException("secret detail");
            },
            (user, password, remote) ->
                CompletableFuture.failedFuture(new IOException("secret detail")))) {
      HiveServerConfig config = HiveServerConfig.forClients(RunningServer.ANY_PORT, broken);
      try (RunningServer server = new RunningServer(config, new TableService());
          RawPeer peer = new RawPeer(server.server.address())) {
        Word answer = peer.say(RawPeer.START, "PLAIN").say(RawPeer.OK, "\0a\0b").hear();
        assertThat(answer.text()).startsWith("[INTERNAL]").doesNotContain("secret");
      }
    }
  }

  @Test
  void anAuthenticatorThatNeverAnswersEndsInATimeout() throws Exception {
    PlainAuthenticator silent = (user, password, remote) -> new CompletableFuture<>();
    HiveServerConfig config =
        HiveServerConfig.forClients(RunningServer.ANY_PORT, silent)
            .withLimits(LIMITS.withAuthenticationTime(Duration.ofMillis(200)));
    try (RunningServer server = new RunningServer(config, new TableService());
        RawPeer peer = new RawPeer(server.server.address())) {
      Word answer = peer.say(RawPeer.START, "PLAIN").say(RawPeer.OK, "\0a\0b").hear();
      assertThat(answer.text()).startsWith("[TIMED_OUT]").contains("login service");
      assertThat(server.service.disconnected).isEmpty();
    }
  }

  @Test
  void connectionsOverTheLimitAreClosedAtOnce() throws Exception {
    WireLimits limits = LIMITS.withConnections(2);
    try (RunningServer server = RunningServer.forClients(limits, new TableService());
        RawPeer first = RawPeer.loggedIn(server);
        RawPeer second = RawPeer.loggedIn(server);
        RawPeer third = new RawPeer(server.server.address())) {
      assertThat(third.isClosedByServer()).isTrue();
      second.close();
      Eventually.holds("the second is gone", () -> server.server.connections() == 1);
      RawPeer.loggedIn(server).close();
      assertThat(first.hearsNothingFor(1)).isTrue();
    }
  }

  @Test
  void silentPeersGiveWayToWhoLogsIn() throws Exception {
    WireLimits limits = LIMITS.withConnections(3);
    try (RunningServer server = RunningServer.forClients(limits, new TableService());
        RawPeer oldest = new RawPeer(server.server.address())) {
      Eventually.holds("the oldest is in", () -> server.server.connections() == 1);
      try (RawPeer silent = new RawPeer(server.server.address());
          RawPeer first = RawPeer.loggedIn(server);
          RawPeer second = RawPeer.loggedIn(server)) {
        assertThat(oldest.isClosedByServer()).isTrue();
        assertThat(silent.hearsNothingFor(1)).isTrue();
        assertThat(first.hearsNothingFor(1)).isTrue();
        assertThat(second.hearsNothingFor(1)).isTrue();
      }
    }
  }
}
