/* SPDX-License-Identifier: Apache-2.0 */
package io.sluice.flink.hudi;

import io.sluice.error.ErrorCode;
import io.sluice.error.SluiceException;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.apache.avro.LogicalType;
import org.apache.avro.LogicalTypes;
import org.apache.avro.Schema;
import org.apache.flink.table.api.DataTypes;
import org.apache.flink.table.types.DataType;

/**
 * Which Flink type holds an Avro type exactly.
 *
 * <p>Avro's own meaning decides (Avro 1.11 specification, "Logical Types"): {@code timestamp-*} is
 * an instant and so {@code TIMESTAMP_LTZ}; {@code local-timestamp-*} is a wall clock and so {@code
 * TIMESTAMP}. Hudi's Flink bundle has the two the other way round; see ADR 071. {@code time-micros}
 * becomes {@code STRING}, because Flink keeps {@code TIME} in milliseconds.
 */
final class AvroTypes {
  private static final int MAX_PRECISION = 38;
  private static final Set<String> HUDI_ONLY = Set.of("variant", "vector", "blob");

  private AvroTypes() {}

  /** Throws {@code UNSUPPORTED_TYPE} with the reason when Flink has no exact type. */
  static DataType toFlink(Schema schema) {
    if (schema.getType() == Schema.Type.UNION) {
      Schema member = nonNull(schema);
      DataType type = toFlink(member);
      return schema.isNullable() ? type.nullable() : type.notNull();
    }

    return (schema.getLogicalType() == null ? plain(schema) : logical(schema)).notNull();
  }

  /** The one member of a union that is not null; a schema that is no union is itself. */
  static Schema nonNull(Schema schema) {
    if (schema.getType() != Schema.Type.UNION) {
      return schema;
    }

    List<Schema> members = new ArrayList<>(schema.getTypes());
    members.removeIf(member -> member.getType() == Schema.Type.NULL);
    if (members.size() != 1) {
      throw unsupported("a union of " + members.size() + " types");
    }

    return members.get(0);
  }

  private static DataType logical(Schema schema) {
    LogicalType logical = schema.getLogicalType();
    if (logical instanceof LogicalTypes.Decimal decimal) {
      if (decimal.getPrecision() > MAX_PRECISION) {
        throw unsupported("a decimal of " + decimal.getPrecision() + " digits");
      }

      return DataTypes.DECIMAL(decimal.getPrecision(), decimal.getScale());
    }

    return switch (logical.getName()) {
      case "date" -> DataTypes.DATE();
      case "time-millis" -> DataTypes.TIME(3);
      case "time-micros", "uuid" -> DataTypes.STRING();
      case "timestamp-millis" -> DataTypes.TIMESTAMP_LTZ(3);
      case "timestamp-micros" -> DataTypes.TIMESTAMP_LTZ(6);
      case "local-timestamp-millis" -> DataTypes.TIMESTAMP(3);
      case "local-timestamp-micros" -> DataTypes.TIMESTAMP(6);
      default -> throw unsupported("the logical type " + logical.getName());
    };
  }

  private static DataType plain(Schema schema) {
    String unknown = schema.getProp("logicalType");
    if (unknown != null) {
      throw unsupported("the logical type " + unknown);
    }

    return switch (schema.getType()) {
      case BOOLEAN -> DataTypes.BOOLEAN();
      case INT -> DataTypes.INT();
      case LONG -> DataTypes.BIGINT();
      case FLOAT -> DataTypes.FLOAT();
      case DOUBLE -> DataTypes.DOUBLE();
      case STRING, ENUM -> DataTypes.STRING();
      case BYTES -> DataTypes.BYTES();
      case FIXED -> DataTypes.BINARY(schema.getFixedSize());
      case ARRAY -> DataTypes.ARRAY(toFlink(schema.getElementType()));
      case MAP -> DataTypes.MAP(DataTypes.STRING().notNull(), toFlink(schema.getValueType()));
      case RECORD -> record(schema);
      case NULL, UNION -> throw unsupported("the type " + schema.getType());
    };
  }

  private static DataType record(Schema schema) {
    if (HUDI_ONLY.contains(schema.getName())) {
      throw unsupported("Hudi's type " + schema.getName());
    }

    List<DataTypes.Field> fields = new ArrayList<>();
    for (Schema.Field field : schema.getFields()) {
      fields.add(DataTypes.FIELD(field.name(), toFlink(field.schema())));
    }

    if (fields.isEmpty()) {
      throw unsupported("a record with no fields");
    }

    return DataTypes.ROW(fields);
  }

  private static SluiceException unsupported(String what) {
    return new SluiceException(ErrorCode.UNSUPPORTED_TYPE, "Flink cannot hold " + what);
  }
}
