/* SPDX-License-Identifier: Apache-2.0 */
package io.sluice.metadata.aspect;

import io.sluice.metadata.type.ColumnType;
import io.sluice.metadata.type.ColumnType.Array;
import io.sluice.metadata.type.ColumnType.Field;
import io.sluice.metadata.type.ColumnType.Simple;
import io.sluice.metadata.type.ColumnType.Struct;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;

/** Nested types put together from the fields inside a column, where its native text is no help. */
final class NestedTypes {
  private static final String MAP_ENTRY = "__map_entry";

  private NestedTypes() {}

  static Optional<ColumnType> rebuild(SchemaField field, Function<SchemaField, ColumnType> typeOf) {
    List<String> tokens = field.tokens();
    String innermost = tokens.isEmpty() ? "" : tokens.get(tokens.size() - 1);
    Optional<ColumnType> leaf;
    if (innermost.startsWith(MAP_ENTRY)) {
      SchemaField key = field.inside().get("key");
      SchemaField value = field.inside().get("value");
      if (key == null || value == null) {
        return Optional.empty();
      }
      leaf =
          Optional.of(
              new ColumnType.Map(typeOf.apply(key), typeOf.apply(value), value.isNullable()));
    } else if (!field.inside().isEmpty()) {
      leaf = Optional.of(struct(field, typeOf));
    } else {
      leaf = field.hasLogicalType() ? Optional.empty() : primitive(innermost);
    }
    if (tokens.isEmpty()
        && (field.typeClass().equals("ArrayType") || field.typeClass().equals("MapType"))) {
      return Optional.empty(); // elements unknown
    }
    return leaf.map(type -> wrap(type, field));
  }

  private static ColumnType struct(SchemaField field, Function<SchemaField, ColumnType> typeOf) {
    List<Field> fields = new ArrayList<>();
    field
        .inside()
        .forEach(
            (name, child) -> fields.add(new Field(name, typeOf.apply(child), child.isNullable())));
    return new Struct(fields);
  }

  /** Puts arrays and maps around a type, innermost first. The root struct's token adds nothing. */
  private static ColumnType wrap(ColumnType type, SchemaField field) {
    List<String> tokens = field.tokens();
    String last = tokens.isEmpty() ? "" : tokens.get(tokens.size() - 1);
    int from = last.startsWith(MAP_ENTRY) ? tokens.size() - 3 : tokens.size() - 2;
    ColumnType wrapped = type;
    for (int i = from; i >= 0; i--) {
      switch (tokens.get(i)) {
        case "array" -> wrapped = new Array(wrapped, true);
        case "map" -> wrapped = new ColumnType.Map(mapKey(field), wrapped, true);
        default -> {} // the root's record
      }
    }
    return wrapped;
  }

  private static ColumnType mapKey(SchemaField field) {
    return field.mapKeyType().flatMap(NestedTypes::primitive).orElse(Simple.STRING);
  }

  private static Optional<ColumnType> primitive(String token) {
    return switch (token) {
      case "boolean" -> Optional.of(Simple.BOOLEAN);
      case "int" -> Optional.of(Simple.INT);
      case "long" -> Optional.of(Simple.BIGINT);
      case "float" -> Optional.of(Simple.FLOAT);
      case "double" -> Optional.of(Simple.DOUBLE);
      case "string", "enum" -> Optional.of(Simple.STRING);
      default -> Optional.empty();
    };
  }
}
