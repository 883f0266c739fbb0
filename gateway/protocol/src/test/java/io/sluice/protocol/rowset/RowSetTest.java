/* SPDX-License-Identifier: Apache-2.0 */
package io.sluice.protocol.rowset;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufUtil;
import io.sluice.thrift.TSerializer;
import io.sluice.thrift.hive.TBinaryColumn;
import io.sluice.thrift.hive.TBoolColumn;
import io.sluice.thrift.hive.TBoolValue;
import io.sluice.thrift.hive.TByteColumn;
import io.sluice.thrift.hive.TByteValue;
import io.sluice.thrift.hive.TColumn;
import io.sluice.thrift.hive.TColumnValue;
import io.sluice.thrift.hive.TDoubleColumn;
import io.sluice.thrift.hive.TDoubleValue;
import io.sluice.thrift.hive.TFetchResultsResp;
import io.sluice.thrift.hive.TI16Column;
import io.sluice.thrift.hive.TI16Value;
import io.sluice.thrift.hive.TI32Column;
import io.sluice.thrift.hive.TI32Value;
import io.sluice.thrift.hive.TI64Column;
import io.sluice.thrift.hive.TI64Value;
import io.sluice.thrift.hive.TProtocolVersion;
import io.sluice.thrift.hive.TRow;
import io.sluice.thrift.hive.TRowSet;
import io.sluice.thrift.hive.TStatus;
import io.sluice.thrift.hive.TStatusCode;
import io.sluice.thrift.hive.TStringColumn;
import io.sluice.thrift.hive.TStringValue;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.Random;
import java.util.function.BiConsumer;
import java.util.function.Function;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * Row sets against Thrift's own serialization of the same rows, built the plain way with boxed
 * lists: every byte must agree. Rows, types, nulls, block borders and slices are random, by fixed
 * seeds.
 */
class RowSetTest {
  private static final int CASES = 60;
  private static final List<HiveType> TYPES =
      List.of(
          HiveType.BOOLEAN,
          HiveType.TINYINT,
          HiveType.SMALLINT,
          HiveType.INT,
          HiveType.BIGINT,
          HiveType.DOUBLE,
          HiveType.STRING,
          HiveType.decimal(10, 2),
          HiveType.BINARY);

  @ParameterizedTest
  @EnumSource
  void agreesWithThriftByteForByte(TProtocolVersion version) throws Exception {
    for (int seed = 0; seed < CASES; seed++) {
      Random random = new Random(seed);
      RowSchema schema = randomSchema(random);
      List<List<Object>> rows = randomRows(random, schema);
      List<RowBlock> blocks = randomBlocks(random, schema, rows);
      boolean more = random.nextBoolean();
      byte[] expected = new TSerializer().serialize(thrift(schema, rows, seed, more, version));
      assertThat(bytes(RowSetEncoder.encode(schema, blocks, seed, more, version)))
          .as("seed %d, %s, %d rows in %d blocks", seed, schema, rows.size(), blocks.size())
          .isEqualTo(expected);
    }
  }

  private static byte[] bytes(ByteBuf buffer) {
    try {
      return ByteBufUtil.getBytes(buffer);
    } finally {
      buffer.release();
    }
  }

  private static RowSchema randomSchema(Random random) {
    List<HiveColumn> columns = new ArrayList<>();
    for (int i = random.nextInt(12); i >= 0; i--) {
      columns.add(HiveColumn.of("c" + i, TYPES.get(random.nextInt(TYPES.size()))));
    }
    return new RowSchema(columns);
  }

  private static List<List<Object>> randomRows(Random random, RowSchema schema) {
    int nullsIn = random.nextInt(4);
    List<List<Object>> rows = new ArrayList<>();
    for (int i = random.nextInt(200); i > 0; i--) {
      List<Object> row = new ArrayList<>();
      for (HiveColumn column : schema.columns()) {
        boolean isNull = nullsIn > 0 && random.nextInt(nullsIn * nullsIn) == 0;
        row.add(isNull ? null : randomValue(random, column.type().wireKind()));
      }
      rows.add(row);
    }
    return rows;
  }

  private static Object randomValue(Random random, WireKind kind) {
    return switch (kind) {
      case BOOLEAN -> random.nextBoolean();
      case BYTE -> (byte) random.nextInt();
      case SHORT -> (short) random.nextInt();
      case INT -> random.nextInt();
      case LONG -> random.nextLong();
      case DOUBLE -> random.nextGaussian();
      case STRING -> "é🌊x".repeat(random.nextInt(4)) + random.nextInt(100);
      case BINARY -> ("b" + random.nextInt()).getBytes(UTF_8);
    };
  }

  /**
   * The rows in blocks of random size, some of them slices of slices or read back from a stream.
   */
  private static List<RowBlock> randomBlocks(
      Random random, RowSchema schema, List<List<Object>> rows) throws IOException {
    RowBlockWriter writer = new RowBlockWriter(schema);
    List<RowBlock> blocks = new ArrayList<>();
    int perBlock = 1 + random.nextInt(50);
    for (List<Object> row : rows) {
      append(writer, row);
      if (writer.rows() == perBlock) {
        cut(random, writer.finish(), blocks);
      }
    }
    cut(random, writer.finish(), blocks);
    return blocks;
  }

