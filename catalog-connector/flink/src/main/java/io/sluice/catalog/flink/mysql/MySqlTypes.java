/* SPDX-License-Identifier: Apache-2.0 */
package io.sluice.catalog.flink.mysql;

import java.util.Locale;
import java.util.Optional;
import org.apache.flink.table.api.DataTypes;
import org.apache.flink.table.types.DataType;

/**
 * What each MySQL and MariaDB type is in Flink. Unsigned integers take the next wider type, BIGINT
 * UNSIGNED takes DECIMAL(20, 0); TINYINT(1) stays a number. The table is in docs/types.md.
 */
final class MySqlTypes {
  private static final int MAX_DECIMAL = 38;
  private static final int MAX_TIME_PRECISION = 3;

  private MySqlTypes() {}

  /** A kind and its type, nullable. */
  record Mapped(MySqlKind kind, DataType type) {}

  /**
   * @param dataType information_schema's DATA_TYPE: {@code bigint}
   * @param columnType its COLUMN_TYPE: {@code bigint(20) unsigned}
   * @param precision NUMERIC_PRECISION, for BIT the bits
   * @param scale NUMERIC_SCALE
   * @param fraction DATETIME_PRECISION
   * @return empty if the type is not known
   */
  static Optional<Mapped> map(
      String dataType, String columnType, int precision, int scale, int fraction) {
    boolean unsigned = columnType.toLowerCase(Locale.ROOT).contains("unsigned");
    return Optional.ofNullable(
        switch (dataType.toLowerCase(Locale.ROOT)) {
          case "tinyint" ->
              unsigned
                  ? mapped(MySqlKind.SMALLINT, DataTypes.SMALLINT())
                  : mapped(MySqlKind.TINYINT, DataTypes.TINYINT());
          case "smallint" ->
              unsigned
                  ? mapped(MySqlKind.INT, DataTypes.INT())
                  : mapped(MySqlKind.SMALLINT, DataTypes.SMALLINT());
          case "mediumint" -> mapped(MySqlKind.INT, DataTypes.INT());
          case "int", "integer" ->
              unsigned
                  ? mapped(MySqlKind.BIGINT, DataTypes.BIGINT())
                  : mapped(MySqlKind.INT, DataTypes.INT());
          case "bigint" ->
              unsigned
                  ? mapped(MySqlKind.DECIMAL, DataTypes.DECIMAL(20, 0))
                  : mapped(MySqlKind.BIGINT, DataTypes.BIGINT());
          case "decimal", "numeric" ->
              precision > MAX_DECIMAL
                  ? mapped(MySqlKind.WIDE_DECIMAL, DataTypes.STRING())
                  : mapped(MySqlKind.DECIMAL, DataTypes.DECIMAL(Math.max(1, precision), scale));
          case "float" -> mapped(MySqlKind.FLOAT, DataTypes.FLOAT());
          case "double", "real" -> mapped(MySqlKind.DOUBLE, DataTypes.DOUBLE());
          case "bit" ->
              precision <= 1
                  ? mapped(MySqlKind.BOOLEAN, DataTypes.BOOLEAN())
                  : mapped(MySqlKind.BITS, DataTypes.BYTES());
          case "year" -> mapped(MySqlKind.YEAR, DataTypes.INT());
          case "date" -> mapped(MySqlKind.DATE, DataTypes.DATE());
          case "datetime" -> mapped(MySqlKind.DATETIME, DataTypes.TIMESTAMP(fraction));
          case "timestamp" ->
              mapped(MySqlKind.TIMESTAMP, DataTypes.TIMESTAMP_WITH_LOCAL_TIME_ZONE(fraction));
          case "time" ->
              fraction <= MAX_TIME_PRECISION
                  ? mapped(MySqlKind.TIME, DataTypes.TIME(fraction))
                  : mapped(MySqlKind.TIME_TEXT, DataTypes.STRING());
          // Without their lengths: Flink would silently cut what is written to VARCHAR(5) at five
          // characters, and pad a CHAR whose trailing blanks MySQL has dropped.
          case "char", "varchar", "tinytext", "text", "mediumtext", "longtext" ->
              mapped(MySqlKind.TEXT, DataTypes.STRING());
          case "enum", "set", "json", "uuid", "inet4", "inet6" ->
              mapped(MySqlKind.SPECIAL_TEXT, DataTypes.STRING());
          case "binary", "varbinary", "tinyblob", "blob", "mediumblob", "longblob", "vector" ->
              mapped(MySqlKind.BYTES, DataTypes.BYTES());
          case "geometry",
              "point",
              "linestring",
              "polygon",
              "multipoint",
              "multilinestring",
              "multipolygon",
              "geometrycollection",
              "geomcollection" ->
              mapped(MySqlKind.GEOMETRY, DataTypes.BYTES());
          default -> null;
        });
  }

  private static Mapped mapped(MySqlKind kind, DataType type) {
    return new Mapped(kind, type);
  }
}
