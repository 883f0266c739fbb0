/* SPDX-License-Identifier: Apache-2.0 */
package io.sluice.catalog.flink.mysql;

import java.time.DateTimeException;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.util.Locale;
import org.apache.flink.table.data.TimestampData;

/**
 * The server's text of dates and times, both ways. A date with a zero month or day has no
 * counterpart and reads as NULL.
 */
final class MySqlTemporal {
  private static final long MILLIS_OF_DAY = 86_400_000L;
  private static final int MICRO_DIGITS = 6;

  private MySqlTemporal() {}

  /** Days since 1970-01-01, or null. */
  static Integer date(String text) {
    LocalDate date = localDate(text);
    return date == null ? null : (int) date.toEpochDay();
  }

  /** The wall clock, or null. */
  static TimestampData timestamp(String text) {
    LocalDate date = localDate(text);
    if (date == null) {
      return null;
    }
    int micros = fraction(text, 19);
    long seconds = digits(text, 11, 2) * 3600L + digits(text, 14, 2) * 60L + digits(text, 17, 2);
    return TimestampData.fromEpochMillis(
        date.toEpochDay() * MILLIS_OF_DAY + seconds * 1000 + micros / 1000, micros % 1000 * 1000);
  }

  /**
   * @throws IllegalArgumentException if it is outside a day, or finer than a millisecond; the
   *     message completes "holds '…', "
   */
  static int millisOfDay(String text) {
    int colon = text.indexOf(':');
    if (text.startsWith("-") || colon != 2 || digits(text, 0, 2) > 23) {
      throw new IllegalArgumentException(
          "which is outside a day and no TIME here; leave the column out");
    }
    int micros = fraction(text, 8);
    return (digits(text, 0, 2) * 3600 + digits(text, 3, 2) * 60 + digits(text, 6, 2)) * 1000
        + micros / 1000;
  }

  static String dateText(int epochDay) {
    return LocalDate.ofEpochDay(epochDay).toString();
  }

  static String timeText(int millis) {
    return String.format(
        Locale.ROOT,
        "%02d:%02d:%02d.%03d",
        millis / 3_600_000,
        millis / 60_000 % 60,
        millis / 1000 % 60,
        millis % 1000);
  }

  /** {@code 2024-12-31 23:59:59.999999}; finer digits are cut. */
  static String timestampText(TimestampData value) {
    LocalDateTime time = value.toLocalDateTime();
    return String.format(
        Locale.ROOT,
        "%04d-%02d-%02d %02d:%02d:%02d.%06d",
        time.getYear(),
        time.getMonthValue(),
        time.getDayOfMonth(),
        time.getHour(),
        time.getMinute(),
        time.getSecond(),
        time.getNano() / 1000);
  }

  private static LocalDate localDate(String text) {
    int year = digits(text, 0, 4);
    int month = digits(text, 5, 2);
    int day = digits(text, 8, 2);
    if (month == 0 || day == 0) {
      return null;
    }
    try {
      return LocalDate.of(year, month, day);
    } catch (DateTimeException e) {
      // ALLOW_INVALID_DATES lets 2024-02-31 in.
      throw new IllegalArgumentException("which is no date", e);
    }
  }

  private static int fraction(String text, int dot) {
    if (text.length() <= dot) {
      return 0;
    }
    int value = 0;
    for (int i = 0; i < MICRO_DIGITS; i++) {
      int at = dot + 1 + i;
      value = value * 10 + (at < text.length() ? text.charAt(at) - '0' : 0);
    }
    return value;
  }

  private static int digits(String text, int from, int count) {
    int value = 0;
    for (int i = from; i < from + count; i++) {
      int digit = i < text.length() ? text.charAt(i) - '0' : -1;
      if (digit < 0 || digit > 9) {
        throw new IllegalArgumentException("which is no date or time");
      }
      value = value * 10 + digit;
    }
    return value;
  }
}
