/* SPDX-License-Identifier: Apache-2.0 */
package io.sluice.metadata.type;

import io.sluice.metadata.type.ColumnType.Binary;
import io.sluice.metadata.type.ColumnType.Char;
import io.sluice.metadata.type.ColumnType.Decimal;
import io.sluice.metadata.type.ColumnType.Simple;
import io.sluice.metadata.type.ColumnType.Time;
import io.sluice.metadata.type.ColumnType.Timestamp;
import io.sluice.metadata.type.ColumnType.TimestampLtz;
import io.sluice.metadata.type.ColumnType.Unsupported;
import io.sluice.metadata.type.ColumnType.Varchar;
import java.util.OptionalInt;

/**
 * MySQL's and MariaDB's types, in every spelling: {@code information_schema.columns.column_type}
 * ({@code int(10) unsigned}), DataHub's compiled SQL ({@code INTEGER(10) UNSIGNED}) and its older
 * SQLAlchemy form ({@code INTEGER(display_width=10, unsigned=True)}).
 *
 * <p>Where a spelling has lost the length, the wider type is taken. Unsigned integers take the next
 * signed type that holds them, DECIMAL over 38 digits is text, TINYINT(1) stays a number, DATETIME
 * is a wall clock and TIMESTAMP an instant.
 */
final class MySqlTypes {
  private static final int DEFAULT_DECIMAL_PRECISION = 10;

  private MySqlTypes() {}

  static ColumnType parse(String text) {
    TypeCall call;
    try {
      call = TypeCall.of(text);
    } catch (IllegalArgumentException e) {
      return new Unsupported(text, "its type is malformed: " + e.getMessage());
    }
    String name = call.name();
    String suffix = call.suffix();
    if (!text.contains("(")) { // 'bigint unsigned', 'text collate utf8mb4_bin', 'varchar'
      String[] cut =
          name.split(" (?=unsigned|signed|zerofill|character set|charset|collate|binary)", 2);
      name = cut[0];
      suffix = cut.length > 1 ? cut[1] : "";
    }
    boolean unsigned =
        suffix.contains("unsigned")
            || suffix.contains("zerofill") // zerofill makes a column unsigned
            || call.flag("unsigned")
            || call.flag("zerofill");
    return switch (name) {
      case "tinyint", "int1" -> unsigned ? Simple.SMALLINT : Simple.TINYINT;
      case "bool", "boolean" -> Simple.TINYINT;
      case "smallint", "int2" -> unsigned ? Simple.INT : Simple.SMALLINT;
      case "mediumint", "int3", "middleint" -> Simple.INT;
      case "int", "integer", "int4" -> unsigned ? Simple.BIGINT : Simple.INT;
      case "bigint", "int8" -> unsigned ? new Decimal(20, 0) : Simple.BIGINT;
      case "decimal", "numeric", "dec", "fixed" -> decimal(call);
      case "float", "float4" -> single(call);
      case "double", "double precision", "real", "float8" -> Simple.DOUBLE;
      case "bit" -> call.number(0, "length").orElse(64) == 1 ? Simple.BOOLEAN : Simple.BYTES;
      case "year" -> Simple.INT;
      case "date" -> Simple.DATE;
      case "time" -> new Time(fraction(call));
      case "datetime" -> new Timestamp(fraction(call));
      case "timestamp" -> new TimestampLtz(fraction(call));
      case "char", "character", "nchar", "national char", "national character" -> character(call);
      case "varchar",
          "character varying",
          "nvarchar",
          "national varchar",
          "varchar2",
          "long varchar" ->
          varchar(call);
      case "binary" -> binary(call);
      case "varbinary", "tinyblob", "blob", "mediumblob", "longblob", "long varbinary" ->
          Simple.BYTES;
      case "tinytext", "text", "mediumtext", "longtext", "json", "enum", "set" -> Simple.STRING;
      case "inet4", "inet6", "uuid", "xmltype" -> Simple.STRING;
      case "geometry",
          "point",
          "linestring",
          "polygon",
          "multipoint",
          "multilinestring",
          "multipolygon",
          "geometrycollection",
          "geomcollection" ->
          Simple.BYTES;
      default -> new Unsupported(text, "MySQL type '" + text + "' is unknown");
    };
  }

  private static ColumnType decimal(TypeCall call) {
    int precision = call.number(0, "precision").orElse(DEFAULT_DECIMAL_PRECISION);
    int scale = call.number(1, "scale").orElse(0);
    return precision > Decimal.MAX_PRECISION || scale > precision || precision < 1
        ? Simple.STRING
        : new Decimal(precision, scale);
  }

  /** FLOAT(p) with one argument over 24 is a double; FLOAT(7,3) is a float. */
  private static ColumnType single(TypeCall call) {
    OptionalInt precision = call.number(0, "precision");
    boolean twoArguments = call.number(1, "scale").isPresent();
    return precision.orElse(0) > 24 && !twoArguments ? Simple.DOUBLE : Simple.FLOAT;
  }

  private static int fraction(TypeCall call) {
    return Math.min(call.number(0, "fsp").orElse(0), 6);
  }

  private static ColumnType character(TypeCall call) {
    OptionalInt length = call.number(0, "length");
    return length.orElse(0) > 0 ? new Char(length.getAsInt()) : Simple.STRING;
  }

  private static ColumnType varchar(TypeCall call) {
    OptionalInt length = call.number(0, "length");
    return length.orElse(0) > 0 ? new Varchar(length.getAsInt()) : Simple.STRING;
  }

  private static ColumnType binary(TypeCall call) {
    OptionalInt length = call.number(0, "length");
    return length.orElse(0) > 0 ? new Binary(length.getAsInt()) : Simple.BYTES;
  }
}
