/* SPDX-License-Identifier: Apache-2.0 */
package io.sluice.metadata.type;

import io.sluice.metadata.type.ColumnType.Array;
import io.sluice.metadata.type.ColumnType.Binary;
import io.sluice.metadata.type.ColumnType.Decimal;
import io.sluice.metadata.type.ColumnType.Field;
import io.sluice.metadata.type.ColumnType.Simple;
import io.sluice.metadata.type.ColumnType.Struct;
import io.sluice.metadata.type.ColumnType.Time;
import io.sluice.metadata.type.ColumnType.Timestamp;
import io.sluice.metadata.type.ColumnType.TimestampLtz;
import io.sluice.metadata.type.ColumnType.Unsupported;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Iceberg's type texts, as the table spec and PyIceberg write them: {@code timestamptz}, {@code
 * fixed[16]}, {@code struct<13: city: required string, 14: zip: optional int (postal)>}. A text
 * does not say whether list elements and map values may be null: they may.
 */
final class IcebergTypes {
  private static final Pattern FIELD =
      Pattern.compile("\\s*(?:\\d+:\\s*)?(.+?):\\s*(required|optional)\\s+(.*)", Pattern.DOTALL);
  private static final Pattern FIXED = Pattern.compile("fixed[\\[(](\\d+)[\\])]");
  private static final Pattern DECIMAL = Pattern.compile("decimal\\((\\d+),\\s*(\\d+)\\)");

  private IcebergTypes() {}

  static ColumnType parse(String text) {
    String type = text.strip();
    String lower = type.toLowerCase(Locale.ROOT);
    return switch (lower) {
      case "boolean" -> Simple.BOOLEAN;
      case "int" -> Simple.INT;
      case "long" -> Simple.BIGINT;
      case "float" -> Simple.FLOAT;
      case "double" -> Simple.DOUBLE;
      case "date" -> Simple.DATE;
      case "time" -> new Time(6);
      case "timestamp" -> new Timestamp(6);
      case "timestamptz" -> new TimestampLtz(6);
      case "timestamp_ns" -> new Timestamp(9);
      case "timestamptz_ns" -> new TimestampLtz(9);
      case "string" -> Simple.STRING;
      case "uuid" -> new Binary(16);
      case "binary" -> Simple.BYTES;
      default -> parameterized(type, lower);
    };
  }

  private static ColumnType parameterized(String type, String lower) {
    Matcher fixed = FIXED.matcher(lower);
    if (fixed.matches()) {
      return new Binary(Integer.parseInt(fixed.group(1)));
    }
    Matcher decimal = DECIMAL.matcher(lower);
    if (decimal.matches()) {
      int precision = Integer.parseInt(decimal.group(1));
      int scale = Integer.parseInt(decimal.group(2));
      return precision >= 1 && precision <= Decimal.MAX_PRECISION && scale <= precision
          ? new Decimal(precision, scale)
          : unknown(type);
    }
    int open = type.indexOf('<');
    if (open < 0 || !type.endsWith(">")) {
      return unknown(type);
    }
    String inside = type.substring(open + 1, type.length() - 1);
    return switch (lower.substring(0, open)) {
      case "list" -> new Array(parse(inside), true);
      case "map" -> map(type, inside);
      case "struct" -> struct(type, inside);
      default -> unknown(type);
    };
  }

  private static ColumnType map(String type, String inside) {
    List<String> parts = TypeCall.split(inside);
    return parts.size() == 2
        ? new ColumnType.Map(parse(parts.get(0)), parse(parts.get(1)), true)
        : unknown(type);
  }

  private static ColumnType struct(String type, String inside) {
    List<Field> fields = new ArrayList<>();
    for (String part : TypeCall.split(inside)) {
      Matcher field = FIELD.matcher(part);
      if (!field.matches()) {
        return unknown(type);
      }
      fields.add(
          new Field(
              field.group(1),
              parse(withoutDoc(field.group(3))),
              field.group(2).equals("optional")));
    }
    return fields.isEmpty() ? unknown(type) : new Struct(fields);
  }

  /** Drops the comment that may follow a field's type: {@code decimal(9, 2) (in EUR)}. */
  static String withoutDoc(String text) {
    String type = text.strip();
    int bracket = type.indexOf(" (");
    return bracket > 0 && type.endsWith(")") && !type.substring(0, bracket).contains("<")
        ? type.substring(0, bracket).strip()
        : afterAngle(type);
  }

  private static String afterAngle(String type) {
    int open = type.indexOf('<');
    int close = open < 0 ? -1 : TypeCall.closing(type, open);
    return close < 0 ? type : type.substring(0, close + 1);
  }

  private static ColumnType unknown(String type) {
    return new Unsupported(type, "Iceberg type '" + type + "' is not supported");
  }
}
