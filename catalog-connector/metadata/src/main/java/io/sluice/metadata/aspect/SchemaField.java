/* SPDX-License-Identifier: Apache-2.0 */
package io.sluice.metadata.aspect;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.MissingNode;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** A field of a schema while its tree is put together; children may come before their parent. */
final class SchemaField {
  private static final ObjectMapper JSON = new ObjectMapper();
  private static final Set<String> HOLDERS =
      Set.of("RecordType", "ArrayType", "MapType", "UnionType");

  private final FieldPath path;
  private JsonNode node;
  private List<String> tokens;
  private boolean repeatedInside;
  private Optional<String> exactType;
  private final Map<String, SchemaField> inside = new LinkedHashMap<>();

  private SchemaField(FieldPath path, JsonNode node, List<String> tokens) {
    this.path = path;
    this.node = node;
    this.tokens = tokens;
  }

  static SchemaField of(JsonNode node) {
    FieldPath path = FieldPath.parse(node.path("fieldPath").asText());
    List<List<String>> types = path.types();
    return new SchemaField(path, node, types.isEmpty() ? List.of() : types.get(types.size() - 1));
  }

  /** A field that is only known from what is inside it. */
  static SchemaField missing(String name) {
    FieldPath path = new FieldPath(List.of(name), List.of(List.of()), false, 2);
    return new SchemaField(path, MissingNode.getInstance(), List.of());
  }

  /** Takes a field's definition; the first one stays. */
  void define(SchemaField field) {
    if (!isDefined()) {
      node = field.node;
      exactType = null;
      tokens = field.tokens;
    }
  }

  /** Puts a field where its path says, {@code depth} names down. */
  void addInside(SchemaField field, int depth) {
    String name = field.path.names().get(depth);
    SchemaField child = inside.computeIfAbsent(name, SchemaField::missing);
    if (depth == field.path.names().size() - 1) {
      repeatedInside |= child.isDefined();
      child.define(field);
    } else {
      child.addInside(field, depth + 1);
    }
  }

  /** A version 1 path, cut at its dots if what stands before a dot can hold fields. */
  SchemaField cutWithin(Set<String> nesting) {
    if (path.version() != 1 || path.column().indexOf('.') < 0) {
      return this;
    }
    String name = path.column();
    for (int dot = name.indexOf('.'); dot > 0; dot = name.indexOf('.', dot + 1)) {
      if (nesting.contains(name.substring(0, dot))) {
        List<String> names = new java.util.ArrayList<>();
        names.add(name.substring(0, dot));
        names.addAll(List.of(name.substring(dot + 1).split("\\.", -1)));
        List<List<String>> types = names.stream().map(n -> List.<String>of()).toList();
        return new SchemaField(new FieldPath(names, types, false, 1), node, List.of());
      }
    }
    return this;
  }

  FieldPath path() {
    return path;
  }

  boolean isDefined() {
    return !node.isMissingNode();
  }

  String nativeType() {
    return node.path("nativeDataType").asText("");
  }

  /** DataHub's type class, {@code NumberType}; empty if unknown. */
  String typeClass() {
    return Json.branch(node.path("type").path("type"));
  }

  boolean canHoldFields() {
    return HOLDERS.contains(typeClass())
        || nativeType()
            .toLowerCase(java.util.Locale.ROOT)
            .matches("(struct|array|map|record|row|union).*");
  }

  /** Absent means unknown, and so nullable: writers leave defaults out. */
  boolean isNullable() {
    return node.path("nullable").asBoolean(true);
  }

  boolean isPartOfKey() {
    return node.path("isPartOfKey").asBoolean(false);
  }

  boolean isPartitioningKey() {
    return node.path("isPartitioningKey").asBoolean(false);
  }

  Optional<String> comment() {
    return Json.text(node, "description");
  }

  /** The source's own text, if Sluice's harvest left it. */
  Optional<String> exactType() {
    if (exactType == null) {
      exactType = readExactType();
    }
    return exactType;
  }

  private Optional<String> readExactType() {
    String props = node.path("jsonProps").asText("");
    if (!props.contains(SchemaReader.EXACT_TYPE)) {
      return Optional.empty();
    }
    try {
      return Json.text(JSON.readTree(props), SchemaReader.EXACT_TYPE);
    } catch (JsonProcessingException e) {
      return Optional.empty(); // another writer's text; the native type decides
    }
  }

  /** True if its path's token is only how Avro carries it: a timestamp in a long. */
  boolean hasLogicalType() {
    return node.path("jsonProps").asText("").contains("logicalType");
  }

  /** The type tokens before its name, outermost first; the root's token included. */
  List<String> tokens() {
    return tokens;
  }

  /** Fields inside it by name, in order. */
  Map<String, SchemaField> inside() {
    return inside;
  }

  /** True for a union of more than a type and null. */
  boolean isUnion() {
    String type = nativeType().toLowerCase(java.util.Locale.ROOT);
    return repeatedInside
        || typeClass().equals("UnionType")
        || type.equals("union")
        || type.startsWith("uniontype");
  }

  /** The key type of a map, from the type object. */
  Optional<String> mapKeyType() {
    JsonNode union = node.path("type").path("type");
    return union.isObject() && union.size() > 0
        ? Json.text(union.elements().next(), "keyType")
        : Optional.empty();
  }
}
