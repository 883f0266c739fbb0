/* SPDX-License-Identifier: Apache-2.0 */
package io.sluice.harvest.mysql;

import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * {@code column_type} as DataHub's MySQL connector writes it since 0.14.1: SQL in capitals, {@code
 * int} spelled out, a space after the comma of a number, literals as they are.
 */
record MySqlNativeType(String text, String typeClass) {
  private static final Pattern TYPE =
      Pattern.compile("([a-z_0-9]+)(\\(.*\\))?(.*)", Pattern.DOTALL);

  static MySqlNativeType of(String columnType) {
    Matcher matcher = TYPE.matcher(columnType.strip());
    if (!matcher.matches()) {
      return new MySqlNativeType(columnType, "NullType");
    }
    String name = matcher.group(1);
    String arguments = matcher.group(2) == null ? "" : matcher.group(2);
    String suffix = matcher.group(3).toUpperCase(Locale.ROOT);
    boolean literals = name.equals("enum") || name.equals("set");
    String written =
        (name.equals("int") ? "INTEGER" : name.toUpperCase(Locale.ROOT))
            + (literals ? arguments : arguments.replaceAll(",\\s*", ", "))
            + suffix;
    return new MySqlNativeType(written, typeClass(name));
  }

  private static String typeClass(String name) {
    return switch (name) {
      case "tinyint", "smallint", "mediumint", "int", "bigint", "decimal", "float", "double" ->
          "NumberType";
      case "bit", "binary", "varbinary", "tinyblob", "blob", "mediumblob", "longblob" ->
          "BytesType";
      case "char", "varchar", "tinytext", "text", "mediumtext", "longtext", "set" -> "StringType";
      case "uuid", "inet4", "inet6" -> "StringType";
      case "enum" -> "EnumType";
      case "date" -> "DateType";
      case "time", "datetime", "timestamp" -> "TimeType";
      case "json" -> "RecordType";
      default -> "NullType";
    };
  }
}
