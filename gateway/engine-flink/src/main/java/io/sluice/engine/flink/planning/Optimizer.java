/* SPDX-License-Identifier: Apache-2.0 */
package io.sluice.engine.flink.planning;

import java.util.function.UnaryOperator;
import org.apache.calcite.tools.RuleSets;
import org.apache.flink.configuration.ReadableConfig;
import org.apache.flink.table.api.PlannerConfig;
import org.apache.flink.table.planner.calcite.CalciteConfigBuilder;
import org.apache.flink.table.planner.plan.optimize.program.FlinkBatchProgram;
import org.apache.flink.table.planner.plan.optimize.program.FlinkChainedProgram;
import org.apache.flink.table.planner.plan.optimize.program.FlinkOptimizeContext;
import org.apache.flink.table.planner.plan.optimize.program.FlinkOptimizeProgram;
import org.apache.flink.table.planner.plan.optimize.program.FlinkRuleSetProgram;
import org.apache.flink.table.planner.plan.optimize.program.FlinkStreamProgram;
import org.apache.flink.table.planner.plan.rules.logical.FlinkAggregateJoinTransposeRule;

/**
 * Flink's optimizer with additions: what it would answer wrongly is written differently before it
 * sees it, or a rule is taken out (ADR 028); long lists of values become short; the work stops soon
 * after {@link PlanningStop} asks (ADR 027).
 */
public final class Optimizer {
  private Optimizer() {}

  /**
   * For a session's table environment.
   *
   * @param settings as Flink's own programs read them, now
   */
  public static PlannerConfig config(ReadableConfig settings, PlanningStop stop) {
    return new CalciteConfigBuilder()
        .replaceBatchProgram(
            stoppable(
                FlinkBatchProgram.buildProgram(settings),
                stop,
                context -> new StoppableContexts.Batch(context, stop)))
        .replaceStreamProgram(
            stoppable(
                FlinkStreamProgram.buildProgram(settings),
                stop,
                context -> new StoppableContexts.Stream(context, stop)))
        .build();
  }

  private static <C extends FlinkOptimizeContext> FlinkChainedProgram<C> stoppable(
      FlinkChainedProgram<C> flink, PlanningStop stop, UnaryOperator<C> contexts) {
    FlinkChainedProgram<C> programs = new FlinkChainedProgram<>();
    programs.addLast("names_in_code", new NamesInCode<>());
    programs.addLast("self_comparisons", new SelfComparisons<>());
    programs.addLast("sets_and_totals", new SetsAndTotals<>());
    programs.addLast("like_patterns", new LikePatterns<>());
    programs.addLast("correlated_limits", new CorrelatedLimits<>());
    programs.addLast("long_statements", new LongStatements<>());
    programs.addLast("correlated_in", new CorrelatedIn<>());
    programs.addLast("separate_sub_queries", new SeparateSubQueries<>());
    for (String name : flink.getProgramNames()) {
      if (name.equals(FlinkBatchProgram.DECORRELATE())) {
        programs.addLast("nullable_correlations", new NullableCorrelations<>());
        programs.addLast("constant_keys", new ConstantKeys<>());
      }
      programs.addLast(
          name, new StoppableProgram<>(mended(name, flink.get(name).get()), stop, contexts));
    }
    programs.addLast("cancelable_joins", new CancelableJoins<>());
    return programs;
  }

  private static <C extends FlinkOptimizeContext> FlinkOptimizeProgram<C> mended(
      String name, FlinkOptimizeProgram<C> flink) {
    if (name.equals(FlinkBatchProgram.JOIN_REORDER())) {
      return JoinOrder.program();
    }
    if (flink instanceof FlinkRuleSetProgram<C> rules) {
      // Moves aggregates below joins: a row for an empty side, lost digits of decimal sums.
      rules.remove(RuleSets.ofList(FlinkAggregateJoinTransposeRule.EXTENDED));
    }
    return flink;
  }
}
