/* SPDX-License-Identifier: Apache-2.0 */
package io.sluice.engine.registry;

import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.engine.launch.EngineSecret;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.apache.curator.test.TestingServer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class EngineRegistryTest {
  private static final EngineSecret SECRET = EngineSecret.derive(new byte[32], "e1");

  private TestingServer zookeeper;
  private EngineRegistry registry;

  @BeforeEach
  void start() throws Exception {
    zookeeper = new TestingServer(true);
    registry = EngineRegistry.connect(zookeeper.getConnectString());
  }

  @AfterEach
  void stop() throws Exception {
    registry.close();
    zookeeper.close();
  }

  @Test
  void findsWhatIsRegisteredUntilItIsClosed() throws Exception {
    String path = EngineRegistry.path("sluice", "flink", "USER", "alice");
    EngineRegistration mine =
        EngineRegistration.ofThisProcess("e1", SECRET, "127.0.0.1", 4000, "0.1");
    assertThat(registry.find(path)).isEmpty();
    try (AutoCloseable registration = registry.register(path, mine)) {
      assertThat(registry.find(path)).containsExactly(mine);
      assertThat(registry.find(path).get(0).isProvenBy(SECRET)).isTrue();
    }
    assertThat(registry.find(path)).isEmpty();
  }

  @Test
  void aForgedRegistrationDoesNotProveItself() throws Exception {
    EngineRegistration forged =
        new EngineRegistration("e1", "127.0.0.1", 6666, "0.1", 1, 0, SECRET.proof("e1", "h", 1));
    assertThat(forged.isProvenBy(SECRET)).isFalse();
  }

  @Test
  void watchTellsOfComingAndGoing() throws Exception {
    String path = EngineRegistry.path("sluice", "flink", "USER", "bob");
    BlockingQueue<List<EngineRegistration>> seen = new LinkedBlockingQueue<>();
    try (AutoCloseable watch = registry.watch(path, seen::add)) {
      AutoCloseable registration =
          registry.register(
              path, EngineRegistration.ofThisProcess("e1", SECRET, "127.0.0.1", 1, "0.1"));
      awaitSize(seen, 1);
      registration.close();
      awaitSize(seen, 0);
    }
  }

  @Test
  void oddNamesStayOneSegment() {
    assertThat(EngineRegistry.path("sluice", "a/b", "..", ""))
        .isEqualTo("/sluice/engines/a%2Fb/%2E%2E/%00");
  }

  private static void awaitSize(BlockingQueue<List<EngineRegistration>> seen, int size)
      throws InterruptedException {
    long deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(20);
    while (true) {
      List<EngineRegistration> next = seen.poll(deadline - System.nanoTime(), TimeUnit.NANOSECONDS);
      assertThat(next).as("no list of size " + size + " in time").isNotNull();
      if (next.size() == size) {
        return;
      }
    }
  }
}
