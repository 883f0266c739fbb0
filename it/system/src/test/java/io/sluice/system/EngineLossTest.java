/* SPDX-License-Identifier: Apache-2.0 */
package io.sluice.system;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.sluice.fixtures.HiveDrivers;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Instant;
import java.time.ZoneId;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Engine processes that die, hang or are not wanted any more, under real clients. */
@Timeout(300)
class EngineLossTest {
  /** The hour of 1970-01-01 00:00 UTC in the zone of this machine, the gateway's too. */
  private static final String HOUR_HERE =
      String.valueOf(Instant.EPOCH.atZone(ZoneId.systemDefault()).getHour());

  private static final String SLOW =
      "CREATE TEMPORARY TABLE slow (id BIGINT) WITH ('connector' = 'datagen',"
          + " 'rows-per-second' = '5', 'number-of-rows' = '100000')";

  @TempDir private Path folder;

  private RunningGateway start(Map<String, String> settings) throws IOException {
    Map<String, String> all = new java.util.TreeMap<>(settings);
    all.put("sluice.authentication", "NONE");
    all.put("sluice.engine.flink.memory", "512m");
    all.put("sluice.engine.flink.connectors", "datagen, filesystem");
    return RunningGateway.start(folder.resolve("gateway"), all);
  }

  private static Connection connect(RunningGateway gateway) throws SQLException {
    return HiveDrivers.HIVE_3_1_3.connect(gateway.url(), "alice", "");
  }

  @ParameterizedTest
  @CsvSource({"KILL, its process ended with exit code 137", "STOP, no sign of life within PT6S"})
  void aLostEngineFailsItsStatementsAndItsSessionsGoOn(String signal, String told)
      throws Exception {
    Path sink = folder.resolve("sink");
    try (RunningGateway gateway =
            start(
                Map.of(
                    "sluice.session.engine.alive.probe.interval", "500ms",
                    "sluice.session.engine.alive.timeout", "6s"));
        Connection reader = connect(gateway);
        Connection writer = connect(gateway);
        Connection idle = connect(gateway)) {
      Sql.execute(idle, "SET 'table.local-time-zone' = 'Asia/Tokyo'");
      assertThat(hourOfEpoch(idle)).isEqualTo("9");
      Sql.execute(reader, SLOW);
      Sql.execute(
          writer,
          SLOW,
          "CREATE TEMPORARY TABLE sink (id BIGINT) WITH ('connector' = 'filesystem',"
              + " 'format' = 'json', 'path' = '"
              + sink.toUri()
              + "')");
      ProcessHandle engine = onlyEngine(gateway);
      try (Statement reading = reader.createStatement();
          ResultSet rows = reading.executeQuery("SELECT id FROM slow")) {
        CompletableFuture<Void> writing = async(writer, "INSERT INTO sink SELECT id FROM slow");
        Processes.eventually("the INSERT writes", () -> !files(sink, true).isEmpty());
        assertThat(rows.next()).isTrue();

        Processes.signal(signal, engine);

        assertThatThrownBy(() -> readAll(rows))
            .hasStackTraceContaining("[ENGINE_LOST]")
            .hasStackTraceContaining(told);
        assertThatThrownBy(() -> writing.get(60, TimeUnit.SECONDS))
            .hasMessageContaining("[ENGINE_LOST_UNKNOWN]")
            .hasMessageContaining(told);
      }
      Processes.eventually("the engine is dead", () -> !engine.isAlive());

      assertThat(hourOfEpoch(idle)).as("the idle session keeps its settings").isEqualTo("9");
      assertThat(hourOfEpoch(reader)).as("and the others theirs").isEqualTo(HOUR_HERE);
      assertThat(hourOfEpoch(writer)).isEqualTo(HOUR_HERE);
      try (Connection fresh = connect(gateway)) {
        assertThat(hourOfEpoch(fresh)).isEqualTo(HOUR_HERE);
      }
      assertThat(onlyEngine(gateway).pid()).isNotEqualTo(engine.pid());
      assertThat(files(sink, false)).as("the INSERT is not run again").isEmpty();
    }
  }

