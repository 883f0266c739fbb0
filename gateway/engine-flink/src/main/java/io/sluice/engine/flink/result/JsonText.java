/* SPDX-License-Identifier: Apache-2.0 */
package io.sluice.engine.flink.result;

import java.nio.charset.StandardCharsets;
import java.time.ZoneId;
import java.util.Base64;
import java.util.List;
import org.apache.flink.table.data.ArrayData;
import org.apache.flink.table.data.DecimalData;
import org.apache.flink.table.data.MapData;
import org.apache.flink.table.data.RawValueData;
import org.apache.flink.table.data.RowData;
import org.apache.flink.table.data.TimestampData;
import org.apache.flink.table.types.logical.ArrayType;
import org.apache.flink.table.types.logical.DistinctType;
import org.apache.flink.table.types.logical.IntType;
import org.apache.flink.table.types.logical.LogicalType;
import org.apache.flink.table.types.logical.LogicalTypeRoot;
import org.apache.flink.table.types.logical.MapType;
import org.apache.flink.table.types.logical.MultisetType;
import org.apache.flink.table.types.logical.RowType;
import org.apache.flink.table.types.logical.StructuredType;
import org.apache.flink.table.types.logical.TypeInformationRawType;
import org.apache.flink.table.types.logical.utils.LogicalTypeChecks;

/**
 * Nested values as JSON, the way Hive's JDBC users get them: {@code [1,null]}, {@code {"k":null}},
 * {@code {"id":1,"name":"x"}}. Numbers that JSON has no form for (NaN, infinities) are strings; a
 * binary is base64; keys are always strings.
 */
final class JsonText {
  private final ZoneId zone;
  private final StringBuilder out = new StringBuilder();

  private JsonText(ZoneId zone) {
    this.zone = zone;
  }

  /** For a column whose value is nested, or has no form but its text. */
  static FieldWriter fieldWriter(LogicalType type, ZoneId zone) {
    boolean plain =
        type.is(LogicalTypeRoot.RAW)
            || type.is(LogicalTypeRoot.SYMBOL)
            || type.is(LogicalTypeRoot.TIMESTAMP_WITH_TIME_ZONE);
    return (row, i, writer, c) -> {
      Object value = RowData.createFieldGetter(type, i).getFieldOrNull(row);
      String text =
          plain ? plain(type, value) : new JsonText(zone).value(type, value).out.toString();
      byte[] utf8 = text.getBytes(StandardCharsets.UTF_8);
      writer.appendUtf8(c, utf8, 0, utf8.length);
    };
  }

  private JsonText value(LogicalType type, Object value) {
    if (value == null) {
      out.append("null");
      return this;
    }
    switch (type.getTypeRoot()) {
      case BOOLEAN, TINYINT, SMALLINT, INTEGER, BIGINT -> out.append(value);
      case DECIMAL -> out.append(((DecimalData) value).toBigDecimal().toPlainString());
      case FLOAT -> number(Float.isFinite((Float) value), value);
      case DOUBLE -> number(Double.isFinite((Double) value), value);
      case ARRAY -> array(((ArrayType) type).getElementType(), (ArrayData) value);
      case MAP ->
          map(((MapType) type).getKeyType(), ((MapType) type).getValueType(), (MapData) value);
      case MULTISET -> map(((MultisetType) type).getElementType(), new IntType(), (MapData) value);
      case ROW, STRUCTURED_TYPE -> row(type, (RowData) value);
      case DISTINCT_TYPE -> value(((DistinctType) type).getSourceType(), value);
      default -> string(scalar(type, value));
    }
    return this;
  }

  /** A value that JSON writes as a string, or that is a map's key. */
  private String scalar(LogicalType type, Object value) {
    return switch (type.getTypeRoot()) {
      case BINARY, VARBINARY -> Base64.getEncoder().encodeToString((byte[]) value);
      case DATE -> TemporalValues.date((Integer) value);
      case TIME_WITHOUT_TIME_ZONE -> TemporalValues.time((Integer) value);
      case TIMESTAMP_WITHOUT_TIME_ZONE -> TemporalValues.timestamp((TimestampData) value);
      case TIMESTAMP_WITH_LOCAL_TIME_ZONE -> TemporalValues.localZoned((TimestampData) value, zone);
      case INTERVAL_YEAR_MONTH -> TemporalValues.yearMonth((Integer) value);
      case INTERVAL_DAY_TIME -> TemporalValues.dayTime((Long) value);
      case DECIMAL -> ((DecimalData) value).toBigDecimal().toPlainString();
      case ARRAY, MAP, MULTISET, ROW, STRUCTURED_TYPE ->
          new JsonText(zone).value(type, value).out.toString();
      case DISTINCT_TYPE -> scalar(((DistinctType) type).getSourceType(), value);
      default -> plain(type, value);
    };
  }

  private void array(LogicalType element, ArrayData array) {
    ArrayData.ElementGetter getter = ArrayData.createElementGetter(element);
    out.append('[');
    for (int i = 0; i < array.size(); i++) {
      if (i > 0) {
        out.append(',');
      }
      value(element, getter.getElementOrNull(array, i));
    }
    out.append(']');
  }

  private void map(LogicalType keyType, LogicalType valueType, MapData map) {
    ArrayData keys = map.keyArray();
    ArrayData values = map.valueArray();
    ArrayData.ElementGetter key = ArrayData.createElementGetter(keyType);
    ArrayData.ElementGetter value = ArrayData.createElementGetter(valueType);
    out.append('{');
    for (int i = 0; i < map.size(); i++) {
      if (i > 0) {
        out.append(',');
      }
      Object k = key.getElementOrNull(keys, i);
      string(k == null ? "null" : scalar(keyType, k));
      out.append(':');
      value(valueType, value.getElementOrNull(values, i));
    }
    out.append('}');
  }

  private void row(LogicalType type, RowData row) {
    List<String> names =
        type instanceof RowType rowType
            ? rowType.getFieldNames()
            : ((StructuredType) type)
                .getAttributes().stream().map(StructuredType.StructuredAttribute::getName).toList();
    List<LogicalType> types = LogicalTypeChecks.getFieldTypes(type);
    out.append('{');
    for (int i = 0; i < names.size(); i++) {
      if (i > 0) {
        out.append(',');
      }
      string(names.get(i));
      out.append(':');
      value(types.get(i), RowData.createFieldGetter(types.get(i), i).getFieldOrNull(row));
    }
    out.append('}');
  }

  private void number(boolean finite, Object value) {
    if (finite) {
      out.append(value);
    } else {
      string(value.toString());
    }
  }

  private void string(String text) {
    out.append('"');
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      switch (c) {
        case '"' -> out.append("\\\"");
        case '\\' -> out.append("\\\\");
        case '\n' -> out.append("\\n");
        case '\r' -> out.append("\\r");
        case '\t' -> out.append("\\t");
        default -> {
          if (c < 0x20) {
            out.append(String.format("\\u%04x", (int) c));
          } else {
            out.append(c);
          }
        }
      }
    }
    out.append('"');
  }

  private static String plain(LogicalType type, Object value) {
    if (value instanceof RawValueData<?> raw) {
      return type instanceof TypeInformationRawType<?> ? raw.toString() : rawText(type, raw);
    }
    return String.valueOf(value);
  }

  @SuppressWarnings({"unchecked", "rawtypes"})
  private static String rawText(LogicalType type, RawValueData<?> raw) {
    return String.valueOf(
        (Object)
            ((RawValueData) raw)
                .toObject(
                    ((org.apache.flink.table.types.logical.RawType<?>) type).getTypeSerializer()));
  }
}
