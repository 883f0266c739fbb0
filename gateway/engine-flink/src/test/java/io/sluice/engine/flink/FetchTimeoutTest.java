/* SPDX-License-Identifier: Apache-2.0 */
package io.sluice.engine.flink;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.sluice.error.ErrorCode;
import io.sluice.error.SluiceException;
import io.sluice.thrift.hive.TFetchOrientation;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A source that gives three rows and then stays open. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class FetchTimeoutTest {
  private FlinkEngineFixture engine;
  private EngineClient client;

  @BeforeAll
  void start() {
    engine = new FlinkEngineFixture(Map.of());
    client = engine.connect();
  }

  @AfterAll
  void stop() {
    client.close();
    engine.close();
  }

  @ParameterizedTest
  @ValueSource(ints = {3, 5})
  void theRowsSoFarComeAndThenAnErrorThatMayBeAskedAgain(int atOnce) {
    try (EngineClient.Session session =
        client.open(Map.of("sluice.operation.fetch.timeout", "PT2S"))) {
      session.query("SET 'execution.runtime-mode' = 'streaming'");
      session.query(
          "CREATE TEMPORARY TABLE numbers (id INT) WITH ('connector'='datagen', 'rows-per-second'='50',"
              + " 'fields.id.kind'='sequence', 'fields.id.start'='1', 'fields.id.end'='1000000')");
      try (EngineClient.Statement statement =
          session.start("SELECT id FROM numbers WHERE id <= 3")) {
        statement.awaitSettled();
        List<List<Object>> rows = new ArrayList<>();
        while (rows.size() < 3) {
          List<List<Object>> some = statement.fetch(TFetchOrientation.FETCH_NEXT, atOnce);
          assertThat(some).isNotEmpty();
          rows.addAll(some);
        }
        assertThat(rows).containsExactly(List.of(1), List.of(2), List.of(3));
        for (int i = 0; i < 2; i++) {
          assertThatThrownBy(() -> statement.fetch(TFetchOrientation.FETCH_NEXT, atOnce))
              .isInstanceOfSatisfying(
                  SluiceException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.TIMED_OUT))
              .hasMessageContainingAll("No row came", "fetch again");
        }
      }
    }
    engine.awaitNoRunningJob();
  }
}