  @Test
  void aClientKilledDuringASlowStartLeavesNoEngine() throws Exception {
    try (RunningGateway gateway = start(Map.of())) {
      Process beeline =
          new ProcessBuilder(
                  GatewayFixture.distribution().resolve("bin/sluice").toString(),
                  "beeline",
                  "--data",
                  gateway.data().toString(),
                  "-n",
                  "alice",
                  "-e",
                  "SELECT 1 + 1")
              .redirectErrorStream(true)
              .redirectOutput(folder.resolve("beeline.log").toFile())
              .start();
      try {
        Processes.eventually("an engine starts", () -> !gateway.engines().isEmpty());
        ProcessHandle engine = onlyEngine(gateway);
        Processes.signal("STOP", engine);
        Processes.killTree(beeline.toHandle());
        Processes.eventually("the engine is dead", () -> !engine.isAlive());
      } finally {
        Processes.killTree(beeline.toHandle());
      }
      assertThat(gateway.engines()).isEmpty();
      try (Connection next = connect(gateway)) {
        assertThat(hourOfEpoch(next)).isEqualTo(HOUR_HERE);
      }
    }
  }

  @Test
  void aStartThatTakesTooLongEndsWithItsProcess() throws Exception {
    try (RunningGateway gateway = start(Map.of("sluice.session.engine.initialize.timeout", "8s"));
        Connection connection = connect(gateway)) {
      CompletableFuture<Void> asked = async(connection, "SELECT 1 + 1");
      Processes.eventually("an engine starts", () -> !gateway.engines().isEmpty());
      ProcessHandle engine = onlyEngine(gateway);
      Processes.signal("STOP", engine);
      assertThatThrownBy(() -> asked.get(60, TimeUnit.SECONDS))
          .hasMessageContaining("[ENGINE_START_TIMEOUT]")
          .hasMessageContaining("sluice.session.engine.initialize.timeout");
      Processes.eventually("the engine is dead", () -> !engine.isAlive());
      assertThat(Sql.query(connection, "SELECT 1")).containsExactly(List.of("1"));
    }
  }

  private static ProcessHandle onlyEngine(RunningGateway gateway) {
    List<ProcessHandle> engines = gateway.engines();
    assertThat(engines).hasSize(1);
    return engines.get(0);
  }

  /** Asks the engine, not the gateway, for something the session's time zone decides. */
  private static String hourOfEpoch(Connection connection) throws SQLException {
    return Sql.query(connection, "SELECT HOUR(CAST(TO_TIMESTAMP_LTZ(0, 3) AS TIMESTAMP(3)))")
        .get(0)
        .get(0);
  }

  private static void readAll(ResultSet rows) throws SQLException {
    while (rows.next()) {
      assertThat(rows.getString(1)).isNotEmpty();
    }
  }

  private static CompletableFuture<Void> async(Connection connection, String sql) {
    return CompletableFuture.runAsync(
        () -> {
          try {
            Sql.execute(connection, sql);
          } catch (SQLException e) {
            throw new CompletionException(e);
          }
        });
  }

  /** Files below a folder; hidden ones are of a job that has not finished. */
  private static List<Path> files(Path folder, boolean hiddenToo) {
    if (!Files.isDirectory(folder)) {
      return List.of();
    }
    try (Stream<Path> tree = Files.walk(folder)) {
      return tree.filter(Files::isRegularFile)
          .filter(
              file ->
                  hiddenToo
                      || Stream.iterate(file, p -> !p.equals(folder), Path::getParent)
                          .noneMatch(p -> p.getFileName().toString().startsWith(".")))
          .toList();
    } catch (IOException e) {
      throw new java.io.UncheckedIOException(e);
    }
  }
}