  private static void cut(Random random, RowBlock block, List<RowBlock> blocks) throws IOException {
    switch (random.nextInt(3)) {
      case 0 -> blocks.add(block);
      case 1 -> {
        int middle = random.nextInt(block.rows() + 1);
        blocks.add(block.slice(0, middle));
        cut(random, block.slice(middle, block.rows()), blocks);
      }
      default -> {
        ByteArrayOutputStream stream = new ByteArrayOutputStream();
        block.writeTo(new DataOutputStream(stream));
        blocks.add(
            RowBlock.readFrom(new DataInputStream(new ByteArrayInputStream(stream.toByteArray()))));
      }
    }
  }

  private static void append(RowBlockWriter writer, List<Object> row) {
    for (int i = 0; i < row.size(); i++) {
      Object value = row.get(i);
      if (value == null) {
        writer.appendNull(i);
      } else if (value instanceof Boolean v) {
        writer.appendBoolean(i, v);
      } else if (value instanceof Byte v) {
        writer.appendByte(i, v);
      } else if (value instanceof Short v) {
        writer.appendShort(i, v);
      } else if (value instanceof Integer v) {
        writer.appendInt(i, v);
      } else if (value instanceof Long v) {
        writer.appendLong(i, v);
      } else if (value instanceof Double v) {
        writer.appendDouble(i, v);
      } else if (value instanceof String v) {
        writer.appendString(i, v);
      } else {
        byte[] v = (byte[]) value;
        writer.appendBinary(i, v, 0, v.length);
      }
    }
    writer.endRow();
  }

  private static TFetchResultsResp thrift(
      RowSchema schema,
      List<List<Object>> rows,
      long offset,
      boolean more,
      TProtocolVersion version) {
    TRowSet set = new TRowSet(offset, new ArrayList<>());
    boolean columns =
        version.getValue() >= TProtocolVersion.HIVE_CLI_SERVICE_PROTOCOL_V6.getValue();
    if (columns) {
      set.setColumns(new ArrayList<>());
      for (int i = 0; i < schema.size(); i++) {
        set.addToColumns(column(schema.kind(i), values(rows, i)));
      }
    } else {
      for (List<Object> row : rows) {
        List<TColumnValue> values = new ArrayList<>();
        for (int i = 0; i < row.size(); i++) {
          values.add(value(schema.kind(i), row.get(i)));
        }
        set.addToRows(new TRow(values));
      }
    }
    TFetchResultsResp answer = new TFetchResultsResp(new TStatus(TStatusCode.SUCCESS_STATUS));
    answer.setHasMoreRows(more);
    answer.setResults(set);
    return answer;
  }

  private static List<Object> values(List<List<Object>> rows, int column) {
    List<Object> values = new ArrayList<>();
    rows.forEach(row -> values.add(row.get(column)));
    return values;
  }

  private static TColumn column(WireKind kind, List<Object> values) {
    BitSet nulls = new BitSet();
    for (int i = 0; i < values.size(); i++) {
      nulls.set(i, values.get(i) == null);
    }
    ByteBuffer bits = ByteBuffer.wrap(nulls.toByteArray());
    return switch (kind) {
      case BOOLEAN -> TColumn.boolVal(new TBoolColumn(or(values, false), bits));
      case BYTE -> TColumn.byteVal(new TByteColumn(or(values, (byte) 0), bits));
      case SHORT -> TColumn.i16Val(new TI16Column(or(values, (short) 0), bits));
      case INT -> TColumn.i32Val(new TI32Column(or(values, 0), bits));
      case LONG -> TColumn.i64Val(new TI64Column(or(values, 0L), bits));
      case DOUBLE -> TColumn.doubleVal(new TDoubleColumn(or(values, 0.0), bits));
      case STRING -> TColumn.stringVal(new TStringColumn(or(values, ""), bits));
      case BINARY ->
          TColumn.binaryVal(
              new TBinaryColumn(
                  map(or(values, new byte[0]), (byte[] v) -> ByteBuffer.wrap(v)), bits));
    };
  }

  private static TColumnValue value(WireKind kind, Object value) {
    return switch (kind) {
      case BOOLEAN -> TColumnValue.boolVal(set(new TBoolValue(), value, TBoolValue::setValue));
      case BYTE -> TColumnValue.byteVal(set(new TByteValue(), value, TByteValue::setValue));
      case SHORT -> TColumnValue.i16Val(set(new TI16Value(), value, TI16Value::setValue));
      case INT -> TColumnValue.i32Val(set(new TI32Value(), value, TI32Value::setValue));
      case LONG -> TColumnValue.i64Val(set(new TI64Value(), value, TI64Value::setValue));
      case DOUBLE -> TColumnValue.doubleVal(set(new TDoubleValue(), value, TDoubleValue::setValue));
      case STRING -> TColumnValue.stringVal(set(new TStringValue(), value, TStringValue::setValue));
      case BINARY ->
          TColumnValue.stringVal(
              set(
                  new TStringValue(),
                  value == null ? null : new String((byte[]) value, UTF_8),
                  TStringValue::setValue));
    };
  }

  @SuppressWarnings("unchecked")
  private static <S, T> S set(S struct, Object value, BiConsumer<S, T> setter) {
    if (value != null) {
      setter.accept(struct, (T) value);
    }
    return struct;
  }

  @SuppressWarnings("unchecked")
  private static <T> List<T> or(List<Object> values, T placeholder) {
    return map(values, v -> v == null ? placeholder : (T) v);
  }

  private static <A, B> List<B> map(List<A> values, Function<A, B> function) {
    return new ArrayList<>(values.stream().map(function).toList());
  }
}
