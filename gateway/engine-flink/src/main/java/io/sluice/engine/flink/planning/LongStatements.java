/* SPDX-License-Identifier: Apache-2.0 */
package io.sluice.engine.flink.planning;

import static java.util.Objects.requireNonNull;

import org.apache.calcite.rel.RelNode;
import org.apache.calcite.rel.core.Union;
import org.apache.calcite.rel.core.Values;
import org.apache.flink.table.planner.plan.optimize.program.FlinkOptimizeContext;
import org.apache.flink.table.planner.plan.optimize.program.FlinkOptimizeProgram;

/** Shortens what programs write at length, before Flink's own programs take the time for it. */
final class LongStatements<C extends FlinkOptimizeContext> implements FlinkOptimizeProgram<C> {
  @Override
  public RelNode optimize(RelNode root, C context) {
    return root.accept(new Plan(context));
  }

  private static final class Plan extends PlanShuttle {
    private final FlinkOptimizeContext context;

    Plan(FlinkOptimizeContext context) {
      this.context = requireNonNull(context, "context is null");
    }

    @Override
    Expressions expressions(RelNode node) {
      return new LongAlternatives(this, node.getCluster());
    }

    @Override
    public RelNode visit(RelNode node) {
      // Before its inputs are: a union may have thousands of them.
      RelNode folded = node instanceof Union union ? LongValues.of(union).orElse(node) : node;
      return folded instanceof Values values
          ? LongValues.asData(values, context)
          : super.visit(folded);
    }
  }
}
