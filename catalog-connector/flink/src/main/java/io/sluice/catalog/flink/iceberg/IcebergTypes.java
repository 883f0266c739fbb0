/* SPDX-License-Identifier: Apache-2.0 */
package io.sluice.catalog.flink.iceberg;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.apache.flink.table.api.DataTypes;
import org.apache.flink.table.types.DataType;
import org.apache.flink.table.types.logical.LogicalType;
import org.apache.flink.table.types.utils.TypeConversions;
import org.apache.iceberg.Schema;
import org.apache.iceberg.flink.FlinkSchemaUtil;
import org.apache.iceberg.types.Type;
import org.apache.iceberg.types.TypeUtil;
import org.apache.iceberg.types.Types;

/**
 * What Iceberg's types are in Flink, column by column, so that one that has no counterpart is
 * refused by name and hides nothing else.
 */
final class IcebergTypes {
  private IcebergTypes() {}

  /** The columns that can be read, and why the others cannot. */
  record Mapped(List<Types.NestedField> readable, Map<String, String> refused) {}

  /**
   * @param timeInMillis true to take {@code time} columns, cut to milliseconds
   */
  static Mapped map(Schema schema, boolean timeInMillis) {
    List<Types.NestedField> readable = new ArrayList<>();
    Map<String, String> refused = new LinkedHashMap<>();
    for (Types.NestedField field : schema.columns()) {
      Optional<String> reason = refusal(field.type(), timeInMillis);
      if (reason.isPresent()) {
        refused.put(field.name(), reason.get());
      } else {
        readable.add(field);
      }
    }
    return new Mapped(readable, refused);
  }

  /**
   * The columns of a metadata table. Iceberg's Flink reader fails on a timestamp before 1970 inside
   * a struct, as {@code readable_metrics} and {@code partition} may hold.
   */
  static Mapped mapMetadata(Schema schema) {
    Mapped all = map(schema, true);
    List<Types.NestedField> readable = new ArrayList<>();
    Map<String, String> refused = new LinkedHashMap<>(all.refused());
    for (Types.NestedField field : all.readable()) {
      if (field.type().isStructType() && holds(field.type(), Type.TypeID.TIMESTAMP)) {
        refused.put(field.name(), "it holds timestamps inside, which cannot be read before 1970");
      } else {
        readable.add(field);
      }
    }
    return new Mapped(readable, refused);
  }

  private static boolean holds(Type type, Type.TypeID wanted) {
    return type.typeId() == wanted
        || (type.isNestedType()
            && TypeUtil.indexById(
                    Types.StructType.of(Types.NestedField.optional(0, "column", type)))
                .values()
                .stream()
                .anyMatch(f -> f.type().typeId() == wanted));
  }

  private static Optional<String> refusal(Type type, boolean timeInMillis) {
    if (holds(type, Type.TypeID.UUID)) {
      return Optional.of("it holds a uuid, which Iceberg's Flink reader cannot read from Parquet");
    }
    if (holds(type, Type.TypeID.TIME) && !timeInMillis) {
      return Optional.of(
          "it holds times of microseconds and Flink's hold milliseconds"
              + " (sluice.catalog.iceberg.time-in-millis)");
    }
    try {
      FlinkSchemaUtil.convert(type);
      return Optional.empty();
    } catch (UnsupportedOperationException e) {
      return Optional.of("type " + type + " has no counterpart");
    }
  }

  static DataType flinkType(Types.NestedField field) {
    DataType type =
        field.type().typeId() == Type.TypeID.TIME
            ? DataTypes.TIME(3)
            : TypeConversions.fromLogicalToDataType(logical(field.type()));
    return field.isOptional() ? type.nullable() : type.notNull();
  }

  private static LogicalType logical(Type type) {
    return FlinkSchemaUtil.convert(type);
  }
}
