/* SPDX-License-Identifier: Apache-2.0 */
package io.sluice.server.metadata;

import io.sluice.metadata.type.ColumnType;
import io.sluice.protocol.rowset.HiveType;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

/** What a column of the metadata DB is to a Hive client: the same as in a result of an engine. */
final class HiveTypes {
  private HiveTypes() {}

  /** Empty for a type that cannot be read; statements do not see such a column either. */
  static Optional<HiveType> of(ColumnType type) {
    return type.isSupported() ? Optional.of(supported(type)) : Optional.empty();
  }

  private static HiveType supported(ColumnType type) {
    if (type instanceof ColumnType.Simple simple) {
      return switch (simple) {
        case BOOLEAN -> HiveType.BOOLEAN;
        case TINYINT -> HiveType.TINYINT;
        case SMALLINT -> HiveType.SMALLINT;
        case INT -> HiveType.INT;
        case BIGINT -> HiveType.BIGINT;
        case FLOAT -> HiveType.FLOAT;
        case DOUBLE -> HiveType.DOUBLE;
        case STRING -> HiveType.STRING;
        case BYTES -> HiveType.BINARY;
        case DATE -> HiveType.DATE;
      };
    } else if (type instanceof ColumnType.Decimal decimal) {
      return HiveType.decimal(decimal.precision(), decimal.scale());
    } else if (type instanceof ColumnType.Char text) {
      return HiveType.charOf(text.length());
    } else if (type instanceof ColumnType.Varchar text) {
      return HiveType.varchar(text.length());
    } else if (type instanceof ColumnType.Binary) {
      return HiveType.BINARY;
    } else if (type instanceof ColumnType.Time) {
      return HiveType.STRING;
    } else if (type instanceof ColumnType.Timestamp || type instanceof ColumnType.TimestampLtz) {
      return HiveType.TIMESTAMP;
    } else if (type instanceof ColumnType.Array array) {
      return HiveType.array(supported(array.element()));
    } else if (type instanceof ColumnType.Map map) {
      return HiveType.map(supported(map.key()), supported(map.value()));
    } else if (type instanceof ColumnType.Struct struct) {
      Map<String, HiveType> fields = new LinkedHashMap<>();
      struct.fields().forEach(field -> fields.put(field.name(), supported(field.type())));
      return HiveType.struct(fields);
    }
    throw new IllegalArgumentException("no Hive type for " + type.text());
  }

  /** The name for TYPE_NAME: without length or precision, which have columns of their own. */
  static String name(HiveType type) {
    return switch (type.name()) {
      case ARRAY, MAP, STRUCT -> type.text();
      default -> type.name().name();
    };
  }
}
