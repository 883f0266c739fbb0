/* SPDX-License-Identifier: Apache-2.0 */
package io.sluice.metadata.type;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import io.sluice.metadata.type.ColumnType.Array;
import io.sluice.metadata.type.ColumnType.Binary;
import io.sluice.metadata.type.ColumnType.Decimal;
import io.sluice.metadata.type.ColumnType.Field;
import io.sluice.metadata.type.ColumnType.Simple;
import io.sluice.metadata.type.ColumnType.Struct;
import io.sluice.metadata.type.ColumnType.Time;
import io.sluice.metadata.type.ColumnType.Timestamp;
import io.sluice.metadata.type.ColumnType.TimestampLtz;
import io.sluice.metadata.type.ColumnType.Unsupported;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * An Avro schema (its JSON) as columns; Hudi keeps its tables' schemas so.
 *
 * <p>{@code timestamp-*} is an instant and {@code local-timestamp-*} a wall clock, as Avro's
 * specification says and Spark writes them. (Hudi's own Flink converter reads them the other way
 * round.)
 */
public final class AvroTypes {
  /** A field of the schema's top record. */
  public record Column(
      String name, ColumnType type, boolean nullable, Optional<String> doc, String nativeType) {}

  private final Map<String, JsonNode> named = new HashMap<>();
  private final Set<String> open = new HashSet<>();

  private AvroTypes() {}

  /**
   * The columns of a record schema.
   *
   * @throws IllegalArgumentException if it is not a record
   */
  public static List<Column> columns(JsonNode schema) {
    AvroTypes types = new AvroTypes();
    JsonNode fields = schema.path("fields");
    if (!schema.path("type").asText().equals("record") || !fields.isArray()) {
      throw new IllegalArgumentException("the Avro schema is not a record");
    }
    types.remember(schema);
    List<Column> columns = new ArrayList<>();
    for (JsonNode field : fields) {
      JsonNode type = field.path("type");
      columns.add(
          new Column(
              field.path("name").asText(),
              types.type(type),
              isNullable(type),
              Optional.ofNullable(field.get("doc")).map(JsonNode::asText).filter(d -> !d.isBlank()),
              nativeType(type)));
    }
    return columns;
  }

  /** The type of a text such as {@code long(timestamp-micros)} or {@code fixed(16)}. */
  static ColumnType parse(String text) {
    AvroTypes types = new AvroTypes();
    int open = text.indexOf('(');
    if (open < 0 || !text.endsWith(")")) {
      return types.primitive(text);
    }
    String name = text.substring(0, open);
    String inside = text.substring(open + 1, text.length() - 1);
    if (name.equals("fixed") && inside.matches("[0-9]{1,9}")) {
      return new Binary(Integer.parseInt(inside));
    }
    return inside.matches("[a-z-]+")
        ? types.logical(
            JsonNodeFactory.instance.objectNode().put("type", name).put("logicalType", inside))
        : new Unsupported(text, "Avro type '" + text + "' is unknown");
  }

  /** A type's own words, short: {@code long(timestamp-micros)}, {@code array<string>}. */
  private static String nativeType(JsonNode type) {
    if (type.isTextual()) {
      return type.asText();
    }
    if (type.isArray()) {
      List<JsonNode> branches = branches(type);
      return branches.size() == 1 ? nativeType(branches.get(0)) : type.toString();
    }
    String kind = type.path("type").isTextual() ? type.path("type").asText() : "";
    String logical = type.path("logicalType").asText("");
    return switch (logical) {
      case "" ->
          switch (kind) {
            case "array" -> "array<" + nativeType(type.path("items")) + '>';
            case "map" -> "map<string," + nativeType(type.path("values")) + '>';
            case "fixed" -> "fixed(" + type.path("size").asInt() + ')';
            case "record" -> record(type);
            case "" -> nativeType(type.path("type"));
            default -> kind;
          };
      case "decimal" ->
          "decimal(" + type.path("precision").asInt() + ',' + type.path("scale").asInt() + ')';
      default -> kind + '(' + logical + ')';
    };
  }

  private static String record(JsonNode type) {
    List<String> fields = new ArrayList<>();
    for (JsonNode field : type.path("fields")) {
      fields.add(field.path("name").asText() + ':' + nativeType(field.path("type")));
    }
    return "struct<" + String.join(",", fields) + '>';
  }

