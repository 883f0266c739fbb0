/* SPDX-License-Identifier: Apache-2.0 */
package io.sluice.harvest.hudi;

import io.sluice.metadata.aspect.DescribedColumn;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.apache.avro.LogicalType;
import org.apache.avro.LogicalTypes;
import org.apache.avro.Schema;

/** An Avro schema as Hudi's own DataHub sync (1.0 and later) describes it. */
final class HudiColumns {
  private static final int MAX_DEPTH = 32;

  private HudiColumns() {}

  static List<DescribedColumn> of(Schema record) {
    return fields(record, 0);
  }

  private static List<DescribedColumn> fields(Schema record, int depth) {
    List<DescribedColumn> columns = new ArrayList<>();
    if (depth > MAX_DEPTH) {
      return columns; // a recursive record
    }
    for (Schema.Field field : record.getFields()) {
      Schema type = withoutNull(field.schema());
      columns.add(
          new DescribedColumn(
              field.name(),
              tokens(type),
              nativeType(type),
              Optional.empty(),
              typeClass(type),
              field.schema().isNullable(),
              Optional.ofNullable(field.doc()).filter(doc -> !doc.isBlank()),
              inside(type, depth)));
    }
    return columns;
  }

  private static Schema withoutNull(Schema schema) {
    if (!schema.isUnion()) {
      return schema;
    }
    List<Schema> branches =
        schema.getTypes().stream().filter(s -> s.getType() != Schema.Type.NULL).toList();
    return branches.size() == 1 ? branches.get(0) : schema;
  }

  private static List<String> tokens(Schema type) {
    List<String> tokens = new ArrayList<>();
    switch (type.getType()) {
      case ARRAY -> {
        tokens.add("array");
        tokens.addAll(tokens(withoutNull(type.getElementType())));
      }
      case MAP -> {
        tokens.add("map");
        tokens.addAll(tokens(withoutNull(type.getValueType())));
      }
      case RECORD -> tokens.add("struct");
      default -> tokens.add(type.getType().getName());
    }
    return tokens;
  }

  private static List<DescribedColumn> inside(Schema type, int depth) {
    return switch (type.getType()) {
      case RECORD -> fields(type, depth + 1);
      case ARRAY -> inside(withoutNull(type.getElementType()), depth + 1);
      case MAP -> inside(withoutNull(type.getValueType()), depth + 1);
      default -> List.of();
    };
  }

  /** {@code long(timestamp-micros)}, {@code decimal(10,2)}, {@code array<string>}. */
  private static String nativeType(Schema type) {
    LogicalType logical = type.getLogicalType();
    if (logical instanceof LogicalTypes.Decimal decimal) {
      return "decimal(" + decimal.getPrecision() + ',' + decimal.getScale() + ')';
    }
    if (logical != null) {
      return type.getType().getName() + '(' + logical.getName() + ')';
    }
    return switch (type.getType()) {
      case ARRAY -> "array<" + nativeType(withoutNull(type.getElementType())) + '>';
      case MAP -> "map<string," + nativeType(withoutNull(type.getValueType())) + '>';
      case FIXED -> "fixed(" + type.getFixedSize() + ')';
      case RECORD -> "struct";
      default -> type.getType().getName();
    };
  }

  private static String typeClass(Schema type) {
    String logical = type.getLogicalType() == null ? "" : type.getLogicalType().getName();
    if (logical.equals("decimal")) {
      return "NumberType";
    }
    if (logical.equals("date")) {
      return "DateType";
    }
    if (logical.contains("time")) {
      return "TimeType";
    }
    return switch (type.getType()) {
      case BOOLEAN -> "BooleanType";
      case INT, LONG, FLOAT, DOUBLE -> "NumberType";
      case STRING -> "StringType";
      case ENUM -> "EnumType";
      case BYTES -> "BytesType";
      case FIXED -> "FixedType";
      case ARRAY -> "ArrayType";
      case MAP -> "MapType";
      case RECORD -> "RecordType";
      case UNION -> "UnionType";
      default -> "NullType";
    };
  }
}
