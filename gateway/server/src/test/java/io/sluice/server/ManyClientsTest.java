/* SPDX-License-Identifier: Apache-2.0 */
package io.sluice.server;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import java.net.SocketException;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** A rush of clients, with a port scan beside it. */
@Timeout(300)
class ManyClientsTest {
  private static final String CLIENT = "test-client-";
  private static final int CLIENTS = 200;
  private static final int SILENT = 300;

  /** Event loops, metadata, timers, engine starts: as many as there are, whoever connects. */
  private static final int THREADS = 50;

  @Test
  void twoHundredOpenAtOnceBesideSilentSockets(@TempDir Path folder) throws Exception {
    ExecutorService clients =
        Executors.newFixedThreadPool(CLIENTS, task -> new Thread(task, CLIENT + task.hashCode()));
    List<Socket> silent = new ArrayList<>();
    List<Connection> open = new ArrayList<>();
    int before = threads();
    try (TestGateway gateway =
        TestGateway.start(folder, Map.of("sluice.frontend.thrift.login.timeout", "PT10S"))) {
      try {
        int port = gateway.gateway().address().getPort();
        for (int i = 0; i < SILENT; i++) {
          silent.add(new Socket(InetAddress.getLoopbackAddress(), port));
        }
        CountDownLatch ready = new CountDownLatch(CLIENTS);
        List<Future<Connection>> opens = new ArrayList<>();
        for (int i = 0; i < CLIENTS; i++) {
          String user = "user" + i % 20;
          opens.add(clients.submit(together(ready, () -> gateway.connect(user))));
        }
        for (Future<Connection> one : opens) {
          open.add(one.get());
        }
        assertThat(gateway.gateway().sessions().sessionCount()).isEqualTo(CLIENTS);
        CountDownLatch again = new CountDownLatch(CLIENTS);
        List<Future<String>> answers = new ArrayList<>();
        for (Connection connection : open) {
          answers.add(clients.submit(together(again, () -> answer(connection))));
        }
        for (int i = 0; i < CLIENTS; i++) {
          assertThat(answers.get(i).get()).isEqualTo("user" + i % 20);
        }
        assertThat(threads() - before).isLessThan(THREADS);
        for (Socket socket : silent) {
          assertClosedByServer(socket);
        }
        assertThat(gateway.gateway().sessions().sessionCount()).isEqualTo(CLIENTS);
        assertThat(answer(open.get(0))).isEqualTo("user0");
      } finally {
        for (Connection connection : open) {
          connection.close();
        }
        for (Socket socket : silent) {
          socket.close();
        }
      }
    } finally {
      clients.shutdownNow();
    }
  }

  private static <T> Callable<T> together(CountDownLatch ready, Callable<T> call) {
    return () -> {
      ready.countDown();
      ready.await();
      return call.call();
    };
  }

  private static String answer(Connection connection) throws SQLException {
    try (Statement statement = connection.createStatement();
        ResultSet rows = statement.executeQuery("SELECT CURRENT_USER")) {
      rows.next();
      return rows.getString(1);
    }
  }

  /** The server may tell why before it closes. */
  private static void assertClosedByServer(Socket socket) throws IOException {
    socket.setSoTimeout(60_000);
    try {
      assertThat(socket.getInputStream().readAllBytes().length).isLessThan(1_000);
    } catch (SocketException e) {
      assertThat(e).hasMessageContaining("reset");
    }
  }

  /** Of this JVM, but for the clients' own. */
  private static int threads() {
    return (int)
        Thread.getAllStackTraces().keySet().stream()
            .filter(thread -> !thread.getName().startsWith(CLIENT))
            .count();
  }
}
