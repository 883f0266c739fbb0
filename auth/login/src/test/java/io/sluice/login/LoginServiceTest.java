/* SPDX-License-Identifier: Apache-2.0 */
package io.sluice.login;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.read.ListAppender;
import io.sluice.config.Settings;
import io.sluice.error.ErrorCode;
import io.sluice.error.SluiceException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.slf4j.LoggerFactory;

class LoginServiceTest {
  /** Lets everybody in once the gate is open. */
  private static final class Gated implements LoginProvider {
    private final CountDownLatch gate = new CountDownLatch(1);
    private final AtomicInteger checks = new AtomicInteger();
    private final AtomicInteger closed = new AtomicInteger();

    @Override
    public Identity login(Credentials credentials, Deadline deadline) throws LoginException {
      checks.incrementAndGet();
      try {
        if (!gate.await(30, TimeUnit.SECONDS)) {
          throw new LoginException(LoginFailure.SERVER_TIMEOUT, "gate stayed shut");
        }
      } catch (InterruptedException e) {
        throw new LoginException(LoginFailure.SHUTTING_DOWN, "interrupted", e);
      }
      if (credentials.password().equals("bug")) {
        throw new IllegalStateException("bug");
      }
      return new Identity(credentials.user(), Set.of());
    }

    @Override
    public void close() {
      closed.incrementAndGet();
    }
  }

  private static LoginHarness over(LoginProvider provider, String... keysAndValues) {
    Map<String, String> values = new TreeMap<>();
    for (int i = 0; i < keysAndValues.length; i += 2) {
      values.put(keysAndValues[i], keysAndValues[i + 1]);
    }
    return LoginHarness.over(new LoginService(provider, LoginMethod.LDAP, Settings.of(values)));
  }

  @Test
  void equalCredentialsAtOneTimeAreCheckedOnce() {
    Gated provider = new Gated();
    try (LoginHarness logins = over(provider)) {
      List<CompletableFuture<Identity>> same = new ArrayList<>();
      for (int i = 0; i < 8; i++) {
        same.add(logins.start("alice", "pw"));
      }
      CompletableFuture<Identity> other = logins.start("alice", "other");
      Polling.until(() -> provider.checks.get() == 2);
      provider.gate.countDown();
      same.forEach(login -> assertThat(LoginHarness.get(login).user()).isEqualTo("alice"));
      LoginHarness.get(other);
      assertThat(provider.checks).hasValue(2);
      assertThat(logins.logLines()).filteredOn(line -> line.startsWith("Login ok")).hasSize(9);
      logins.login("alice", "pw");
      assertThat(provider.checks).hasValue(3);
    }
  }

  @Test
  void cancellingOneAnswerLeavesTheOthers() {
    Gated provider = new Gated();
    try (LoginHarness logins = over(provider)) {
      CompletableFuture<Identity> impatient = logins.start("alice", "pw");
      CompletableFuture<Identity> patient = logins.start("alice", "pw");
      assertThat(impatient.cancel(true)).isTrue();
      provider.gate.countDown();
      assertThat(LoginHarness.get(patient).user()).isEqualTo("alice");
    }
  }

  @Test
  void turnsAwayWhatTheQueueDoesNotHoldAndServesTheRest() {
    Gated provider = new Gated();
    try (LoginHarness logins =
        over(provider, LoginOptions.THREADS.key(), "1", LoginOptions.QUEUE.key(), "2")) {
      CompletableFuture<Identity> running = logins.start("a", "pw");
      Polling.until(() -> provider.checks.get() == 1);
      CompletableFuture<Identity> second = logins.start("b", "pw");
      CompletableFuture<Identity> third = logins.start("c", "pw");
      logins.assertUnavailable("d", "pw1", LoginFailure.OVERLOADED);
      provider.gate.countDown();
      assertThat(LoginHarness.get(running).user()).isEqualTo("a");
      assertThat(LoginHarness.get(second).user()).isEqualTo("b");
      assertThat(LoginHarness.get(third).user()).isEqualTo("c");
      assertThat(logins.login("d", "pw1").user()).isEqualTo("d");
    }
  }

