/* SPDX-License-Identifier: Apache-2.0 */
package io.sluice.login;

import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.error.ErrorCode;
import io.sluice.error.SluiceException;
import org.junit.jupiter.api.Test;

/**
 * What holds for every directory and both ways to use it. The directory has the people alice
 * (password alice-pw; groups analysts, staff) and bob (bob-pw; group staff).
 */
abstract class LoginContract {
  abstract LoginHarness.Builder configured();

  @Test
  void tellsTheCanonicalNameAndTheGroups() {
    try (LoginHarness logins = configured().open()) {
      Identity alice = logins.login("alice", "alice-pw");
      assertThat(alice.user()).isEqualTo("alice");
      assertThat(alice.groups()).containsExactlyInAnyOrder("analysts", "staff");
    }
  }

  @Test
  void givesOneSpellingHoweverTheNameIsTyped() {
    try (LoginHarness logins = configured().open()) {
      assertThat(logins.login("ALICE", "alice-pw").user()).isEqualTo("alice");
      assertThat(logins.login("Alice", "alice-pw").user()).isEqualTo("alice");
      assertThat(logins.login("uid=aLice, OU=people,dc=example,dc=com", "alice-pw").user())
          .isEqualTo("alice");
    }
  }

  @Test
  void tellsTheClientNothingAboutWhyItWasRefused() {
    try (LoginHarness logins = configured().open()) {
      logins.assertRefused("alice", "wrong", LoginFailure.WRONG_PASSWORD);
      logins.assertRefused("alice", "bob-pw", LoginFailure.WRONG_PASSWORD);
      logins.assertRefused("uid=alice,dc=evil", "alice-pw", LoginFailure.UNKNOWN_USER);
    }
    assertThat(LoginFailure.WRONG_PASSWORD.forClient().getMessage())
        .isEqualTo(LoginFailure.UNKNOWN_USER.forClient().getMessage())
        .isEqualTo(LoginFailure.GROUP_NOT_ALLOWED.forClient().getMessage());
  }

  @Test
  void letsOnlyTheUsersOfTheUserFilterIn() {
    try (LoginHarness logins = configured().set(LdapOptions.USER_FILTER, "carol, ALICE").open()) {
      assertThat(logins.login("alice", "alice-pw").user()).isEqualTo("alice");
      logins.assertRefused("bob", "bob-pw", LoginFailure.USER_NOT_ALLOWED);
    }
  }

  @Test
  void letsOnlyMembersOfTheGroupFilterIn() {
    try (LoginHarness logins =
        configured()
            .set(LdapOptions.GROUP_DN_PATTERN, "cn=%s,ou=groups,dc=example,dc=com")
            .set(LdapOptions.GROUP_FILTER, "admins,analysts")
            .open()) {
      assertThat(logins.login("alice", "alice-pw").user()).isEqualTo("alice");
      logins.assertRefused("bob", "bob-pw", LoginFailure.GROUP_NOT_ALLOWED);
    }
  }

  @Test
  void letsOnlyThoseOfTheCustomQueryIn() {
    try (LoginHarness logins =
        configured()
            .set(LdapOptions.CUSTOM_QUERY, "(&(objectClass=person)(|(uid=bob)(uid=carol)))")
            .open()) {
      assertThat(logins.login("bob", "bob-pw").user()).isEqualTo("bob");
      logins.assertRefused("alice", "alice-pw", LoginFailure.QUERY_NOT_MATCHED);
    }
  }

  @Test
  void letsMembersOfGroupsOfTheCustomQueryIn() {
    try (LoginHarness logins =
        configured()
            .set(LdapOptions.CUSTOM_QUERY, "(&(objectClass=groupOfNames)(cn=analysts))")
            .open()) {
      assertThat(logins.login("alice", "alice-pw").user()).isEqualTo("alice");
      logins.assertRefused("bob", "bob-pw", LoginFailure.QUERY_NOT_MATCHED);
    }
  }

  @Test
  void takesNoNameApart() {
    try (LoginHarness logins = configured().open()) {
      for (String name :
          new String[] {
            "*",
            "al*",
            "*)(uid=*",
            "alice)(|(uid=*",
            "alice)",
            "\\",
            "ali\\2a",
            "ali\\63e",
            "alice,ou=people",
            "alice+cn=alice",
            "#alice",
            "\"alice\"",
            "a\\,b",
            "alice;",
            "$1",
            "%s",
            "alice@example.com",
            "uid=alice",
            "ou=people,dc=example,dc=com",
            "dc=example,dc=com"
          }) {
        assertNobodyGetsIn(logins, name, "alice-pw");
        assertNobodyGetsIn(logins, name, "bob-pw");
      }
      for (String name :
          new String[] {
            "", " ", " alice", "alice ", "alice\u0000", "\u0000", "ali\nce", "a".repeat(300)
          }) {
        logins.assertRefused(name, "alice-pw", LoginFailure.INVALID_NAME);
      }
    }
  }

  private static void assertNobodyGetsIn(LoginHarness logins, String name, String password) {
    SluiceException told = LoginHarness.failureOf(logins.start(name, password));
    assertThat(told.code()).as(name).isEqualTo(ErrorCode.LOGIN_FAILED);
  }
}
