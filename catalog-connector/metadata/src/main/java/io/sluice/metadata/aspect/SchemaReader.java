/* SPDX-License-Identifier: Apache-2.0 */
package io.sluice.metadata.aspect;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.sluice.metadata.ColumnMetadata;
import io.sluice.metadata.type.AvroTypes;
import io.sluice.metadata.type.ColumnType;
import io.sluice.metadata.type.ColumnType.Simple;
import io.sluice.metadata.type.ColumnType.Unsupported;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * The columns that a {@code schemaMetadata} aspect tells of, whatever client wrote it.
 *
 * <p>A column's type comes, in this order, from the exact type Sluice's own harvest left ({@link
 * #EXACT_TYPE} in {@code jsonProps}), from the native text, from the fields inside it, from
 * DataHub's type class where that says enough. {@code NullType} never decides. A column whose type
 * stays unknown is kept as {@link Unsupported}; it hides no other column.
 */
public final class SchemaReader {
  /** Key in a field's {@code jsonProps}: the source's type, word for word. */
  public static final String EXACT_TYPE = "sluice.native";

  private static final ObjectMapper JSON = new ObjectMapper();

  /** Platforms whose field paths are column names, dots and all. */
  private static final Set<String> FLAT =
      Set.of(
          "mysql", "mariadb", "tidb", "doris", "starrocks", "postgres", "mssql", "oracle", "db2");

  private final String platform;

  private final NativeTypeCache types;

  private SchemaReader(String platform, NativeTypeCache types) {
    this.platform = platform;
    this.types = types;
  }

  /**
   * The columns in the source's order; empty if the aspect has no fields. A malformed field is left
   * out.
   */
  static List<ColumnMetadata> columns(
      String platform, JsonNode schemaMetadata, NativeTypeCache types) {
    SchemaReader reader = new SchemaReader(platform, types);
    List<ColumnMetadata> columns = reader.fromFields(schemaMetadata);
    JsonNode raw = raw(schemaMetadata);
    if (platform.equals("hudi")) {
      return avro(raw, columns).orElse(columns);
    }
    if (platform.equals("iceberg")) {
      return IcebergRawSchema.columns(raw.asText(""), columns).orElse(columns);
    }
    return columns;
  }

  private static JsonNode raw(JsonNode schemaMetadata) {
    JsonNode union = schemaMetadata.path("platformSchema");
    JsonNode schema = union.isObject() && union.size() > 0 ? union.elements().next() : union;
    return schema.path("rawSchema");
  }

  /** Hudi's Avro schema tells order, types and nullability; the fields only add comments. */
  private static Optional<List<ColumnMetadata>> avro(JsonNode raw, List<ColumnMetadata> fields) {
    List<AvroTypes.Column> columns;
    try {
      columns = AvroTypes.columns(JSON.readTree(raw.asText("")));
    } catch (JsonProcessingException | IllegalArgumentException e) {
      return Optional.empty();
    }
    Map<String, ColumnMetadata> byName = new LinkedHashMap<>();
    fields.forEach(f -> byName.putIfAbsent(f.name(), f));
    return Optional.of(
        columns.stream()
            .map(
                c -> {
                  Optional<ColumnMetadata> field = Optional.ofNullable(byName.get(c.name()));
                  return new ColumnMetadata(
                      c.name(),
                      c.nativeType(),
                      c.type(),
                      c.nullable(),
                      c.doc().or(() -> field.flatMap(ColumnMetadata::comment)),
                      field.map(ColumnMetadata::partOfKey).orElse(false));
                })
            .toList());
  }

  private List<ColumnMetadata> fromFields(JsonNode schemaMetadata) {
    Set<String> keys = new HashSet<>();
    schemaMetadata.path("primaryKeys").forEach(k -> keys.add(simpleName(k.asText(""))));
    Map<String, SchemaField> columns = new LinkedHashMap<>();
    for (SchemaField field : fields(schemaMetadata)) {
      SchemaField column =
          columns.computeIfAbsent(field.path().column(), name -> SchemaField.missing(name));
      if (field.path().isColumn()) {
        column.define(field);
      } else {
        column.addInside(field, 1);
      }
    }
    List<ColumnMetadata> result = new ArrayList<>();
    columns.forEach(
        (name, field) ->
            result.add(
                new ColumnMetadata(
                    name,
                    field.exactType().orElse(field.nativeType()),
                    type(field),
                    field.isNullable(),
                    field.comment(),
                    field.isPartOfKey() || keys.contains(name))));
    return result;
  }

  /** Every field that can have a column, version 1 paths of nested fields cut. */
  private List<SchemaField> fields(JsonNode schemaMetadata) {
    List<SchemaField> fields = new ArrayList<>();
    Set<String> nesting = new HashSet<>();
    for (JsonNode node : schemaMetadata.path("fields")) {
      if (node.path("fieldPath").asText("").isEmpty()) {
        continue;
      }
      SchemaField field = SchemaField.of(node);
      if (field.path().key() || field.path().names().isEmpty()) {
        continue;
      }
      if (field.path().version() == 1 && field.canHoldFields()) {
        nesting.add(field.path().column());
      }
      fields.add(field);
    }
    if (FLAT.contains(platform)) {
      return fields;
    }
    return fields.stream().map(f -> f.cutWithin(nesting)).toList();
  }

  private static String simpleName(String path) {
    List<String> names = FieldPath.parse(path).names();
    return names.isEmpty() ? path : names.get(0);
  }

  private ColumnType type(SchemaField field) {
    Optional<String> exact = field.exactType();
    if (exact.isPresent()) {
      return types.parse(platform, exact.get());
    }
    ColumnType parsed =
        field.isDefined() && !platform.equals("kafka") // its native text is the field's name
            ? types.parse(platform, field.nativeType())
            : new Unsupported("", "its record does not tell its type");
    if (parsed.isSupported()) {
      return parsed;
    }
    if (field.isUnion()) {
      return new Unsupported(field.nativeType(), "a union type has no counterpart in SQL");
    }
    return NestedTypes.rebuild(field, this::type)
        .filter(ColumnType::isSupported)
        .or(() -> byClass(field))
        .orElse(parsed);
  }

  /** Only classes that cannot be too narrow; numbers and times are not told apart by them. */
  private static Optional<ColumnType> byClass(SchemaField field) {
    return switch (field.typeClass()) {
      case "BooleanType" -> Optional.of(Simple.BOOLEAN);
      case "StringType", "EnumType" -> Optional.of(Simple.STRING);
      case "BytesType" -> Optional.of(Simple.BYTES);
      case "DateType" -> Optional.of(Simple.DATE);
      default -> Optional.empty();
    };
  }
}
