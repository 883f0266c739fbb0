/* SPDX-License-Identifier: Apache-2.0 */
package io.sluice.engine.flink.planning;

import static java.util.Objects.requireNonNull;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.apache.calcite.plan.RelOptUtil;
import org.apache.calcite.rel.RelHomogeneousShuttle;
import org.apache.calcite.rel.RelNode;
import org.apache.calcite.rel.core.Correlate;
import org.apache.calcite.rel.core.CorrelationId;
import org.apache.calcite.rel.core.Filter;
import org.apache.calcite.rel.core.Snapshot;
import org.apache.calcite.rel.core.TableFunctionScan;
import org.apache.calcite.rel.core.Uncollect;
import org.apache.calcite.rel.logical.LogicalCorrelate;
import org.apache.calcite.rel.logical.LogicalProject;
import org.apache.calcite.rel.type.RelDataType;
import org.apache.calcite.rex.RexBuilder;
import org.apache.calcite.rex.RexCall;
import org.apache.calcite.rex.RexCorrelVariable;
import org.apache.calcite.rex.RexFieldAccess;
import org.apache.calcite.rex.RexNode;
import org.apache.calcite.rex.RexShuttle;
import org.apache.calcite.rex.RexUtil;
import org.apache.calcite.sql.SqlKind;
import org.apache.calcite.sql.fun.SqlStdOperatorTable;
import org.apache.calcite.util.ImmutableBitSet;
import org.apache.flink.table.planner.plan.optimize.program.FlinkOptimizeContext;
import org.apache.flink.table.planner.plan.optimize.program.FlinkOptimizeProgram;

/**
 * Hands a NULL of an outer row into a correlated sub-query. Where more is asked of an outer column
 * than that it equals one of the sub-query, Calcite's {@code RelDecorrelator} computes the
 * sub-query for each value of the column and joins by {@code =}, which no NULL survives: {@code
 * WHERE COALESCE(a.x, 1) = b.y} finds nothing for a NULL. Such a column is handed over as two that
 * are never NULL: a value, and whether there is none.
 */
