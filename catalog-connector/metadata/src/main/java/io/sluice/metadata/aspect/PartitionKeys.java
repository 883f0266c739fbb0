/* SPDX-License-Identifier: Apache-2.0 */
package io.sluice.metadata.aspect;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;

/** What a dataset is partitioned by, from wherever its platform's writer puts it. */
final class PartitionKeys {
  private static final ObjectMapper JSON = new ObjectMapper();

  private PartitionKeys() {}

  static List<String> of(String platform, JsonNode schema, Map<String, String> properties) {
    List<String> marked = new ArrayList<>();
    for (JsonNode field : schema.path("fields")) {
      if (field.path("isPartitioningKey").asBoolean(false)) {
        List<String> names = FieldPath.parse(field.path("fieldPath").asText("")).names();
        names.stream().limit(1).forEach(marked::add);
      }
    }
    if (!marked.isEmpty()) {
      return marked;
    }
    return switch (platform) {
      case "iceberg" -> iceberg(properties.getOrDefault("partition-spec", ""));
      case "hudi" -> list(properties.getOrDefault("hudi.partition.fields", ""));
      case "hive" -> list(properties.getOrDefault("partitioned_columns", ""));
      default -> List.of();
    };
  }

  private static List<String> iceberg(String spec) {
    List<String> keys = new ArrayList<>();
    try {
      for (JsonNode field : JSON.readTree(spec)) {
        String source = field.path("source").asText("");
        String transform = field.path("transform").asText("identity");
        if (!source.isEmpty()) {
          keys.add(transform.equals("identity") ? source : transform + '(' + source + ')');
        }
      }
    } catch (JsonProcessingException e) {
      return List.of(); // "None", or a writer's own text: the table itself tells at planning
    }
    return keys;
  }

  private static List<String> list(String text) {
    return Arrays.stream(text.split(",")).map(String::strip).filter(s -> !s.isEmpty()).toList();
  }
}
