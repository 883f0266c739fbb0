/* SPDX-License-Identifier: Apache-2.0 */
package io.sluice.protocol.rowset;

import static java.util.Objects.requireNonNull;

import io.sluice.thrift.hive.TCLIServiceConstants;
import io.sluice.thrift.hive.TPrimitiveTypeEntry;
import io.sluice.thrift.hive.TTypeDesc;
import io.sluice.thrift.hive.TTypeEntry;
import io.sluice.thrift.hive.TTypeId;
import io.sluice.thrift.hive.TTypeQualifierValue;
import io.sluice.thrift.hive.TTypeQualifiers;
import java.sql.Types;
import java.util.HashMap;
import java.util.Map;

/**
 * The type of a result column as a Hive client knows it.
 *
 * @param name Hive's name without parameters, such as {@code DECIMAL}
 * @param text the whole type, such as {@code DECIMAL(10,2)} or {@code ARRAY<INT>}
 * @param precision digits of a decimal or length of CHAR and VARCHAR, else 0
 * @param scale of a decimal, else 0
 */
public record HiveType(Name name, String text, int precision, int scale) {
  /** Hive's type names. */
  public enum Name {
    BOOLEAN(TTypeId.BOOLEAN_TYPE, WireKind.BOOLEAN, Types.BOOLEAN, 1, 0),
    TINYINT(TTypeId.TINYINT_TYPE, WireKind.BYTE, Types.TINYINT, 3, 0),
    SMALLINT(TTypeId.SMALLINT_TYPE, WireKind.SHORT, Types.SMALLINT, 5, 0),
    INT(TTypeId.INT_TYPE, WireKind.INT, Types.INTEGER, 10, 0),
    BIGINT(TTypeId.BIGINT_TYPE, WireKind.LONG, Types.BIGINT, 19, 0),
    FLOAT(TTypeId.FLOAT_TYPE, WireKind.DOUBLE, Types.FLOAT, 7, 7),
    DOUBLE(TTypeId.DOUBLE_TYPE, WireKind.DOUBLE, Types.DOUBLE, 15, 15),
    DECIMAL(TTypeId.DECIMAL_TYPE, WireKind.STRING, Types.DECIMAL, 38, 0),
    CHAR(TTypeId.CHAR_TYPE, WireKind.STRING, Types.CHAR, 255, 0),
    VARCHAR(TTypeId.VARCHAR_TYPE, WireKind.STRING, Types.VARCHAR, 65535, 0),
    STRING(TTypeId.STRING_TYPE, WireKind.STRING, Types.VARCHAR, Integer.MAX_VALUE, 0),
    BINARY(TTypeId.BINARY_TYPE, WireKind.BINARY, Types.BINARY, Integer.MAX_VALUE, 0),
    DATE(TTypeId.DATE_TYPE, WireKind.STRING, Types.DATE, 10, 0),
    TIMESTAMP(TTypeId.TIMESTAMP_TYPE, WireKind.STRING, Types.TIMESTAMP, 29, 9),
    INTERVAL_YEAR_MONTH(TTypeId.INTERVAL_YEAR_MONTH_TYPE, WireKind.STRING, Types.OTHER, 11, 0),
    INTERVAL_DAY_TIME(TTypeId.INTERVAL_DAY_TIME_TYPE, WireKind.STRING, Types.OTHER, 29, 9),
    ARRAY(TTypeId.ARRAY_TYPE, WireKind.STRING, Types.ARRAY, Integer.MAX_VALUE, 0),
    MAP(TTypeId.MAP_TYPE, WireKind.STRING, Types.JAVA_OBJECT, Integer.MAX_VALUE, 0),
    STRUCT(TTypeId.STRUCT_TYPE, WireKind.STRING, Types.STRUCT, Integer.MAX_VALUE, 0);

    private final TTypeId id;
    private final WireKind wire;
    private final int jdbcType;
    private final int size;
    private final int digits;

    Name(TTypeId id, WireKind wire, int jdbcType, int size, int digits) {
      this.id = id;
      this.wire = wire;
      this.jdbcType = jdbcType;
      this.size = size;
      this.digits = digits;
    }
  }

