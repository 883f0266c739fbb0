/* SPDX-License-Identifier: Apache-2.0 */
package io.sluice.engine.flink.planning;

import static java.util.Objects.requireNonNull;

import java.util.List;
import org.apache.calcite.plan.RelOptPlanner;
import org.apache.calcite.rex.RexBuilder;
import org.apache.calcite.rex.RexExecutor;
import org.apache.calcite.rex.RexNode;

/**
 * Flink's folding of constants, which leaves a FLOAT that is infinite or NaN as the expression that
 * gives it. Flink does so with a DOUBLE; of a FLOAT it wants to make a literal, and fails.
 */
public final class FiniteConstants implements RexExecutor {
  private static final String NO_LITERAL = "Infinite or NaN";

  private final RexExecutor flink;

  private FiniteConstants(RexExecutor flink) {
    this.flink = requireNonNull(flink, "flink is null");
  }

  /** Puts it into a planner that has Flink's. */
  public static void fold(RelOptPlanner planner) {
    planner.setExecutor(new FiniteConstants(planner.getExecutor()));
  }

  @Override
  public void reduce(RexBuilder builder, List<RexNode> constants, List<RexNode> reduced) {
    int before = reduced.size();
    try {
      flink.reduce(builder, constants, reduced);
    } catch (NumberFormatException e) {
      if (!NO_LITERAL.equals(e.getMessage())) {
        throw e;
      }
      reduced.subList(before, reduced.size()).clear();
      if (constants.size() == 1) {
        reduced.add(constants.get(0));
      } else {
        constants.forEach(constant -> reduce(builder, List.of(constant), reduced));
      }
    }
  }
}
