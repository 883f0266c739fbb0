/* SPDX-License-Identifier: Apache-2.0 */
package io.sluice.login;

import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.fixtures.EmbeddedDirectory;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** How often a password goes out, and what stays of it. */
class LockOutTest {
  private static final String ALICE = "uid=alice," + EmbeddedDirectory.PEOPLE_DN;

  private EmbeddedDirectory first;
  private EmbeddedDirectory second;

  @BeforeEach
  void start() {
    first = EmbeddedDirectory.start().person("alice", "alice-pw");
    second = EmbeddedDirectory.start().person("alice", "alice-pw");
  }

  @AfterEach
  void stop() {
    first.close();
    second.close();
  }

  private long bindsOfAlice() {
    List<String> all = new ArrayList<>(first.binds());
    all.addAll(second.binds());
    return all.stream().filter(ALICE::equals).count();
  }

  @Test
  void aWrongPasswordIsBoundOnceWhateverTheNumberOfServers() {
    try (LoginHarness service =
            LoginHarness.builder().serviceAccount(first.url(), second.url()).open();
        LoginHarness direct = LoginHarness.builder().direct(first.url(), second.url()).open()) {
      service.assertRefused("alice", "wrong", LoginFailure.WRONG_PASSWORD);
      assertThat(bindsOfAlice()).isEqualTo(1);
      direct.assertRefused("alice", "wrong", LoginFailure.WRONG_PASSWORD);
      assertThat(bindsOfAlice()).isEqualTo(2);
      assertThat(second.binds()).isEmpty();
    }
  }

  @Test
  void eachOfEightConnectionsBindsOnceAtMost() {
    try (LoginHarness logins =
        LoginHarness.builder().serviceAccount(first.url(), second.url()).open()) {
      List<CompletableFuture<Identity>> running = new ArrayList<>();
      for (int i = 0; i < 8; i++) {
        running.add(logins.start("alice", "wrong"));
      }
      running.forEach(login -> assertThat(LoginHarness.failureOf(login)).isNotNull());
      assertThat(bindsOfAlice()).isBetween(1L, 8L);
      assertThat(logins.logLines()).filteredOn(l -> l.contains("WRONG_PASSWORD")).hasSize(8);
    }
  }

  @Test
  void anOldPasswordStopsWorkingAtOnce() {
    try (LoginHarness logins = LoginHarness.builder().serviceAccount(first.url()).open()) {
      logins.login("alice", "alice-pw");
      first.changePassword("alice", "new-pw");
      logins.assertRefused("alice", "alice-pw", LoginFailure.WRONG_PASSWORD);
      assertThat(logins.login("alice", "new-pw").user()).isEqualTo("alice");
      first.changePassword("alice", "alice-pw");
      logins.assertRefused("alice", "new-pw", LoginFailure.WRONG_PASSWORD);
      assertThat(logins.login("alice", "alice-pw").user()).isEqualTo("alice");
    }
  }

  @Test
  void aCachedLoginAsksNobodyAndAFailureIsNotCached() {
    try (LoginHarness logins =
        LoginHarness.builder()
            .serviceAccount(first.url())
            .set(LoginOptions.CACHE_TIME, "10min")
            .open()) {
      logins.assertRefused("alice", "new-pw", LoginFailure.WRONG_PASSWORD);
      logins.login("alice", "alice-pw");
      first.forgetTraffic();
      assertThat(logins.login("alice", "alice-pw").user()).isEqualTo("alice");
      assertThat(first.binds()).isEmpty();
      first.changePassword("alice", "new-pw");
      assertThat(logins.login("alice", "new-pw").user()).isEqualTo("alice");
      logins.assertRefused("alice", "alice-pw", LoginFailure.WRONG_PASSWORD);
    }
  }

  @Test
  void aLockedAccountIsRefusedAndToldApartInTheLog() {
    first.refuseBinds(
        ALICE,
        49,
        "80090308: LdapErr: DSID-0C09044E, AcceptSecurityContext error, data 775, v1db1");
    try (LoginHarness logins = LoginHarness.builder().direct(first.url(), second.url()).open()) {
      logins.assertRefused("alice", "alice-pw", LoginFailure.ACCOUNT_REFUSED);
      assertThat(logins.logLines()).anyMatch(line -> line.contains("the account is locked"));
      assertThat(bindsOfAlice()).isEqualTo(1);
    }
  }

  @Test
  void aFailingServiceAccountIsAFaultOfTheServerAndIsNotTriedAgainAtOnce() {
    first.refuseBinds(
        EmbeddedDirectory.BIND_DN,
        49,
        "80090308: LdapErr: DSID-0C09044E, AcceptSecurityContext error, data 775, v1db1");
    try (LoginHarness logins =
        LoginHarness.builder().serviceAccount(first.url(), second.url()).open()) {
      logins.assertUnavailable("alice", "alice-pw", LoginFailure.SERVICE_ACCOUNT_REFUSED);
      assertThat(first.binds()).containsExactly(EmbeddedDirectory.BIND_DN);
      assertThat(second.binds()).isEmpty();
    }
  }

  @Test
  void aServiceAccountIsLeftAloneAfterARefusal() {
    first.refuseBinds(EmbeddedDirectory.BIND_DN, 49, "");
    try (LoginHarness logins =
        LoginHarness.builder()
            .serviceAccount(first.url())
            .set(LdapOptions.RETRY_DELAY, "1h")
            .open()) {
      for (int i = 0; i < 20; i++) {
        logins.assertUnavailable("alice", "alice-pw", LoginFailure.SERVICE_ACCOUNT_REFUSED);
      }
      assertThat(first.binds()).hasSize(1);
    }
  }

  @Test
  void aConnectionThatTheServerCutIsReplacedUnseen() {
    try (LoginHarness logins = LoginHarness.builder().serviceAccount(first.url()).open()) {
      for (int i = 0; i < 5; i++) {
        assertThat(logins.login("alice", "alice-pw").user()).isEqualTo("alice");
        first.cutConnections();
      }
    }
  }

  @Test
  void aSearchErrorOfTheServerIsNotAnUnknownUser() {
    try (LoginHarness logins =
        LoginHarness.builder()
            .serviceAccount(first.url())
            .set(LdapOptions.BASE_DN, "ou=nowhere,dc=example,dc=com")
            .open()) {
      logins.assertUnavailable("alice", "alice-pw", LoginFailure.SERVER_ERROR);
      assertThat(logins.logLines()).anyMatch(line -> line.contains("ou=nowhere"));
    }
  }
}
