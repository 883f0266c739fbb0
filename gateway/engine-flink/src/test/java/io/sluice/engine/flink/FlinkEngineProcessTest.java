/* SPDX-License-Identifier: Apache-2.0 */
package io.sluice.engine.flink;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.sluice.engine.launch.EngineSecret;
import io.sluice.engine.launch.LaunchEvent;
import io.sluice.engine.launch.ShareLevel;
import io.sluice.engine.registry.EngineRegistration;
import io.sluice.engine.registry.EngineRegistry;
import io.sluice.error.ErrorCode;
import io.sluice.error.SluiceException;
import java.io.BufferedReader;
import java.io.InputStreamReader;
import java.net.InetSocketAddress;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.apache.curator.test.TestingServer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class FlinkEngineProcessTest {
  @TempDir private Path folder;

  @Test
  void aUserEngineRegistersServesAndEndsOnSigterm() throws Exception {
    try (TestingServer zookeeper = new TestingServer(true);
        EngineRegistry registry = EngineRegistry.connect(zookeeper.getConnectString());
        EngineProcess engine =
            EngineProcess.launch(
                folder, ShareLevel.USER, Map.of("test.registry", zookeeper.getConnectString()))) {
      InetSocketAddress address = engine.awaitReady();
      assertThat(engine.events())
          .first()
          .isEqualTo(new LaunchEvent.Progress("Reading datasources"));
      List<EngineRegistration> found = registry.find("/sluice/engines/test");
      assertThat(found).hasSize(1);
      assertThat(found.get(0).isProvenBy(EngineProcess.SECRET)).isTrue();
      assertThat(found.get(0).port()).isEqualTo(address.getPort());
      assertThat(found.get(0).pid()).isEqualTo(engine.process().pid());

      try (EngineClient client = EngineClient.connect(address, EngineProcess.SECRET);
          EngineClient.Session session = client.open(Map.of())) {
        assertThat(session.query("SELECT 1")).containsExactly(List.of(1));
      }
      EngineSecret wrong = EngineSecret.derive(new byte[32], "another");
      assertThatThrownBy(() -> EngineClient.connect(address, wrong))
          .isInstanceOf(SluiceException.class);

      engine.process().destroy();
      assertThat(engine.process().waitFor(3, TimeUnit.MINUTES)).isTrue();
      assertThat(engine.process().exitValue()).isIn(0, 143);
      FlinkEngineFixture.await(
          "the registration is gone", () -> registry.find("/sluice/engines/test").isEmpty());
    }
  }

  @Test
  void aConnectionEngineEndsWithItsSession() throws Exception {
    try (EngineProcess engine = EngineProcess.launch(folder, ShareLevel.CONNECTION, Map.of())) {
      InetSocketAddress address = engine.awaitReady();
      try (EngineClient client = EngineClient.connect(address, EngineProcess.SECRET)) {
        client.open(Map.of()).close();
      }
      assertThat(engine.process().waitFor(3, TimeUnit.MINUTES)).isTrue();
      assertThat(engine.process().exitValue()).isZero();
    }
  }

  @Test
  void anIdleEngineEnds() throws Exception {
    try (EngineProcess engine =
        EngineProcess.launch(
            folder, ShareLevel.USER, Map.of("sluice.session.engine.idle.timeout", "2s"))) {
      engine.awaitReady();
      assertThat(engine.process().waitFor(3, TimeUnit.MINUTES)).isTrue();
      assertThat(engine.process().exitValue()).isZero();
    }
  }

  @Test
  void aFailedStartTellsItsReason() throws Exception {
    Files.writeString(folder.resolve("datasources.yaml"), "datasources:\n  - nam: x\n");
    try (EngineProcess engine = EngineProcess.launch(folder, ShareLevel.USER, Map.of())) {
      BufferedReader out =
          new BufferedReader(
              new InputStreamReader(engine.process().getInputStream(), StandardCharsets.UTF_8));
      LaunchEvent last =
          out.lines()
              .map(line -> LaunchEvent.fromJson(line).orElseThrow())
              .reduce((a, b) -> b)
              .orElseThrow();
      assertThat(last)
          .isInstanceOfSatisfying(
              LaunchEvent.Failed.class,
              failed -> {
                assertThat(failed.code()).isEqualTo(ErrorCode.INVALID_CONFIGURATION);
                assertThat(failed.message()).contains("datasources.yaml");
              });
      assertThat(engine.process().waitFor(3, TimeUnit.MINUTES)).isTrue();
      assertThat(engine.process().exitValue()).isEqualTo(1);
    }
  }

  @Test
  void anEngineWhoseTasksCannotBeStoppedEndsAndDoesNotHang() throws Exception {
    try (EngineProcess engine =
        EngineProcess.launch(
            folder,
            ShareLevel.USER,
            Map.of(
                "flink.task.cancellation.interval", "1000",
                "flink.task.cancellation.timeout", "3000"))) {
      InetSocketAddress address = engine.awaitReady();
      try (EngineClient client = EngineClient.connect(address, EngineProcess.SECRET)) {
        EngineClient.Session session = client.open(Map.of());
        session.query(
            "CREATE TEMPORARY TABLE n (id BIGINT) WITH ('connector'='datagen','number-of-rows'='300','rows-per-second'='1000000','fields.id.min'='1','fields.id.max'='1000')");
        EngineClient.Statement statement =
            // A regular expression that is tried in 2^40 ways, and looks for no interrupt.
            session.start(
                "SELECT COUNT(*) FROM n WHERE REGEXP(REPEAT('a', 40) || CAST(id AS STRING), '(?:(a+)\\1?)+b')");
        FlinkEngineFixture.await(
            "its task runs",
            () ->
                statement.progress().getRows().stream().anyMatch(r -> r.get(2).equals("RUNNING")));
        statement.cancel();
        assertThat(engine.process().waitFor(2, TimeUnit.MINUTES)).isTrue();
        assertThat(engine.process().exitValue()).isEqualTo(3);
      }
    }
  }

  @Test
  void anAbandonedStartEnds() throws Exception {
    try (EngineProcess engine = EngineProcess.launch(folder, ShareLevel.USER, Map.of())) {
      engine.process().getOutputStream().close();
      assertThat(engine.process().waitFor(3, TimeUnit.MINUTES)).isTrue();
      assertThat(engine.process().exitValue()).isEqualTo(2);
    }
  }

  @Test
  void runsOnASessionClusterOfSeparateProcesses() throws Exception {
    int[] ports = freePorts();
    int rpc = ports[0];
    int rest = ports[1];
    Path conf = Files.createDirectory(folder.resolve("flink-conf"));
    Files.writeString(conf.resolve("config.yaml"), clusterConfiguration(rpc, rest));
    try (EngineProcess jobManager =
            EngineProcess.start(
                folder,
                List.of("-Xmx384m"),
                "org.apache.flink.runtime.entrypoint.StandaloneSessionClusterEntrypoint",
                "--configDir",
                conf.toString());
        EngineProcess taskManager =
            EngineProcess.start(
                folder,
                List.of("-Xmx512m"),
                "org.apache.flink.runtime.taskexecutor.TaskManagerRunner",
                "--configDir",
                conf.toString())) {
      awaitTaskManager(rest, jobManager, taskManager);
      try (EngineProcess engine =
          EngineProcess.launch(
              folder,
              ShareLevel.USER,
              Map.of(
                  "flink.execution.target", "remote",
                  "flink.rest.address", "127.0.0.1",
                  "flink.rest.port", String.valueOf(rest)))) {
        InetSocketAddress address = engine.awaitReady();
        try (EngineClient client = EngineClient.connect(address, EngineProcess.SECRET);
            EngineClient.Session session = client.open(Map.of())) {
          queryTheCluster(session, rest);
        }
      }
    }
  }

  private static void queryTheCluster(EngineClient.Session session, int rest) {
    assertThat(session.query("SELECT 1, 'x'")).containsExactly(List.of(1, "x"));
    session.query(
        "CREATE TEMPORARY TABLE s (id BIGINT) WITH ('connector'='datagen','rows-per-second'='10000000','number-of-rows'='50000','fields.id.kind'='sequence','fields.id.start'='1','fields.id.end'='50000')");
    List<List<Object>> rows = session.query("SELECT id FROM s");
    assertThat(rows).hasSize(50_000);
    assertThat(rows.get(49_999)).containsExactly(50_000L);
    assertThatThrownBy(() -> session.query("SELECT 1 / (100 - id) FROM s"))
        .isInstanceOfSatisfying(
            SluiceException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.INVALID_VALUE));
    session.query(
        "CREATE TEMPORARY TABLE slow (id BIGINT) WITH ('connector'='datagen','rows-per-second'='20','number-of-rows'='1000000')");
    EngineClient.Statement statement = session.start("SELECT id FROM slow");
    statement.awaitSettled();
    statement.cancel();
    FlinkEngineFixture.await(
        "the cluster runs no job", () -> get(rest, "/overview").contains("\"jobs-running\":0"));
    statement.close();
  }

  private static void awaitTaskManager(int rest, EngineProcess... processes) throws Exception {
    FlinkEngineFixture.await(
        "a TaskManager has registered",
        () -> {
          for (EngineProcess process : processes) {
            assertThat(process.process().isAlive()).as(process::log).isTrue();
          }
          return get(rest, "/overview").contains("\"taskmanagers\":1");
        });
  }

  private static String get(int port, String path) {
    try {
      return HttpClient.newHttpClient()
          .send(
              HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + port + path)).build(),
              HttpResponse.BodyHandlers.ofString())
          .body();
    } catch (java.io.IOException e) {
      return "";
    } catch (InterruptedException e) {
      throw new AssertionError(e);
    }
  }

  private static int[] freePorts() throws java.io.IOException {
    try (java.net.ServerSocket one = new java.net.ServerSocket(0);
        java.net.ServerSocket two = new java.net.ServerSocket(0)) {
      return new int[] {one.getLocalPort(), two.getLocalPort()};
    }
  }

  private static String clusterConfiguration(int rpc, int rest) {
    return String.join(
        "\n",
        "jobmanager.rpc.address: 127.0.0.1",
        "jobmanager.bind-host: 127.0.0.1",
        "jobmanager.rpc.port: " + rpc,
        "jobmanager.memory.heap.size: 384mb",
        "rest.address: 127.0.0.1",
        "rest.bind-address: 127.0.0.1",
        "rest.port: " + rest,
        "taskmanager.host: 127.0.0.1",
        "taskmanager.bind-host: 127.0.0.1",
        "taskmanager.numberOfTaskSlots: 4",
        "taskmanager.cpu.cores: 2.0",
        "taskmanager.memory.framework.heap.size: 128mb",
        "taskmanager.memory.framework.off-heap.size: 128mb",
        "taskmanager.memory.task.heap.size: 256mb",
        "taskmanager.memory.task.off-heap.size: 0mb",
        "taskmanager.memory.managed.size: 128mb",
        "taskmanager.memory.network.min: 64mb",
        "taskmanager.memory.network.max: 64mb",
        "taskmanager.memory.jvm-metaspace.size: 256mb",
        "taskmanager.memory.jvm-overhead.min: 192mb",
        "taskmanager.memory.jvm-overhead.max: 192mb",
        "slotmanager.requirement-check-delay: 0ms",
        "");
  }
}
