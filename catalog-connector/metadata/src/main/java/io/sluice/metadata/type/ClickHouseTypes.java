/* SPDX-License-Identifier: Apache-2.0 */
package io.sluice.metadata.type;

import io.sluice.metadata.type.ColumnType.Array;
import io.sluice.metadata.type.ColumnType.Decimal;
import io.sluice.metadata.type.ColumnType.Simple;
import io.sluice.metadata.type.ColumnType.TimestampLtz;
import io.sluice.metadata.type.ColumnType.Unsupported;
import java.util.List;

/**
 * ClickHouse's types: {@code Array(Nullable(String))}, {@code DateTime64(2, 'Europe/Berlin')}.
 * Integers over 64 bits are text; a DateTime is an instant.
 */
final class ClickHouseTypes {
  private ClickHouseTypes() {}

  static ColumnType parse(String text) {
    TypeCall call;
    try {
      call = TypeCall.of(text);
    } catch (IllegalArgumentException e) {
      return new Unsupported(text, "its type is malformed: " + e.getMessage());
    }
    List<String> arguments = call.arguments();
    int last = arguments.size() - 1;
    return switch (call.name()) {
      case "nullable", "lowcardinality", "simpleaggregatefunction" ->
          last < 0 ? unknown(text) : parse(arguments.get(last));
      case "bool" -> Simple.BOOLEAN;
      case "int8" -> Simple.TINYINT;
      case "int16", "uint8" -> Simple.SMALLINT;
      case "int32", "uint16" -> Simple.INT;
      case "int64", "uint32" -> Simple.BIGINT;
      case "uint64" -> new Decimal(20, 0);
      case "int128", "int256", "uint128", "uint256" -> Simple.STRING;
      case "float32" -> Simple.FLOAT;
      case "float64" -> Simple.DOUBLE;
      case "string", "fixedstring", "uuid", "ipv4", "ipv6", "enum8", "enum16" -> Simple.STRING;
      case "date", "date32" -> Simple.DATE;
      case "datetime" -> new TimestampLtz(0);
      case "datetime64" -> new TimestampLtz(Math.min(call.number(0).orElse(9), 9));
      case "decimal" -> SqlTypes.parse(text);
      case "array" ->
          last == 0
              ? new Array(parse(arguments.get(0)), isNullable(arguments.get(0)))
              : unknown(text);
      case "map" ->
          last == 1
              ? new ColumnType.Map(
                  parse(arguments.get(0)), parse(arguments.get(1)), isNullable(arguments.get(1)))
              : unknown(text);
      default -> unknown(text);
    };
  }

  private static boolean isNullable(String text) {
    return text.startsWith("Nullable(") || text.startsWith("LowCardinality(Nullable(");
  }

  private static ColumnType unknown(String text) {
    return new Unsupported(text, "ClickHouse type '" + text + "' is not supported");
  }
}
