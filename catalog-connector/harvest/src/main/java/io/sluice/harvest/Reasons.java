/* SPDX-License-Identifier: Apache-2.0 */
package io.sluice.harvest;

import io.sluice.metadata.type.ColumnType;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/** Why a type cannot be read, however deep inside it the cause is. */
final class Reasons {
  private Reasons() {}

  static String of(ColumnType type) {
    return find(type).orElse("its type is not supported");
  }

  private static Optional<String> find(ColumnType type) {
    if (type instanceof ColumnType.Unsupported unsupported) {
      return Optional.of(unsupported.reason());
    }
    return inside(type).flatMap(inner -> find(inner).stream()).findFirst();
  }

  private static Stream<ColumnType> inside(ColumnType type) {
    if (type instanceof ColumnType.Array array) {
      return Stream.of(array.element());
    }
    if (type instanceof ColumnType.Map map) {
      return Stream.of(map.key(), map.value());
    }
    if (type instanceof ColumnType.Struct struct) {
      return struct.fields().stream().map(ColumnType.Field::type);
    }
    return List.<ColumnType>of().stream();
  }
}
