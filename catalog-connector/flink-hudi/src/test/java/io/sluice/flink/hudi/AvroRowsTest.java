/* SPDX-License-Identifier: Apache-2.0 */
package io.sluice.flink.hudi;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.sluice.error.SluiceException;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.apache.avro.Schema;
import org.apache.avro.generic.GenericData;
import org.apache.avro.generic.GenericRecord;
import org.apache.flink.table.data.RowData;
import org.apache.flink.table.data.TimestampData;
import org.apache.flink.table.types.DataType;
import org.apache.flink.table.types.logical.RowType;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Every Avro type there and back. */
final class AvroRowsTest {
  private static Schema record(String... fields) {
    StringBuilder json = new StringBuilder("{\"type\":\"record\",\"name\":\"r\",\"fields\":[");
    for (int i = 0; i < fields.length; i++) {
      json.append(i == 0 ? "" : ",")
          .append("{\"name\":\"c")
          .append(i)
          .append("\",\"type\":")
          .append(fields[i])
          .append('}');
    }

    return new Schema.Parser().parse(json.append("]}").toString());
  }

  private static String logical(String type, String logical) {
    return "{\"type\":\"" + type + "\",\"logicalType\":\"" + logical + "\"}";
  }

  private static RowData there(Schema schema, GenericRecord record) {
    return new AvroRows(schema, schema.getFields().size()).convert(record);
  }

  private static GenericRecord back(Schema schema, RowData row) {
    DataType type = AvroTypes.toFlink(schema);
    return new RowAvro(schema, (RowType) type.getLogicalType()).convert(row);
  }

  private static RowData thereAndBack(Schema schema, Object value) {
    GenericRecord record = new GenericData.Record(schema);
    record.put(0, value);
    RowData row = there(schema, record);
    assertThat(GenericData.get().compare(back(schema, row), record, schema)).isZero();
    return row;
  }

  @ParameterizedTest
  @CsvSource({
    "timestamp-millis,      631248245678,    TIMESTAMP_LTZ(3) NOT NULL, 631248245678, 0",
    "timestamp-micros,      631248245678901, TIMESTAMP_LTZ(6) NOT NULL, 631248245678, 901000",
    "local-timestamp-millis, -1,             TIMESTAMP(3) NOT NULL,     -1,           0",
    "local-timestamp-micros, -1,             TIMESTAMP(6) NOT NULL,     -1,           999000",
    "timestamp-micros,      253402300799999999, TIMESTAMP_LTZ(6) NOT NULL, 253402300799999, 999000",
    "timestamp-micros,      -62135596800000000, TIMESTAMP_LTZ(6) NOT NULL, -62135596800000, 0",
  })
  void timestampsKeepTheirInstant(
      String logical, long value, String type, long millis, int nanosOfMilli) {
    Schema schema = record(logical("long", logical));

    RowData row = thereAndBack(schema, value);

    assertThat(AvroTypes.toFlink(schema.getFields().get(0).schema())).hasToString(type);
    assertThat(row.getTimestamp(0, 6))
        .isEqualTo(TimestampData.fromEpochMillis(millis, nanosOfMilli));
  }

  @ParameterizedTest
  @CsvSource({
    "123456789012.56, 14, 2",
    "-0.01, 14, 2",
    "12345678901234567890.123456789012345678, 38, 18"
  })
  void decimalsAreExactInBytesAndFixed(BigDecimal value, int precision, int scale) {
    String type =
        ",\"logicalType\":\"decimal\",\"precision\":%d,\"scale\":%d}".formatted(precision, scale);
    Schema bytes = record("{\"type\":\"bytes\"" + type);
    Schema fixed = record("{\"type\":\"fixed\",\"name\":\"f\",\"size\":16" + type);
    BigInteger unscaled = value.unscaledValue();
    byte[] wide = new byte[16];
    Arrays.fill(wide, (byte) (unscaled.signum() < 0 ? -1 : 0));
    byte[] narrow = unscaled.toByteArray();
    System.arraycopy(narrow, 0, wide, 16 - narrow.length, narrow.length);

    RowData fromBytes = thereAndBack(bytes, ByteBuffer.wrap(narrow));
    RowData fromFixed =
        thereAndBack(fixed, new GenericData.Fixed(fixed.getFields().get(0).schema(), wide));

    assertThat(fromBytes.getDecimal(0, precision, scale).toBigDecimal()).isEqualTo(value);
    assertThat(fromFixed.getDecimal(0, precision, scale).toBigDecimal()).isEqualTo(value);
  }

