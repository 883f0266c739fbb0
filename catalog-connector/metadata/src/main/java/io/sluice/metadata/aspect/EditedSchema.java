/* SPDX-License-Identifier: Apache-2.0 */
package io.sluice.metadata.aspect;

import com.fasterxml.jackson.databind.JsonNode;
import io.sluice.metadata.ColumnMetadata;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Column comments that people wrote in DataHub; they win over the source's. */
final class EditedSchema {
  private EditedSchema() {}

  static List<ColumnMetadata> apply(JsonNode editableSchemaMetadata, List<ColumnMetadata> columns) {
    Map<String, String> comments = new HashMap<>();
    for (JsonNode field : editableSchemaMetadata.path("editableSchemaFieldInfo")) {
      FieldPath path = FieldPath.parse(field.path("fieldPath").asText(""));
      if (!path.key() && path.names().size() == 1) {
        Json.text(field, "description").ifPresent(text -> comments.put(path.column(), text));
      }
    }
    if (comments.isEmpty()) {
      return columns;
    }
    return columns.stream()
        .map(
            c ->
                new ColumnMetadata(
                    c.name(),
                    c.nativeType(),
                    c.type(),
                    c.nullable(),
                    Optional.ofNullable(comments.get(c.name())).or(c::comment),
                    c.partOfKey()))
        .toList();
  }
}
