/* SPDX-License-Identifier: Apache-2.0 */
package io.sluice.engine.flink.planning;

import static java.util.Objects.requireNonNull;

import org.apache.calcite.rel.RelHomogeneousShuttle;
import org.apache.calcite.rel.RelNode;
import org.apache.calcite.rex.RexNode;
import org.apache.calcite.rex.RexShuttle;
import org.apache.calcite.rex.RexSubQuery;

/** Changes the expressions of a plan, bottom up, in its sub-queries too. */
abstract class PlanShuttle extends RelHomogeneousShuttle {
  /** What changes the expressions of a node, whose inputs are changed already. */
  abstract Expressions expressions(RelNode node);

  @Override
  public RelNode visit(RelNode node) {
    RelNode below = super.visit(node);
    return below.accept(expressions(below));
  }

  /** Changes expressions; a sub-query is one, with a plan of its own. */
  static class Expressions extends RexShuttle {
    private final PlanShuttle plan;

    Expressions(PlanShuttle plan) {
      this.plan = requireNonNull(plan, "plan is null");
    }

    @Override
    public RexNode visitSubQuery(RexSubQuery subQuery) {
      RexNode visited = super.visitSubQuery(subQuery);
      return visited instanceof RexSubQuery query ? query.clone(query.rel.accept(plan)) : visited;
    }
  }
}
