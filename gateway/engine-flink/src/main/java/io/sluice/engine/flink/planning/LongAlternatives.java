/* SPDX-License-Identifier: Apache-2.0 */
package io.sluice.engine.flink.planning;

import static java.util.Objects.requireNonNull;

import java.util.ArrayList;
import java.util.List;
import org.apache.calcite.plan.RelOptCluster;
import org.apache.calcite.plan.RelOptPredicateList;
import org.apache.calcite.plan.RelOptUtil;
import org.apache.calcite.rex.RexCall;
import org.apache.calcite.rex.RexExecutor;
import org.apache.calcite.rex.RexNode;
import org.apache.calcite.rex.RexSimplify;
import org.apache.calcite.rex.RexUnknownAs;
import org.apache.calcite.rex.RexUtil;
import org.apache.calcite.sql.SqlKind;

/**
 * Makes one search of {@code x IN (…)} with many values, and of many {@code x <> …}. Flink gets
 * there too, but simplifies each alternative under all others before: 500 values took 9 s, 1,000
 * took 79 s, and nothing could stop it. The search is made by the same code of Calcite's, so it is
 * the one Flink would make.
 */
final class LongAlternatives extends PlanShuttle.Expressions {
  /** Below it Flink's own way costs nothing to speak of. */
  private static final int LONG = 16;

  private final RelOptCluster cluster;

  LongAlternatives(PlanShuttle plan, RelOptCluster cluster) {
    super(plan, cluster.getRexBuilder());
    this.cluster = requireNonNull(cluster, "cluster is null");
  }

  @Override
  public RexNode visitCall(RexCall call) {
    if (call.getKind() == SqlKind.OR) {
      List<RexNode> alternatives = RelOptUtil.disjunctions(call);
      if (alternatives.size() >= LONG) {
        return simplify().simplifyOrs(visited(alternatives));
      }
    } else if (call.getKind() == SqlKind.AND) {
      List<RexNode> conditions = RelOptUtil.conjunctions(call);
      if (conditions.size() >= LONG) {
        RexNode and = RexUtil.composeConjunction(builder, visited(conditions));
        return simplify().simplifyUnknownAs(and, RexUnknownAs.UNKNOWN);
      }
    }
    return super.visitCall(call);
  }

  private List<RexNode> visited(List<RexNode> nodes) {
    List<RexNode> visited = new ArrayList<>(nodes);
    visited.replaceAll(node -> node.accept(this));
    return visited;
  }

  private RexSimplify simplify() {
    RexExecutor executor = cluster.getPlanner().getExecutor();
    return new RexSimplify(
        builder, RelOptPredicateList.EMPTY, executor == null ? RexUtil.EXECUTOR : executor);
  }
}
