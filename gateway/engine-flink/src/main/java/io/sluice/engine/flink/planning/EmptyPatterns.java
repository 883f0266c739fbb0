/* SPDX-License-Identifier: Apache-2.0 */
package io.sluice.engine.flink.planning;

import static java.util.Objects.requireNonNull;

import java.util.List;
import org.apache.calcite.rel.RelNode;
import org.apache.calcite.rex.RexBuilder;
import org.apache.calcite.rex.RexCall;
import org.apache.calcite.rex.RexLiteral;
import org.apache.calcite.rex.RexNode;
import org.apache.calcite.sql.SqlKind;
import org.apache.calcite.sql.fun.SqlStdOperatorTable;
import org.apache.calcite.sql.type.SqlTypeUtil;
import org.apache.flink.table.planner.plan.optimize.program.FlinkOptimizeContext;
import org.apache.flink.table.planner.plan.optimize.program.FlinkOptimizeProgram;

/**
 * Makes {@code x LIKE ''} mean {@code x = ''}. Flink 1.20's code for a constant pattern looks for
 * the texts between its wildcards, finds none in an empty pattern, and says TRUE of every text. A
 * pattern that is computed may turn out to be a constant while planning, so it is asked first.
 */
final class EmptyPatterns<C extends FlinkOptimizeContext> implements FlinkOptimizeProgram<C> {
  @Override
  public RelNode optimize(RelNode root, C context) {
    return root.accept(
        new PlanShuttle() {
          @Override
          Expressions expressions(RelNode node) {
            return new Patterns(this, node.getCluster().getRexBuilder());
          }
        });
  }

  private static final class Patterns extends PlanShuttle.Expressions {
    private final RexBuilder builder;

    Patterns(PlanShuttle plan, RexBuilder builder) {
      super(plan);
      this.builder = requireNonNull(builder, "builder is null");
    }

    @Override
    public RexNode visitCall(RexCall call) {
      RexNode visited = super.visitCall(call);
      return visited instanceof RexCall like && like.getKind() == SqlKind.LIKE && isUsual(like)
          ? exact(like)
          : visited;
    }

    private RexNode exact(RexCall like) {
      RexNode pattern = like.getOperands().get(1);
      RexNode equal =
          builder.makeCall(SqlStdOperatorTable.EQUALS, like.getOperands().get(0), pattern);
      if (pattern instanceof RexLiteral literal) {
        return "".equals(literal.getValueAs(String.class)) ? equal : like;
      }
      RexNode isEmpty =
          builder.makeCall(SqlStdOperatorTable.EQUALS, pattern, builder.makeLiteral(""));
      return builder.makeCall(
          like.getType(), SqlStdOperatorTable.CASE, List.of(isEmpty, equal, like));
    }

    /** Texts, and an escape character, if any, that is one; of others Flink says what is wrong. */
    private static boolean isUsual(RexCall like) {
      List<RexNode> operands = like.getOperands();
      return operands.subList(0, 2).stream()
              .allMatch(operand -> SqlTypeUtil.isCharacter(operand.getType()))
          && (operands.size() == 2
              || operands.get(2) instanceof RexLiteral escape
                  && escape.getValueAs(String.class) != null
                  && escape.getValueAs(String.class).length() == 1);
    }
  }
}
