/* SPDX-License-Identifier: Apache-2.0 */
package io.sluice.engine.flink.planning;

import java.util.ArrayList;
import java.util.List;
import org.apache.calcite.rel.RelNode;
import org.apache.calcite.rel.core.Aggregate;
import org.apache.calcite.rel.core.Project;
import org.apache.calcite.rel.type.RelDataType;
import org.apache.calcite.rex.RexLiteral;
import org.apache.calcite.rex.RexNode;
import org.apache.flink.table.planner.calcite.FlinkTypeFactory;
import org.apache.flink.table.planner.plan.optimize.program.FlinkOptimizeContext;
import org.apache.flink.table.planner.plan.optimize.program.FlinkOptimizeProgram;

/**
 * Hides constants that are grouped by from Calcite's {@code RelDecorrelator}, which leaves them
 * out: a group by nothing has a row where a group by a constant has none. {@code EXISTS} is such a
 * group, so that beside a correlated sub-query it was true of no rows. They are folded later.
 */
final class ConstantKeys<C extends FlinkOptimizeContext> implements FlinkOptimizeProgram<C> {
  @Override
  public RelNode optimize(RelNode root, C context) {
    return root.accept(new Plan());
  }

  private static final class Plan extends PlanShuttle {
    @Override
    public RelNode visit(RelNode node) {
      RelNode visited = super.visit(node);
      if (visited instanceof Aggregate aggregate
          && aggregate.getGroupCount() > 0
          && aggregate.getInput() instanceof Project project
          && aggregate.getGroupSet().asList().stream()
              .allMatch(key -> project.getProjects().get(key) instanceof RexLiteral)) {
        RelNode hidden = hidden(project, aggregate.getGroupSet().nth(0));
        return aggregate.copy(aggregate.getTraitSet(), List.of(hidden));
      }
      return visited;
    }
  }

  private static RelNode hidden(Project project, int key) {
    List<RexNode> columns = new ArrayList<>(project.getProjects());
    RelDataType type = columns.get(key).getType();
    columns.set(
        key,
        PlanFunctions.call(
            project.getCluster(),
            "sameValue",
            new SameValue(FlinkTypeFactory.toLogicalType(type)),
            type,
            List.of(columns.get(key))));
    return project.copy(project.getTraitSet(), project.getInput(), columns, project.getRowType());
  }
}
