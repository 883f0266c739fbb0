/* SPDX-License-Identifier: Apache-2.0 */
package io.sluice.engine.flink.planning;

import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import org.apache.calcite.plan.RelOptUtil;
import org.apache.calcite.rel.RelNode;
import org.apache.calcite.rel.core.CorrelationId;
import org.apache.calcite.rel.core.Filter;
import org.apache.calcite.rel.logical.LogicalFilter;
import org.apache.calcite.rel.logical.LogicalProject;
import org.apache.calcite.rex.RexBuilder;
import org.apache.calcite.rex.RexNode;
import org.apache.calcite.rex.RexShuttle;
import org.apache.calcite.rex.RexSubQuery;
import org.apache.calcite.rex.RexUtil;
import org.apache.calcite.rex.RexVisitorImpl;
import org.apache.calcite.sql.SqlKind;
import org.apache.flink.calcite.shaded.com.google.common.collect.ImmutableSet;
import org.apache.flink.table.planner.plan.optimize.program.FlinkOptimizeContext;
import org.apache.flink.table.planner.plan.optimize.program.FlinkOptimizeProgram;

/**
 * Leaves at most one {@code IN (SELECT …)} in a condition. Calcite 1.32's {@code
 * SubQueryRemoveRule} names the row counts of each of them {@code ct.c}, and of two in one filter
 * takes the first one's for both: {@code a IN (…) OR b NOT IN (…)} is wrong. Each becomes a filter
 * of its own, or, inside OR and NOT, a column that the filter reads.
 */
final class SeparateSubQueries<C extends FlinkOptimizeContext> implements FlinkOptimizeProgram<C> {
  @Override
  public RelNode optimize(RelNode root, C context) {
    return root.accept(new Plan());
  }

  private static final class Plan extends PlanShuttle {
    @Override
    public RelNode visit(RelNode node) {
      RelNode visited = super.visit(node);
      return visited instanceof Filter filter && namedSubQueries(filter.getCondition()).size() > 1
          ? separated(filter)
          : visited;
    }
  }

  private static RelNode separated(Filter filter) {
    List<RexNode> others = new ArrayList<>();
    List<RexNode> ofOne = new ArrayList<>();
    List<RexNode> ofMore = new ArrayList<>();
    for (RexNode condition : RelOptUtil.conjunctions(filter.getCondition())) {
      switch (namedSubQueries(condition).size()) {
        case 0 -> others.add(condition);
        case 1 -> ofOne.add(condition);
        default -> ofMore.add(condition);
      }
    }
    RelNode node = filter.getInput();
    if (!others.isEmpty()) {
      RexBuilder builder = filter.getCluster().getRexBuilder();
      node = filtered(node, RexUtil.composeConjunction(builder, others), filter);
    }
    for (RexNode condition : ofOne) {
      node = filtered(node, condition, filter);
    }
    for (RexNode condition : ofMore) {
      node = filteredByColumns(node, condition, filter);
    }
    return node;
  }

  private static RelNode filtered(RelNode input, RexNode condition, Filter filter) {
    Set<CorrelationId> used = new LinkedHashSet<>(filter.getVariablesSet());
    used.retainAll(RelOptUtil.getVariablesUsed(LogicalFilter.create(input, condition)));
    return LogicalFilter.create(input, condition, ImmutableSet.copyOf(used));
  }

  private static RelNode filteredByColumns(RelNode input, RexNode condition, Filter filter) {
    RelNode node = input;
    RexNode rest = condition;
    for (RexSubQuery query : namedSubQueries(condition)) {
      List<RexNode> columns = fields(node, node.getRowType().getFieldCount());
      columns.add(query);
      node = LogicalProject.create(node, List.of(), columns, (List<String>) null);
      rest = replaced(rest, query, last(node));
    }
    node = filtered(node, rest, filter);
    return LogicalProject.create(
        node,
        List.of(),
        fields(node, input.getRowType().getFieldCount()),
        input.getRowType().getFieldNames());
  }

  private static List<RexNode> fields(RelNode node, int count) {
    List<RexNode> fields = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      fields.add(node.getCluster().getRexBuilder().makeInputRef(node, i));
    }
    return fields;
  }

  private static RexNode last(RelNode node) {
    return node.getCluster()
        .getRexBuilder()
        .makeInputRef(node, node.getRowType().getFieldCount() - 1);
  }

  private static RexNode replaced(RexNode condition, RexSubQuery query, RexNode column) {
    return condition.accept(
        new RexShuttle() {
          @Override
          public RexNode visitSubQuery(RexSubQuery other) {
            return other.equals(query) ? column : super.visitSubQuery(other);
          }
        });
  }

  /** Those that Calcite makes of columns with names: IN, SOME and ALL. */
  private static Set<RexSubQuery> namedSubQueries(RexNode condition) {
    Set<RexSubQuery> found = new LinkedHashSet<>();
    condition.accept(
        new RexVisitorImpl<Void>(true) {
          @Override
          public Void visitSubQuery(RexSubQuery query) {
            if (query.getKind() == SqlKind.IN || query.getKind() == SqlKind.SOME) {
              found.add(query);
            }
            return super.visitSubQuery(query);
          }
        });
    return found;
  }
}
