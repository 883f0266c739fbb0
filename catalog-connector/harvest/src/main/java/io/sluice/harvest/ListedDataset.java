/* SPDX-License-Identifier: Apache-2.0 */
package io.sluice.harvest;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.sluice.metadata.ColumnMetadata;
import java.util.List;
import java.util.Optional;

/**
 * One entry of the harvest's listing.
 *
 * @param datasource empty if it cannot be told
 * @param configured false if datasources.yaml does not have the datasource
 * @param skipped why it is not a table in the catalog; empty if it is one
 */
record ListedDataset(
    String urn,
    Optional<String> datasource,
    boolean configured,
    Optional<String> database,
    Optional<String> table,
    List<ColumnMetadata> columns,
    Optional<String> skipped) {

  String name() {
    return table.isPresent() && database.isPresent()
        ? datasource.orElse("?") + '.' + database.get() + '.' + table.get()
        : urn;
  }

  ObjectNode toJson() {
    ObjectNode json = JsonNodeFactory.instance.objectNode();
    json.put("urn", urn)
        .put("datasource", datasource.orElse(null))
        .put("database", database.orElse(null))
        .put("table", table.orElse(null));
    var list = json.putArray("columns");
    for (ColumnMetadata column : columns) {
      list.addObject()
          .put("name", column.name())
          .put("native", column.nativeType())
          .put("type", column.type().text())
          .put("nullable", column.nullable());
    }
    return json.put("skipped", skipped.orElse(null));
  }
}
