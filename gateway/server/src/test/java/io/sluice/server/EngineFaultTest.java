/* SPDX-License-Identifier: Apache-2.0 */
package io.sluice.server;

import static io.sluice.server.GatewayJdbcTest.execute;
import static io.sluice.server.GatewayJdbcTest.query;
import static io.sluice.server.TestGateway.eventually;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.sluice.engine.launch.EngineSecret;
import io.sluice.engine.registry.EngineRegistration;
import io.sluice.engine.registry.EngineRegistry;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.SQLTimeoutException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What happens when engines do not start, die, or are not wanted any more. */
class EngineFaultTest {
  @TempDir Path folder;
  private final ExecutorService threads = Executors.newCachedThreadPool();
  private TestGateway gateway;

  @AfterEach
  void stop() {
    threads.shutdownNow();
    if (gateway != null) {
      gateway.close();
    }
  }

  private void start(String... settings) {
    Map<String, String> map = new java.util.TreeMap<>();
    for (int i = 0; i < settings.length; i += 2) {
      map.put(settings[i], settings[i + 1]);
    }
    gateway = TestGateway.start(folder, map);
  }

  @Test
  void aRushOfFirstSessionsStartsOneEngine() throws Exception {
    start();
    List<Callable<String>> opens = new ArrayList<>();
    for (int i = 0; i < 8; i++) {
      opens.add(
          () -> {
            try (Connection connection = gateway.connect("alice")) {
              return query(connection, "SHOW PID").get(0);
            }
          });
    }
    Set<String> pids = new HashSet<>();
    for (Future<String> pid : threads.invokeAll(opens)) {
      pids.add(pid.get());
    }
    assertThat(pids).hasSize(1);
    assertThat(gateway.gateway().engines().processCount()).isEqualTo(1);
  }

  @Test
  void anEngineOfOneConnectionEndsWithIt() throws Exception {
    start("sluice.engine.share.level", "CONNECTION");
    try (Connection first = gateway.connect("alice");
        Connection second = gateway.connect("alice")) {
      assertThat(query(first, "SHOW PID")).isNotEqualTo(query(second, "SHOW PID"));
      assertThat(gateway.gateway().engines().processCount()).isEqualTo(2);
    }
    eventually("both engines end", () -> gateway.gateway().engines().processCount() == 0);
  }

  @Test
  void tellsTheReasonAnEngineGives() throws SQLException {
    start("flink.toy.start", "fail");
    try (Connection connection = gateway.connect("alice")) {
      assertThatThrownBy(() -> query(connection, "SHOW PID"))
          .hasMessageContaining("[ENGINE_START_FAILED] The toy engine is broken.");
      assertThat(query(connection, "SELECT 1")).containsExactly("1");
    }
  }

  @Test
  void namesTheLogOfAnEngineThatGivesNoReason() throws SQLException {
    start("flink.toy.start", "exit");
    try (Connection connection = gateway.connect("alice")) {
      assertThatThrownBy(() -> query(connection, "SHOW PID"))
          .hasMessageContaining("exit code 42")
          .hasMessageContaining(".log");
    }
  }

  @Test
  void aStartThatTakesTooLongIsKilledWithItsChildren() throws SQLException {
    start("flink.toy.start", "hang", "sluice.session.engine.initialize.timeout", "6s");
    try (Connection connection = gateway.connect("alice")) {
      CompletableFuture<List<String>> statement = async(() -> query(connection, "SHOW PID"));
      ProcessHandle grandchild = awaitGrandchild();
      assertThatThrownBy(statement::join)
          .hasMessageContaining("[ENGINE_START_TIMEOUT]")
          .hasMessageContaining("sluice.session.engine.initialize.timeout");
      eventually("the engine's child is dead", () -> !grandchild.isAlive());
      eventually("the engine is dead", () -> gateway.gateway().engines().processCount() == 0);
    }
  }

