/* SPDX-License-Identifier: Apache-2.0 */
package io.sluice.engine.flink.planning;

import static java.util.Objects.requireNonNull;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.apache.calcite.plan.RelOptCluster;
import org.apache.calcite.rel.RelCollations;
import org.apache.calcite.rel.RelNode;
import org.apache.calcite.rel.core.Aggregate;
import org.apache.calcite.rel.core.AggregateCall;
import org.apache.calcite.rel.core.Union;
import org.apache.calcite.rel.logical.LogicalAggregate;
import org.apache.calcite.rel.logical.LogicalFilter;
import org.apache.calcite.rel.logical.LogicalProject;
import org.apache.calcite.rel.logical.LogicalUnion;
import org.apache.calcite.rel.type.RelDataType;
import org.apache.calcite.rel.type.RelDataTypeField;
import org.apache.calcite.rex.RexBuilder;
import org.apache.calcite.rex.RexNode;
import org.apache.calcite.sql.SqlKind;
import org.apache.calcite.sql.fun.SqlStdOperatorTable;
import org.apache.calcite.sql.type.SqlTypeName;
import org.apache.calcite.util.ImmutableBitSet;
import org.apache.flink.table.planner.plan.optimize.program.FlinkOptimizeContext;
import org.apache.flink.table.planner.plan.optimize.program.FlinkOptimizeProgram;

/**
 * Writes out what Flink forgets about empty inputs:
 *
 * <ul>
 *   <li>UNION without ALL keeps equal rows when all of its parts but one turn out to be empty,
 *       since the pruning rule leaves that part as it is. It becomes DISTINCT of UNION ALL.
 *   <li>GROUPING SETS, ROLLUP and CUBE of no rows still have a row for {@code ()}, the grand total.
 *       Flink's {@code Expand} makes its rows of input rows, and has none. The total of no rows is
 *       added, if there are none.
 * </ul>
 */
final class SetsAndTotals<C extends FlinkOptimizeContext> implements FlinkOptimizeProgram<C> {
  @Override
  public RelNode optimize(RelNode root, C context) {
    return root.accept(new Plan(context.isBatchMode()));
  }

  private static final class Plan extends PlanShuttle {
    private final boolean isBatch;

    Plan(boolean isBatch) {
      this.isBatch = isBatch;
    }

    @Override
    public RelNode visit(RelNode node) {
      RelNode visited = super.visit(node);
      if (visited instanceof Union union && !union.all) {
        return distinct(union);
      }
      // A stream has no end at which it could be seen to be empty.
      return isBatch && visited instanceof Aggregate aggregate && hasTotalAmongOthers(aggregate)
          ? withTotalOfNoRows(aggregate)
          : visited;
    }

    private static RelNode distinct(Union union) {
      RelNode all = LogicalUnion.create(union.getInputs(), true);
      ImmutableBitSet every = ImmutableBitSet.range(all.getRowType().getFieldCount());
      return LogicalAggregate.create(all, List.of(), every, null, List.of());
    }

    private static boolean hasTotalAmongOthers(Aggregate aggregate) {
      return aggregate.getGroupSets().size() > 1
          && aggregate.getGroupSets().contains(ImmutableBitSet.of());
    }

    private static RelNode withTotalOfNoRows(Aggregate aggregate) {
      return new NoRows(aggregate)
          .total()
          .<RelNode>map(total -> LogicalUnion.create(List.of(aggregate, total), true))
          .orElse(aggregate);
    }
  }

  /** The grand total of an aggregate's input if it has no rows; no row if it has any. */
  private static final class NoRows {
    private final Aggregate aggregate;
    private final RelOptCluster cluster;
    private final RexBuilder builder;

    NoRows(Aggregate aggregate) {
      this.aggregate = requireNonNull(aggregate, "aggregate is null");
      this.cluster = aggregate.getCluster();
      this.builder = cluster.getRexBuilder();
    }

    /** Empty if a column of the aggregate cannot be NULL and that of the total can. */
    Optional<RelNode> total() {
      List<AggregateCall> calls = new ArrayList<>();
      for (AggregateCall call : aggregate.getAggCallList()) {
        if (!isGrouping(call)) {
          calls.add(
              call.adaptTo(
                  aggregate.getInput(),
                  call.getArgList(),
                  call.filterArg,
                  aggregate.getGroupCount(),
                  0));
        }
      }
      int count = calls.size();
      calls.add(countOfRows());
      RelNode all =
          LogicalAggregate.create(
              aggregate.getInput(), List.of(), ImmutableBitSet.of(), null, calls);
      RexNode isEmpty =
          builder.makeCall(
              SqlStdOperatorTable.EQUALS,
              builder.makeInputRef(all, count),
              builder.makeZeroLiteral(all.getRowType().getFieldList().get(count).getType()));
      RelNode ofNoRows = LogicalFilter.create(all, isEmpty);
      List<RexNode> columns = columns(ofNoRows);
      for (int i = 0; i < columns.size(); i++) {
        RelDataType wanted = aggregate.getRowType().getFieldList().get(i).getType();
        if (columns.get(i).getType().isNullable() && !wanted.isNullable()) {
          return Optional.empty();
        }
        columns.set(i, builder.ensureType(wanted, columns.get(i), true));
      }
      return Optional.of(
          LogicalProject.create(
              ofNoRows, List.of(), columns, aggregate.getRowType().getFieldNames()));
    }

    private AggregateCall countOfRows() {
      RelDataType bigint = cluster.getTypeFactory().createSqlType(SqlTypeName.BIGINT);
      return AggregateCall.create(
          SqlStdOperatorTable.COUNT,
          false,
          false,
          false,
          List.of(),
          -1,
          null,
          RelCollations.EMPTY,
          bigint,
          null);
    }

    private List<RexNode> columns(RelNode ofNoRows) {
      List<RexNode> columns = new ArrayList<>();
      int computed = 0;
      for (RelDataTypeField field : aggregate.getRowType().getFieldList()) {
        int call = field.getIndex() - aggregate.getGroupCount();
        RexNode column;
        if (call < 0) {
          column = builder.makeNullLiteral(nullable(field.getType()));
        } else if (isGrouping(aggregate.getAggCallList().get(call))) {
          // One bit for each argument that is not grouped by: all of them.
          int arguments = aggregate.getAggCallList().get(call).getArgList().size();
          column = builder.makeLiteral((1L << arguments) - 1, field.getType(), false);
        } else {
          column = builder.makeInputRef(ofNoRows, computed++);
        }
        columns.add(column);
      }
      return columns;
    }

    private RelDataType nullable(RelDataType type) {
      return cluster.getTypeFactory().createTypeWithNullability(type, true);
    }

    private static boolean isGrouping(AggregateCall call) {
      SqlKind kind = call.getAggregation().getKind();
      return kind == SqlKind.GROUPING || kind == SqlKind.GROUPING_ID;
    }
  }
}
