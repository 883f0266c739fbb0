/* SPDX-License-Identifier: Apache-2.0 */
package io.sluice.engine.flink;

import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.thrift.hive.TOperationState;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * A cancel reaches a join that makes hours of pairs out of one row. Without {@code notCanceled()}
 * the task goes on until Flink gives the engine up, which is later than this test waits.
 */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
@Timeout(value = 2, unit = TimeUnit.MINUTES)
class JoinCancelTest {
  private FlinkEngineFixture engine;
  private EngineClient client;
  private EngineClient.Session session;

  @BeforeAll
  void start() {
    engine = new FlinkEngineFixture(Map.of());
    client = engine.connect();
    session = client.open(Map.of());
    session.query(
        "CREATE TEMPORARY TABLE numbers (i INT, k INT) WITH ('connector' = 'datagen',"
            + " 'number-of-rows' = '100000', 'fields.i.kind' = 'sequence', 'fields.i.start' = '1',"
            + " 'fields.i.end' = '100000', 'fields.k.min' = '1', 'fields.k.max' = '1')");
  }

  @AfterAll
  void stop() {
    session.close();
    client.close();
    engine.close();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        // Nested loops in nested loops.
        "SELECT MAX(a.i + b.i - c.i) FROM numbers a, numbers b, numbers c WHERE a.i + b.i > c.i",
        // All rows have one key.
        "SELECT MAX(a.i + b.i - c.i) FROM numbers a JOIN numbers b ON a.k = b.k"
            + " JOIN numbers c ON b.k = c.k",
        "SELECT COUNT(b.i) FROM numbers a LEFT JOIN numbers b ON a.i + b.i < 0"
            + " LEFT JOIN numbers c ON a.i + c.i < 0",
        "SELECT COUNT(*) FROM numbers a"
            + " WHERE NOT EXISTS (SELECT 1 FROM numbers b WHERE a.k = b.k AND a.i + b.i < 0)"
      })
  void aJoinEndsInTheMiddleOfARow(String sql) {
    EngineClient.Statement statement = session.start(sql);
    FlinkEngineFixture.await("a task joins", JoinCancelTest::isATaskJoining);
    statement.cancel();
    assertThat(statement.awaitSettled().getOperationState())
        .isEqualTo(TOperationState.CANCELED_STATE);
    statement.close();
    engine.awaitNoRunningJob();
    assertThat(
            session.query(
                "SELECT a.k, COUNT(*) FROM (VALUES (1), (1)) AS a (k)"
                    + " JOIN (VALUES (1), (2)) AS b (k) ON a.k = b.k GROUP BY a.k"))
        .containsExactly(List.of(1, 2L));
  }

  private static boolean isATaskJoining() {
    return Thread.getAllStackTraces().values().stream()
        .anyMatch(frames -> isIn(frames, "StreamTask") && isIn(frames, "Join"));
  }

  private static boolean isIn(StackTraceElement[] frames, String name) {
    return Arrays.stream(frames).anyMatch(frame -> frame.getClassName().contains(name));
  }
}