  private ColumnType type(JsonNode type) {
    if (type.isTextual()) {
      return primitive(type.asText());
    }
    if (type.isArray()) {
      List<JsonNode> branches = branches(type);
      return branches.size() == 1
          ? type(branches.get(0))
          : new Unsupported(type.toString(), "a union type has no counterpart in SQL");
    }
    return switch (type.path("type").asText()) {
      case "record" -> struct(type);
      case "array" -> new Array(type(type.path("items")), isNullable(type.path("items")));
      case "map" ->
          new ColumnType.Map(
              Simple.STRING, type(type.path("values")), isNullable(type.path("values")));
      case "enum" -> Simple.STRING;
      case "fixed" -> fixed(type);
      case "" -> type(type.path("type")); // {"type": {"type": …}}
      default -> logical(type);
    };
  }

  private ColumnType primitive(String name) {
    return switch (name) {
      case "boolean" -> Simple.BOOLEAN;
      case "int" -> Simple.INT;
      case "long" -> Simple.BIGINT;
      case "float" -> Simple.FLOAT;
      case "double" -> Simple.DOUBLE;
      case "string" -> Simple.STRING;
      case "bytes" -> Simple.BYTES;
      default -> reference(name);
    };
  }

  private ColumnType reference(String name) {
    JsonNode definition = named.get(name.substring(name.lastIndexOf('.') + 1));
    if (definition == null) {
      return new Unsupported(name, "Avro type '" + name + "' is unknown");
    }
    return type(definition);
  }

  private ColumnType logical(JsonNode type) {
    return switch (type.path("logicalType").asText("")) {
      case "date" -> Simple.DATE;
      case "time-millis" -> new Time(3);
      case "time-micros" -> new Time(6);
      case "timestamp-millis" -> new TimestampLtz(3);
      case "timestamp-micros" -> new TimestampLtz(6);
      case "timestamp-nanos" -> new TimestampLtz(9);
      case "local-timestamp-millis" -> new Timestamp(3);
      case "local-timestamp-micros" -> new Timestamp(6);
      case "local-timestamp-nanos" -> new Timestamp(9);
      case "decimal" -> decimal(type);
      default -> primitive(type.path("type").asText());
    };
  }

  private ColumnType fixed(JsonNode type) {
    remember(type);
    return type.path("logicalType").asText("").equals("decimal")
        ? decimal(type)
        : new Binary(type.path("size").asInt());
  }

  private static ColumnType decimal(JsonNode type) {
    int precision = type.path("precision").asInt();
    int scale = type.path("scale").asInt(0);
    return precision >= 1 && precision <= Decimal.MAX_PRECISION && scale >= 0 && scale <= precision
        ? new Decimal(precision, scale)
        : new Unsupported(type.toString(), "DECIMAL holds 38 digits at most");
  }

  private ColumnType struct(JsonNode type) {
    remember(type);
    String name = type.path("name").asText();
    if (!open.add(name)) {
      return new Unsupported(name, "a recursive type has no counterpart in SQL");
    }
    List<Field> fields = new ArrayList<>();
    for (JsonNode field : type.path("fields")) {
      JsonNode fieldType = field.path("type");
      fields.add(new Field(field.path("name").asText(), type(fieldType), isNullable(fieldType)));
    }
    open.remove(name);
    return fields.isEmpty()
        ? new Unsupported(name, "a struct without fields cannot be read")
        : new Struct(fields);
  }

  private void remember(JsonNode type) {
    String name = type.path("name").asText("");
    if (!name.isEmpty()) {
      named.put(name.substring(name.lastIndexOf('.') + 1), type);
    }
  }

  private static List<JsonNode> branches(JsonNode union) {
    List<JsonNode> branches = new ArrayList<>();
    union.forEach(
        branch -> {
          if (!branch.asText("").equals("null")) {
            branches.add(branch);
          }
        });
    return branches;
  }

  private static boolean isNullable(JsonNode type) {
    if (type.isArray()) {
      for (JsonNode branch : type) {
        if (branch.asText("").equals("null")) {
          return true;
        }
      }
    }
    return false;
  }
}
