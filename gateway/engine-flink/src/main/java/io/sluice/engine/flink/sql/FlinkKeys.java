/* SPDX-License-Identifier: Apache-2.0 */
package io.sluice.engine.flink.sql;

import io.sluice.error.ErrorCode;
import io.sluice.error.SluiceException;
import java.lang.reflect.Field;
import java.lang.reflect.Modifier;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Predicate;
import org.apache.flink.configuration.BatchExecutionOptions;
import org.apache.flink.configuration.CheckpointingOptions;
import org.apache.flink.configuration.ConfigOption;
import org.apache.flink.configuration.ConfigOptions;
import org.apache.flink.configuration.CoreOptions;
import org.apache.flink.configuration.ExecutionOptions;
import org.apache.flink.configuration.MemorySize;
import org.apache.flink.configuration.PipelineOptions;
import org.apache.flink.configuration.RestartStrategyOptions;
import org.apache.flink.configuration.StateBackendOptions;
import org.apache.flink.configuration.StateChangelogOptions;
import org.apache.flink.configuration.StateRecoveryOptions;
import org.apache.flink.streaming.api.environment.ExecutionCheckpointingOptions;
import org.apache.flink.streaming.api.environment.StreamPipelineOptions;
import org.apache.flink.table.api.config.ExecutionConfigOptions;
import org.apache.flink.table.api.config.OptimizerConfigOptions;
import org.apache.flink.table.api.config.TableConfigOptions;
import org.apache.flink.table.planner.codegen.agg.batch.HashAggCodeGenerator;
import org.apache.flink.table.planner.plan.metadata.FlinkRelMdRowCount;
import org.apache.flink.table.planner.plan.optimize.RelNodeBlockPlanBuilder;
import org.apache.flink.table.planner.plan.rules.logical.JoinDeriveNullFilterRule;
import org.apache.flink.table.planner.plan.rules.physical.batch.BatchPhysicalJoinRuleBase;
import org.apache.flink.table.planner.plan.rules.physical.batch.BatchPhysicalSortMergeJoinRule;
import org.apache.flink.table.planner.plan.rules.physical.batch.BatchPhysicalSortRule;
import org.apache.flink.table.planner.plan.rules.physical.stream.IncrementalAggregateRule;
import org.apache.flink.table.planner.plan.utils.FlinkRexUtil;
import org.apache.flink.table.planner.plan.utils.WindowEmitStrategy;
import org.apache.iceberg.flink.FlinkConfigOptions;

/** The options that Flink, its planner and Iceberg's connector have, by key; old keys too. */
final class FlinkKeys {
  /**
   * Each key of this kind is declared somewhere; those of other kinds may be free, like a map's.
   */
  private static final String DECLARED = "table.";

