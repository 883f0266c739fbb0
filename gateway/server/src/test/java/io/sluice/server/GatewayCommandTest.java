/* SPDX-License-Identifier: Apache-2.0 */
package io.sluice.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.sluice.config.Settings;
import io.sluice.error.ErrorCode;
import io.sluice.error.SluiceException;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.InstantSource;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;

/** The command line, and starts that cannot go well. */
class GatewayCommandTest {
  @TempDir Path folder;
  private final StringWriter out = new StringWriter();
  private final StringWriter err = new StringWriter();

  @Test
  void everyCommandExplainsItself() {
    for (String command : new String[] {"start", "stop", "status"}) {
      assertThat(run(command, "--help")).isZero();
      assertThat(out.toString()).contains("--data=DIR");
    }
    assertThat(run("dance")).isEqualTo(2);
  }

  @Test
  void saysThatNoGatewayRuns() {
    assertThat(run("status", "--home", folder.toString())).isEqualTo(3);
    assertThat(run("stop", "--home", folder.toString())).isEqualTo(3);
    assertThat(err.toString()).contains("No gateway of " + folder.resolve("data") + " runs.");
  }

  @Test
  void saysWhereTheGatewayRuns() throws IOException {
    try (TestGateway gateway = TestGateway.start(folder, Map.of())) {
      assertThat(run("status", "--home", folder.toString())).isZero();
      assertThat(out.toString()).contains(gateway.url());
      assertThat(Files.getPosixFilePermissions(folder.resolve("data/cluster.secret")))
          .isEqualTo(PosixFilePermissions.fromString("rw-------"));
      assertThat(Files.getPosixFilePermissions(folder.resolve("data")))
          .isEqualTo(PosixFilePermissions.fromString("rwx------"));
    }
    assertThat(run("status", "--home", folder.toString())).isEqualTo(3);
  }

  @Test
  void tellsAllUnknownSettingsTogether() throws IOException {
    Path conf = Files.createDirectories(folder.resolve("conf"));
    Files.writeString(
        conf.resolve("sluice.properties"),
        """
        sluice.nonsense = 1
        sluice.frontend.thrift.binary.bind.port = many
        kyuubi.unknown.to.us = fine
        sluice.engine.flink.slots = 4
        """);
    assertThat(run("start", "--home", folder.toString())).isEqualTo(1);
    assertThat(err.toString())
        .contains("sluice.nonsense", "bind.port", "sluice.properties")
        .doesNotContain("unknown.to.us", "flink.slots", "\tat ");
  }

  @Test
  void readsAKyuubiInstallationsFile() throws IOException {
    Path conf = Files.createDirectories(folder.resolve("conf"));
    Files.writeString(
        conf.resolve("kyuubi-defaults.conf"), "kyuubi.session.idle.timeout    PT10M\n");
    assertThat(GatewayOptions.load(conf).get(io.sluice.server.session.SessionOptions.IDLE_TIMEOUT))
        .hasMinutes(10);
  }

  @Test
  void twoGatewaysDoNotShareAFolder() {
    try (TestGateway first = TestGateway.start(folder, Map.of())) {
      assertThat(first.gateway().address().getPort()).isPositive();
      assertThatThrownBy(() -> TestGateway.start(folder, Map.of()))
          .hasMessageContaining("Another gateway (process " + ProcessHandle.current().pid() + ")");
    }
  }

  @Test
  void namesThePortThatIsInUse(@TempDir Path other) {
    try (TestGateway first = TestGateway.start(folder, Map.of())) {
      String port = String.valueOf(first.gateway().address().getPort());
      assertThatThrownBy(
              () ->
                  TestGateway.start(other, Map.of("sluice.frontend.thrift.binary.bind.port", port)))
          .isInstanceOfSatisfying(
              SluiceException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.PORT_IN_USE))
          .hasMessageContaining(port);
      assertThat(run("status", "--home", folder.toString())).isZero();
    }
  }

  @Test
  void aBrokenDatasourceFileStopsTheStart() throws IOException {
    Path conf = Files.createDirectories(folder.resolve("conf"));
    Files.writeString(
        conf.resolve("datasources.yaml"), "datasources:\n  - name: x\n    platform: y\n");
    GatewayConfig config = TestGateway.config(folder, Settings.empty(), InstantSource.system());
    assertThatThrownBy(() -> Gateway.start(config)).hasMessageContaining("datasources.yaml");
    assertThat(run("status", "--home", folder.toString())).isEqualTo(3);
  }

  private int run(String... arguments) {
    CommandLine command = GatewayCommand.commandLine();
    command.setOut(new PrintWriter(out)).setErr(new PrintWriter(err));
    return command.execute(arguments);
  }
}
