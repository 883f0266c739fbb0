/* SPDX-License-Identifier: Apache-2.0 */
package io.sluice.catalog.flink.source;

import static java.util.Objects.requireNonNull;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import org.apache.flink.table.types.DataType;

/**
 * A table as its source describes it now.
 *
 * @param columns those that can be read, in the source's order
 * @param primaryKey column names in key order; empty if there is none, or if a column of it cannot
 *     be read
 * @param refusedColumns columns that cannot be read exactly, each with the reason; hidden from
 *     statements
 * @param shownOptions options that SHOW CREATE TABLE may show and that go with reads of this very
 *     table (for example the time of time travel)
 * @param rowCount how many rows, where the source tells it at no cost; an estimate
 */
public record SourceTable(
    List<Column> columns,
    List<String> primaryKey,
    List<String> partitionKeys,
    Optional<String> comment,
    Map<String, String> refusedColumns,
    Map<String, String> shownOptions,
    OptionalLong rowCount) {
  public SourceTable {
    columns = List.copyOf(columns);
    primaryKey = List.copyOf(primaryKey);
    partitionKeys = List.copyOf(partitionKeys);
    requireNonNull(comment, "comment is null");
    refusedColumns = Map.copyOf(refusedColumns);
    shownOptions = Map.copyOf(shownOptions);
    requireNonNull(rowCount, "rowCount is null");
  }

  /**
   * A column.
   *
   * @param type its type in Flink, NOT NULL included
   * @param nativeType the source's own words for it
   */
  public record Column(String name, DataType type, String nativeType, Optional<String> comment) {
    public Column {
      requireNonNull(name, "name is null");
      requireNonNull(type, "type is null");
      requireNonNull(nativeType, "nativeType is null");
      requireNonNull(comment, "comment is null");
    }
  }
}
