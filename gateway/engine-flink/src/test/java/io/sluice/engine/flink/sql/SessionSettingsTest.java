/* SPDX-License-Identifier: Apache-2.0 */
package io.sluice.engine.flink.sql;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.sluice.error.ErrorCode;
import io.sluice.error.SluiceException;
import java.util.Map;
import org.apache.flink.configuration.Configuration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** A value is read when it is set: afterwards each statement would fail for it. */
class SessionSettingsTest {
  private final SessionSettings settings = new SessionSettings(new Configuration(), Map.of());

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "restart-strategy.type | x | fixed-delay",
        "restart-strategy | x | fixed-delay",
        "restart-strategy.fixed-delay.attempts | many | whole number",
        "restart-strategy.fixed-delay.attempts | -1 | negative",
        "table.optimizer.agg-phase-strategy | x | two_phase",
        "table.exec.mini-batch.allow-latency | soon | 10 s",
        "table.sql-dialect | hive | default",
        "table.exec.disabled-operators | SortAgg, x | SortMergeJoin",
        "table.generated-code.max-length | 0 | greater than 0",
        "table.local-time-zone | Mars | Europe/Berlin",
        "execution.runtime-mode | fast | streaming",
        "execution.batch-shuffle-mode | x | all_exchanges_blocking",
        "execution.checkpointing.interval | 1 ms | 10 ms",
        "execution.checkpointing.mode | x | exactly_once",
        "parallelism.default | 0 | at least one",
        "pipeline.max-parallelism | 100000 | 32768",
        "pipeline.object-reuse | maybe | true or false",
      })
  void whatFlinkCouldNotUseIsRefusedWithWhatIsAllowed(String key, String value, String allowed) {
    assertThatThrownBy(() -> settings.set(key, value))
        .isInstanceOfSatisfying(
            SluiceException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.INVALID_SETTING))
        .hasMessageContainingAll("Setting " + key, "'" + value + "'", allowed)
        .hasMessageNotContaining("org.apache");
    assertThatThrownBy(() -> new SessionSettings(new Configuration(), Map.of(key, value)))
        .isInstanceOf(SluiceException.class);
    assertThat(settings.forFlink()).isEmpty();
  }

  @ParameterizedTest
  @CsvSource({
    "restart-strategy.type,Fixed-Delay",
    "restart-strategy.type,none",
    "table.exec.disabled-operators,NestedLoopJoin",
    "table.exec.resource.default-parallelism,-1",
    "table.optimizer.agg-phase-strategy,ONE_PHASE",
    "table.sql-dialect,default",
    "table.local-time-zone,UTC",
    "table.exec.iceberg.infer-source-parallelism,false",
    "table.exec.iceberg.split-assigner-type,SIMPLE",
    "table.optimizer.cnf-nodes-limit,5",
    "table.exec.dynamic-filtering.threshold,1 mb",
    "table.exec.emit.early-fire.enabled,true",
    "table.optimizer.sql-to-rel.project.merge.enabled,true",
    "execution.checkpointing.interval,10 s",
    "pipeline.global-job-parameters,a:1",
    "pipeline.max-parallelism,128",
  })
  void whatFlinkCanUseIsKept(String key, String value) {
    settings.set(key, value);
    assertThat(settings.forFlink()).containsEntry(key, value);
  }

  @ParameterizedTest
  @CsvSource({
    "table.exec.mini-batch.enable,table.exec.mini-batch.enabled",
    "table.mini-batch.enabled,table.exec.mini-batch.enabled",
    "table.local-timezone,table.local-time-zone",
    "table.exec.iceberg.infer-source-paralelism,table.exec.iceberg.infer-source-parallelism",
    "table.exec.iceberg.worker-pool,table.exec.iceberg.worker-pool-size",
    "table.optimizer.cnf-node-limit,table.optimizer.cnf-nodes-limit",
    // Never one that a session may not set.
    "table.exec.sink.not-null-enforcr,table.exec.sink.rowtime-inserter",
  })
  void anUnknownKeyIsRefusedWithTheNearest(String key, String nearest) {
    assertThatThrownBy(() -> settings.set(key, "true"))
        .isInstanceOfSatisfying(
            SluiceException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.INVALID_SETTING))
        .hasMessageContainingAll("Setting " + key + " is unknown", " " + nearest + "?");
    assertThatThrownBy(() -> new SessionSettings(new Configuration(), Map.of(key, "true")))
        .hasMessageContaining(nearest);
    assertThat(settings.forFlink()).isEmpty();
  }

  @Test
  void aRefusedValueLeavesTheOneBefore() {
    settings.set("parallelism.default", "2");
    assertThatThrownBy(() -> settings.set("parallelism.default", "0"))
        .isInstanceOf(SluiceException.class);
    assertThat(settings.find("parallelism.default")).contains("2");
  }
}
