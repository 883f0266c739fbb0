/* SPDX-License-Identifier: Apache-2.0 */
package io.sluice.metadata.aspect;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.Arrays;
import java.util.List;

/**
 * JSON Patch (RFC 6902) as DataHub uses it: {@code add}, {@code replace} and {@code remove}. Unlike
 * the RFC it makes the objects on the way, since a patch may be the first that is heard of an
 * aspect; and a step into a list may be the element's key instead of its index.
 */
final class JsonPatch {
  private JsonPatch() {}

  static JsonNode apply(JsonNode target, JsonNode operations) {
    ObjectNode result =
        target.isObject()
            ? (ObjectNode) target.deepCopy()
            : com.fasterxml.jackson.databind.node.JsonNodeFactory.instance.objectNode();
    for (JsonNode operation : operations) {
      List<String> steps = steps(operation.path("path").asText(""));
      if (!steps.isEmpty()) {
        apply(result, operation.path("op").asText(""), steps, operation.path("value"));
      }
    }
    return result;
  }

  private static List<String> steps(String pointer) {
    if (!pointer.startsWith("/")) {
      return List.of();
    }
    return Arrays.stream(pointer.substring(1).split("/", -1))
        .map(step -> step.replace("~1", "/").replace("~0", "~"))
        .toList();
  }

  private static void apply(ObjectNode root, String op, List<String> steps, JsonNode value) {
    boolean remove = op.equals("remove");
    if (!remove && !op.equals("add") && !op.equals("replace")) {
      throw new IllegalArgumentException("patch operation '" + op + "' is not known");
    }
    ObjectNode at = root;
    for (int i = 0; i < steps.size() - 1; i++) {
      JsonNode next = at.get(steps.get(i));
      if (next instanceof ArrayNode array) {
        if (!remove && value.isObject() && !contains(array, value)) {
          array.add(value);
        }
        return;
      }
      if (next instanceof ObjectNode object) {
        at = object;
      } else if (remove) {
        return;
      } else {
        at = at.putObject(steps.get(i));
      }
    }
    String last = steps.get(steps.size() - 1);
    if (remove) {
      at.remove(last);
    } else {
      at.set(last, value);
    }
  }

  private static boolean contains(ArrayNode array, JsonNode value) {
    for (JsonNode element : array) {
      if (element.equals(value)) {
        return true;
      }
    }
    return false;
  }
}
