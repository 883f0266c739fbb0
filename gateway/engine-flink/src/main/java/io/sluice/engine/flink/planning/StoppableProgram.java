/* SPDX-License-Identifier: Apache-2.0 */
package io.sluice.engine.flink.planning;

import static java.util.Objects.requireNonNull;

import java.util.function.UnaryOperator;
import org.apache.calcite.rel.RelNode;
import org.apache.flink.table.planner.plan.optimize.program.FlinkOptimizeContext;
import org.apache.flink.table.planner.plan.optimize.program.FlinkOptimizeProgram;

/**
 * A program of Flink's that looks, before each rule, whether it should stop. Calcite's two planners
 * need two ways: the heuristic one is made anew in each program and takes a flag from its context;
 * the cost-based one lives as long as the session's planner, see {@link PlanningStop#watch}.
 */
final class StoppableProgram<C extends FlinkOptimizeContext> implements FlinkOptimizeProgram<C> {
  private final FlinkOptimizeProgram<C> flink;
  private final PlanningStop stop;
  private final UnaryOperator<C> contexts;

  StoppableProgram(FlinkOptimizeProgram<C> flink, PlanningStop stop, UnaryOperator<C> contexts) {
    this.flink = requireNonNull(flink, "flink is null");
    this.stop = requireNonNull(stop, "stop is null");
    this.contexts = requireNonNull(contexts, "contexts is null");
  }

  @Override
  public RelNode optimize(RelNode root, C context) {
    stop.check();
    return flink.optimize(root, contexts.apply(context));
  }
}
