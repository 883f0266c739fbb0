/* SPDX-License-Identifier: Apache-2.0 */
package io.sluice.system;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.sluice.fixtures.Command;
import io.sluice.fixtures.Folders;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What goes wrong is told with code, SQLState and object, and the session goes on. */
@ExtendWith(GatewayExtension.class)
@Timeout(300)
class BadInputTest {
  @BeforeAll
  static void makeTables(GatewayFixture gateway) throws IOException {
    gateway
        .mysql()
        .execute(
            "CREATE DATABASE bad",
            "CREATE TABLE bad.here (id BIGINT PRIMARY KEY)",
            "INSERT INTO bad.here VALUES (1)",
            "CREATE TABLE bad.gone (id BIGINT PRIMARY KEY)");
    gateway.harvest("mysql_biz");
    gateway.mysql().execute("DROP TABLE bad.gone");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "SELECT * FROM no_such_source.bad.here | 3D000 | no_such_source",
        "SELECT * FROM mysql_biz.no_such_db.here | 3F000 | no_such_db",
        "SELECT * FROM mysql_biz.bad.no_such_table | 42S02 | no_such_table",
        "SELECT no_such_column FROM mysql_biz.bad.here | 42S22 | no_such_column",
        "SELECT FROM WHERE | 42000 | line 1",
        "SELECT * FROM mysql_biz.bad.gone | 42S02 | gone",
        "SELECT * FROM broken_biz.shop.customer | 08001 | broken_biz",
        "SELECT * FROM locked_biz.shop.customer | 08004 | locked_biz",
      })
  void isToldAndTheSessionGoesOn(
      String statement, String sqlState, String named, GatewayFixture gateway) throws SQLException {
    try (Connection connection = gateway.connect()) {
      SQLException error =
          catchThrowableOfType(SQLException.class, () -> Sql.query(connection, statement));
      assertThat((Throwable) error).isNotNull();
      assertThat(error.getMessage()).contains(named).doesNotContain("secret");
      assertThat(error.getSQLState()).as(error.getMessage()).isEqualTo(sqlState);
      assertThat(error.getErrorCode()).isPositive();
      assertThat(Sql.query(connection, "SELECT id FROM mysql_biz.bad.here"))
          .containsExactly(List.of("1"));
    }
  }

  @Test
  void aBrokenDatasourcesFileIsRefusedWithLineAndKey(GatewayFixture gateway, @TempDir Path folder)
      throws IOException {
    String said =
        startWith(
            gateway,
            folder,
            """
            datasources:
              - name: a
                platform: mysql
                adress: jdbc:mysql://127.0.0.1/
            """);
    assertThat(said).contains("line 4").contains("adress");
  }

  @Test
  void twoDatasourcesOfOneNameAreRefused(GatewayFixture gateway, @TempDir Path folder)
      throws IOException {
    String said =
        startWith(
            gateway,
            folder,
            """
            datasources:
              - name: twice
                platform: hudi
                path: file:/tmp/a
              - name: twice
                platform: hudi
                path: file:/tmp/b
            """);
    assertThat(said).contains("twice").contains("line 5");
  }

  @Test
  void aPortInUseIsToldByItsNumber(GatewayFixture gateway, @TempDir Path folder)
      throws IOException {
    try (ServerSocket taken = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      Folders.copy(gateway.conf(), folder.resolve("conf"));
      Path settings = folder.resolve("conf/sluice.properties");
      Files.writeString(
          settings,
          Files.readString(settings)
                  .replaceAll("sluice.frontend.thrift.binary.bind.port = \\d+", "")
              + "sluice.frontend.thrift.binary.bind.port = "
              + taken.getLocalPort());
      Command.Result result = start(folder);
      assertThat(result.code()).isNotZero();
      assertThat(result.errors()).contains(String.valueOf(taken.getLocalPort()));
    }
  }

  /** Starts a second gateway with these datasources, which must not come up; gives what it said. */
  private static String startWith(GatewayFixture gateway, Path folder, String datasources)
      throws IOException {
    Folders.copy(gateway.conf(), folder.resolve("conf"));
    Files.writeString(folder.resolve("conf/datasources.yaml"), datasources);
    Command.Result result = start(folder);
    assertThat(result.code()).as(result.output()).isNotZero();
    return result.errors();
  }

  private static Command.Result start(Path folder) throws IOException {
    return Command.of(
            GatewayFixture.distribution().resolve("bin/sluice").toString(),
            "start",
            "--conf",
            folder.resolve("conf").toString(),
            "--data",
            folder.resolve("data").toString())
        .run(Duration.ofMinutes(3));
  }
}
