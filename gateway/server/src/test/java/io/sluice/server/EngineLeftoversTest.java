/* SPDX-License-Identifier: Apache-2.0 */
package io.sluice.server;

import static io.sluice.server.EngineFaultTest.awaitGrandchild;
import static io.sluice.server.EngineFaultTest.engineOf;
import static io.sluice.server.EngineFaultTest.signal;
import static io.sluice.server.GatewayJdbcTest.query;
import static io.sluice.server.TestGateway.eventually;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.sluice.engine.registry.EngineRegistry;
import io.sluice.protocol.EventLoops;
import io.sluice.protocol.HiveCall;
import io.sluice.protocol.HiveClient;
import io.sluice.protocol.sasl.ClientLogin;
import io.sluice.server.discovery.DataDirectory;
import io.sluice.server.discovery.EmbeddedZooKeeper;
import io.sluice.thrift.hive.TOpenSessionReq;
import io.sluice.thrift.hive.TOpenSessionResp;
import io.sluice.thrift.hive.TProtocolVersion;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.time.Duration;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** An open or a start that goes wrong leaves no process, no node and no count behind. */
class EngineLeftoversTest {
  private static final Duration LIMIT = Duration.ofSeconds(60);

  @TempDir Path folder;
  private TestGateway gateway;

  @AfterEach
  void stop() {
    if (gateway != null) {
      gateway.close();
    }
  }

  private void start(String... settings) {
    Map<String, String> map = new TreeMap<>();
    for (int i = 0; i < settings.length; i += 2) {
      map.put(settings[i], settings[i + 1]);
    }
    gateway = TestGateway.start(folder, map);
  }

  @Test
  void aClientThatDropsWhileItsOpenWaitsForTheEngine() throws Exception {
    start("flink.toy.start", "hang", "sluice.server.limit.connections.per.user", "1");
    try (EventLoops loops = EventLoops.start("client", 1)) {
      HiveClient client =
          await(
              HiveClient.connect(
                  loops, gateway.gateway().address(), ClientLogin.plain("alice", "secret"), LIMIT));
      // Whether this database exists, only an engine knows.
      TOpenSessionReq request = new TOpenSessionReq(TProtocolVersion.HIVE_CLI_SERVICE_PROTOCOL_V8);
      request.setConfiguration(Map.of("use:database", "shop.empty"));
      CompletionStage<TOpenSessionResp> open = client.call(HiveCall.OPEN_SESSION, request, LIMIT);
      ProcessHandle grandchild = awaitGrandchild();
      assertThat(open.toCompletableFuture()).isNotDone();
      client.close();
      eventually("the engine's child is dead", () -> !grandchild.isAlive());
    }
    nothingIsLeft("alice");
    try (Connection next = gateway.connect("alice")) {
      assertThat(query(next, "SELECT 1")).containsExactly("1");
    }
  }

  @Test
  void anOpenThatNeedsAnEngineWhichDoesNotStart() throws Exception {
    start("flink.toy.start", "fail", "sluice.server.limit.connections.per.user", "2");
    for (int i = 0; i < 5; i++) {
      assertThatThrownBy(() -> gateway.connect("alice", "shop.empty"))
          .hasMessageContaining("The toy engine is broken");
    }
    nothingIsLeft("alice");
    try (Connection next = gateway.connect("alice");
        Connection another = gateway.connect("alice")) {
      assertThat(query(next, "SELECT 1")).isEqualTo(query(another, "SELECT 1"));
    }
  }

  @Test
  void anEngineThatRegistersAndNeverGetsReady() throws Exception {
    start(
        "flink.toy.start",
        "hang-once-registered",
        "sluice.session.engine.initialize.timeout",
        "6s");
    try (Connection connection = gateway.connect("alice")) {
      assertThatThrownBy(() -> query(connection, "SHOW PID"))
          .hasMessageContaining("[ENGINE_START_TIMEOUT]");
    }
    nothingIsLeft("alice");
  }

  @Test
  void anEngineThatHangsWhenItsSessionCloses() throws Exception {
    start(
        "sluice.engine.share.level", "CONNECTION",
        "sluice.session.engine.alive.probe.interval", "200ms",
        "sluice.session.engine.alive.timeout", "3s");
    ProcessHandle engine;
    try (Connection connection = gateway.connect("alice")) {
      engine = engineOf(connection);
      signal("STOP", engine);
    }
    eventually("the engine is dead", () -> !engine.isAlive());
    nothingIsLeft("alice");
  }

  @Test
  void anEngineThatAKilledGatewayLeftIsFoundAgainAndStopsWithTheNextOne() throws Exception {
    ProcessHandle engine;
    try (DataDirectory data = DataDirectory.open(folder.resolve("zookeeper"));
        EmbeddedZooKeeper zooKeeper = EmbeddedZooKeeper.start(data)) {
      start(
          "sluice.ha.addresses",
          zooKeeper.connectString(),
          "sluice.server.engines.stop.on.shutdown",
          "false");
      try (Connection connection = gateway.connect("alice")) {
        engine = engineOf(connection);
      }
      gateway.gateway().close();
    }
    assertThat(engine.isAlive()).isTrue();
    // From here on it is as after a kill: the engine lives, its ZooKeeper comes back empty.
    Files.copy(folder.resolve("zookeeper/zookeeper.port"), folder.resolve("data/zookeeper.port"));
    start();
    String port = Files.readString(folder.resolve("data/zookeeper.port")).strip();
    String path = EngineRegistry.path("sluice", "FLINK_SQL", "USER", "alice", "default");
    try (EngineRegistry registry = EngineRegistry.connect("127.0.0.1:" + port)) {
      eventually("it registers again", () -> !registry.find(path).isEmpty());
    }
    try (Connection connection = gateway.connect("alice")) {
      assertThat(engineOf(connection)).isEqualTo(engine);
    }
    gateway.close();
    assertThat(engine.isAlive()).isFalse();
  }

  private void nothingIsLeft(String user) throws IOException {
    eventually("no process", () -> gateway.gateway().engines().processCount() == 0);
    eventually("no session", () -> gateway.gateway().sessions().sessionCount() == 0);
    assertThat(gateway.gateway().sessions().limits().isEmpty()).as("no permit").isTrue();
    String port = Files.readString(folder.resolve("data/zookeeper.port")).strip();
    String path = EngineRegistry.path("sluice", "FLINK_SQL", "USER", user, "default");
    try (EngineRegistry registry = EngineRegistry.connect("127.0.0.1:" + port)) {
      assertThat(registry.find(path)).as("no node").isEmpty();
    }
  }

  private static <T> T await(CompletionStage<T> stage) {
    return stage.toCompletableFuture().orTimeout(LIMIT.toSeconds(), TimeUnit.SECONDS).join();
  }
}