  @Test
  void aLoginThatWaitedTooLongForAThreadIsNotChecked() {
    Gated provider = new Gated();
    try (LoginHarness logins =
        over(provider, LoginOptions.THREADS.key(), "1", LoginOptions.TIMEOUT.key(), "300ms")) {
      CompletableFuture<Identity> stuck = logins.start("a", "pw");
      Polling.until(() -> provider.checks.get() == 1);
      CompletableFuture<Identity> waiting = logins.start("b", "pw");
      assertThat(LoginHarness.failureOf(stuck).code()).isEqualTo(ErrorCode.LOGIN_UNAVAILABLE);
      assertThat(LoginHarness.failureOf(waiting).code()).isEqualTo(ErrorCode.LOGIN_UNAVAILABLE);
      provider.gate.countDown();
      assertThat(logins.login("c", "pw").user()).isEqualTo("c");
      assertThat(provider.checks).hasValue(2);
    }
  }

  @Test
  void aFaultIsLoggedWithItsStackAndToldAsUnavailable() {
    Gated provider = new Gated();
    provider.gate.countDown();
    try (LoginHarness logins = over(provider)) {
      SluiceException told = LoginHarness.failureOf(logins.start("alice", "bug"));
      assertThat(told.code()).isEqualTo(ErrorCode.LOGIN_UNAVAILABLE);
      assertThat(logins.logLines()).anyMatch(line -> line.contains("INTERNAL for user 'alice'"));
    }
  }

  @Test
  void closeTurnsAwayAndReleasesTheProvider() {
    Gated provider = new Gated();
    LoginService service =
        new LoginService(
            provider, LoginMethod.LDAP, Settings.of(Map.of(LoginOptions.TIMEOUT.key(), "200ms")));
    LoginHarness logins = LoginHarness.over(service);
    CompletableFuture<Identity> running = logins.start("alice", "pw");
    Polling.until(() -> provider.checks.get() == 1);
    logins.close();
    assertThat(provider.closed).hasValue(1);
    assertThat(LoginHarness.failureOf(running).code()).isEqualTo(ErrorCode.LOGIN_UNAVAILABLE);
    assertThat(LoginHarness.failureOf(logins.start("bob", "pw")).code())
        .isEqualTo(ErrorCode.LOGIN_UNAVAILABLE);
    Polling.until(() -> Threads.ofLogin().isEmpty());
  }

  @Test
  void namesCannotForgeLinesOfTheLog() {
    Gated provider = new Gated();
    provider.gate.countDown();
    try (LoginHarness logins = over(provider)) {
      logins.login("eve\r\nLogin ok: user 'root'\u202e", "pw");
      assertThat(logins.logLines())
          .singleElement()
          .asString()
          .contains("'eve\\u{d}\\u{a}Login ok: user \\u{27}root\\u{27}\\u{202e}'")
          .doesNotContain("\n");
    }
  }

  @Test
  void nobodyIsLetInUncheckedUnlessItIsWritten() {
    assertThatThrownBy(() -> LoginService.open(Settings.empty()))
        .isInstanceOf(SluiceException.class)
        .hasMessageContaining(LdapOptions.URL.key())
        .hasMessageContaining("sluice.authentication=NONE");
  }

  @Test
  void noneBelievesEveryNameAndWarns() {
    Logger logger = (Logger) LoggerFactory.getLogger(UncheckedLogin.class);
    ListAppender<ILoggingEvent> warnings = new ListAppender<>();
    warnings.start();
    logger.addAppender(warnings);
    try (LoginHarness logins = LoginHarness.builder().set(LoginOptions.METHOD, "NONE").open()) {
      assertThat(logins.login("alice", "").user()).isEqualTo("alice");
      assertThat(logins.login("", "").user()).isEqualTo("anonymous");
      assertThat(warnings.list)
          .anyMatch(e -> e.getFormattedMessage().contains("without a password"));
    } finally {
      logger.detachAppender(warnings);
    }
  }

  @Test
  void credentialsDoNotPrintThePassword() {
    assertThat(new Credentials("alice", "top-secret").toString())
        .contains("alice")
        .doesNotContain("top-secret");
  }
}
