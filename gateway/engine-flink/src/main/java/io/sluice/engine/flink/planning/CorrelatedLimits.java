/* SPDX-License-Identifier: Apache-2.0 */
package io.sluice.engine.flink.planning;

import io.sluice.error.ErrorCode;
import io.sluice.error.SluiceException;
import java.util.HashSet;
import java.util.Set;
import org.apache.calcite.plan.RelOptUtil;
import org.apache.calcite.rel.RelHomogeneousShuttle;
import org.apache.calcite.rel.RelNode;
import org.apache.calcite.rel.core.CorrelationId;
import org.apache.calcite.rel.core.Sort;
import org.apache.calcite.rex.RexBuilder;
import org.apache.calcite.rex.RexLiteral;
import org.apache.calcite.rex.RexNode;
import org.apache.calcite.rex.RexSubQuery;
import org.apache.calcite.sql.SqlKind;
import org.apache.flink.table.planner.plan.optimize.program.FlinkOptimizeContext;
import org.apache.flink.table.planner.plan.optimize.program.FlinkOptimizeProgram;

/**
 * LIMIT in a correlated sub-query. Flink 1.20 makes a join of EXISTS and IN and pulls the
 * correlation through the LIMIT, which then counts the rows of all outer rows together: the answer
 * is wrong. Of EXISTS a LIMIT of one or more changes nothing and is left out; anything else is
 * refused.
 */
final class CorrelatedLimits<C extends FlinkOptimizeContext> implements FlinkOptimizeProgram<C> {
  @Override
  public RelNode optimize(RelNode root, C context) {
    return root.accept(new Plan());
  }

  private static final class Plan extends PlanShuttle {
    @Override
    Expressions expressions(RelNode node) {
      return new Limits(this, node.getCluster().getRexBuilder());
    }
  }

  private static final class Limits extends PlanShuttle.Expressions {
    Limits(PlanShuttle plan, RexBuilder builder) {
      super(plan, builder);
    }

    @Override
    public RexNode visitSubQuery(RexSubQuery subQuery) {
      RexSubQuery query = subQuery;
      while (query.getKind() == SqlKind.EXISTS
          && query.rel instanceof Sort sort
          && sort.offset == null
          && atLeastOne(sort.fetch)) {
        query = query.clone(sort.getInput());
      }
      query.rel.accept(new Refused());
      return super.visitSubQuery(query);
    }

    private static boolean atLeastOne(RexNode fetch) {
      return fetch == null
          || fetch instanceof RexLiteral literal && RexLiteral.intValue(literal) > 0;
    }
  }

  private static final class Refused extends RelHomogeneousShuttle {
    @Override
    public RelNode visit(RelNode node) {
      if (node instanceof Sort sort
          && (sort.fetch != null || sort.offset != null)
          && isCorrelated(sort)) {
        throw new SluiceException(
            ErrorCode.NOT_SUPPORTED,
            "Flink cannot plan LIMIT, OFFSET or FETCH in a subquery that names columns of the query"
                + " around it. Join with a query that numbers the rows: ROW_NUMBER() OVER"
                + " (PARTITION BY … ORDER BY …), and keep the first.");
      }
      return super.visit(node);
    }

    /** Whether a column is used that does not come from below. */
    private static boolean isCorrelated(RelNode top) {
      Set<CorrelationId> used = new HashSet<>(RelOptUtil.getVariablesUsed(top));
      top.accept(
          new RelHomogeneousShuttle() {
            @Override
            public RelNode visit(RelNode node) {
              used.removeAll(node.getVariablesSet());
              return super.visit(node);
            }
          });
      return !used.isEmpty();
    }
  }
}
