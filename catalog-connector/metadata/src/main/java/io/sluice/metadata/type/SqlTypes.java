/* SPDX-License-Identifier: Apache-2.0 */
package io.sluice.metadata.type;

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
 * Type names that mean the same in most SQL systems, for platforms that are listed but not opened.
 * A name that means different things in different systems is left unknown.
 */
final class SqlTypes {
  /** From here on a length is only a way to say "any". */
  private static final int MANY = 100_000_000;

  private SqlTypes() {}

  static ColumnType parse(String text) {
    TypeCall call;
    try {
      call = TypeCall.of(text);
    } catch (IllegalArgumentException e) {
      return new Unsupported(text, "its type is malformed: " + e.getMessage());
    }
    if (call.name().contains("<")) {
      return HiveTypes.parse(text);
    }
    return switch (call.name()) {
      case "boolean", "bool" -> Simple.BOOLEAN;
      case "tinyint", "byte", "int8" -> call.name().equals("int8") ? unknown(text) : Simple.TINYINT;
      case "smallint", "int2", "short" -> Simple.SMALLINT;
      case "int", "integer", "int4", "mediumint" -> Simple.INT;
      case "bigint", "long" -> Simple.BIGINT;
      case "float" -> call.number(0, "precision").orElse(24) > 24 ? Simple.DOUBLE : Simple.FLOAT;
      case "real", "float4" -> Simple.FLOAT;
      case "double", "double precision", "float8", "double_precision" -> Simple.DOUBLE;
      case "decimal", "numeric", "number" -> decimal(call);
      case "string", "text", "clob", "longtext", "mediumtext", "tinytext" -> Simple.STRING;
      case "json", "jsonb", "xml", "uuid", "enum", "citext" -> Simple.STRING;
      case "varchar", "character varying", "nvarchar", "varchar2" -> varchar(call);
      case "char", "character", "nchar", "bpchar" -> character(call);
      case "binary", "varbinary", "bytes", "bytea", "blob", "longblob" -> Simple.BYTES;
      case "date" -> Simple.DATE;
      case "time" -> new Time(fraction(call, 6));
      case "datetime" -> new Timestamp(fraction(call, 6));
      case "timestamp" ->
          call.flag("timezone") || call.suffix().startsWith("with ")
              ? new TimestampLtz(fraction(call, 6))
              : new Timestamp(fraction(call, 6));
      case "timestamp without time zone", "timestamp_ntz" -> new Timestamp(fraction(call, 6));
      case "timestamptz", "timestamp with time zone", "timestamp_ltz" ->
          new TimestampLtz(fraction(call, 6));
      default -> unknown(text);
    };
  }

  /** Without a precision a number may have any: text keeps it exact. */
  private static ColumnType decimal(TypeCall call) {
    OptionalInt precision = call.number(0, "precision");
    int scale = call.number(1, "scale").orElse(0);
    if (precision.isEmpty()
        || precision.getAsInt() < 1
        || precision.getAsInt() > Decimal.MAX_PRECISION
        || scale > precision.getAsInt()) {
      return Simple.STRING;
    }
    return new Decimal(precision.getAsInt(), scale);
  }

  private static ColumnType varchar(TypeCall call) {
    OptionalInt length = call.number(0, "length");
    return length.orElse(0) > 0 && length.getAsInt() < MANY
        ? new Varchar(length.getAsInt())
        : Simple.STRING;
  }

  private static ColumnType character(TypeCall call) {
    OptionalInt length = call.number(0, "length");
    return length.orElse(0) > 0 ? new Char(length.getAsInt()) : Simple.STRING;
  }

  private static int fraction(TypeCall call, int missing) {
    return Math.min(call.number(0, "precision", "fsp").orElse(missing), 9);
  }

  private static ColumnType unknown(String text) {
    return new Unsupported(text, "type '" + text + "' is unknown");
  }
}
