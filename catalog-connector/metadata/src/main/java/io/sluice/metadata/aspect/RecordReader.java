/* SPDX-License-Identifier: Apache-2.0 */
package io.sluice.metadata.aspect;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * Reads DataHub's records in all forms its clients write to files: metadata change proposals with
 * the aspect as an object ({@code json}) or as text ({@code value}), patches, change events with a
 * whole snapshot ({@code proposedSnapshot}), and entities as its OpenAPI gives them.
 *
 * <p>Only datasets and containers are taken, without what DataHub itself keeps elsewhere (profiles,
 * operations, usage). Package names are written as the database has them ({@code com.linkedin.…}).
 */
public final class RecordReader {
  private static final ObjectMapper JSON = new ObjectMapper();
  private static final Set<String> TIME_SERIES =
      Set.of("datasetProfile", "operation", "datasetUsageStatistics", "assertionRunEvent");

  private RecordReader() {}

  /**
   * What a record wants done; empty if it is of a kind that is not kept here.
   *
   * @throws IllegalArgumentException if it is no DataHub record, saying why
   */
  public static List<Change> read(JsonNode record) {
    if (record.has("proposedSnapshot")) {
      return snapshot(record.get("proposedSnapshot"));
    }
    if (record.has("aspectName") || record.has("entityUrn")) {
      return proposal(record);
    }
    if (record.has("bucket")) {
      return List.of(); // usage
    }
    if (record.path("urn").isTextual()) {
      return entity(record);
    }
    throw new IllegalArgumentException(
        "it is neither a metadata change proposal nor a metadata change event");
  }

  private static List<Change> snapshot(JsonNode union) {
    JsonNode snapshot = union.size() == 1 ? union.elements().next() : union;
    String urn = urn(snapshot.path("urn"));
    if (!isKept(urn)) {
      return List.of();
    }
    List<Change> changes = new ArrayList<>();
    for (JsonNode aspect : snapshot.path("aspects")) {
      if (aspect.isObject() && aspect.size() == 1) {
        String name = aspectName(aspect.fieldNames().next());
        JsonNode value = Json.withoutAvroWrapping(aspect.elements().next());
        add(changes, urn, name, value, false);
      }
    }
    return changes;
  }

  private static List<Change> proposal(JsonNode record) {
    String urn = urn(unwrapped(record.path("entityUrn")));
    String name = unwrapped(record.path("aspectName")).asText("");
    if (!isKept(urn)) {
      return List.of();
    }
    if (name.isEmpty()) {
      throw new IllegalArgumentException("its aspect has no name");
    }
    String changeType = record.path("changeType").asText("UPSERT");
    if (changeType.equals("DELETE")) {
      throw new IllegalArgumentException(
          "DELETE of aspect " + name + " is not applied; a dataset is removed by its status");
    }
    JsonNode value = value(record.path("aspect"), name);
    boolean patch = changeType.equals("PATCH");
    List<Change> changes = new ArrayList<>();
    add(changes, urn, name, patch && value.has("patch") ? value.get("patch") : value, patch);
    return changes;
  }

  private static JsonNode value(JsonNode aspect, String name) {
    if (aspect.has("json")) {
      return aspect.get("json");
    }
    JsonNode text = unwrapped(aspect.path("value"));
    if (!text.isTextual()) {
      throw new IllegalArgumentException("aspect " + name + " has no value");
    }
    try {
      return JSON.readTree(text.asText());
    } catch (JsonProcessingException e) {
      throw new IllegalArgumentException(
          "aspect " + name + " is not JSON: " + e.getOriginalMessage(), e);
    }
  }

  private static List<Change> entity(JsonNode record) {
    String urn = urn(record.path("urn"));
    if (!isKept(urn)) {
      return List.of();
    }
    List<Change> changes = new ArrayList<>();
    record
        .fields()
        .forEachRemaining(
            entry -> {
              if (entry.getValue().path("value").isObject()) {
                add(changes, urn, entry.getKey(), entry.getValue().get("value"), false);
              }
            });
    return changes;
  }

  private static void add(
      List<Change> changes, String urn, String name, JsonNode value, boolean patch) {
    if (TIME_SERIES.contains(name)) {
      return;
    }
    if (patch ? !value.isArray() : !value.isObject()) {
      throw new IllegalArgumentException(
          "aspect " + name + " is not " + (patch ? "a JSON Patch" : "an object"));
    }
    changes.add(new Change(urn, name, withCurrentPackages(value), patch));
  }

  private static boolean isKept(String urn) {
    return DatasetUrn.isDataset(urn) || urn.startsWith("urn:li:container:");
  }

  private static String urn(JsonNode node) {
    if (!node.isTextual() || node.asText().isBlank()) {
      throw new IllegalArgumentException("it names no entity");
    }
    return node.asText().strip();
  }

  private static JsonNode unwrapped(JsonNode node) {
    return Optional.ofNullable(node.get("string")).orElse(node);
  }

  /** {@code com.linkedin.pegasus2avro.schema.SchemaMetadata} is aspect {@code schemaMetadata}. */
  private static String aspectName(String className) {
    String name = Json.lastPart(className);
    return Character.toLowerCase(name.charAt(0)) + name.substring(1);
  }

  private static JsonNode withCurrentPackages(JsonNode node) {
    if (node.isArray()) {
      ArrayNode array = JsonNodeFactory.instance.arrayNode();
      node.forEach(element -> array.add(withCurrentPackages(element)));
      return array;
    }
    if (!node.isObject()) {
      return node;
    }
    ObjectNode object = JsonNodeFactory.instance.objectNode();
    node.fields()
        .forEachRemaining(
            entry ->
                object.set(
                    entry.getKey().replace("com.linkedin.pegasus2avro.", "com.linkedin."),
                    withCurrentPackages(entry.getValue())));
    return object;
  }
}
