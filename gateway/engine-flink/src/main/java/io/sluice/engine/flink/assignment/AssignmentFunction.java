/* SPDX-License-Identifier: Apache-2.0 */
package io.sluice.engine.flink.assignment;

import static java.util.Objects.requireNonNull;

import java.util.Optional;
import org.apache.flink.table.catalog.DataTypeFactory;
import org.apache.flink.table.functions.ScalarFunction;
import org.apache.flink.table.types.inference.TypeInference;
import org.apache.flink.table.types.logical.LogicalType;
import org.apache.flink.table.types.utils.DataTypeUtils;

/** An assignment as a function of a plan, on Flink's internal values. Public for generated code. */
public final class AssignmentFunction extends ScalarFunction {
  private static final long serialVersionUID = 1L;

  private final LogicalType from;
  private final LogicalType to;
  private final Assignment assignment;

  AssignmentFunction(LogicalType from, LogicalType to, Assignment assignment) {
    this.from = requireNonNull(from, "from is null");
    this.to = requireNonNull(to, "to is null");
    this.assignment = requireNonNull(assignment, "assignment is null");
  }

  /** Called by generated code. */
  public Object eval(Object value) {
    return value == null ? null : assignment.assign(value);
  }

  @Override
  public TypeInference getTypeInference(DataTypeFactory typeFactory) {
    return TypeInference.newBuilder()
        .typedArguments(DataTypeUtils.toInternalDataType(from))
        .outputTypeStrategy(call -> Optional.of(DataTypeUtils.toInternalDataType(to)))
        .build();
  }
}