  @Test
  void aStartNobodyWaitsForIsAbandoned() throws SQLException {
    start("flink.toy.start", "hang");
    Connection connection = gateway.connect("alice");
    Statement statement = connection.createStatement();
    CompletableFuture<Boolean> running = async(() -> statement.execute("SHOW PID"));
    ProcessHandle grandchild = awaitGrandchild();
    // The driver's close waits behind its own status poll, as it does for users.
    connection.close();
    eventually("the engine's child is dead", () -> !grandchild.isAlive());
    eventually("the engine is dead", () -> gateway.gateway().engines().processCount() == 0);
    assertThatThrownBy(running::join).isInstanceOf(CompletionException.class);
  }

  @Test
  void cancelActsWhileTheEngineStarts() throws Exception {
    start("flink.toy.start", "hang");
    try (Connection connection = gateway.connect("alice");
        Statement statement = connection.createStatement()) {
      CompletableFuture<Boolean> running = async(() -> statement.execute("SHOW PID"));
      awaitGrandchild();
      statement.cancel();
      assertThatThrownBy(() -> running.get(30, TimeUnit.SECONDS)).hasMessageContaining("cancel");
      assertThat(query(connection, "SELECT 1")).containsExactly("1");
    }
  }

  @Test
  void runningStatementsFailWithTheirEngineAndTheSessionGoesOn() throws Exception {
    start();
    try (Connection reader = gateway.connect("alice", "shop");
        Connection writer = gateway.connect("alice");
        Connection idle = gateway.connect("alice", "shop")) {
      execute(idle, "SET parallelism.default=5");
      String pid = query(idle, "SHOW PID").get(0);
      CompletableFuture<List<String>> reading = async(() -> query(reader, "SHOW STUCK"));
      CompletableFuture<Boolean> writing =
          async(() -> writer.createStatement().execute("INSERT STUCK"));
      eventually("both run", () -> gateway.gateway().sessions().runningCount() == 2);
      ProcessHandle.of(Long.parseLong(pid)).orElseThrow().destroyForcibly();

      assertThatThrownBy(() -> reading.get(30, TimeUnit.SECONDS))
          .hasMessageContaining("[ENGINE_LOST]")
          .hasMessageContaining("its process ended with exit code 137");
      assertThatThrownBy(() -> writing.get(30, TimeUnit.SECONDS))
          .hasMessageContaining("[ENGINE_LOST_UNKNOWN]")
          .hasMessageContaining("may or may not have taken effect");
      assertThat(query(idle, "SHOW STATE").get(0)).contains("shop", "parallelism.default=5");
      assertThat(query(reader, "SHOW PID").get(0)).isNotEqualTo(pid);
      try (Connection fresh = gateway.connect("alice")) {
        assertThat(query(fresh, "SHOW PID")).isEqualTo(query(reader, "SHOW PID"));
      }
    }
  }

  @Test
  void aHungEngineIsGivenUpAndKilledAndTheSessionGoesOn() throws Exception {
    start(
        "sluice.session.engine.alive.probe.interval", "200ms",
        "sluice.session.engine.alive.timeout", "3s");
    try (Connection reader = gateway.connect("alice", "shop");
        Connection writer = gateway.connect("alice")) {
      ProcessHandle engine = engineOf(reader);
      CompletableFuture<List<String>> reading = async(() -> query(reader, "SHOW STUCK"));
      CompletableFuture<Boolean> writing =
          async(() -> writer.createStatement().execute("INSERT STUCK"));
      eventually("both run", () -> gateway.gateway().sessions().runningCount() == 2);
      signal("STOP", engine);

      assertThatThrownBy(() -> reading.get(30, TimeUnit.SECONDS))
          .hasMessageContaining("[ENGINE_LOST]")
          .hasMessageContaining("no sign of life within PT3S")
          .hasMessageContaining("sluice.session.engine.alive.timeout");
      assertThatThrownBy(() -> writing.get(30, TimeUnit.SECONDS))
          .hasMessageContaining("[ENGINE_LOST_UNKNOWN]");
      eventually("the hung engine is dead", () -> !engine.isAlive());
      assertThat(engineOf(reader).pid()).isNotEqualTo(engine.pid());
      assertThat(engineOf(writer)).isEqualTo(engineOf(reader));
    }
  }

