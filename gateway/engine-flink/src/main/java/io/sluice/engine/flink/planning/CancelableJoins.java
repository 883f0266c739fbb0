/* SPDX-License-Identifier: Apache-2.0 */
package io.sluice.engine.flink.planning;

import java.util.List;
import org.apache.calcite.plan.RelOptCluster;
import org.apache.calcite.rel.RelHomogeneousShuttle;
import org.apache.calcite.rel.RelNode;
import org.apache.calcite.rel.core.Join;
import org.apache.calcite.rex.RexBuilder;
import org.apache.calcite.rex.RexNode;
import org.apache.calcite.sql.fun.SqlStdOperatorTable;
import org.apache.calcite.sql.type.SqlTypeName;
import org.apache.flink.table.planner.plan.nodes.physical.batch.BatchPhysicalJoinBase;
import org.apache.flink.table.planner.plan.nodes.physical.stream.StreamPhysicalJoin;
import org.apache.flink.table.planner.plan.optimize.program.FlinkOptimizeContext;
import org.apache.flink.table.planner.plan.optimize.program.FlinkOptimizeProgram;

/**
 * Has each join look, for every pair of rows that it compares, whether its task was canceled. Tasks
 * look between the rows that come in; a chain of joins may make a billion pairs of one of them. A
 * task that does not end takes Flink's whole engine with it after three minutes.
 *
 * <p>Comes after all of Flink's programs: a condition of no columns would be moved elsewhere.
 */
final class CancelableJoins<C extends FlinkOptimizeContext> implements FlinkOptimizeProgram<C> {
  @Override
  public RelNode optimize(RelNode root, C context) {
    return root.accept(
        new RelHomogeneousShuttle() {
          @Override
          public RelNode visit(RelNode node) {
            RelNode visited = super.visit(node);
            return visited instanceof BatchPhysicalJoinBase || visited instanceof StreamPhysicalJoin
                ? cancelable((Join) visited)
                : visited;
          }
        });
  }

  private static Join cancelable(Join join) {
    RelOptCluster cluster = join.getCluster();
    RexBuilder builder = cluster.getRexBuilder();
    RexNode notCanceled =
        PlanFunctions.call(
            cluster,
            "notCanceled",
            new NotCanceled(),
            cluster.getTypeFactory().createSqlType(SqlTypeName.BOOLEAN),
            List.of());
    // First: what is true of no pair would keep the other side from being asked.
    RexNode condition = builder.makeCall(SqlStdOperatorTable.AND, notCanceled, join.getCondition());
    return join.copy(
        join.getTraitSet(),
        condition,
        join.getLeft(),
        join.getRight(),
        join.getJoinType(),
        join.isSemiJoinDone());
  }
}
