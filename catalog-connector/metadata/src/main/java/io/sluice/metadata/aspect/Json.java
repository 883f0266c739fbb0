/* SPDX-License-Identifier: Apache-2.0 */
package io.sluice.metadata.aspect;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.Optional;

/** How the JSON of an aspect is read, whoever wrote it. */
final class Json {
  private Json() {}

  /** A text that is there and not blank. */
  static Optional<String> text(JsonNode parent, String key) {
    JsonNode value = parent.path(key);
    return value.isTextual() && !value.asText().isBlank()
        ? Optional.of(value.asText())
        : Optional.empty();
  }

  /** {@code com.linkedin.pegasus2avro.schema.NumberType} and its short forms: the last part. */
  static String lastPart(String className) {
    return className.substring(className.lastIndexOf('.') + 1);
  }

  /** The key of a union's one branch, its package cut off; empty if there is none. */
  static String branch(JsonNode union) {
    return union.isObject() && union.size() > 0 ? lastPart(union.fieldNames().next()) : "";
  }

  /**
   * Avro's JSON writes an optional value as {@code {"string": "x"}} and an absent one as null: this
   * undoes both, at every depth.
   */
  static JsonNode withoutAvroWrapping(JsonNode node) {
    if (node.isArray()) {
      ArrayNode array = JsonNodeFactory.instance.arrayNode();
      node.forEach(element -> array.add(withoutAvroWrapping(element)));
      return array;
    }
    if (!node.isObject()) {
      return node;
    }
    if (node.size() == 1) {
      String key = node.fieldNames().next();
      JsonNode value = node.get(key);
      if (isWrapper(key, value)) {
        return withoutAvroWrapping(value);
      }
    }
    ObjectNode object = JsonNodeFactory.instance.objectNode();
    node.fields()
        .forEachRemaining(
            entry -> {
              if (entry.getKey().equals("customProperties")) {
                object.set(entry.getKey(), entry.getValue()); // a user's map: {"string": …} is real
              } else if (!entry.getValue().isNull()) {
                object.set(entry.getKey(), withoutAvroWrapping(entry.getValue()));
              }
            });
    return object;
  }

  private static boolean isWrapper(String key, JsonNode value) {
    return switch (key) {
      case "string" -> value.isTextual();
      case "boolean" -> value.isBoolean();
      case "int", "long", "float", "double" -> value.isNumber();
      case "array" -> value.isArray();
      case "map" -> value.isObject();
      default -> false;
    };
  }
}
