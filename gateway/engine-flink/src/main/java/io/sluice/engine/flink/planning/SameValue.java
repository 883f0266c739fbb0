/* SPDX-License-Identifier: Apache-2.0 */
package io.sluice.engine.flink.planning;

import static java.util.Objects.requireNonNull;

import java.util.Optional;
import org.apache.flink.table.catalog.DataTypeFactory;
import org.apache.flink.table.functions.ScalarFunction;
import org.apache.flink.table.types.inference.TypeInference;
import org.apache.flink.table.types.logical.LogicalType;
import org.apache.flink.table.types.utils.DataTypeUtils;

/** Its argument; for the planner no constant until it computes it. Public for generated code. */
public final class SameValue extends ScalarFunction {
  private static final long serialVersionUID = 1L;

  private final LogicalType type;

  SameValue(LogicalType type) {
    this.type = requireNonNull(type, "type is null");
  }

  /** Called by generated code. */
  public Object eval(Object value) {
    return value;
  }

  @Override
  public TypeInference getTypeInference(DataTypeFactory typeFactory) {
    return TypeInference.newBuilder()
        .typedArguments(DataTypeUtils.toInternalDataType(type))
        .outputTypeStrategy(call -> Optional.of(DataTypeUtils.toInternalDataType(type)))
        .build();
  }
}