  public static final HiveType BOOLEAN = simple(Name.BOOLEAN);
  public static final HiveType TINYINT = simple(Name.TINYINT);
  public static final HiveType SMALLINT = simple(Name.SMALLINT);
  public static final HiveType INT = simple(Name.INT);
  public static final HiveType BIGINT = simple(Name.BIGINT);
  public static final HiveType FLOAT = simple(Name.FLOAT);
  public static final HiveType DOUBLE = simple(Name.DOUBLE);
  public static final HiveType STRING = simple(Name.STRING);
  public static final HiveType BINARY = simple(Name.BINARY);
  public static final HiveType DATE = simple(Name.DATE);
  public static final HiveType TIMESTAMP = simple(Name.TIMESTAMP);
  public static final HiveType INTERVAL_YEAR_MONTH = simple(Name.INTERVAL_YEAR_MONTH);
  public static final HiveType INTERVAL_DAY_TIME = simple(Name.INTERVAL_DAY_TIME);

  /** Hive's largest VARCHAR; longer text is STRING. */
  public static final int MAX_VARCHAR = 65535;

  /** Hive's largest CHAR. */
  public static final int MAX_CHAR = 255;

  public HiveType {
    requireNonNull(name, "name is null");
    requireNonNull(text, "text is null");
  }

  private static HiveType simple(Name name) {
    return new HiveType(name, name.name(), 0, 0);
  }

  public static HiveType decimal(int precision, int scale) {
    if (precision < 1 || precision > 38 || scale < 0 || scale > precision) {
      throw new IllegalArgumentException("No DECIMAL(" + precision + "," + scale + ")");
    }
    return new HiveType(Name.DECIMAL, "DECIMAL(" + precision + "," + scale + ")", precision, scale);
  }

  /** CHAR, or a longer type if Hive's CHAR is too short. */
  public static HiveType charOf(int length) {
    return length <= MAX_CHAR
        ? new HiveType(Name.CHAR, "CHAR(" + length + ")", length, 0)
        : varchar(length);
  }

  /** VARCHAR, or STRING if Hive's VARCHAR is too short. */
  public static HiveType varchar(int length) {
    return length <= MAX_VARCHAR
        ? new HiveType(Name.VARCHAR, "VARCHAR(" + length + ")", length, 0)
        : STRING;
  }

  public static HiveType array(HiveType element) {
    return new HiveType(Name.ARRAY, "ARRAY<" + element.text + ">", 0, 0);
  }

  public static HiveType map(HiveType key, HiveType value) {
    return new HiveType(Name.MAP, "MAP<" + key.text + "," + value.text + ">", 0, 0);
  }

  /**
   * @param fields in order, so a map that keeps it
   */
  public static HiveType struct(Map<String, HiveType> fields) {
    StringBuilder text = new StringBuilder("STRUCT<");
    fields.forEach(
        (field, type) ->
            text.append(text.length() > 7 ? "," : "").append(field).append(':').append(type.text));
    return new HiveType(Name.STRUCT, text.append('>').toString(), 0, 0);
  }

  /** The type code of {@link java.sql.Types} that Hive's drivers give this type. */
  public int jdbcType() {
    return name.jdbcType;
  }

  /** COLUMN_SIZE of the JDBC metadata, the same as Hive's drivers say of a result column. */
  public int columnSize() {
    return precision > 0 ? precision : name.size;
  }

  /** DECIMAL_DIGITS, the same as Hive's drivers say of a result column. */
  public int decimalDigits() {
    return name == Name.DECIMAL ? scale : name.digits;
  }

  public boolean isNumeric() {
    return name.compareTo(Name.TINYINT) >= 0 && name.compareTo(Name.DECIMAL) <= 0;
  }

  public TTypeId thriftId() {
    return name.id;
  }

  WireKind wireKind() {
    return name.wire;
  }

  TTypeDesc toThrift() {
    TPrimitiveTypeEntry entry = new TPrimitiveTypeEntry(name.id);
    Map<String, TTypeQualifierValue> qualifiers = new HashMap<>();
    switch (name) {
      case DECIMAL -> {
        qualifiers.put(TCLIServiceConstants.PRECISION, TTypeQualifierValue.i32Value(precision));
        qualifiers.put(TCLIServiceConstants.SCALE, TTypeQualifierValue.i32Value(scale));
      }
      case CHAR, VARCHAR ->
          qualifiers.put(
              TCLIServiceConstants.CHARACTER_MAXIMUM_LENGTH,
              TTypeQualifierValue.i32Value(precision));
      default -> {
        // No parameters.
      }
    }
    if (!qualifiers.isEmpty()) {
      entry.setTypeQualifiers(new TTypeQualifiers(qualifiers));
    }
    TTypeDesc description = new TTypeDesc();
    description.addToTypes(TTypeEntry.primitiveEntry(entry));
    return description;
  }

  @Override
  public String toString() {
    return text;
  }
}
