/* SPDX-License-Identifier: Apache-2.0 */
package io.sluice.metadata.aspect;

import static java.util.Objects.requireNonNull;

import io.sluice.metadata.TableKind;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * A table as its source describes it.
 *
 * @param rawSchema the schema in the source's own words, kept as DataHub's {@code rawSchema}; empty
 *     for MySQL
 * @param failure why it could not be read; its other facts then are unknown
 */
public record DescribedTable(
    String database,
    String name,
    TableKind kind,
    Optional<String> comment,
    List<DescribedColumn> columns,
    List<String> primaryKey,
    List<String> partitionKeys,
    Map<String, String> properties,
    Optional<String> viewText,
    String rawSchema,
    Optional<String> failure) {
  public DescribedTable {
    requireNonNull(database, "database is null");
    requireNonNull(name, "name is null");
    requireNonNull(kind, "kind is null");
    requireNonNull(comment, "comment is null");
    columns = List.copyOf(columns);
    primaryKey = List.copyOf(primaryKey);
    partitionKeys = List.copyOf(partitionKeys);
    properties = Collections.unmodifiableMap(new LinkedHashMap<>(properties));
    requireNonNull(viewText, "viewText is null");
    requireNonNull(rawSchema, "rawSchema is null");
    requireNonNull(failure, "failure is null");
  }

  /** A table that is there and could not be read. */
  public static DescribedTable unreadable(String database, String name, String reason) {
    return new DescribedTable(
        database,
        name,
        TableKind.TABLE,
        Optional.empty(),
        List.of(),
        List.of(),
        List.of(),
        Map.of(),
        Optional.empty(),
        "",
        Optional.of(reason));
  }
}
