/* SPDX-License-Identifier: Apache-2.0 */
package io.sluice.metadata;

import io.sluice.metadata.aspect.DescribedColumn;
import io.sluice.metadata.aspect.DescribedTable;
import io.sluice.metadata.type.ColumnType;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** A table that a statement has just made, described as a harvest would. */
final class RecordedTable {
  private RecordedTable() {}

  static DescribedTable describe(Platform platform, TableMetadata table) {
    return new DescribedTable(
        table.name().database(),
        table.name().table(),
        table.kind(),
        table.comment(),
        table.columns().stream().map(c -> column(platform, c)).toList(),
        table.primaryKey(),
        table.partitionKeys(),
        table.properties(),
        table.viewText(),
        "",
        Optional.empty());
  }

  private static DescribedColumn column(Platform platform, ColumnMetadata column) {
    ColumnType type = column.type();
    return new DescribedColumn(
        column.name(),
        platform.isMySqlFamily() ? List.of() : tokens(type),
        column.nativeType(),
        platform.isMySqlFamily() ? Optional.of(column.nativeType()) : Optional.empty(),
        typeClass(type),
        column.nullable(),
        column.comment(),
        List.of());
  }

  private static List<String> tokens(ColumnType type) {
    List<String> tokens = new ArrayList<>();
    if (type instanceof ColumnType.Array array) {
      tokens.add("array");
      tokens.addAll(tokens(array.element()));
    } else if (type instanceof ColumnType.Map map) {
      tokens.add("map");
      tokens.addAll(tokens(map.value()));
    } else if (type instanceof ColumnType.Struct) {
      tokens.add("struct");
    } else {
      tokens.add(typeClass(type).replace("Type", "").toLowerCase(java.util.Locale.ROOT));
    }
    return tokens;
  }

  private static String typeClass(ColumnType type) {
    if (type instanceof ColumnType.Simple simple) {
      return switch (simple) {
        case BOOLEAN -> "BooleanType";
        case STRING -> "StringType";
        case BYTES -> "BytesType";
        case DATE -> "DateType";
        default -> "NumberType";
      };
    }
    if (type instanceof ColumnType.Decimal) {
      return "NumberType";
    }
    if (type instanceof ColumnType.Char || type instanceof ColumnType.Varchar) {
      return "StringType";
    }
    if (type instanceof ColumnType.Binary) {
      return "FixedType";
    }
    if (type instanceof ColumnType.Array) {
      return "ArrayType";
    }
    if (type instanceof ColumnType.Map) {
      return "MapType";
    }
    if (type instanceof ColumnType.Struct) {
      return "RecordType";
    }
    return type instanceof ColumnType.Unsupported ? "NullType" : "TimeType";
  }
}
