/* SPDX-License-Identifier: Apache-2.0 */
package io.sluice.engine.flink.planning;

import org.apache.calcite.plan.RelOptRule;
import org.apache.calcite.plan.hep.HepMatchOrder;
import org.apache.calcite.rel.RelNode;
import org.apache.calcite.rel.core.JoinRelType;
import org.apache.calcite.rel.logical.LogicalJoin;
import org.apache.calcite.rel.rules.CoreRules;
import org.apache.calcite.rel.rules.JoinToMultiJoinRule;
import org.apache.calcite.tools.RuleSets;
import org.apache.flink.table.planner.plan.optimize.program.FlinkGroupProgram;
import org.apache.flink.table.planner.plan.optimize.program.FlinkGroupProgramBuilder;
import org.apache.flink.table.planner.plan.optimize.program.FlinkHepRuleSetProgram;
import org.apache.flink.table.planner.plan.optimize.program.FlinkHepRuleSetProgramBuilder;
import org.apache.flink.table.planner.plan.optimize.program.FlinkOptimizeContext;
import org.apache.flink.table.planner.plan.optimize.program.HEP_RULES_EXECUTION_TYPE;
import scala.Enumeration;

/**
 * Orders inner joins by their cost; an outer join stays where it was written, as one relation among
 * the others.
 *
 * <p>In place of Flink's own program, whose two ways both lose conditions: its bushy order those
 * that name more than two tables, and the other one, taken for more than 12 tables, those beside
 * outer joins, which Flink's {@code FlinkJoinToMultiJoinRule} merges with inner ones. What is left
 * is Calcite's rule on Calcite's kind of multi-join.
 */
final class JoinOrder {
  private static final RelOptRule INNER_JOINS =
      JoinToMultiJoinRule.Config.DEFAULT
          .withOperandSupplier(
              join ->
                  join.operand(LogicalJoin.class)
                      .predicate(node -> node.getJoinType() == JoinRelType.INNER)
                      .inputs(
                          left -> left.operand(RelNode.class).anyInputs(),
                          right -> right.operand(RelNode.class).anyInputs()))
          .withDescription("InnerJoinToMultiJoin")
          .as(JoinToMultiJoinRule.Config.class)
          .toRule();

  private JoinOrder() {}

  static <C extends FlinkOptimizeContext> FlinkGroupProgram<C> program() {
    return new FlinkGroupProgramBuilder<C>()
        .addProgram(
            rules(
                HEP_RULES_EXECUTION_TYPE.RULE_COLLECTION(),
                INNER_JOINS,
                CoreRules.PROJECT_MULTI_JOIN_MERGE,
                CoreRules.FILTER_MULTI_JOIN_MERGE),
            "merge inner joins")
        .addProgram(
            rules(HEP_RULES_EXECUTION_TYPE.RULE_SEQUENCE(), CoreRules.MULTI_JOIN_OPTIMIZE),
            "order inner joins")
        .build();
  }

  private static <C extends FlinkOptimizeContext> FlinkHepRuleSetProgram<C> rules(
      Enumeration.Value execution, RelOptRule... rules) {
    return new FlinkHepRuleSetProgramBuilder<C>()
        .setHepRulesExecutionType(execution)
        .setHepMatchOrder(HepMatchOrder.BOTTOM_UP)
        .add(RuleSets.ofList(rules))
        .build();
  }
}
