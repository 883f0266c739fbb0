/* SPDX-License-Identifier: Apache-2.0 */
package io.sluice.engine.flink.planning;

import static java.util.Objects.requireNonNull;

import io.sluice.error.ErrorCode;
import io.sluice.error.SluiceException;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.apache.calcite.plan.RelOptUtil;
import org.apache.calcite.rel.RelNode;
import org.apache.calcite.rel.core.CorrelationId;
import org.apache.calcite.rel.core.Filter;
import org.apache.calcite.rel.core.Project;
import org.apache.calcite.rel.logical.LogicalFilter;
import org.apache.calcite.rex.RexBuilder;
import org.apache.calcite.rex.RexCall;
import org.apache.calcite.rex.RexInputRef;
import org.apache.calcite.rex.RexNode;
import org.apache.calcite.rex.RexShuttle;
import org.apache.calcite.rex.RexSubQuery;
import org.apache.calcite.rex.RexUtil;
import org.apache.calcite.sql.SqlKind;
import org.apache.calcite.sql.fun.SqlStdOperatorTable;
import org.apache.flink.table.planner.plan.optimize.program.FlinkOptimizeContext;
import org.apache.flink.table.planner.plan.optimize.program.FlinkOptimizeProgram;

/**
 * Makes {@code x IN (SELECT y …)} of a correlated sub-query EXISTS: one for TRUE, others for
 * unknown. Calcite 1.32 counts the rows of each outer row, and where there are none it has no count
 * instead of 0, so that {@code NULL IN (no rows)} is unknown instead of FALSE. Where unknown is as
 * good as FALSE, in conditions of AND and OR, its way is right and stays.
 */
final class CorrelatedIn<C extends FlinkOptimizeContext> implements FlinkOptimizeProgram<C> {
  @Override
  public RelNode optimize(RelNode root, C context) {
    return root.accept(new Plan());
  }

  private static final class Plan extends PlanShuttle {
    @Override
    public RelNode visit(RelNode node) {
      RelNode visited = super.visit(node);
      if (visited instanceof Filter filter) {
        RexNode condition = new Conditions(filter).changed(filter.getCondition());
        return filter.copy(filter.getTraitSet(), filter.getInput(), condition);
      }
      return visited instanceof Project project ? project.accept(new Queries(project)) : visited;
    }
  }

  /** A filter's: passes over those of which unknown is as good as FALSE. */
  private static final class Conditions {
    private final Queries others;
    private final List<RexNode> conjunctions;

    Conditions(Filter filter) {
      others = new Queries(filter);
      conjunctions = RelOptUtil.conjunctions(filter.getCondition());
    }

    RexNode changed(RexNode condition) {
      if (condition instanceof RexSubQuery query) {
        if (!conjunctions.contains(condition)) {
          requireRight(query, false);
        }
        return condition;
      }
      if (isOfJoin(condition)) {
        return condition;
      }
      if (condition.getKind() != SqlKind.AND && condition.getKind() != SqlKind.OR) {
        return condition.accept(others);
      }
      RexCall call = (RexCall) condition;
      List<RexNode> operands = new ArrayList<>(call.getOperands());
      operands.replaceAll(this::changed);
      return operands.equals(call.getOperands()) ? call : call.clone(call.getType(), operands);
    }

    /** Flink makes a semi-join or anti-join of it, in which NULL is what it should be. */
    private boolean isOfJoin(RexNode condition) {
      return conjunctions.contains(condition)
          && condition.getKind() == SqlKind.NOT
          && ((RexCall) condition).getOperands().get(0) instanceof RexSubQuery;
    }
  }

  private static final class Queries extends RexShuttle {
    private final RelNode node;

    Queries(RelNode node) {
      this.node = requireNonNull(node, "node is null");
    }

    @Override
    public RexNode visitSubQuery(RexSubQuery query) {
      requireRight(query, true);
      // Of a value that is a sub-query itself, Calcite's way is left.
      if (query.getKind() != SqlKind.IN
          || query.getOperands().size() > 1
          || RexUtil.SubQueryFinder.find(query.getOperands().get(0)) != null) {
        return query;
      }
      Set<CorrelationId> variables = RelOptUtil.getVariablesUsed(query.rel);
      return variables.size() == 1
          ? new InQuery(query, variables.iterator().next(), node).asExists()
          : query;
    }
  }

  /**
   * Calcite's way with several columns repeats outer rows if it is correlated, and says unknown as
   * soon as one column of a row is NULL, though another differs.
   *
   * @param tellsUnknown whether unknown is told from FALSE
   */
  private static void requireRight(RexSubQuery query, boolean tellsUnknown) {
    if (query.getKind() != SqlKind.IN || query.getOperands().size() == 1) {
      return;
    }
    boolean mayBeUnknown =
        query.getOperands().stream().anyMatch(operand -> operand.getType().isNullable())
            || query.rel.getRowType().getFieldList().stream()
                .anyMatch(column -> column.getType().isNullable());
    if (!RelOptUtil.getVariablesUsed(query.rel).isEmpty() || tellsUnknown && mayBeUnknown) {
      throw new SluiceException(
          ErrorCode.NOT_SUPPORTED,
          "Flink answers (a, b) IN (SELECT x, y …) of several columns wrongly under OR, NOT or CASE"
              + " and in a select list. Write EXISTS (SELECT 1 … WHERE a = x AND b = y), or join"
              + " the tables.");
    }
  }

  private static final class InQuery {
    private final RexSubQuery query;
    private final CorrelationId variable;
    private final RelNode outer;
    private final RexBuilder builder;

    InQuery(RexSubQuery query, CorrelationId variable, RelNode node) {
      this.query = requireNonNull(query, "query is null");
      this.variable = requireNonNull(variable, "variable is null");
      this.outer = node.getInput(0);
      this.builder = node.getCluster().getRexBuilder();
    }

    RexNode asExists() {
      RexNode value = query.getOperands().get(0);
      RexNode column = builder.makeInputRef(query.rel, 0);
      RexNode isIn =
          exists(
              builder.makeCall(SqlStdOperatorTable.EQUALS, column, value.accept(new OfOuterRow())));
      List<RexNode> unknown = new ArrayList<>();
      // The value is asked outside: in a sub-query, Flink finds no row for one that is NULL.
      if (value.getType().isNullable()) {
        unknown.add(
            builder.makeCall(
                SqlStdOperatorTable.AND,
                builder.makeCall(SqlStdOperatorTable.IS_NULL, value),
                RexSubQuery.exists(query.rel)));
      }
      if (column.getType().isNullable()) {
        unknown.add(exists(builder.makeCall(SqlStdOperatorTable.IS_NULL, column)));
      }
      return unknown.isEmpty()
          ? isIn
          : builder.makeCall(
              query.getType(),
              SqlStdOperatorTable.CASE,
              List.of(
                  isIn,
                  builder.makeLiteral(true),
                  RexUtil.composeDisjunction(builder, unknown),
                  builder.makeNullLiteral(query.getType()),
                  builder.makeLiteral(false)));
    }

    private RexNode exists(RexNode condition) {
      return RexSubQuery.exists(LogicalFilter.create(query.rel, condition));
    }

    private final class OfOuterRow extends RexShuttle {
      @Override
      public RexNode visitInputRef(RexInputRef column) {
        return builder.makeFieldAccess(
            builder.makeCorrel(outer.getRowType(), variable), column.getIndex());
      }
    }
  }
}
