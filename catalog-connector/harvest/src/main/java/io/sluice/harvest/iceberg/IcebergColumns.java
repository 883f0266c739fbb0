/* SPDX-License-Identifier: Apache-2.0 */
package io.sluice.harvest.iceberg;

import io.sluice.metadata.aspect.DescribedColumn;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.apache.iceberg.Schema;
import org.apache.iceberg.types.Type;
import org.apache.iceberg.types.Types;

/** An Iceberg schema as DataHub's Iceberg connector describes it: native texts and path tokens. */
final class IcebergColumns {
  private IcebergColumns() {}

  static List<DescribedColumn> of(Schema schema) {
    return fields(schema.columns());
  }

  /** The text DataHub keeps of the whole schema, one column a line. */
  static String rawSchema(Schema schema) {
    StringBuilder text = new StringBuilder("table {\n");
    for (Types.NestedField field : schema.columns()) {
      text.append("  ")
          .append(field.fieldId())
          .append(": ")
          .append(field.name())
          .append(field.isOptional() ? ": optional " : ": required ")
          .append(field.type());
      if (field.doc() != null) {
        text.append(" (").append(field.doc().replaceAll("\\s+", " ")).append(')');
      }
      text.append('\n');
    }
    return text.append('}').toString();
  }

  private static List<DescribedColumn> fields(List<Types.NestedField> fields) {
    List<DescribedColumn> columns = new ArrayList<>();
    for (Types.NestedField field : fields) {
      Type type = field.type();
      columns.add(
          new DescribedColumn(
              field.name(),
              tokens(type),
              type.toString(),
              Optional.empty(),
              typeClass(type),
              field.isOptional(),
              Optional.ofNullable(field.doc()).filter(doc -> !doc.isBlank()),
              inside(type)));
    }
    return columns;
  }

  private static List<String> tokens(Type type) {
    return switch (type.typeId()) {
      case LIST -> prepend("array", tokens(type.asListType().elementType()));
      case MAP -> prepend("map", tokens(type.asMapType().valueType()));
      case STRUCT -> List.of("struct");
      case BOOLEAN -> List.of("boolean");
      case INTEGER, DATE -> List.of("int");
      case LONG, TIME, TIMESTAMP, TIMESTAMP_NANO -> List.of("long");
      case FLOAT -> List.of("float");
      case DOUBLE -> List.of("double");
      case STRING, UUID -> List.of("string");
      case DECIMAL, FIXED -> List.of("fixed");
      default -> List.of("bytes");
    };
  }

  private static List<String> prepend(String first, List<String> rest) {
    List<String> all = new ArrayList<>();
    all.add(first);
    all.addAll(rest);
    return all;
  }

  private static List<DescribedColumn> inside(Type type) {
    return switch (type.typeId()) {
      case STRUCT -> fields(type.asStructType().fields());
      case LIST -> inside(type.asListType().elementType());
      case MAP -> inside(type.asMapType().valueType());
      default -> List.of();
    };
  }

  private static String typeClass(Type type) {
    return switch (type.typeId()) {
      case BOOLEAN -> "BooleanType";
      case INTEGER, LONG, FLOAT, DOUBLE, DECIMAL -> "NumberType";
      case DATE -> "DateType";
      case TIME, TIMESTAMP, TIMESTAMP_NANO -> "TimeType";
      case STRING, UUID -> "StringType";
      case BINARY -> "BytesType";
      case FIXED -> "FixedType";
      case LIST -> "ArrayType";
      case MAP -> "MapType";
      case STRUCT -> "RecordType";
      default -> "NullType";
    };
  }
}
