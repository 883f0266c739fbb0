/* SPDX-License-Identifier: Apache-2.0 */
package io.sluice.engine.flink.planning;

import static java.util.Objects.requireNonNull;

import org.apache.calcite.rel.RelHomogeneousShuttle;
import org.apache.calcite.rel.RelNode;
import org.apache.calcite.rex.RexBuilder;
import org.apache.calcite.rex.RexCall;
import org.apache.calcite.rex.RexNode;
import org.apache.calcite.rex.RexShuttle;
import org.apache.calcite.rex.RexSubQuery;
import org.apache.calcite.rex.RexUtil;

/** Changes the expressions of a plan, bottom up, in its sub-queries too. */
abstract class PlanShuttle extends RelHomogeneousShuttle {
  /**
   * What changes the expressions of a node, whose inputs are changed already; by default nothing.
   */
  Expressions expressions(RelNode node) {
    return new Expressions(this, node.getCluster().getRexBuilder());
  }

  @Override
  public RelNode visit(RelNode node) {
    RelNode below = super.visit(node);
    return below.accept(expressions(below));
  }

  /** Changes expressions; a sub-query is one, with a plan of its own. */
  static class Expressions extends RexShuttle {
    private final PlanShuttle plan;
    final RexBuilder builder;

    Expressions(PlanShuttle plan, RexBuilder builder) {
      this.plan = requireNonNull(plan, "plan is null");
      this.builder = requireNonNull(builder, "builder is null");
    }

    /** Flat, as Calcite wants AND and OR, whatever their operands have become. */
    @Override
    public RexNode visitCall(RexCall call) {
      RexNode visited = super.visitCall(call);
      return visited == call ? call : RexUtil.flatten(builder, visited);
    }

    @Override
    public RexNode visitSubQuery(RexSubQuery subQuery) {
      RexNode visited = super.visitSubQuery(subQuery);
      return visited instanceof RexSubQuery query ? query.clone(query.rel.accept(plan)) : visited;
    }
  }
}
