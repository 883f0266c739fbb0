/* SPDX-License-Identifier: Apache-2.0 */
package io.sluice.engine.flink.planning;

import io.sluice.error.ErrorCode;
import io.sluice.error.SluiceException;
import java.util.Locale;
import org.apache.calcite.rel.RelNode;
import org.apache.calcite.rel.core.Aggregate;
import org.apache.calcite.rel.core.AggregateCall;
import org.apache.calcite.rel.type.RelDataType;
import org.apache.calcite.rel.type.RelDataTypeField;
import org.apache.calcite.rex.RexBuilder;
import org.apache.calcite.rex.RexCall;
import org.apache.calcite.rex.RexNode;
import org.apache.flink.table.planner.plan.optimize.program.FlinkOptimizeContext;
import org.apache.flink.table.planner.plan.optimize.program.FlinkOptimizeProgram;

/**
 * Keeps names out of generated code. Flink 1.20 escapes texts there, but two kinds of names it
 * writes between quotes as they are: the fields of a ROW that becomes JSON ({@code
 * JsonGenerateUtils}), and the current database of {@code CURRENT_DATABASE()}. A name with a quote
 * in it would be code that the engine runs.
 */
final class NamesInCode<C extends FlinkOptimizeContext> implements FlinkOptimizeProgram<C> {
  @Override
  public RelNode optimize(RelNode root, C context) {
    String database = context.getCatalogManager().getCurrentDatabase();
    return root.accept(
        new PlanShuttle() {
          @Override
          Expressions expressions(RelNode node) {
            if (node instanceof Aggregate aggregate) {
              checkArguments(aggregate);
            }
            return new Names(this, node.getCluster().getRexBuilder(), database);
          }
        });
  }

  private static void checkArguments(Aggregate aggregate) {
    for (AggregateCall call : aggregate.getAggCallList()) {
      String function = call.getAggregation().getName();
      if (makesJson(function)) {
        for (int argument : call.getArgList()) {
          check(function, aggregate.getInput().getRowType().getFieldList().get(argument).getType());
        }
      }
    }
  }

  private static boolean makesJson(String function) {
    return function.toUpperCase(Locale.ROOT).startsWith("JSON_");
  }

  private static void check(String function, RelDataType type) {
    if (type.isStruct()) {
      for (RelDataTypeField field : type.getFieldList()) {
        String name = field.getName();
        if (name.chars().anyMatch(c -> c == '"' || c == '\\' || Character.isISOControl(c))) {
          throw new SluiceException(
              ErrorCode.NOT_SUPPORTED,
              function
                  + " cannot take a ROW with a field named `"
                  + name
                  + "`: a quote, a backslash or a control character cannot be in the name of a"
                  + " field that becomes JSON. Give the field another name with CAST(… AS ROW<…>).");
        }
        check(function, field.getType());
      }
    }
    if (type.getComponentType() != null) {
      check(function, type.getComponentType());
    }
    if (type.getKeyType() != null) {
      check(function, type.getKeyType());
      check(function, type.getValueType());
    }
  }

  private static final class Names extends PlanShuttle.Expressions {
    private final String database;

    Names(PlanShuttle plan, RexBuilder builder, String database) {
      super(plan, builder);
      this.database = database;
    }

    @Override
    public RexNode visitCall(RexCall call) {
      RexNode visited = super.visitCall(call);
      String function = call.getOperator().getName();
      if (makesJson(function)) {
        call.getOperands().forEach(operand -> check(function, operand.getType()));
      }
      return function.equalsIgnoreCase("CURRENT_DATABASE") && call.getOperands().isEmpty()
          ? builder.makeLiteral(database, call.getType(), false)
          : visited;
    }
  }
}
