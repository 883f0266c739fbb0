/* SPDX-License-Identifier: Apache-2.0 */
package io.sluice.flink.hudi;

import io.sluice.error.ErrorCode;
import io.sluice.error.SluiceException;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.avro.Conversions;
import org.apache.avro.LogicalType;
import org.apache.avro.LogicalTypes;
import org.apache.avro.Schema;
import org.apache.avro.generic.GenericData;
import org.apache.avro.generic.GenericRecord;
import org.apache.flink.table.data.ArrayData;
import org.apache.flink.table.data.DecimalData;
import org.apache.flink.table.data.MapData;
import org.apache.flink.table.data.RowData;
import org.apache.flink.table.data.TimestampData;
import org.apache.flink.table.types.logical.ArrayType;
import org.apache.flink.table.types.logical.LogicalTypeRoot;
import org.apache.flink.table.types.logical.MapType;
import org.apache.flink.table.types.logical.RowType;

/** Turns rows into Avro records of a table's schema: the way back from {@link AvroRows}. */
final class RowAvro {
  private static final Conversions.DecimalConversion DECIMAL = new Conversions.DecimalConversion();

  /** Turns one value that is not null. */
  @FunctionalInterface
  private interface Converter {
    Object convert(Object value);
  }

  private final Schema schema;
  private final RowData.FieldGetter[] getters;
  private final Converter[] converters;

  /** The row type has the schema's fields, by name, in any order. */
  RowAvro(Schema schema, RowType type) {
    this.schema = schema;
    int width = schema.getFields().size();
    this.getters = new RowData.FieldGetter[width];
    this.converters = new Converter[width];
    for (Schema.Field field : schema.getFields()) {
      int index = type.getFieldIndex(field.name());
      getters[field.pos()] = RowData.createFieldGetter(type.getTypeAt(index).copy(true), index);
      converters[field.pos()] = converter(field.schema(), type.getTypeAt(index), field.name());
    }
  }

  GenericRecord convert(RowData row) {
    return convert(row, schema, getters, converters);
  }

  private static GenericRecord convert(
      RowData row, Schema schema, RowData.FieldGetter[] getters, Converter[] converters) {
    GenericRecord record = new GenericData.Record(schema);
    for (int i = 0; i < converters.length; i++) {
      Object value = getters[i].getFieldOrNull(row);
      if (value != null) {
        record.put(i, converters[i].convert(value));
      } else if (!schema.getFields().get(i).schema().isNullable()) {
        throw refused(
            schema.getFields().get(i).name(), "it is null, which its type does not allow");
      }
    }

    return record;
  }

  private static Converter converter(
      Schema nullable, org.apache.flink.table.types.logical.LogicalType type, String column) {
    Schema schema = AvroTypes.nonNull(nullable);
    return schema.getLogicalType() == null
        ? plain(schema, type, column)
        : logical(schema, type, column);
  }

  private static Converter logical(
      Schema schema, org.apache.flink.table.types.logical.LogicalType type, String column) {
    LogicalType logical = schema.getLogicalType();
    if (logical instanceof LogicalTypes.Decimal decimal) {
      return value -> decimal(((DecimalData) value).toBigDecimal(), schema, decimal, column);
    }

    return switch (logical.getName()) {
      case "time-micros" -> value -> TimeText.toMicros(value.toString(), column);
      case "timestamp-millis", "local-timestamp-millis" ->
          value -> ((TimestampData) value).getMillisecond();
      case "timestamp-micros", "local-timestamp-micros" ->
          value -> {
            TimestampData timestamp = (TimestampData) value;
            return Math.addExact(
                Math.multiplyExact(timestamp.getMillisecond(), 1000L),
                timestamp.getNanoOfMillisecond() / 1000L);
          };
      default -> plain(schema, type, column);
    };
  }

  private static Converter plain(
      Schema schema, org.apache.flink.table.types.logical.LogicalType type, String column) {
    return switch (schema.getType()) {
      case STRING -> Object::toString;
      case ENUM -> value -> symbol(value.toString(), schema, column);
      case BYTES -> value -> ByteBuffer.wrap((byte[]) value);
      case FIXED -> value -> new GenericData.Fixed(schema, (byte[]) value);
      case ARRAY -> array(schema, (ArrayType) type, column);
      case MAP -> map(schema, (MapType) type, column);
      case RECORD -> {
        RowAvro nested = new RowAvro(schema, (RowType) type);
        yield value -> nested.convert((RowData) value);
      }
      case BOOLEAN, INT, LONG, FLOAT, DOUBLE, NULL, UNION -> value -> value;
    };
  }

  private static Converter array(Schema schema, ArrayType type, String column) {
    Converter element = converter(schema.getElementType(), type.getElementType(), column);
    ArrayData.ElementGetter getter = ArrayData.createElementGetter(type.getElementType());
    return value -> {
      ArrayData array = (ArrayData) value;
      List<Object> elements = new ArrayList<>(array.size());
      for (int i = 0; i < array.size(); i++) {
        Object item = getter.getElementOrNull(array, i);
        elements.add(item == null ? null : element.convert(item));
      }

      return elements;
    };
  }

  private static Converter map(Schema schema, MapType type, String column) {
    if (type.getKeyType().is(LogicalTypeRoot.VARCHAR)
        || type.getKeyType().is(LogicalTypeRoot.CHAR)) {
      Converter element = converter(schema.getValueType(), type.getValueType(), column);
      ArrayData.ElementGetter keys = ArrayData.createElementGetter(type.getKeyType());
      ArrayData.ElementGetter values = ArrayData.createElementGetter(type.getValueType());
      return value -> {
        MapData map = (MapData) value;
        Map<String, Object> entries = new HashMap<>();
        for (int i = 0; i < map.size(); i++) {
          Object key = keys.getElementOrNull(map.keyArray(), i);
          if (key == null) {
            throw refused(column, "a map key is null");
          }

          Object item = values.getElementOrNull(map.valueArray(), i);
          entries.put(key.toString(), item == null ? null : element.convert(item));
        }

        return entries;
      };
    }

    throw refused(column, "Hudi keeps maps by string keys only");
  }

  private static Object decimal(
      BigDecimal value, Schema schema, LogicalTypes.Decimal decimal, String column) {
    BigDecimal scaled = value.setScale(decimal.getScale(), RoundingMode.UNNECESSARY);
    if (scaled.precision() > decimal.getPrecision()) {
      throw refused(column, value.toPlainString() + " has too many digits");
    }

    return schema.getType() == Schema.Type.FIXED
        ? DECIMAL.toFixed(scaled, schema, decimal)
        : DECIMAL.toBytes(scaled, schema, decimal);
  }

  private static Object symbol(String value, Schema schema, String column) {
    if (!schema.hasEnumSymbol(value)) {
      throw refused(column, "'" + value + "' is not one of " + schema.getEnumSymbols());
    }

    return new GenericData.EnumSymbol(schema, value);
  }

  private static SluiceException refused(String column, String why) {
    return new SluiceException(
        ErrorCode.INVALID_VALUE, "Column " + column + " cannot be written: " + why);
  }
}
