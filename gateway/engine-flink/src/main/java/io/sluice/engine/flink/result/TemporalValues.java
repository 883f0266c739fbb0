/* SPDX-License-Identifier: Apache-2.0 */
package io.sluice.engine.flink.result;

import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.ZoneId;
import java.time.format.DateTimeFormatter;
import java.time.format.DateTimeFormatterBuilder;
import java.time.temporal.ChronoField;
import org.apache.flink.table.data.TimestampData;

/** Dates, times and intervals inside nested values, in the forms they have as columns. */
final class TemporalValues {
  private static final DateTimeFormatter TIME =
      new DateTimeFormatterBuilder()
          .appendPattern("HH:mm:ss")
          .appendFraction(ChronoField.NANO_OF_SECOND, 0, 9, true)
          .toFormatter();
  private static final DateTimeFormatter TIMESTAMP =
      new DateTimeFormatterBuilder()
          .append(DateTimeFormatter.ISO_LOCAL_DATE)
          .appendLiteral(' ')
          .append(TIME)
          .toFormatter();

  private TemporalValues() {}

  static String date(int epochDay) {
    return LocalDate.ofEpochDay(epochDay).toString();
  }

  static String time(int milliOfDay) {
    return TIME.format(LocalTime.ofNanoOfDay(milliOfDay * 1_000_000L));
  }

  static String timestamp(TimestampData value) {
    return TIMESTAMP.format(value.toLocalDateTime());
  }

  static String localZoned(TimestampData value, ZoneId zone) {
    return TIMESTAMP.format(LocalDateTime.ofInstant(value.toInstant(), zone));
  }

  static String yearMonth(int months) {
    int absolute = Math.abs(months);
    return (months < 0 ? "-" : "") + absolute / 12 + '-' + absolute % 12;
  }

  static String dayTime(long millis) {
    long absolute = Math.abs(millis);
    return String.format(
        "%s%d %02d:%02d:%02d.%03d000000",
        millis < 0 ? "-" : "",
        absolute / 86_400_000,
        absolute / 3_600_000 % 24,
        absolute / 60_000 % 60,
        absolute / 1_000 % 60,
        absolute % 1_000);
  }
}
