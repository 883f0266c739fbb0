/* SPDX-License-Identifier: Apache-2.0 */
package io.sluice.login;

import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.fixtures.EmbeddedDirectory;
import org.junit.jupiter.api.Test;

/** A directory that, as Active Directory does, takes a DN with no password for a good bind. */
class EmptyPasswordTest {
  @Test
  void refusesAnEmptyPasswordBeforeAnyRequest() {
    try (EmbeddedDirectory directory =
            EmbeddedDirectory.start().person("alice", "alice-pw").acceptEmptyPasswords();
        LoginHarness service = LoginHarness.builder().serviceAccount(directory.url()).open();
        LoginHarness direct = LoginHarness.builder().direct(directory.url()).open()) {
      for (LoginHarness logins : new LoginHarness[] {service, direct}) {
        for (String password : new String[] {"", null, "\0", "\0\0", "alice-pw\0", "\0alice-pw"}) {
          logins.assertRefused("alice", password, LoginFailure.EMPTY_PASSWORD);
          logins.assertRefused(
              "uid=alice," + EmbeddedDirectory.PEOPLE_DN, password, LoginFailure.EMPTY_PASSWORD);
        }
      }
      assertThat(directory.binds()).isEmpty();
      assertThat(directory.searches()).isZero();
    }
  }

  @Test
  void aPasswordOfBlanksIsAPassword() {
    try (EmbeddedDirectory directory = EmbeddedDirectory.start().person("alice", "   ");
        LoginHarness logins = LoginHarness.builder().direct(directory.url()).open()) {
      assertThat(logins.login("alice", "   ").user()).isEqualTo("alice");
      logins.assertRefused("alice", " ", LoginFailure.WRONG_PASSWORD);
    }
  }

  @Test
  void passwordsAndNamesOutsideLatin1GoAsUtf8() {
    try (EmbeddedDirectory directory = EmbeddedDirectory.start().person("žofie", "pässwörd-密码-🔑");
        LoginHarness logins = LoginHarness.builder().serviceAccount(directory.url()).open()) {
      assertThat(logins.login("žofie", "pässwörd-密码-🔑").user()).isEqualTo("žofie");
    }
  }
}
