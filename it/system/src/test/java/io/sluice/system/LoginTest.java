/* SPDX-License-Identifier: Apache-2.0 */
package io.sluice.system;

import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.fixtures.HiveDrivers;
import io.sluice.fixtures.OpenLdap;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** People of a real OpenLDAP log in to a gateway of the distribution with the drivers they have. */
class LoginTest {
  private static final String REFUSED = "the user name or the password is wrong";
  private static final String UNAVAILABLE = "Login is not possible at the moment";

  @TempDir private static Path folder;

  private static OpenLdap directory;
  private static RunningGateway gateway;

  @BeforeAll
  static void start() throws Exception {
    directory =
        OpenLdap.start()
            .person("alice", "älice-pw")
            .person("bob", "bob-pw")
            .group("analysts", "alice");
    gateway =
        RunningGateway.start(
            folder,
            Map.of(
                "sluice.authentication.ldap.url",
                directory.tlsUrl(),
                "sluice.authentication.ldap.trust-store.path",
                directory.certificate().certificate().toString(),
                "kyuubi.authentication.ldap.baseDN",
                OpenLdap.BASE_DN,
                "kyuubi.authentication.ldap.binddn",
                OpenLdap.BIND_DN,
                "kyuubi.authentication.ldap.bindpw",
                OpenLdap.BIND_PASSWORD,
                "kyuubi.authentication.ldap.groupFilter",
                "analysts",
                "sluice.authentication.ldap.response-timeout",
                "1s"));
  }

  @AfterAll
  static void stop() {
    try (OpenLdap openDirectory = directory;
        RunningGateway running = gateway) {
      if (running != null) {
        assertThat(running.log()).doesNotContain("älice-pw", "bob-pw", OpenLdap.BIND_PASSWORD);
        assertThat(openDirectory.connections()).isBetween(1, 8);
      }
    }
  }

  private static Connection connect(HiveDrivers driver, String user, String password)
      throws SQLException {
    return driver.connect(gateway.url(), user, password);
  }

  private static String refusal(HiveDrivers driver, String user, String password) {
    try (Connection connection = connect(driver, user, password)) {
      throw new AssertionError(user + " is in: " + connection);
    } catch (SQLException e) {
      return e.getMessage();
    }
  }

  private static void assertAnswers(Connection connection) throws SQLException {
    try (Statement statement = connection.createStatement();
        ResultSet result = statement.executeQuery("SELECT 1")) {
      assertThat(result.next()).isTrue();
      assertThat(result.getInt(1)).isEqualTo(1);
    }
  }

  @ParameterizedTest
  @EnumSource
  void theRightPasswordLogsIn(HiveDrivers driver) throws Exception {
    try (Connection connection = connect(driver, "ALICE", "älice-pw")) {
      assertAnswers(connection);
    }
    assertThat(gateway.log()).contains("user 'ALICE' as 'alice'").contains("[analysts]");
  }

  @ParameterizedTest
  @EnumSource
  void whoIsRefusedLearnsNothingElse(HiveDrivers driver) {
    assertThat(refusal(driver, "alice", "wrong")).contains(REFUSED).doesNotContain("dc=example");
    assertThat(refusal(driver, "nobody", "wrong")).isEqualTo(refusal(driver, "alice", "wrong"));
    assertThat(refusal(driver, "bob", "bob-pw")).isEqualTo(refusal(driver, "alice", "wrong"));
    assertThat(refusal(driver, "*)(uid=*", "älice-pw"))
        .isEqualTo(refusal(driver, "alice", "wrong"));
    assertThat(gateway.log())
        .contains("WRONG_PASSWORD for user 'alice'")
        .contains("UNKNOWN_USER for user 'nobody'")
        .contains("GROUP_NOT_ALLOWED for user 'bob'");
  }

  @Test
  void aDirectoryThatHangsDoesNotTouchOpenSessions() throws Exception {
    ExecutorService people = Executors.newFixedThreadPool(40);
    try (Connection open = connect(HiveDrivers.HIVE_3_1_3, "alice", "älice-pw")) {
      assertAnswers(open);
      directory.freeze();
      try {
        List<Future<String>> logins = new ArrayList<>();
        for (int i = 0; i < 200; i++) {
          String user = "person" + i;
          logins.add(people.submit(() -> refusal(HiveDrivers.HIVE_3_1_3, user, "pw")));
        }
        assertAnswers(open);
        for (Future<String> login : logins) {
          assertThat(login.get(60, TimeUnit.SECONDS)).contains(UNAVAILABLE);
        }
        assertAnswers(open);
      } finally {
        directory.unfreeze();
      }
      waitUntilPeopleGetIn();
    } finally {
      people.shutdownNow();
    }
  }

  /** The gateway leaves a server that hung alone for a moment. */
  private static void waitUntilPeopleGetIn() throws SQLException {
    long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(30);
    while (true) {
      try (Connection connection = connect(HiveDrivers.HIVE_3_1_3, "alice", "älice-pw")) {
        assertAnswers(connection);
        return;
      } catch (SQLException e) {
        if (System.nanoTime() > end) {
          throw e;
        }
        LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(100));
      }
    }
  }
}