  @Test
  void numbersTextAndBytes() {
    Schema schema =
        record(
            "\"boolean\"",
            "\"int\"",
            "\"long\"",
            "\"float\"",
            "\"double\"",
            "\"string\"",
            "\"bytes\"",
            "{\"type\":\"fixed\",\"name\":\"f\",\"size\":2}",
            "{\"type\":\"enum\",\"name\":\"e\",\"symbols\":[\"A\",\"B\"]}",
            logical("int", "date"),
            logical("int", "time-millis"),
            logical("long", "time-micros"),
            logical("string", "uuid"));
    GenericRecord record = new GenericData.Record(schema);
    List<Object> values =
        List.of(
            true,
            Integer.MIN_VALUE,
            Long.MAX_VALUE,
            0.1f,
            -0.0d,
            "grüße 😀",
            ByteBuffer.wrap(new byte[] {0, -1}),
            new GenericData.Fixed(schema.getField("c7").schema(), new byte[] {1, 2}),
            new GenericData.EnumSymbol(schema.getField("c8").schema(), "B"),
            -1,
            86_399_999,
            86_399_999_999L,
            "0b9c3f6e-9d7e-4a1c-8f0b-111111111111");
    for (int i = 0; i < values.size(); i++) {
      record.put(i, values.get(i));
    }

    RowData row = there(schema, record);

    assertThat(row.getString(5)).hasToString("grüße 😀");
    assertThat(row.getBinary(6)).containsExactly(0, -1);
    assertThat(row.getBinary(7)).containsExactly(1, 2);
    assertThat(row.getString(8)).hasToString("B");
    assertThat(row.getInt(9)).isEqualTo(-1);
    assertThat(row.getString(11)).hasToString("23:59:59.999999");
    assertThat(GenericData.get().compare(back(schema, row), record, schema)).isZero();
  }

  @Test
  void nestedValuesWithNulls() {
    Schema schema =
        record(
            """
            ["null",{"type":"array","items":["null",{"type":"record","name":"n","fields":[
              {"name":"m","type":["null",{"type":"map","values":["null","long"]}]}]}]}]""");
    Schema item = schema.getFields().get(0).schema().getTypes().get(1).getElementType();
    GenericRecord nested = new GenericData.Record(item.getTypes().get(1));
    Map<String, Object> map = new java.util.HashMap<>();
    map.put("k", null);
    map.put("l", 7L);
    nested.put(0, map);
    GenericRecord record = new GenericData.Record(schema);
    record.put(0, new ArrayList<>(Arrays.asList(nested, null)));

    RowData row = there(schema, record);

    assertThat(back(schema, row)).hasToString(record.toString());
    assertThat(AvroTypes.toFlink(schema.getFields().get(0).schema()))
        .hasToString("ARRAY<ROW<`m` MAP<STRING NOT NULL, BIGINT>>>");
    GenericRecord empty = new GenericData.Record(schema);
    assertThat(there(schema, empty).isNullAt(0)).isTrue();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = ';',
      value = {
        "[\"int\",\"string\"]; a union of 2 types",
        "\"null\"; the type NULL",
        "{\"type\":\"bytes\",\"logicalType\":\"decimal\",\"precision\":39}; a decimal of 39 digits",
        "{\"type\":\"long\",\"logicalType\":\"timestamp-nanos\"}; the logical type timestamp-nanos",
        "{\"type\":\"fixed\",\"name\":\"v\",\"size\":8,\"logicalType\":\"vector\"}; the logical type vector",
      })
  void whatFlinkCannotHoldIsRefused(String type, String reason) {
    Schema schema = record(type);

    assertThatThrownBy(() -> AvroTypes.toFlink(schema.getFields().get(0).schema()))
        .isInstanceOf(SluiceException.class)
        .hasMessageContaining(reason);
  }
}
