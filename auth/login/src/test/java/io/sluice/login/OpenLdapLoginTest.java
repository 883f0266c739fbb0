/* SPDX-License-Identifier: Apache-2.0 */
package io.sluice.login;

import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.fixtures.OpenLdap;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.function.BooleanSupplier;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;

class OpenLdapLoginTest {
  private static final String JANE =
      "cn=Doe\\, Jane (EXT)/R&D \\#1\\\\x,ou=people,dc=example,dc=com";

  private static OpenLdap server;

  @BeforeAll
  static void start() {
    server =
        OpenLdap.start()
            .person("alice", "alice-pw")
            .person("bob", "bob-pw")
            .group("analysts", "alice")
            .group("staff", "alice", "bob")
            .add(
                "dn: " + JANE,
                "objectClass: inetOrgPerson",
                "cn: Doe, Jane (EXT)/R&D #1\\x",
                "sn: Doe",
                "uid: jdoe",
                "userPassword: jdoe-pw")
            .groupOf("R&D, (inner) #1", JANE)
            .groupOf("outer", "cn=R&D\\, (inner) #1,ou=groups,dc=example,dc=com")
            .add(
                "dn: cn=unix,ou=groups,dc=example,dc=com",
                "objectClass: posixGroup",
                "gidNumber: 5000",
                "memberUid: alice",
                "memberUid: jdoe");
  }

  @AfterAll
  static void stop() {
    server.close();
  }

  @Nested
  class ThroughTheServiceAccount extends LoginContract {
    @Override
    LoginHarness.Builder configured() {
      return LoginHarness.builder().serviceAccount(server.url());
    }
  }

  @Nested
  class Directly extends LoginContract {
    @Override
    LoginHarness.Builder configured() {
      return LoginHarness.builder().direct(server.url());
    }
  }

  @Nested
  class WithMemberOf extends LoginContract {
    @Override
    LoginHarness.Builder configured() {
      return LoginHarness.builder()
          .serviceAccount(server.url())
          .set(LdapOptions.USER_MEMBERSHIP_KEY, "memberOf");
    }
  }

  @Nested
  class OverLdaps extends LoginContract {
    @Override
    LoginHarness.Builder configured() {
      return LoginHarness.builder()
          .serviceAccount(server.tlsUrl())
          .set(LdapOptions.TRUST_STORE, server.certificate().certificate().toString());
    }
  }

  @Nested
  class OverStartTls extends LoginContract {
    @Override
    LoginHarness.Builder configured() {
      return LoginHarness.builder()
          .direct(server.url().replace("127.0.0.1", "localhost"))
          .set(LdapOptions.START_TLS, "true")
          .set(LdapOptions.TRUST_STORE, server.certificate().keyStore().toString())
          .set(LdapOptions.TRUST_STORE_PASSWORD, server.certificate().password());
    }
  }

  @Test
  void findsGroupsOfAPersonWhoseDnHasSpecialCharacters() {
    LoginHarness.Builder configured =
        LoginHarness.builder()
            .serviceAccount(server.url())
            .set(LdapOptions.GROUP_DN_PATTERN, "cn=%s,ou=groups,dc=example,dc=com");
    try (LoginHarness logins = configured.open()) {
      assertThat(logins.login("jdoe", "jdoe-pw"))
          .isEqualTo(new Identity("jdoe", Set.of("R&D, (inner) #1")));
      assertThat(logins.login(JANE, "jdoe-pw").user()).isEqualTo("jdoe");
    }
    try (LoginHarness logins =
        configured
            .set(LdapOptions.USER_MEMBERSHIP_KEY, "memberOf")
            .set(LdapOptions.NESTED_GROUPS, "true")
            .set(LdapOptions.GROUP_FILTER, "outer")
            .open()) {
      assertThat(logins.login("JDOE", "jdoe-pw"))
          .isEqualTo(new Identity("jdoe", Set.of("R&D, (inner) #1", "outer")));
    }
  }

