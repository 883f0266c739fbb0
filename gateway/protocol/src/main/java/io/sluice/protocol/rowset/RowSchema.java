/* SPDX-License-Identifier: Apache-2.0 */
package io.sluice.protocol.rowset;

import static java.util.Objects.requireNonNull;

import io.sluice.thrift.hive.TColumnDesc;
import io.sluice.thrift.hive.TTableSchema;
import java.util.ArrayList;
import java.util.List;

/** The columns of a result, in order; names may repeat. */
public record RowSchema(List<HiveColumn> columns) {
  public RowSchema {
    columns = List.copyOf(requireNonNull(columns, "columns is null"));
  }

  public static RowSchema of(HiveColumn... columns) {
    return new RowSchema(List.of(columns));
  }

  public int size() {
    return columns.size();
  }

  /** For GetResultSetMetadata; positions begin with 1. */
  public TTableSchema toThrift() {
    List<TColumnDesc> descriptions = new ArrayList<>(columns.size());
    for (HiveColumn column : columns) {
      TColumnDesc description =
          new TColumnDesc(column.name(), column.type().toThrift(), descriptions.size() + 1);
      description.setComment(column.comment());
      descriptions.add(description);
    }
    return new TTableSchema(descriptions);
  }

  WireKind kind(int column) {
    return columns.get(column).type().wireKind();
  }
}
