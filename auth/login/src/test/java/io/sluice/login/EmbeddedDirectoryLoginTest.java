/* SPDX-License-Identifier: Apache-2.0 */
package io.sluice.login;

import io.sluice.fixtures.EmbeddedDirectory;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Nested;

class EmbeddedDirectoryLoginTest {
  private static EmbeddedDirectory directory;

  @BeforeAll
  static void start() {
    directory =
        EmbeddedDirectory.start()
            .person("alice", "alice-pw")
            .person("bob", "bob-pw")
            .group("analysts", "alice")
            .group("staff", "alice", "bob");
  }

  @AfterAll
  static void stop() {
    directory.close();
  }

  @Nested
  class ThroughTheServiceAccount extends LoginContract {
    @Override
    LoginHarness.Builder configured() {
      return LoginHarness.builder().serviceAccount(directory.url());
    }
  }

  @Nested
  class Directly extends LoginContract {
    @Override
    LoginHarness.Builder configured() {
      return LoginHarness.builder().direct(directory.url());
    }
  }
}