final class NullableCorrelations<C extends FlinkOptimizeContext>
    implements FlinkOptimizeProgram<C> {
  @Override
  public RelNode optimize(RelNode root, C context) {
    return root.accept(
        new RelHomogeneousShuttle() {
          @Override
          public RelNode visit(RelNode node) {
            RelNode visited = super.visit(node);
            return visited instanceof Correlate correlate
                ? new Handing(correlate).correlate()
                : visited;
          }
        });
  }

  /** One correlation. */
  private static final class Handing {
    private final Correlate correlate;
    private final CorrelationId variable;
    private final RexBuilder builder;

    Handing(Correlate correlate) {
      this.correlate = requireNonNull(correlate, "correlate is null");
      this.variable = correlate.getCorrelationId();
      this.builder = correlate.getCluster().getRexBuilder();
    }

    RelNode correlate() {
      Uses uses = new Uses();
      correlate.getRight().accept(uses);
      if (uses.beyondEquality.isEmpty() || uses.isOfFunction) {
        return correlate;
      }
      RelNode left = correlate.getLeft();
      int width = left.getRowType().getFieldCount();
      List<RexNode> columns = fields(left, 0, width);
      Map<Integer, Integer> places = new HashMap<>();
      for (int field : uses.beyondEquality) {
        places.put(field, columns.size());
        RexNode value = builder.makeInputRef(left, field);
        RexNode isNull = builder.makeCall(SqlStdOperatorTable.IS_NULL, value);
        RexNode notNull = builder.makeNotNull(value);
        columns.add(
            builder.makeCall(
                notNull.getType(),
                SqlStdOperatorTable.CASE,
                List.of(isNull, builder.makeZeroLiteral(notNull.getType()), notNull)));
        columns.add(isNull);
      }
      RelNode handing = LogicalProject.create(left, List.of(), columns, (List<String>) null);
      Replaced replaced = new Replaced(handing.getRowType(), places);
      RelNode right = correlate.getRight().accept(replaced);
      RelNode joined =
          LogicalCorrelate.create(
              handing, right, variable, ImmutableBitSet.of(replaced.used), correlate.getJoinType());
      List<RexNode> kept = fields(joined, 0, width);
      if (correlate.getJoinType().projectsRight()) {
        kept.addAll(fields(joined, columns.size(), joined.getRowType().getFieldCount()));
      }
      return LogicalProject.create(joined, List.of(), kept, correlate.getRowType().getFieldNames());
    }

    private List<RexNode> fields(RelNode node, int from, int to) {
      List<RexNode> fields = new ArrayList<>();
      for (int i = from; i < to; i++) {
        fields.add(builder.makeInputRef(node, i));
      }
      return fields;
    }

    private boolean isOfOuterRow(RexNode node) {
      return node instanceof RexFieldAccess access
          && access.getReferenceExpr() instanceof RexCorrelVariable of
          && of.id.equals(variable);
    }

    /** {@code column = outer column}: Calcite joins by it as it is. */
    private boolean isEquality(RexNode condition) {
      if (condition.getKind() != SqlKind.EQUALS) {
        return false;
      }
      RexNode left = ((RexCall) condition).getOperands().get(0);
      RexNode right = ((RexCall) condition).getOperands().get(1);
      return isOfOuterRow(left) && !RexUtil.containsCorrelation(right)
          || isOfOuterRow(right) && !RexUtil.containsCorrelation(left);
    }

    /** Which nullable outer columns are used, and not only in an equality. */
    private final class Uses extends RelHomogeneousShuttle {
      private final Set<Integer> beyondEquality = new LinkedHashSet<>();
      private boolean isOfFunction;

      @Override
      public RelNode visit(RelNode node) {
        // Flink runs them for each outer row.
        isOfFunction |=
            node instanceof TableFunctionScan
                || node instanceof Uncollect
                || node instanceof Snapshot;
        if (node instanceof Filter filter) {
          for (RexNode condition : RelOptUtil.conjunctions(filter.getCondition())) {
            if (!isEquality(condition)) {
              condition.accept(new Columns());
            }
          }
        } else {
          node.accept(new Columns());
        }
        return super.visit(node);
      }

      private final class Columns extends RexShuttle {
        @Override
        public RexNode visitFieldAccess(RexFieldAccess access) {
          if (isOfOuterRow(access) && access.getType().isNullable()) {
            beyondEquality.add(access.getField().getIndex());
          }
          return access;
        }
      }
    }

    /** The right side, of the wider outer row. */
    private final class Replaced extends RelHomogeneousShuttle {
      private final Set<Integer> used = new LinkedHashSet<>();
      private final RelDataType outer;
      private final Map<Integer, Integer> places;

      Replaced(RelDataType outer, Map<Integer, Integer> places) {
        this.outer = requireNonNull(outer, "outer is null");
        this.places = Map.copyOf(places);
      }

      @Override
      public RelNode visit(RelNode node) {
        RelNode visited = super.visit(node);
        if (visited instanceof Filter filter) {
          List<RexNode> conditions =
              new ArrayList<>(RelOptUtil.conjunctions(filter.getCondition()));
          conditions.replaceAll(one -> one.accept(new Columns(isEquality(one))));
          return filter.copy(
              filter.getTraitSet(),
              filter.getInput(),
              RexUtil.composeConjunction(builder, conditions));
        }
        return visited.accept(new Columns(false));
      }

      private RexNode column(int index) {
        used.add(index);
        return builder.makeFieldAccess(builder.makeCorrel(outer, variable), index);
      }

      private final class Columns extends RexShuttle {
        private final boolean inEquality;

        Columns(boolean inEquality) {
          this.inEquality = inEquality;
        }

        @Override
        public RexNode visitFieldAccess(RexFieldAccess access) {
          if (!isOfOuterRow(access)) {
            return super.visitFieldAccess(access);
          }
          Integer place = inEquality ? null : places.get(access.getField().getIndex());
          return place == null
              ? column(access.getField().getIndex())
              : builder.makeCall(
                  access.getType(),
                  SqlStdOperatorTable.CASE,
                  List.of(
                      column(place + 1), builder.makeNullLiteral(access.getType()), column(place)));
        }
      }
    }
  }
}
