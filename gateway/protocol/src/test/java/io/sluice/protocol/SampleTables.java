/* SPDX-License-Identifier: Apache-2.0 */
package io.sluice.protocol;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.protocol.TableService.Table;
import io.sluice.protocol.rowset.HiveColumn;
import io.sluice.protocol.rowset.HiveType;
import io.sluice.protocol.rowset.RowBlock;
import io.sluice.protocol.rowset.RowBlockWriter;
import io.sluice.protocol.rowset.RowSchema;
import java.math.BigDecimal;
import java.sql.Date;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Timestamp;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** Tables for drivers to read, and what must be read. */
final class SampleTables {
  private static final int WIDE = 70;
  private static final int LONG_ROWS = 25_000;

  private SampleTables() {}

  static TableService in(TableService service) {
    return service
        .with("all_types", () -> allTypes(true))
        .with("no_rows", () -> allTypes(false))
        .with("edges", SampleTables::edges)
        .with("long", SampleTables::longTable);
  }

  static void checkAllTypes(ResultSet rows) throws SQLException {
    assertThat(rows.next()).isTrue();
    checkValues(rows);
    // getBytes is "Method not supported" in all of them.
    assertThat((byte[]) rows.getObject("binary")).containsExactly(0, 255, 127, 128);
    checkNulls(rows);
  }

  /** Bytes travel as text before V6, and a driver's decoder spoils those that are none. */
  static void checkAllTypesButBytes(ResultSet rows) throws SQLException {
    assertThat(rows.next()).isTrue();
    checkValues(rows);
    checkNulls(rows);
  }

  private static void checkValues(ResultSet rows) throws SQLException {
    assertThat(rows.getBoolean("bool")).isTrue();
    assertThat(rows.getByte("tiny")).isEqualTo(Byte.MIN_VALUE);
    assertThat(rows.getShort("small")).isEqualTo(Short.MIN_VALUE);
    assertThat(rows.getInt("int")).isEqualTo(Integer.MIN_VALUE);
    assertThat(rows.getLong("big")).isEqualTo(Long.MIN_VALUE);
    assertThat(rows.getString("float")).isEqualTo("0.1");
    assertThat(rows.getDouble("double")).isNaN();
    assertThat(rows.getBigDecimal("decimal")).isEqualTo(new BigDecimal("-1234567890.05"));
    assertThat(rows.getString("char").strip()).isEqualTo("abc");
    assertThat(rows.getString("varchar")).isEmpty();
    assertThat(rows.wasNull()).isFalse();
    assertThat(rows.getString("string")).isEqualTo("grüße 🌊 漢字");
    assertThat(rows.getDate("date")).isEqualTo(Date.valueOf("2024-02-29"));
    assertThat(rows.getTimestamp("timestamp"))
        .isEqualTo(Timestamp.valueOf("1969-12-31 23:59:59.987654321"));
    assertThat(rows.getString("year_month")).isEqualTo("-1-2");
    assertThat(rows.getString("day_time")).isEqualTo("1 02:03:04.000000005");
    assertThat(rows.getString("array")).isEqualTo("[1,null]");
    assertThat(rows.getString("map")).isEqualTo("{\"k\":null}");
    assertThat(rows.getString("struct")).isEqualTo("{\"a\":1,\"b\":\"x\"}");
  }

  private static void checkNulls(ResultSet rows) throws SQLException {
    assertThat(rows.next()).isTrue();
    for (int i = 1; i <= rows.getMetaData().getColumnCount(); i++) {
      assertThat(rows.getObject(i)).as(rows.getMetaData().getColumnName(i)).isNull();
      assertThat(rows.wasNull()).isTrue();
    }
    assertThat(rows.next()).isFalse();
  }

  static void checkEdges(ResultSet rows) throws SQLException {
    for (int row = 0; row < 3 * WIDE; row++) {
      assertThat(rows.next()).isTrue();
      for (int column = 0; column < WIDE; column++) {
        Object value = rows.getObject(column + 1);
        assertThat(value).as("row %d column %d", row, column).isEqualTo(edge(row, column));
      }
    }
    assertThat(rows.next()).isFalse();
  }

  static void checkLong(ResultSet rows) throws SQLException {
    for (int i = 0; i < LONG_ROWS; i++) {
      assertThat(rows.next()).isTrue();
      assertThat(rows.getLong(1)).isEqualTo(i);
      assertThat(rows.getString(2)).isEqualTo("row " + i);
    }
    assertThat(rows.next()).isFalse();
  }

