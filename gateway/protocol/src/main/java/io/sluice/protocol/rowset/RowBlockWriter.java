/* SPDX-License-Identifier: Apache-2.0 */
package io.sluice.protocol.rowset;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.List;

/**
 * Turns values into the bytes HiveServer2 sends, column by column, without an object per value. For
 * each row every column gets one value, in any order of columns, then {@link #endRow} follows. For
 * one thread.
 *
 * <p>The columns of DECIMAL, CHAR, VARCHAR, DATE, TIMESTAMP, the intervals, ARRAY, MAP and STRUCT
 * are text: use the methods with their names, {@link #appendUtf8} or {@link #appendString}.
 */
public final class RowBlockWriter {
  private static final int FIRST_CAPACITY = 1024;

  private final ColumnBuffer[] columns;
  private final byte[] text = new byte[TemporalText.MAX_LENGTH];
  private int rows;
  private long bytes;

  public RowBlockWriter(RowSchema schema) {
    columns = new ColumnBuffer[schema.size()];
    for (int i = 0; i < columns.length; i++) {
      columns[i] = new ColumnBuffer(schema.kind(i), FIRST_CAPACITY);
    }
  }

  public void appendNull(int column) {
    columns[column].appendNull();
  }

  public void appendBoolean(int column, boolean value) {
    ColumnBuffer buffer = columns[column];
    int at = buffer.next(WireKind.BOOLEAN, Byte.BYTES);
    buffer.data[at] = (byte) (value ? 1 : 0);
  }

  public void appendByte(int column, byte value) {
    ColumnBuffer buffer = columns[column];
    int at = buffer.next(WireKind.BYTE, Byte.BYTES);
    buffer.data[at] = value;
  }

  public void appendShort(int column, short value) {
    ColumnBuffer buffer = columns[column];
    int at = buffer.next(WireKind.SHORT, Short.BYTES);
    ColumnBuffer.SHORT.set(buffer.data, at, value);
  }

  public void appendInt(int column, int value) {
    ColumnBuffer buffer = columns[column];
    int at = buffer.next(WireKind.INT, Integer.BYTES);
    ColumnBuffer.INT.set(buffer.data, at, value);
  }

  public void appendLong(int column, long value) {
    ColumnBuffer buffer = columns[column];
    int at = buffer.next(WireKind.LONG, Long.BYTES);
    ColumnBuffer.LONG.set(buffer.data, at, value);
  }

  /** A FLOAT, which travels as the double with the same decimal text. */
  public void appendFloat(int column, float value) {
    appendDouble(column, FloatText.widen(value));
  }

  public void appendDouble(int column, double value) {
    ColumnBuffer buffer = columns[column];
    int at = buffer.next(WireKind.DOUBLE, Double.BYTES);
    ColumnBuffer.LONG.set(buffer.data, at, Double.doubleToRawLongBits(value));
  }

  /** Text that is UTF-8 already; it is not checked. */
  public void appendUtf8(int column, byte[] source, int offset, int length) {
    appendBytes(WireKind.STRING, column, source, offset, length);
  }

  public void appendString(int column, String value) {
    byte[] utf8 = value.getBytes(UTF_8);
    appendUtf8(column, utf8, 0, utf8.length);
  }

  public void appendBinary(int column, byte[] source, int offset, int length) {
    appendBytes(WireKind.BINARY, column, source, offset, length);
  }

  private void appendBytes(WireKind kind, int column, byte[] source, int offset, int length) {
    ColumnBuffer buffer = columns[column];
    int at = buffer.next(kind, Math.addExact(Integer.BYTES, length));
    ColumnBuffer.INT.set(buffer.data, at, length);
    System.arraycopy(source, offset, buffer.data, at + Integer.BYTES, length);
  }

  /** With all digits of its scale, never with an exponent. */
  public void appendDecimal(int column, BigDecimal value) {
    appendString(column, value.toPlainString());
  }

  /** The decimal {@code unscaled} × 10^-{@code scale}, for {@code scale} from 0 to 38. */
  public void appendDecimal(int column, long unscaled, int scale) {
    appendUtf8(column, text, 0, DecimalText.write(text, unscaled, scale));
  }

  /**
   * @param epochDay days since 1970-01-01
   */
  public void appendDate(int column, long epochDay) {
    appendUtf8(column, text, 0, TemporalText.date(text, epochDay));
  }

  /**
   * A wall clock, {@code 2024-02-29 12:34:56.789}, without zeros at the end of the fraction.
   *
   * @param epochSecond seconds since 1970-01-01 00:00:00 of the same wall clock
   */
  public void appendTimestamp(int column, long epochSecond, int nano) {
    appendUtf8(column, text, 0, TemporalText.timestamp(text, epochSecond, nano));
  }

  /** A time of day, {@code 12:34:56.789}; goes into a STRING column, Hive having no TIME. */
  public void appendTime(int column, long nanoOfDay) {
    appendUtf8(column, text, 0, TemporalText.time(text, nanoOfDay));
  }

  /** An interval of months as Hive writes it, {@code 1-2} or {@code -1-2}. */
  public void appendYearMonth(int column, int months) {
    appendUtf8(column, text, 0, TemporalText.yearMonth(text, months));
  }

  /**
   * An interval of time as Hive writes it, {@code 1 02:03:04.000000005}.
   *
   * @param seconds negative for a negative interval
   * @param nano 0 to 999999999, added to {@code seconds}
   */
  public void appendDayTime(int column, long seconds, int nano) {
    appendUtf8(column, text, 0, TemporalText.dayTime(text, seconds, nano));
  }

  /**
   * @throws IllegalStateException if a column has not exactly one value for this row
   */
  public void endRow() {
    int expected = rows + 1;
    long sum = 0;
    for (int i = 0; i < columns.length; i++) {
      ColumnBuffer column = columns[i];
      if (column.values() != expected) {
        throw new IllegalStateException(
            "Column " + i + " has " + column.values() + " values after " + expected + " rows");
      }
      sum += column.size;
    }
    rows = expected;
    bytes = sum;
  }

  /** Whole rows written since the last {@link #finish}. */
  public int rows() {
    return rows;
  }

  /** Bytes of their values. */
  public long bytes() {
    return bytes;
  }

  /** The rows written so far; the writer goes on with none. */
  public RowBlock finish() {
    List<ColumnSlice> slices = new ArrayList<>(columns.length);
    for (ColumnBuffer column : columns) {
      if (column.values() != rows) {
        throw new IllegalStateException("A row is not ended");
      }
      slices.add(column.take());
    }
    RowBlock block = new RowBlock(rows, slices);
    rows = 0;
    bytes = 0;
    return block;
  }
}
