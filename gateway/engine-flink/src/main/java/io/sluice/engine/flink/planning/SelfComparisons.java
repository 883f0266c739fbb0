/* SPDX-License-Identifier: Apache-2.0 */
package io.sluice.engine.flink.planning;

import static java.util.Objects.requireNonNull;

import java.util.ArrayList;
import java.util.List;
import org.apache.calcite.rel.RelNode;
import org.apache.calcite.rel.core.Filter;
import org.apache.calcite.rel.core.Join;
import org.apache.calcite.rel.core.Project;
import org.apache.calcite.rel.core.Sort;
import org.apache.calcite.rex.RexCall;
import org.apache.calcite.rex.RexInputRef;
import org.apache.calcite.rex.RexNode;
import org.apache.calcite.rex.RexUtil;
import org.apache.calcite.sql.fun.SqlStdOperatorTable;
import org.apache.flink.table.planner.plan.optimize.program.FlinkOptimizeContext;
import org.apache.flink.table.planner.plan.optimize.program.FlinkOptimizeProgram;

/**
 * Writes what a comparison of a value with itself is: unknown of NULL, else TRUE or FALSE. Flink's
 * {@code FlinkRexUtil.simplify} says TRUE or FALSE of every value, so that {@code WHERE NOT (x <>
 * x)} keeps the rows where x is NULL. It does so whenever both sides have become one column, so the
 * sides are followed down to where they come from.
 */
final class SelfComparisons<C extends FlinkOptimizeContext> implements FlinkOptimizeProgram<C> {
  @Override
  public RelNode optimize(RelNode root, C context) {
    return root.accept(
        new PlanShuttle() {
          @Override
          Expressions expressions(RelNode node) {
            return new Comparisons(this, node);
          }
        });
  }

  private static final class Comparisons extends PlanShuttle.Expressions {
    private final RelNode node;

    Comparisons(PlanShuttle plan, RelNode node) {
      super(plan, node.getCluster().getRexBuilder());
      this.node = requireNonNull(node, "node is null");
    }

    @Override
    public RexNode visitCall(RexCall call) {
      RexNode visited = super.visitCall(call);
      return visited instanceof RexCall comparison && isOfItself(comparison)
          ? exact(comparison)
          : visited;
    }

    private boolean isOfItself(RexCall call) {
      return switch (call.getKind()) {
        case EQUALS,
            NOT_EQUALS,
            LESS_THAN,
            LESS_THAN_OR_EQUAL,
            GREATER_THAN,
            GREATER_THAN_OR_EQUAL -> {
          RexNode left = call.getOperands().get(0);
          RexNode right = call.getOperands().get(1);
          yield RexUtil.isDeterministic(left)
              && (left.equals(right) || Origin.of(left, node).equals(Origin.of(right, node)));
        }
        default -> false;
      };
    }

    /** As Calcite writes it, so that nothing makes a comparison of it again. */
    private RexNode exact(RexCall call) {
      RexNode value = call.getOperands().get(0);
      RexNode unknown =
          builder.makeNullLiteral(
              builder.getTypeFactory().createTypeWithNullability(call.getType(), true));
      return switch (call.getKind()) {
        case EQUALS, LESS_THAN_OR_EQUAL, GREATER_THAN_OR_EQUAL ->
            builder.makeCall(
                SqlStdOperatorTable.OR,
                builder.makeCall(SqlStdOperatorTable.IS_NOT_NULL, value),
                unknown);
        default ->
            builder.makeCall(
                SqlStdOperatorTable.AND,
                builder.makeCall(SqlStdOperatorTable.IS_NULL, value),
                unknown);
      };
    }
  }

  /**
   * Where a value is computed.
   *
   * @param at the node whose inputs the value is made of
   * @param path the inputs taken at each join on the way: a table joined with itself is two
   */
  private record Origin(RelNode at, List<Integer> path, RexNode value) {
    static Origin of(RexNode value, RelNode node) {
      List<Integer> path = new ArrayList<>();
      RelNode at = node;
      RexNode now = value;
      while (now instanceof RexInputRef ref) {
        int field = ref.getIndex();
        int input = 0;
        if (at instanceof Join join) {
          int left = join.getLeft().getRowType().getFieldCount();
          input = field < left ? 0 : 1;
          field -= input == 0 ? 0 : left;
          path.add(input);
        } else if (!(at instanceof Project || at instanceof Filter || at instanceof Sort)) {
          break;
        }
        at = at.getInput(input);
        now =
            at instanceof Project project
                ? project.getProjects().get(field)
                : new RexInputRef(field, at.getRowType().getFieldList().get(field).getType());
        if (!RexUtil.isDeterministic(now)) {
          break;
        }
      }
      return new Origin(at, path, now);
    }
  }
}