  @Test
  void bindsByASpecialCnAndStillTellsTheGuidKey() {
    try (LoginHarness logins =
        LoginHarness.builder()
            .direct(server.url())
            .set(
                LdapOptions.USER_DN_PATTERN,
                "uid=%s,ou=people,dc=example,dc=com:cn=%s,ou=people,dc=example,dc=com")
            .open()) {
      assertThat(logins.login("Doe, Jane (EXT)/R&D #1\\x", "jdoe-pw").user()).isEqualTo("jdoe");
      assertThat(logins.login("alice", "alice-pw").user()).isEqualTo("alice");
      logins.assertRefused("alice", "jdoe-pw", LoginFailure.WRONG_PASSWORD);
    }
  }

  @Test
  void findsNestedGroupsBySearch() {
    try (LoginHarness logins =
        LoginHarness.builder()
            .direct(server.url())
            .set(LdapOptions.USER_DN_PATTERN, "cn=%s,ou=people,dc=example,dc=com")
            .set(LdapOptions.NESTED_GROUPS, "true")
            .open()) {
      assertThat(logins.login("Doe, Jane (EXT)/R&D #1\\x", "jdoe-pw").groups())
          .containsExactlyInAnyOrder("R&D, (inner) #1", "outer");
    }
  }

  @Test
  void findsGroupsThatHoldShortNames() {
    try (LoginHarness logins =
        LoginHarness.builder()
            .serviceAccount(server.url())
            .set(LdapOptions.GROUP_CLASS_KEY, "posixGroup")
            .set(LdapOptions.GROUP_MEMBERSHIP_KEY, "memberUid")
            .open()) {
      assertThat(logins.login("alice", "alice-pw").groups()).containsExactly("unix");
      assertThat(logins.login("bob", "bob-pw").groups()).isEmpty();
    }
  }

  @Test
  void anOutageIsNotABadPasswordAndEndsByItself() {
    try (LoginHarness logins = LoginHarness.builder().serviceAccount(server.url()).open()) {
      logins.login("alice", "alice-pw");
      server.stop();
      try {
        logins.assertUnavailable("alice", "alice-pw", LoginFailure.SERVER_UNREACHABLE);
      } finally {
        server.restart();
      }
      assertThat(logins.login("alice", "alice-pw").user()).isEqualTo("alice");
      logins.assertRefused("alice", "wrong", LoginFailure.WRONG_PASSWORD);
    }
  }

  @Test
  void aFrozenServerIsNotABadPassword() {
    try (LoginHarness logins =
        LoginHarness.builder()
            .serviceAccount(server.url())
            .set(LdapOptions.RESPONSE_TIMEOUT, "300ms")
            .set(LdapOptions.RETRY_DELAY, "100ms")
            .open()) {
      logins.login("alice", "alice-pw");
      server.freeze();
      try {
        logins.assertUnavailable("alice", "alice-pw", LoginFailure.SERVER_TIMEOUT);
      } finally {
        server.unfreeze();
      }
      Polling.until(() -> logins.start("alice", "alice-pw").handle((i, e) -> e == null).join());
    }
  }

  @Test
  void keepsNoMoreConnectionsThanThePoolAndNoneAfterClose() {
    int before = server.connections();
    LoginHarness logins =
        LoginHarness.builder().serviceAccount(server.url()).set(LdapOptions.POOL_SIZE, "3").open();
    try (logins) {
      List<CompletableFuture<Identity>> running = new ArrayList<>();
      for (int i = 0; i < 100; i++) {
        running.add(logins.start("alice", i % 2 == 0 ? "alice-pw" : "wrong-" + i));
      }
      running.forEach(login -> login.handle((identity, e) -> null).join());
      Polling.until(() -> server.connections() - before <= 3);
    }
    BooleanSupplier noneLeft = () -> server.connections() == before;
    Polling.until(noneLeft);
    Polling.until(() -> Threads.ofLogin().isEmpty());
  }
}
