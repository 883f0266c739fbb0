/* SPDX-License-Identifier: Apache-2.0 */
package io.sluice.server;

import static io.sluice.server.GatewayJdbcTest.query;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.sluice.config.Settings;
import io.sluice.error.ErrorCode;
import io.sluice.error.SluiceException;
import io.sluice.fixtures.Certificate;
import io.sluice.fixtures.HiveDrivers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** A gateway with TLS as its settings make it, and who meets it the wrong way round. */
@Timeout(60)
class FrontendTlsTest {
  @TempDir static Path folder;
  private static Certificate certificate;
  private static TestGateway secured;
  private static TestGateway plain;

  @BeforeAll
  static void start() throws Exception {
    certificate = Certificate.selfSigned(folder, "gateway", "ip:127.0.0.1", "dns:localhost");
    Path password = Files.writeString(folder.resolve("password"), certificate.password() + "\n");
    secured =
        TestGateway.start(
            folder.resolve("secured"),
            Map.of(
                "kyuubi.frontend.thrift.binary.ssl.enabled",
                "true",
                "sluice.frontend.ssl.keystore.path",
                certificate.keyStore().toString(),
                "sluice.frontend.ssl.keystore.password",
                "${file:" + password + "}"));
    plain = TestGateway.start(folder.resolve("plain"), Map.of());
  }

  @AfterAll
  static void stop() {
    secured.close();
    plain.close();
  }

  @ParameterizedTest
  @EnumSource
  void driversRunStatementsOverTls(HiveDrivers driver) throws SQLException {
    try (Connection connection = driver.connect(secured.url() + trusting(), "alice", "secret")) {
      assertThat(query(connection, "SELECT CURRENT_USER")).containsExactly("alice");
      assertThat(query(connection, "SHOW WHO")).containsExactly("alice");
    }
  }

  @ParameterizedTest
  @EnumSource
  void aWrongPasswordIsToldOverTls(HiveDrivers driver) {
    assertThatThrownBy(() -> driver.connect(secured.url() + trusting(), "alice", "wrong"))
        .isInstanceOf(SQLException.class)
        .hasStackTraceContaining("Wrong name or password.");
  }

  @ParameterizedTest
  @EnumSource
  void aDriverThatDoesNotTrustTheCertificateStays(HiveDrivers driver) {
    assertThatThrownBy(() -> driver.connect(secured.url() + ";ssl=true", "alice", "secret"))
        .isInstanceOf(SQLException.class);
    noConnectionIsLeft(secured);
  }

  @ParameterizedTest
  @EnumSource
  void aPlainDriverIsRefusedAtATlsPort(HiveDrivers driver) {
    assertThatThrownBy(() -> driver.connect(secured.url(), "alice", "secret"))
        .isInstanceOf(SQLException.class);
    noConnectionIsLeft(secured);
  }

  @ParameterizedTest
  @EnumSource
  void aTlsDriverIsRefusedAtAPlainPort(HiveDrivers driver) {
    assertThatThrownBy(() -> driver.connect(plain.url() + trusting(), "alice", "secret"))
        .isInstanceOf(SQLException.class);
    noConnectionIsLeft(plain);
  }

  @Test
  void aWrongKeyStorePasswordStopsTheStartAndIsNotShown() {
    Settings settings =
        Settings.of(
            Map.of(
                "sluice.frontend.thrift.binary.ssl.enabled", "true",
                "sluice.frontend.ssl.keystore.path", certificate.keyStore().toString(),
                "sluice.frontend.ssl.keystore.password", "mistyped"));
    assertThatThrownBy(() -> FrontendTls.context(settings))
        .isInstanceOfSatisfying(
            SluiceException.class,
            e -> assertThat(e.code()).isEqualTo(ErrorCode.INVALID_CONFIGURATION))
        .hasMessageContaining(certificate.keyStore().toString())
        .hasMessageNotContaining("mistyped");
  }

  private static void noConnectionIsLeft(TestGateway gateway) {
    TestGateway.eventually("the port is rid of it", () -> gateway.gateway().connections() == 0);
  }

  private static String trusting() {
    return ";ssl=true;sslTrustStore="
        + certificate.keyStore()
        + ";trustStorePassword="
        + certificate.password();
  }
}
