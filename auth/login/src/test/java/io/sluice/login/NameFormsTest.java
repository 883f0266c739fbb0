/* SPDX-License-Identifier: Apache-2.0 */
package io.sluice.login;

import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.fixtures.EmbeddedDirectory;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Names with a domain, as Active Directory has them; and names that two entries have. */
class NameFormsTest {
  private static final String ALICE = "cn=Alice A,ou=x,dc=corp,dc=example";

  private EmbeddedDirectory directory;

  @BeforeEach
  void start() {
    directory =
        EmbeddedDirectory.start()
            .add("dn: dc=corp,dc=example", "objectClass: domain")
            .add("dn: ou=x,dc=corp,dc=example", "objectClass: organizationalUnit")
            .add(
                "dn: " + ALICE,
                "objectClass: user",
                "cn: Alice A",
                "sAMAccountName: alice",
                "userPrincipalName: alice@corp.example",
                "memberOf: cn=analysts,ou=x,dc=corp,dc=example",
                "memberOf: cn=analysts,ou=elsewhere,dc=other",
                "userPassword: alice-pw")
            .add(
                "dn: cn=svc,dc=corp,dc=example",
                "objectClass: applicationProcess",
                "userPassword: svc-pw")
            .add(
                "dn: cn=analysts,ou=x,dc=corp,dc=example", "objectClass: group", "member: " + ALICE)
            .bindName("alice@corp.example", ALICE);
  }

  @AfterEach
  void stop() {
    directory.close();
  }

  private LoginHarness.Builder byPrincipal() {
    return LoginHarness.builder()
        .set(LdapOptions.URL, directory.url())
        .set(LdapOptions.USER_DN_PATTERN, "%s@corp.example")
        .set(LdapOptions.GUID_KEY, "sAMAccountName")
        .set(LdapOptions.GROUP_CLASS_KEY, "group");
  }

  private LoginHarness.Builder byService() {
    return LoginHarness.builder()
        .set(LdapOptions.URL, directory.url())
        .set(LdapOptions.DOMAIN, "corp.example")
        .set(LdapOptions.BIND_DN, "cn=svc,dc=corp,dc=example")
        .set(LdapOptions.BIND_PASSWORD, "svc-pw")
        .set(LdapOptions.USER_MEMBERSHIP_KEY, "memberOf");
  }

  @Test
  void oneShortNameForEveryFormWithOurDomain() {
    try (LoginHarness principal = byPrincipal().set(LdapOptions.GROUP_FILTER, "analysts").open();
        LoginHarness service = byService().set(LdapOptions.GROUP_FILTER, "analysts").open()) {
      for (LoginHarness logins : new LoginHarness[] {principal, service}) {
        for (String typed :
            new String[] {
              "alice",
              "alice@corp.example",
              "alice@CORP.Example",
              "CORP\\alice",
              "corp.example\\alice",
              ALICE
            }) {
          Identity alice = logins.login(typed, "alice-pw");
          assertThat(alice.user()).as(typed).isEqualTo("alice");
          assertThat(alice.groups()).as(typed).containsExactly("analysts");
        }
      }
    }
  }

  @Test
  void anotherDomainIsRefusedBeforeAnyRequest() {
    try (LoginHarness principal = byPrincipal().open();
        LoginHarness service = byService().open()) {
      for (LoginHarness logins : new LoginHarness[] {principal, service}) {
        for (String typed :
            new String[] {
              "alice@evil.example", "EVIL\\alice", "\\alice", "alice@", "alice@corp.example@evil"
            }) {
          logins.assertRefused(typed, "alice-pw", LoginFailure.UNKNOWN_DOMAIN);
        }
        logins.assertRefused("CORP\\", "alice-pw", LoginFailure.INVALID_NAME);
        logins.assertRefused("@corp.example", "alice-pw", LoginFailure.INVALID_NAME);
        logins.assertRefused("CORP\\ alice", "alice-pw", LoginFailure.INVALID_NAME);
      }
      assertThat(directory.binds()).isEmpty();
    }
  }

  @ParameterizedTest
  @CsvSource({
    "sAMAccountName, alice",
    "cn, Alice A",
    "userPrincipalName, alice@corp.example",
    "uid, alice"
  })
  void theGuidKeySaysWhatTheNameIs(String guidKey, String name) {
    try (LoginHarness logins = byService().set(LdapOptions.GUID_KEY, guidKey).open()) {
      assertThat(logins.login("alice", "alice-pw").user()).isEqualTo(name);
      assertThat(logins.login("CORP\\ALICE", "alice-pw").user()).isEqualTo(name);
      assertThat(logins.login("alice@corp.example", "alice-pw").user()).isEqualTo(name);
    }
  }

