/* SPDX-License-Identifier: Apache-2.0 */
package io.sluice.protocol.rowset;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayInputStream;
import java.io.DataInputStream;
import java.io.IOException;
import java.math.BigDecimal;
import java.nio.ByteBuffer;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.ZoneOffset;
import java.util.Random;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class RowBlockWriterTest {
  private static final RowSchema TEXT = RowSchema.of(HiveColumn.of("t", HiveType.STRING));
  private static final RowSchema NUMBER = RowSchema.of(HiveColumn.of("n", HiveType.BIGINT));

  @ParameterizedTest
  @CsvSource({"0,0,0", "0,2,0.00", "5,2,0.05", "-5,2,-0.05", "12345,2,123.45", "-7,0,-7"})
  void writesSmallDecimalsWithTheirScale(long unscaled, int scale, String text) {
    assertThat(text(w -> w.appendDecimal(0, unscaled, scale))).isEqualTo(text);
  }

  @Test
  void writesAnySmallDecimalAsBigDecimalDoes() {
    Random random = new Random(1);
    for (int i = 0; i < 2000; i++) {
      long unscaled = i == 0 ? Long.MIN_VALUE : random.nextLong() >> random.nextInt(64);
      int scale = random.nextInt(39);
      assertThat(text(w -> w.appendDecimal(0, unscaled, scale)))
          .isEqualTo(BigDecimal.valueOf(unscaled, scale).toPlainString());
    }
  }

  @Test
  void writesLargeDecimalsWithoutExponent() {
    assertThat(text(w -> w.appendDecimal(0, new BigDecimal("1E+20"))))
        .isEqualTo("1" + "0".repeat(20));
    assertThat(text(w -> w.appendDecimal(0, new BigDecimal("0E-10")))).isEqualTo("0.0000000000");
  }

  @Test
  void writesDatesAndTimesAsJavaTimeDoes() {
    Random random = new Random(2);
    for (int i = 0; i < 2000; i++) {
      LocalDate date = LocalDate.ofEpochDay(random.nextInt(3_000_000) - 719_528);
      LocalTime time = LocalTime.ofNanoOfDay(random.nextLong(86_400_000_000_000L));
      LocalDateTime both = date.atTime(time);
      assertThat(text(w -> w.appendDate(0, date.toEpochDay()))).isEqualTo(date.toString());
      assertThat(text(w -> w.appendTime(0, time.toNanoOfDay())))
          .isEqualTo(shortest(time.getSecond(), time));
      assertThat(
              text(w -> w.appendTimestamp(0, both.toEpochSecond(ZoneOffset.UTC), both.getNano())))
          .isEqualTo(date + " " + shortest(time.getSecond(), time));
    }
  }

  private static String shortest(int second, LocalTime time) {
    String whole = "%02d:%02d:%02d".formatted(time.getHour(), time.getMinute(), second);
    String fraction = "%09d".formatted(time.getNano()).replaceAll("0+$", "");
    return fraction.isEmpty() ? whole : whole + '.' + fraction;
  }

  @Test
  void writesYearsBeyondFourDigitsAndBeforeChrist() {
    assertThat(text(w -> w.appendDate(0, LocalDate.of(12345, 1, 2).toEpochDay())))
        .isEqualTo("12345-01-02");
    assertThat(text(w -> w.appendDate(0, LocalDate.of(-44, 3, 15).toEpochDay())))
        .isEqualTo("-0044-03-15");
    assertThat(text(w -> w.appendDate(0, LocalDate.of(1, 1, 1).toEpochDay())))
        .isEqualTo("0001-01-01");
  }

  @ParameterizedTest
  @CsvSource({"0,0-0", "14,1-2", "-14,-1-2", "-2147483648,-178956970-8"})
  void writesMonthsAsHiveDoes(int months, String text) {
    assertThat(text(w -> w.appendYearMonth(0, months))).isEqualTo(text);
  }

  @ParameterizedTest
  @CsvSource({
    "0,0,0 00:00:00.000000000",
    "86399,999999999,0 23:59:59.999999999",
    "86400,1,1 00:00:00.000000001",
    "-1,0,-0 00:00:01.000000000",
    "-1,500000000,-0 00:00:00.500000000",
    "-86401,1,-1 00:00:00.999999999"
  })
  void writesSecondsAsHiveDoes(long seconds, int nano, String text) {
    assertThat(text(w -> w.appendDayTime(0, seconds, nano))).isEqualTo(text);
  }

  @ParameterizedTest
  @CsvSource({
    "0.1",
    "0.3",
    "1.1",
    "-2.2",
    "3.4028235E38",
    "1.4E-45",
    "1.0E10",
    "16777216",
    "0.001",
    "9.99E-4",
    "123456.79",
    "0.0",
    "-0.0",
    "NaN",
    "Infinity",
    "-Infinity"
  })
  void widensAFloatByItsText(float value) {
    assertThat(Double.toString(FloatText.widen(value))).isEqualTo(Float.toString(value));
  }

  @Test
  void widensEveryFloatToADecimalThatIsTheFloatAndNoLongerThanItsText() {
    Random random = new Random(3);
    for (int i = 0; i < 200_000; i++) {
      float value = Float.intBitsToFloat(random.nextInt());
      double widened = FloatText.widen(value);
      if (!Float.isNaN(value)) {
        assertThat((float) widened).isEqualTo(value);
        // Float.toString of Java 17 sometimes has a digit too many (JDK-4511638); ours never.
        if (widened != Double.parseDouble(Float.toString(value))) {
          assertThat(Double.toString(widened).length())
              .as("%s as %s", value, widened)
              .isLessThanOrEqualTo(Float.toString(value).length());
        }
      }
    }
  }

  @Test
  void countsRowsAndBytesAndBeginsAnew() {
    RowBlockWriter writer = new RowBlockWriter(TEXT);
    for (int i = 0; i < 10_000; i++) {
      writer.appendString(0, "1234");
      writer.endRow();
    }
    assertThat(writer.rows()).isEqualTo(10_000);
    assertThat(writer.bytes()).isEqualTo(80_000);
    RowBlock block = writer.finish();
    assertThat(block.rows()).isEqualTo(10_000);
    assertThat(block.bytes()).isEqualTo(80_000);
    assertThat(writer.rows()).isZero();
    writer.appendNull(0);
    writer.endRow();
    assertThat(writer.finish().columns().get(0).isNull(0)).isTrue();
    assertThat(block.columns().get(0).isNull(0)).isFalse();
  }

  @Test
  void aSmallBlockAfterALargeOneKeepsLittleMemory() {
    RowBlockWriter writer = new RowBlockWriter(TEXT);
    byte[] large = new byte[10 << 20];
    writer.appendUtf8(0, large, 0, large.length);
    writer.endRow();
    assertThat(writer.finish().bytes()).isEqualTo(large.length + Integer.BYTES);
    for (int i = 0; i < 2; i++) {
      writer.appendString(0, "small " + i);
      writer.endRow();
      ColumnSlice small = writer.finish().columns().get(0);
      assertThat(small.data()).hasSize(Integer.BYTES + 7).endsWith((byte) ('0' + i));
    }
  }

  @Test
  void refusesARowWithAColumnTooFewOrTooMany() {
    RowBlockWriter writer = new RowBlockWriter(NUMBER);
    assertThatThrownBy(writer::endRow).isInstanceOf(IllegalStateException.class);
    writer.appendLong(0, 1);
    assertThatThrownBy(writer::finish).isInstanceOf(IllegalStateException.class);
    writer.appendLong(0, 2);
    assertThatThrownBy(writer::endRow).hasMessageContaining("Column 0 has 2 values after 1 rows");
  }

  @Test
  void refusesAValueOfAnotherKind() {
    assertThatThrownBy(() -> new RowBlockWriter(NUMBER).appendInt(0, 1))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("LONG column takes no INT");
  }

  @Test
  void refusesAStreamThatIsNoBlock() {
    byte[] garbage = new byte[64];
    new Random(4).nextBytes(garbage);
    for (int i = 0; i <= garbage.length; i++) {
      byte[] cut = java.util.Arrays.copyOf(garbage, i);
      if (i > 0) {
        cut[0] &= 0x7f;
      }
      assertThatThrownBy(
              () -> RowBlock.readFrom(new DataInputStream(new ByteArrayInputStream(cut))))
          .isInstanceOf(IOException.class);
    }
  }

  private static String text(Consumer<RowBlockWriter> append) {
    RowBlockWriter writer = new RowBlockWriter(TEXT);
    append.accept(writer);
    writer.endRow();
    ColumnSlice column = writer.finish().columns().get(0);
    int length = ByteBuffer.wrap(column.data()).getInt(0);
    return new String(column.data(), Integer.BYTES, length, UTF_8);
  }
}