  @Test
  void anEngineThatPausesForLessIsKept() throws Exception {
    start(
        "sluice.session.engine.alive.probe.interval", "100ms",
        "sluice.session.engine.alive.timeout", "60s");
    try (Connection connection = gateway.connect("alice")) {
      ProcessHandle engine = engineOf(connection);
      CompletableFuture<List<String>> asked;
      signal("STOP", engine);
      try {
        asked = async(() -> query(connection, "SHOW WHO"));
        eventually("it waits", () -> gateway.gateway().sessions().operationCount() == 1);
      } finally {
        signal("CONT", engine);
      }
      assertThat(asked.get(30, TimeUnit.SECONDS)).containsExactly("alice");
      assertThat(engineOf(connection)).isEqualTo(engine);
    }
  }

  @Test
  void aStatementEndsAtItsTimeLimit() throws SQLException {
    start();
    try (Connection connection = gateway.connect("alice");
        Statement statement = connection.createStatement()) {
      assertThat(query(connection, "SHOW WHO")).containsExactly("alice");
      statement.setQueryTimeout(1);
      assertThatThrownBy(() -> statement.executeQuery("SHOW STUCK"))
          .isInstanceOf(SQLTimeoutException.class);
      assertThat(query(connection, "SHOW WHO")).containsExactly("alice");
    }
  }

  @Test
  void closingTheConnectionStopsItsStatements() throws Exception {
    start();
    Connection connection = gateway.connect("alice");
    Statement statement = connection.createStatement();
    statement.setFetchSize(10);
    statement.executeQuery("SHOW ENDLESS").next();
    connection.close();
    eventually("no session is left", () -> gateway.gateway().sessions().sessionCount() == 0);
    assertThat(gateway.gateway().sessions().operationCount()).isZero();
  }

  @Test
  void doesNotBelieveARegistrationThatProvesNothing() throws Exception {
    start();
    String port = Files.readString(folder.resolve("data/zookeeper.port"));
    String path = EngineRegistry.path("sluice", "FLINK_SQL", "USER", "mallory", "default");
    EngineSecret guessed = EngineSecret.derive(new byte[32], "trap");
    try (EngineRegistry registry = EngineRegistry.connect("127.0.0.1:" + port.strip());
        AutoCloseable trap =
            registry.register(
                path, EngineRegistration.ofThisProcess("trap", guessed, "127.0.0.1", 1, "x"))) {
      assertThat(trap).isNotNull();
      try (Connection connection = gateway.connect("mallory")) {
        assertThat(query(connection, "SHOW WHO")).containsExactly("mallory");
      }
    }
  }

  private <T> CompletableFuture<T> async(Callable<T> task) {
    return CompletableFuture.supplyAsync(
        () -> {
          try {
            return task.call();
          } catch (Exception e) {
            throw new CompletionException(e.getMessage(), e);
          }
        },
        threads);
  }

  static ProcessHandle engineOf(Connection connection) throws SQLException {
    return ProcessHandle.of(Long.parseLong(query(connection, "SHOW PID").get(0))).orElseThrow();
  }

  static void signal(String name, ProcessHandle process) throws Exception {
    Process kill = new ProcessBuilder("kill", "-" + name, String.valueOf(process.pid())).start();
    assertThat(kill.waitFor()).isZero();
  }

  /** The process that a hanging toy engine starts. */
  static ProcessHandle awaitGrandchild() {
    List<ProcessHandle> found = new ArrayList<>();
    eventually(
        "the toy engine has a child",
        () -> {
          ProcessHandle.current()
              .descendants()
              .filter(p -> p.info().command().filter(c -> c.endsWith("sleep")).isPresent())
              .forEach(found::add);
          return !found.isEmpty();
        });
    return found.get(0);
  }
}