  private static final Map<String, ConfigOption<?>> OPTIONS =
      byKey(
          List.of(
              BatchExecutionOptions.class,
              CheckpointingOptions.class,
              CoreOptions.class,
              ExecutionCheckpointingOptions.class,
              ExecutionConfigOptions.class,
              ExecutionOptions.class,
              FlinkConfigOptions.class,
              OptimizerConfigOptions.class,
              PipelineOptions.class,
              RestartStrategyOptions.class,
              StateBackendOptions.class,
              StateChangelogOptions.class,
              StateRecoveryOptions.class,
              StreamPipelineOptions.class,
              TableConfigOptions.class),
          // The planner keeps some beside the code that reads them.
          List.of(
              BatchPhysicalJoinRuleBase.TABLE_OPTIMIZER_SEMI_JOIN_BUILD_DISTINCT_NDV_RATIO(),
              BatchPhysicalJoinRuleBase.TABLE_OPTIMIZER_SHUFFLE_BY_PARTIAL_KEY_ENABLED(),
              BatchPhysicalSortMergeJoinRule.TABLE_OPTIMIZER_SMJ_REMOVE_SORT_ENABLED(),
              BatchPhysicalSortRule.TABLE_EXEC_RANGE_SORT_ENABLED(),
              FlinkRelMdRowCount.TABLE_OPTIMIZER_ROWS_PER_LOCALAGG(),
              FlinkRexUtil.TABLE_OPTIMIZER_CNF_NODES_LIMIT(),
              HashAggCodeGenerator
                  .TABLE_EXEC_LOCAL_HASH_AGG_ADAPTIVE_DISTINCT_VALUE_RATE_THRESHOLD(),
              HashAggCodeGenerator.TABLE_EXEC_LOCAL_HASH_AGG_ADAPTIVE_ENABLED(),
              HashAggCodeGenerator.TABLE_EXEC_LOCAL_HASH_AGG_ADAPTIVE_SAMPLING_THRESHOLD(),
              IncrementalAggregateRule.TABLE_OPTIMIZER_INCREMENTAL_AGG_ENABLED(),
              JoinDeriveNullFilterRule.TABLE_OPTIMIZER_JOIN_NULL_FILTER_THRESHOLD(),
              RelNodeBlockPlanBuilder.TABLE_OPTIMIZER_REUSE_OPTIMIZE_BLOCK_WITH_DIGEST_ENABLED(),
              RelNodeBlockPlanBuilder.TABLE_OPTIMIZER_UNIONALL_AS_BREAKPOINT_ENABLED(),
              WindowEmitStrategy.TABLE_EXEC_EMIT_ALLOW_LATENESS(),
              WindowEmitStrategy.TABLE_EXEC_EMIT_EARLY_FIRE_DELAY(),
              WindowEmitStrategy.TABLE_EXEC_EMIT_EARLY_FIRE_ENABLED(),
              WindowEmitStrategy.TABLE_EXEC_EMIT_LATE_FIRE_DELAY(),
              WindowEmitStrategy.TABLE_EXEC_EMIT_LATE_FIRE_ENABLED(),
              // Private to BatchExecDynamicFilteringDataCollector.
              ConfigOptions.key("table.exec.dynamic-filtering.threshold")
                  .memoryType()
                  .defaultValue(MemorySize.ofMebiBytes(8))));

  private FlinkKeys() {}

  static Optional<ConfigOption<?>> find(String key) {
    return Optional.ofNullable(OPTIONS.get(key));
  }

  /**
   * @param settable whether a session may set the key; only such a one is proposed
   * @throws SluiceException INVALID_SETTING if nothing reads such a key, with the one most like it
   */
  static void requireKnown(String key, Predicate<String> settable) {
    if (!key.startsWith(DECLARED) || OPTIONS.containsKey(key)) {
      return;
    }
    String nearest =
        OPTIONS.keySet().stream()
            .filter(settable)
            .min(
                Comparator.comparingInt((String known) -> KeyDistance.between(key, known))
                    .thenComparing(Comparator.naturalOrder()))
            .orElseThrow();
    throw new SluiceException(
        ErrorCode.INVALID_SETTING,
        "Setting " + key + " is unknown: nothing would read it. Do you mean " + nearest + "?");
  }

  private static Map<String, ConfigOption<?>> byKey(
      List<Class<?>> declaring, List<ConfigOption<?>> more) {
    Map<String, ConfigOption<?>> options = new HashMap<>();
    for (Class<?> one : declaring) {
      for (Field field : one.getFields()) {
        if (Modifier.isStatic(field.getModifiers()) && field.getType() == ConfigOption.class) {
          put(options, value(field));
        }
      }
    }
    more.forEach(option -> put(options, option));
    return Map.copyOf(options);
  }

  private static void put(Map<String, ConfigOption<?>> options, ConfigOption<?> option) {
    options.put(option.key(), option);
    option.fallbackKeys().forEach(older -> options.putIfAbsent(older.getKey(), option));
  }

  private static ConfigOption<?> value(Field field) {
    try {
      return (ConfigOption<?>) field.get(null);
    } catch (IllegalAccessException e) {
      throw new IllegalStateException(e);
    }
  }
}
