/* SPDX-License-Identifier: Apache-2.0 */
package io.sluice.metadata.aspect;

import static java.util.Objects.requireNonNull;

import io.sluice.metadata.ColumnMetadata;
import io.sluice.metadata.TableKind;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * What a dataset's aspects say, before it is known which datasource it belongs to.
 *
 * @param urn as written
 * @param platform DataHub's platform id; empty if the URN is malformed
 * @param env upper case; empty if the URN is malformed
 * @param database empty if the name could not be cut
 * @param table empty if the name could not be cut
 * @param skipped why it is not a table here; empty if it is one
 */
public record Dataset(
    String urn,
    String platform,
    String env,
    Optional<String> instance,
    Optional<String> database,
    Optional<String> table,
    TableKind kind,
    Optional<String> comment,
    List<ColumnMetadata> columns,
    List<String> primaryKey,
    List<String> partitionKeys,
    Map<String, String> properties,
    Optional<String> viewText,
    Optional<String> skipped) {
  public Dataset {
    requireNonNull(urn, "urn is null");
    requireNonNull(platform, "platform is null");
    requireNonNull(env, "env is null");
    requireNonNull(instance, "instance is null");
    requireNonNull(database, "database is null");
    requireNonNull(table, "table is null");
    requireNonNull(kind, "kind is null");
    requireNonNull(comment, "comment is null");
    columns = List.copyOf(columns);
    primaryKey = List.copyOf(primaryKey);
    partitionKeys = List.copyOf(partitionKeys);
    properties = Collections.unmodifiableMap(new LinkedHashMap<>(properties));
    requireNonNull(viewText, "viewText is null");
    requireNonNull(skipped, "skipped is null");
  }

  /** A dataset of which nothing but its URN can be used. */
  static Dataset unreadable(String urn, String reason) {
    return new Dataset(
        urn,
        "",
        "",
        Optional.empty(),
        Optional.empty(),
        Optional.empty(),
        TableKind.TABLE,
        Optional.empty(),
        List.of(),
        List.of(),
        List.of(),
        Map.of(),
        Optional.empty(),
        Optional.of(reason));
  }
}
