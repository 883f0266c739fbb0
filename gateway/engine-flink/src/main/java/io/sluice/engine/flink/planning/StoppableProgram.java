/* SPDX-License-Identifier: Apache-2.0 */
package io.sluice.engine.flink.planning;

import static java.util.Objects.requireNonNull;

import java.util.function.UnaryOperator;
import org.apache.calcite.plan.RelOptListener;
import org.apache.calcite.plan.RelOptPlanner;
import org.apache.calcite.rel.RelNode;
import org.apache.flink.table.planner.plan.optimize.program.FlinkOptimizeContext;
import org.apache.flink.table.planner.plan.optimize.program.FlinkOptimizeProgram;

/**
 * A program of Flink's that looks, before each rule, whether it should stop. Calcite's two planners
 * need two ways: the heuristic one is made anew in each program and takes a flag from its context,
 * the cost-based one lives as long as the session's planner and has listeners.
 */
final class StoppableProgram<C extends FlinkOptimizeContext> implements FlinkOptimizeProgram<C> {
  private final FlinkOptimizeProgram<C> flink;
  private final PlanningStop stop;
  private final UnaryOperator<C> contexts;
  private RelOptPlanner watched;

  StoppableProgram(FlinkOptimizeProgram<C> flink, PlanningStop stop, UnaryOperator<C> contexts) {
    this.flink = requireNonNull(flink, "flink is null");
    this.stop = requireNonNull(stop, "stop is null");
    this.contexts = requireNonNull(contexts, "contexts is null");
  }

  @Override
  public RelNode optimize(RelNode root, C context) {
    stop.check();
    RelOptPlanner planner = root.getCluster().getPlanner();
    if (planner != watched) {
      planner.addListener(new Watch(stop));
      watched = planner;
    }
    return flink.optimize(root, contexts.apply(context));
  }

  private record Watch(PlanningStop stop) implements RelOptListener {
    @Override
    public void ruleAttempted(RuleAttemptedEvent event) {
      stop.check();
    }

    @Override
    public void ruleProductionSucceeded(RuleProductionEvent event) {}

    @Override
    public void relEquivalenceFound(RelEquivalenceEvent event) {}

    @Override
    public void relDiscarded(RelDiscardedEvent event) {}

    @Override
    public void relChosen(RelChosenEvent event) {}
  }
}