  static Table allTypes(boolean withRows) {
    RowSchema schema =
        RowSchema.of(
            HiveColumn.of("bool", HiveType.BOOLEAN),
            HiveColumn.of("tiny", HiveType.TINYINT),
            HiveColumn.of("small", HiveType.SMALLINT),
            HiveColumn.of("int", HiveType.INT),
            HiveColumn.of("big", HiveType.BIGINT),
            HiveColumn.of("float", HiveType.FLOAT),
            HiveColumn.of("double", HiveType.DOUBLE),
            HiveColumn.of("decimal", HiveType.decimal(20, 2)),
            HiveColumn.of("char", HiveType.charOf(5)),
            HiveColumn.of("varchar", HiveType.varchar(70)),
            HiveColumn.of("string", HiveType.STRING),
            HiveColumn.of("binary", HiveType.BINARY),
            HiveColumn.of("date", HiveType.DATE),
            HiveColumn.of("timestamp", HiveType.TIMESTAMP),
            HiveColumn.of("year_month", HiveType.INTERVAL_YEAR_MONTH),
            HiveColumn.of("day_time", HiveType.INTERVAL_DAY_TIME),
            HiveColumn.of("array", HiveType.array(HiveType.INT)),
            HiveColumn.of("map", HiveType.map(HiveType.STRING, HiveType.INT)),
            HiveColumn.of("struct", HiveType.struct(Map.of("a", HiveType.INT))));
    RowBlockWriter writer = new RowBlockWriter(schema);
    if (withRows) {
      writer.appendBoolean(0, true);
      writer.appendByte(1, Byte.MIN_VALUE);
      writer.appendShort(2, Short.MIN_VALUE);
      writer.appendInt(3, Integer.MIN_VALUE);
      writer.appendLong(4, Long.MIN_VALUE);
      writer.appendFloat(5, 0.1f);
      writer.appendDouble(6, Double.NaN);
      writer.appendDecimal(7, -123456789005L, 2);
      writer.appendString(8, "abc");
      writer.appendString(9, "");
      writer.appendString(10, "grüße 🌊 漢字");
      writer.appendBinary(11, new byte[] {0, -1, 127, -128}, 0, 4);
      writer.appendDate(12, LocalDate.of(2024, 2, 29).toEpochDay());
      writer.appendTimestamp(13, -1, 987_654_321);
      writer.appendYearMonth(14, -14);
      writer.appendDayTime(15, 86_400 + 2 * 3600 + 3 * 60 + 4, 5);
      writer.appendString(16, "[1,null]");
      writer.appendString(17, "{\"k\":null}");
      byte[] struct = "{\"a\":1,\"b\":\"x\"}".getBytes(UTF_8);
      writer.appendUtf8(18, struct, 0, struct.length);
      writer.endRow();
      for (int i = 0; i < schema.size(); i++) {
        writer.appendNull(i);
      }
      writer.endRow();
    }
    return new Table(schema, List.of(writer.finish()));
  }

  /** Null on and beside every byte edge of both directions. */
  static Integer edge(int row, int column) {
    return row % WIDE == column || (row % 8 == 7 && column % 8 == 0) ? null : row * WIDE + column;
  }

  static Table edges() {
    List<HiveColumn> columns = new ArrayList<>();
    for (int i = 0; i < WIDE; i++) {
      columns.add(HiveColumn.of("c" + i, HiveType.INT));
    }
    RowSchema schema = new RowSchema(columns);
    RowBlockWriter writer = new RowBlockWriter(schema);
    List<RowBlock> blocks = new ArrayList<>();
    for (int row = 0; row < 3 * WIDE; row++) {
      for (int column = 0; column < WIDE; column++) {
        Integer value = edge(row, column);
        if (value == null) {
          writer.appendNull(column);
        } else {
          writer.appendInt(column, value);
        }
      }
      writer.endRow();
      if (row % 33 == 32) {
        blocks.add(writer.finish());
      }
    }
    blocks.add(writer.finish());
    return new Table(schema, blocks);
  }

  static Table longTable() {
    RowSchema schema =
        RowSchema.of(HiveColumn.of("id", HiveType.BIGINT), HiveColumn.of("s", HiveType.STRING));
    RowBlockWriter writer = new RowBlockWriter(schema);
    List<RowBlock> blocks = new ArrayList<>();
    for (int i = 0; i < LONG_ROWS; i++) {
      writer.appendLong(0, i);
      writer.appendString(1, "row " + i);
      writer.endRow();
      if (writer.rows() == 1777) {
        blocks.add(writer.finish());
      }
    }
    blocks.add(writer.finish());
    return new Table(schema, blocks);
  }
}
