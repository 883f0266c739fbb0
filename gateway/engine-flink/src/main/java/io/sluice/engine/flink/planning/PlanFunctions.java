/* SPDX-License-Identifier: Apache-2.0 */
package io.sluice.engine.flink.planning;

import java.util.List;
import org.apache.calcite.plan.RelOptCluster;
import org.apache.calcite.rel.type.RelDataType;
import org.apache.calcite.rex.RexNode;
import org.apache.flink.table.catalog.ContextResolvedFunction;
import org.apache.flink.table.functions.FunctionIdentifier;
import org.apache.flink.table.functions.ScalarFunction;
import org.apache.flink.table.planner.functions.bridging.BridgingSqlFunction;

/** Puts functions of Sluice's own into plans. */
public final class PlanFunctions {
  private PlanFunctions() {}

  /**
   * A call.
   *
   * @param name what EXPLAIN shows
   * @param type of the result, as the plan around it wants it
   */
  public static RexNode call(
      RelOptCluster cluster,
      String name,
      ScalarFunction function,
      RelDataType type,
      List<RexNode> operands) {
    return cluster
        .getRexBuilder()
        .makeCall(
            type,
            BridgingSqlFunction.of(
                cluster, ContextResolvedFunction.temporary(FunctionIdentifier.of(name), function)),
            operands);
  }
}
