/* SPDX-License-Identifier: Apache-2.0 */
package io.sluice.metadata;

import static java.util.Objects.requireNonNull;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * A table or view as the metadata DB knows it: which exists, what it is called, what was harvested.
 * It may be behind the source; what is read at planning is the source's own schema.
 *
 * @param urn DataHub's name of the dataset
 * @param columns in the source's order; empty for a view whose schema was not harvested
 * @param primaryKey column names; in key order where the record tells it, else in column order
 * @param partitionKeys column names, or Iceberg transforms such as {@code day(ts)}
 * @param properties the dataset's custom properties ({@code location}, {@code engine}, …)
 * @param viewText the statement of a view
 */
public record TableMetadata(
    String urn,
    TableName name,
    TableKind kind,
    Optional<String> comment,
    List<ColumnMetadata> columns,
    List<String> primaryKey,
    List<String> partitionKeys,
    Map<String, String> properties,
    Optional<String> viewText) {
  public TableMetadata {
    requireNonNull(urn, "urn is null");
    requireNonNull(name, "name is null");
    requireNonNull(kind, "kind is null");
    requireNonNull(comment, "comment is null");
    columns = List.copyOf(columns);
    primaryKey = List.copyOf(primaryKey);
    partitionKeys = List.copyOf(partitionKeys);
    properties = Collections.unmodifiableMap(new LinkedHashMap<>(properties));
    requireNonNull(viewText, "viewText is null");
  }

  public Optional<ColumnMetadata> column(String column) {
    return columns.stream().filter(c -> c.name().equals(column)).findFirst();
  }
}
