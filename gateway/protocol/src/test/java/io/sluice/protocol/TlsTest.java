/* SPDX-License-Identifier: Apache-2.0 */
package io.sluice.protocol;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.netty.handler.ssl.SslContext;
import io.netty.handler.ssl.SslContextBuilder;
import io.sluice.fixtures.Certificate;
import io.sluice.fixtures.HiveDrivers;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** The drivers over TLS. */
class TlsTest {
  @TempDir static Path folder;
  private static Certificate certificate;
  private static RunningServer server;

  @BeforeAll
  static void start() throws Exception {
    certificate = Certificate.selfSigned(folder, "gateway", "ip:127.0.0.1", "dns:localhost");
    SslContext tls =
        SslContextBuilder.forServer(certificate.certificate().toFile(), certificate.key().toFile())
            .build();
    server =
        new RunningServer(
            HiveServerConfig.forClients(RunningServer.ANY_PORT, RunningServer.PASSWORDS)
                .withTls(tls),
            SampleTables.in(new TableService()));
  }

  @AfterAll
  static void stop() {
    server.close();
  }

  @ParameterizedTest
  @EnumSource
  void queriesOverTls(HiveDrivers driver) throws SQLException {
    try (Connection connection = driver.connect(url(), "ann", "ann-pw");
        Statement statement = connection.createStatement();
        ResultSet rows = statement.executeQuery("long")) {
      SampleTables.checkLong(rows);
    }
  }

  @ParameterizedTest
  @EnumSource
  void showsWhyALoginIsRefusedOverTls(HiveDrivers driver) {
    assertThatThrownBy(() -> driver.connect(url(), "ann", "guess").close())
        .isInstanceOf(SQLException.class)
        .hasStackTraceContaining("[LOGIN_FAILED] Wrong name or password.");
  }

  @Test
  void aPeerThatSpeaksNoTlsIsClosed() throws Exception {
    try (RawPeer peer = new RawPeer(server.server.address())) {
      assertThat(peer.say(RawPeer.START, "PLAIN").say(RawPeer.OK, "\0a\0b").isClosedByServer())
          .isTrue();
    }
  }

  private static String url() {
    return server.url()
        + ";ssl=true;sslTrustStore="
        + certificate.keyStore()
        + ";trustStorePassword="
        + certificate.password();
  }
}
