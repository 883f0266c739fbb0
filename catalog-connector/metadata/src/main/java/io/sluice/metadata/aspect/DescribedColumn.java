/* SPDX-License-Identifier: Apache-2.0 */
package io.sluice.metadata.aspect;

import static java.util.Objects.requireNonNull;

import java.util.List;
import java.util.Optional;

/**
 * A column, or a field inside one.
 *
 * @param pathTypes DataHub's type tokens before its name ({@code array, string}); empty for sources
 *     whose paths are names alone
 * @param nativeType the type as DataHub's own connectors write it
 * @param exactType the source's own text where DataHub's form loses something
 * @param typeClass DataHub's class: {@code NumberType}
 * @param fields what is inside it
 */
public record DescribedColumn(
    String name,
    List<String> pathTypes,
    String nativeType,
    Optional<String> exactType,
    String typeClass,
    boolean nullable,
    Optional<String> comment,
    List<DescribedColumn> fields) {
  public DescribedColumn {
    requireNonNull(name, "name is null");
    pathTypes = List.copyOf(pathTypes);
    requireNonNull(nativeType, "nativeType is null");
    requireNonNull(exactType, "exactType is null");
    requireNonNull(typeClass, "typeClass is null");
    requireNonNull(comment, "comment is null");
    fields = List.copyOf(fields);
  }
}
