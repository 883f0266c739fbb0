/* SPDX-License-Identifier: Apache-2.0 */
package io.sluice.engine.flink.planning;

import static java.util.Objects.requireNonNull;

import java.util.List;
import java.util.Optional;
import org.apache.calcite.plan.RelOptCluster;
import org.apache.calcite.rel.RelNode;
import org.apache.calcite.rex.RexCall;
import org.apache.calcite.rex.RexLiteral;
import org.apache.calcite.rex.RexNode;
import org.apache.calcite.sql.SqlKind;
import org.apache.calcite.sql.fun.SqlStdOperatorTable;
import org.apache.calcite.sql.type.SqlTypeUtil;
import org.apache.flink.table.planner.calcite.FlinkTypeFactory;
import org.apache.flink.table.planner.plan.optimize.program.FlinkOptimizeContext;
import org.apache.flink.table.planner.plan.optimize.program.FlinkOptimizeProgram;
import org.apache.flink.table.types.logical.LogicalType;

/**
 * LIKE as the standard has it. Flink 1.20 is left what it does right: a constant pattern of texts
 * and percent signs, without ESCAPE. Of the rest it says
 *
 * <ul>
 *   <li>TRUE of every text, where the pattern is empty;
 *   <li>that an underscore is no line break;
 *   <li>that quotes and backslashes, the usual characters of ESCAPE, cannot escape.
 * </ul>
 *
 * A source still gets what it can filter by: the pattern with its underscores as percent signs.
 */
final class LikePatterns<C extends FlinkOptimizeContext> implements FlinkOptimizeProgram<C> {
  @Override
  public RelNode optimize(RelNode root, C context) {
    return root.accept(
        new PlanShuttle() {
          @Override
          Expressions expressions(RelNode node) {
            return new Patterns(this, node.getCluster());
          }
        });
  }

  private static final class Patterns extends PlanShuttle.Expressions {
    private final RelOptCluster cluster;

    Patterns(PlanShuttle plan, RelOptCluster cluster) {
      super(plan, cluster.getRexBuilder());
      this.cluster = requireNonNull(cluster, "cluster is null");
    }

    @Override
    public RexNode visitCall(RexCall call) {
      RexNode visited = super.visitCall(call);
      return visited instanceof RexCall like && like.getKind() == SqlKind.LIKE && isUsual(like)
          ? exact(like)
          : visited;
    }

    private RexNode exact(RexCall like) {
      RexNode text = like.getOperands().get(0);
      boolean escapes = like.getOperands().size() == 3;
      Optional<String> pattern = constant(like.getOperands().get(1));
      if (escapes || pattern.isEmpty()) {
        return function(like);
      }
      if (pattern.get().isEmpty()) {
        return builder.makeCall(SqlStdOperatorTable.EQUALS, text, like.getOperands().get(1));
      }
      if (pattern.get().indexOf('_') < 0) {
        return like;
      }
      String wider = pattern.get().replace('_', '%');
      return wider.chars().allMatch(c -> c == '%')
          ? function(like)
          : builder.makeCall(
              SqlStdOperatorTable.AND,
              builder.makeCall(like.getOperator(), text, builder.makeLiteral(wider)),
              function(like));
    }

    private RexNode function(RexCall like) {
      List<LogicalType> types =
          like.getOperands().stream()
              .map(operand -> FlinkTypeFactory.toLogicalType(operand.getType()))
              .toList();
      return PlanFunctions.call(
          cluster,
          "LIKE",
          new LikeFunction(types, FlinkTypeFactory.toLogicalType(like.getType())),
          like.getType(),
          like.getOperands());
    }

    /** Texts, and an escape character, if any, that is one; of others Flink says what is wrong. */
    private static boolean isUsual(RexCall like) {
      List<RexNode> operands = like.getOperands();
      return operands.subList(0, 2).stream()
              .allMatch(operand -> SqlTypeUtil.isCharacter(operand.getType()))
          && (operands.size() == 2
              || constant(operands.get(2)).filter(escape -> escape.length() == 1).isPresent());
    }

    private static Optional<String> constant(RexNode node) {
      return node instanceof RexLiteral literal
          ? Optional.ofNullable(literal.getValueAs(String.class))
          : Optional.empty();
    }
  }
}
