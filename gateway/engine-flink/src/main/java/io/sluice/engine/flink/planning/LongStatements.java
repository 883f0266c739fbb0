/* SPDX-License-Identifier: Apache-2.0 */
package io.sluice.engine.flink.planning;

import java.util.ArrayList;
import java.util.List;
import org.apache.calcite.rel.RelNode;
import org.apache.calcite.rel.core.Union;
import org.apache.calcite.rel.core.Values;
import org.apache.calcite.rex.RexNode;
import org.apache.calcite.rex.RexSubQuery;
import org.apache.flink.table.planner.plan.optimize.program.FlinkOptimizeContext;
import org.apache.flink.table.planner.plan.optimize.program.FlinkOptimizeProgram;

/** Shortens what programs write at length, before Flink's own programs take the time for it. */
final class LongStatements<C extends FlinkOptimizeContext> implements FlinkOptimizeProgram<C> {
  @Override
  public RelNode optimize(RelNode root, C context) {
    return shorten(root, context);
  }

  private static RelNode shorten(RelNode node, FlinkOptimizeContext context) {
    RelNode folded = node instanceof Union union ? LongValues.of(union).orElse(node) : node;
    if (folded instanceof Values values) {
      return LongValues.asData(values, context);
    }
    List<RelNode> inputs = new ArrayList<>(folded.getInputs());
    inputs.replaceAll(input -> shorten(input, context));
    RelNode below =
        same(inputs, folded.getInputs()) ? folded : folded.copy(folded.getTraitSet(), inputs);
    return below.accept(
        new LongAlternatives(below.getCluster()) {
          @Override
          public RexNode visitSubQuery(RexSubQuery subQuery) {
            RexNode visited = super.visitSubQuery(subQuery);
            return visited instanceof RexSubQuery query
                ? query.clone(shorten(query.rel, context))
                : visited;
          }
        });
  }

  private static boolean same(List<RelNode> some, List<RelNode> others) {
    for (int i = 0; i < some.size(); i++) {
      if (some.get(i) != others.get(i)) {
        return false;
      }
    }
    return true;
  }
}
