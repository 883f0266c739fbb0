/* SPDX-License-Identifier: Apache-2.0 */
package io.sluice.metadata.type;

import static java.util.Objects.requireNonNull;

import java.util.List;
import java.util.stream.Collectors;

/**
 * The type of a column, independent of any engine. {@link #text} is SQL as Flink writes it.
 *
 * <p>Nullability is not part of a type: a column, an element, a map value and a field each say it
 * beside their type.
 */
public sealed interface ColumnType {
  /** SQL as Flink writes it, without NOT NULL at the top: {@code DECIMAL(10, 2)}. */
  String text();

  /** Types that need no more than their name. */
  enum Simple implements ColumnType {
    BOOLEAN,
    TINYINT,
    SMALLINT,
    INT,
    BIGINT,
    FLOAT,
    DOUBLE,
    /** Text of any length. */
    STRING,
    /** Bytes of any length. */
    BYTES,
    DATE;

    @Override
    public String text() {
      return name();
    }
  }

  /** Exact number; precision 1 to 38, scale 0 to precision. */
  record Decimal(int precision, int scale) implements ColumnType {
    public static final int MAX_PRECISION = 38;

    public Decimal {
      if (precision < 1 || precision > MAX_PRECISION || scale < 0 || scale > precision) {
        throw new IllegalArgumentException("No DECIMAL(" + precision + ", " + scale + ")");
      }
    }

    @Override
    public String text() {
      return "DECIMAL(" + precision + ", " + scale + ')';
    }
  }

  /** Text of exactly {@code length} characters. */
  record Char(int length) implements ColumnType {
    @Override
    public String text() {
      return "CHAR(" + length + ')';
    }
  }

  /** Text of at most {@code length} characters. */
  record Varchar(int length) implements ColumnType {
    @Override
    public String text() {
      return "VARCHAR(" + length + ')';
    }
  }

  /** Exactly {@code length} bytes. */
  record Binary(int length) implements ColumnType {
    @Override
    public String text() {
      return "BINARY(" + length + ')';
    }
  }

  /** Time of day with {@code precision} fraction digits; MySQL's may also leave the day. */
  record Time(int precision) implements ColumnType {
    @Override
    public String text() {
      return "TIME(" + precision + ')';
    }
  }

  /** Wall clock, in no time zone. */
  record Timestamp(int precision) implements ColumnType {
    @Override
    public String text() {
      return "TIMESTAMP(" + precision + ')';
    }
  }

  /** An instant, shown in the session's time zone. */
  record TimestampLtz(int precision) implements ColumnType {
    @Override
    public String text() {
      return "TIMESTAMP_LTZ(" + precision + ')';
    }
  }

  /** A list. */
  record Array(ColumnType element, boolean elementNullable) implements ColumnType {
    public Array {
      requireNonNull(element, "element is null");
    }

    @Override
    public String text() {
      return "ARRAY<" + element.text() + notNull(elementNullable) + '>';
    }
  }

  /** A map; keys are never null. */
  record Map(ColumnType key, ColumnType value, boolean valueNullable) implements ColumnType {
    public Map {
      requireNonNull(key, "key is null");
      requireNonNull(value, "value is null");
    }

    @Override
    public String text() {
      return "MAP<" + key.text() + ", " + value.text() + notNull(valueNullable) + '>';
    }
  }

  /** A record with named fields. */
  record Struct(List<Field> fields) implements ColumnType {
    public Struct {
      fields = List.copyOf(fields);
    }

    @Override
    public String text() {
      return fields.stream().map(Field::text).collect(Collectors.joining(", ", "ROW<", ">"));
    }
  }

  /** A field of a {@link Struct}. */
  record Field(String name, ColumnType type, boolean nullable) {
    public Field {
      requireNonNull(name, "name is null");
      requireNonNull(type, "type is null");
    }

    private String text() {
      return '`' + name.replace("`", "``") + "` " + type.text() + notNull(nullable);
    }
  }

  /**
   * A type that cannot be read: the column is hidden from statements and named in listings.
   *
   * @param reason completes "the column cannot be read: …"
   */
  record Unsupported(String nativeType, String reason) implements ColumnType {
    public Unsupported {
      requireNonNull(nativeType, "nativeType is null");
      requireNonNull(reason, "reason is null");
    }

    @Override
    public String text() {
      return "UNSUPPORTED";
    }
  }

  /** False if it, or any type inside it, is {@link Unsupported}. */
  default boolean isSupported() {
    if (this instanceof Array array) {
      return array.element().isSupported();
    }
    if (this instanceof Map map) {
      return map.key().isSupported() && map.value().isSupported();
    }
    if (this instanceof Struct struct) {
      return struct.fields().stream().allMatch(f -> f.type().isSupported());
    }
    return !(this instanceof Unsupported);
  }

  private static String notNull(boolean nullable) {
    return nullable ? "" : " NOT NULL";
  }
}
