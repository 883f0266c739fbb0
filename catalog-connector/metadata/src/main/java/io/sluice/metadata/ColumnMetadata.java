/* SPDX-License-Identifier: Apache-2.0 */
package io.sluice.metadata;

import static java.util.Objects.requireNonNull;

import io.sluice.metadata.type.ColumnType;
import java.util.Optional;

/**
 * A column as the metadata DB knows it.
 *
 * @param nativeType the source's own words for the type: {@code bigint(20) unsigned}, {@code
 *     timestamptz}
 * @param type what the native type means here; {@link ColumnType.Unsupported} if it cannot be read
 * @param nullable false only where the record says so: a wrong NOT NULL gives wrong results, a
 *     wrong nullable never does
 * @param partOfKey true if it belongs to the primary (or record) key
 */
public record ColumnMetadata(
    String name,
    String nativeType,
    ColumnType type,
    boolean nullable,
    Optional<String> comment,
    boolean partOfKey) {
  public ColumnMetadata {
    requireNonNull(name, "name is null");
    requireNonNull(nativeType, "nativeType is null");
    requireNonNull(type, "type is null");
    requireNonNull(comment, "comment is null");
  }
}
