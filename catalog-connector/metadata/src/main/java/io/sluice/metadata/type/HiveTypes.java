/* SPDX-License-Identifier: Apache-2.0 */
package io.sluice.metadata.type;

import io.sluice.metadata.type.ColumnType.Array;
import io.sluice.metadata.type.ColumnType.Decimal;
import io.sluice.metadata.type.ColumnType.Field;
import io.sluice.metadata.type.ColumnType.Struct;
import io.sluice.metadata.type.ColumnType.Timestamp;
import io.sluice.metadata.type.ColumnType.TimestampLtz;
import io.sluice.metadata.type.ColumnType.Unsupported;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Hive's type texts: {@code array<struct<a:int,`b:c`:decimal(10,2)>>}. */
final class HiveTypes {
  private static final Pattern NOT_NULL = Pattern.compile("(?i)\\s+NOT NULL$");
  private static final Pattern SPACED_FIELD = Pattern.compile("(`(?:[^`]|``)+`|\\w+)\\s+(.+)");

  private HiveTypes() {}

  static ColumnType parse(String text) {
    String type = NOT_NULL.matcher(text.strip()).replaceFirst("");
    int open = type.indexOf('<');
    int bracket = type.indexOf('(');
    if (open > 0 && (bracket < 0 || open < bracket)) {
      return nested(type, open);
    }
    TypeCall call;
    try {
      call = TypeCall.of(type);
    } catch (IllegalArgumentException e) {
      return new Unsupported(type, "its type is malformed: " + e.getMessage());
    }
    return switch (call.name()) {
      case "timestamp", "timestamp without time zone" ->
          new Timestamp(Math.min(call.number(0).orElse(9), 9));
      case "timestamp with local time zone", "timestamplocaltz" -> new TimestampLtz(9);
      case "decimal", "numeric" -> decimal(type, call);
      default -> SqlTypes.parse(type);
    };
  }

  private static ColumnType decimal(String type, TypeCall call) {
    int precision = call.number(0, "precision").orElse(10);
    int scale = call.number(1, "scale").orElse(0);
    return precision >= 1 && precision <= Decimal.MAX_PRECISION && scale <= precision
        ? new Decimal(precision, scale)
        : new Unsupported(type, "DECIMAL holds 38 digits at most");
  }

  private static ColumnType nested(String type, int open) {
    int close = TypeCall.closing(type, open);
    if (close != type.length() - 1) {
      return new Unsupported(type, "its type is cut short or malformed");
    }
    List<String> parts = TypeCall.split(type.substring(open + 1, close));
    String name = type.substring(0, open).strip().toLowerCase(java.util.Locale.ROOT);
    if (name.equals("array") && parts.size() == 1) {
      return new Array(parse(parts.get(0)), true);
    }
    if (name.equals("map") && parts.size() == 2) {
      return new ColumnType.Map(parse(parts.get(0)), parse(parts.get(1)), true);
    }
    if (name.equals("struct") || name.equals("row")) {
      return struct(type, parts);
    }
    return new Unsupported(
        type,
        name.equals("uniontype")
            ? "a union type has no counterpart in SQL"
            : "type '" + type + "' is unknown");
  }

  private static ColumnType struct(String type, List<String> parts) {
    List<Field> fields = new ArrayList<>();
    for (String part : parts) {
      Matcher spaced = SPACED_FIELD.matcher(part);
      if (spaced.matches()) { // SQL's ROW<`a` INT NOT NULL>
        boolean nullable = !NOT_NULL.matcher(part).find();
        String name = spaced.group(1).replaceAll("^`|`$", "").replace("``", "`");
        fields.add(new Field(name, parse(spaced.group(2)), nullable));
        continue;
      }
      int colon =
          part.startsWith("`") ? part.indexOf(':', part.indexOf('`', 1)) : part.indexOf(':');
      if (colon <= 0) {
        return new Unsupported(type, "its type is cut short or malformed");
      }
      String name = part.substring(0, colon).strip();
      if (name.startsWith("`") && name.endsWith("`") && name.length() > 1) {
        name = name.substring(1, name.length() - 1);
      }
      fields.add(new Field(name, parse(part.substring(colon + 1)), true));
    }
    return fields.isEmpty()
        ? new Unsupported(type, "a struct without fields cannot be read")
        : new Struct(fields);
  }
}