  @Test
  void anotherNetbiosDomainMayBeConfigured() {
    try (LoginHarness logins = byService().set(LdapOptions.NETBIOS_DOMAIN, "ACME").open()) {
      assertThat(logins.login("acme\\alice", "alice-pw").user()).isEqualTo("alice");
      logins.assertRefused("CORP\\alice", "alice-pw", LoginFailure.UNKNOWN_DOMAIN);
    }
  }

  @Test
  void aPrincipalNameDoesNotTakeAnothersShortName() {
    // Mallory's principal name is the short name of Bob, who has another principal name.
    String mallory = "cn=Mallory,ou=x,dc=corp,dc=example";
    directory
        .add(
            "dn: " + mallory,
            "objectClass: user",
            "sAMAccountName: mallory",
            "userPrincipalName: bob@corp.example",
            "userPassword: mallory-pw")
        .add(
            "dn: cn=Bob,ou=x,dc=corp,dc=example",
            "objectClass: user",
            "sAMAccountName: bob",
            "userPrincipalName: robert@corp.example",
            "userPassword: bob-pw")
        .bindName("bob@corp.example", mallory);
    try (LoginHarness principal = byPrincipal().open();
        LoginHarness service = byService().open()) {
      principal.assertRefused("bob", "mallory-pw", LoginFailure.AMBIGUOUS_USER);
      principal.assertRefused("bob@corp.example", "mallory-pw", LoginFailure.AMBIGUOUS_USER);
      service.assertRefused("bob@corp.example", "mallory-pw", LoginFailure.AMBIGUOUS_USER);
      service.assertRefused("bob", "mallory-pw", LoginFailure.WRONG_PASSWORD);
      assertThat(service.login("bob", "bob-pw").user()).isEqualTo("bob");
    }
  }

  @Test
  void aNameThatTwoEntriesHaveIsNobody() {
    directory
        .add("dn: ou=y,dc=corp,dc=example", "objectClass: organizationalUnit")
        .add(
            "dn: cn=Alice B,ou=y,dc=corp,dc=example",
            "objectClass: user",
            "sAMAccountName: alice",
            "userPassword: other-pw");
    try (LoginHarness logins = byService().open()) {
      for (String typed : new String[] {"alice", "alice@corp.example", ALICE}) {
        logins.assertRefused(typed, "alice-pw", LoginFailure.AMBIGUOUS_USER);
        logins.assertRefused(typed, "other-pw", LoginFailure.AMBIGUOUS_USER);
      }
    }
  }

  @Test
  void anEntryUnderTwoBasesIsStillOne() {
    LoginHarness.Builder configured =
        byService()
            .set(
                LdapOptions.USER_DN_PATTERN,
                "cn=%s,ou=x,dc=corp,dc=example:cn=%s,dc=corp,dc=example");
    try (LoginHarness logins = configured.open()) {
      assertThat(logins.login("alice", "alice-pw").user()).isEqualTo("alice");
      assertThat(logins.login("Alice A", "alice-pw").user()).isEqualTo("alice");
    }
  }

  @Test
  void anAccountThatIsNoPersonDoesNotLogIn() {
    try (LoginHarness logins = byService().open()) {
      logins.assertRefused("cn=svc,dc=corp,dc=example", "svc-pw", LoginFailure.UNKNOWN_USER);
    }
  }

  @Test
  void aNameCannotReachOutOfItsPattern() {
    directory.person("alice", "alice-pw");
    try (LoginHarness logins =
        LoginHarness.builder()
            .set(LdapOptions.URL, directory.url())
            .set(LdapOptions.USER_DN_PATTERN, "uid=%s,dc=example,dc=com")
            .open()) {
      for (String typed :
          new String[] {"alice,ou=people", "alice+cn=x", "#alice", "\"alice\"", "a\\,b"}) {
        logins.assertRefused(typed, "alice-pw", LoginFailure.WRONG_PASSWORD);
      }
      assertThat(directory.binds())
          .contains("uid=alice\\,ou=people,dc=example,dc=com")
          .noneMatch(name -> name.startsWith("uid=alice,"));
    }
  }
}
