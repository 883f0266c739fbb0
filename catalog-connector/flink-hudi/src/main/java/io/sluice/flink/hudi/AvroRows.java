/* SPDX-License-Identifier: Apache-2.0 */
package io.sluice.flink.hudi;

import io.sluice.error.ErrorCode;
import io.sluice.error.SluiceException;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.nio.ByteBuffer;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.avro.LogicalType;
import org.apache.avro.LogicalTypes;
import org.apache.avro.Schema;
import org.apache.avro.generic.GenericFixed;
import org.apache.avro.generic.IndexedRecord;
import org.apache.flink.table.data.DecimalData;
import org.apache.flink.table.data.GenericArrayData;
import org.apache.flink.table.data.GenericMapData;
import org.apache.flink.table.data.GenericRowData;
import org.apache.flink.table.data.RowData;
import org.apache.flink.table.data.StringData;
import org.apache.flink.table.data.TimestampData;

/**
 * Turns Avro records of one schema into rows of the types that {@link AvroTypes} gives. The
 * converters are chosen once, per field, not per value.
 */
final class AvroRows {
  private static final long NANOS_PER_MILLI = 1_000_000L;

  /** Turns one value that is not null. */
  @FunctionalInterface
  private interface Converter {
    Object convert(Object value);
  }

  private final Converter[] fields;

  /** Takes the first {@code width} fields of the schema. */
  AvroRows(Schema schema, int width) {
    this.fields = new Converter[width];
    for (int i = 0; i < width; i++) {
      fields[i] = converter(schema.getFields().get(i).schema());
    }
  }

  RowData convert(IndexedRecord record) {
    return convert(record, fields);
  }

  private static GenericRowData convert(IndexedRecord record, Converter[] fields) {
    GenericRowData row = new GenericRowData(fields.length);
    for (int i = 0; i < fields.length; i++) {
      Object value = record.get(i);
      row.setField(i, value == null ? null : fields[i].convert(value));
    }

    return row;
  }

  private static Converter converter(Schema nullable) {
    Schema schema = AvroTypes.nonNull(nullable);
    return schema.getLogicalType() == null ? plain(schema) : logical(schema);
  }

  private static Converter logical(Schema schema) {
    LogicalType type = schema.getLogicalType();
    if (type instanceof LogicalTypes.Decimal decimal) {
      return value -> decimal(value, decimal.getPrecision(), decimal.getScale());
    }

    return switch (type.getName()) {
      case "date" ->
          value -> value instanceof LocalDate date ? (int) date.toEpochDay() : (int) asLong(value);
      case "time-millis" ->
          value ->
              value instanceof LocalTime time
                  ? (int) (time.toNanoOfDay() / NANOS_PER_MILLI)
                  : (int) asLong(value);
      case "time-micros" -> value -> StringData.fromString(TimeText.ofMicros(micros(value)));
      case "timestamp-millis", "local-timestamp-millis" ->
          value -> timestamp(value, 1000, NANOS_PER_MILLI);
      case "timestamp-micros", "local-timestamp-micros" ->
          value -> timestamp(value, 1_000_000, 1000);
      default -> plain(schema);
    };
  }

  private static Converter plain(Schema schema) {
    return switch (schema.getType()) {
      case STRING, ENUM -> value -> StringData.fromString(value.toString());
      case BYTES, FIXED -> AvroRows::bytes;
      case ARRAY -> array(converter(schema.getElementType()));
      case MAP -> map(converter(schema.getValueType()));
      case RECORD -> {
        Converter[] fields =
            schema.getFields().stream()
                .map(field -> converter(field.schema()))
                .toArray(Converter[]::new);
        yield value -> convert((IndexedRecord) value, fields);
      }
      case INT -> value -> ((Number) value).intValue();
      case LONG -> AvroRows::asLong;
      case FLOAT -> value -> ((Number) value).floatValue();
      case DOUBLE -> value -> ((Number) value).doubleValue();
      case BOOLEAN, NULL, UNION -> value -> value;
    };
  }

  private static Converter array(Converter element) {
    return value -> {
      List<Object> elements = new ArrayList<>();
      for (Object item : (Collection<?>) value) {
        elements.add(item == null ? null : element.convert(item));
      }

      return new GenericArrayData(elements.toArray());
    };
  }

  private static Converter map(Converter element) {
    return value -> {
      Map<Object, Object> entries = new HashMap<>();
      for (Map.Entry<?, ?> entry : ((Map<?, ?>) value).entrySet()) {
        entries.put(
            StringData.fromString(entry.getKey().toString()),
            entry.getValue() == null ? null : element.convert(entry.getValue()));
      }

      return new GenericMapData(entries);
    };
  }

  private static DecimalData decimal(Object value, int precision, int scale) {
    BigDecimal number =
        value instanceof BigDecimal given
            ? given
            : new BigDecimal(new BigInteger(bytes(value)), scale);
    DecimalData decimal = DecimalData.fromBigDecimal(number, precision, scale);
    if (decimal == null) {
      throw new SluiceException(
          ErrorCode.SOURCE_FAILED,
          number + " does not fit into the table's DECIMAL(" + precision + ", " + scale + ')');
    }

    return decimal;
  }

  private static byte[] bytes(Object value) {
    if (value instanceof GenericFixed fixed) {
      return fixed.bytes();
    }

    if (value instanceof byte[] given) {
      return given;
    }

    ByteBuffer buffer = ((ByteBuffer) value).duplicate();
    byte[] copy = new byte[buffer.remaining()];
    buffer.get(copy);
    return copy;
  }

  private static TimestampData timestamp(Object value, long perSecond, long nanosPerUnit) {
    if (value instanceof Instant instant) {
      return TimestampData.fromInstant(instant);
    }

    if (value instanceof LocalDateTime dateTime) {
      return TimestampData.fromLocalDateTime(dateTime);
    }

    long units = asLong(value);
    long seconds = Math.floorDiv(units, perSecond);
    long nanos = Math.floorMod(units, perSecond) * nanosPerUnit;
    return TimestampData.fromEpochMillis(
        seconds * 1000 + nanos / NANOS_PER_MILLI, (int) (nanos % NANOS_PER_MILLI));
  }

  private static long micros(Object value) {
    return value instanceof LocalTime time ? time.toNanoOfDay() / 1000 : asLong(value);
  }

  private static long asLong(Object value) {
    return ((Number) value).longValue();
  }
}
