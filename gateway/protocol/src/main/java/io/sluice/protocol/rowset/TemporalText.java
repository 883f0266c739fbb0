/* SPDX-License-Identifier: Apache-2.0 */
package io.sluice.protocol.rowset;

import java.time.LocalDate;

/** Dates, times and intervals as the text Hive's drivers parse. Each method returns the length. */
final class TemporalText {
  /** Longer than any text made here. */
  static final int MAX_LENGTH = 64;

  private static final long DAY_SECONDS = 86_400;
  private static final long SECOND_NANOS = 1_000_000_000;

  private TemporalText() {}

  static int date(byte[] out, long epochDay) {
    return date(out, 0, epochDay);
  }

  static int timestamp(byte[] out, long epochSecond, int nano) {
    int at = date(out, 0, Math.floorDiv(epochSecond, DAY_SECONDS));
    out[at++] = ' ';
    return clock(out, at, (int) Math.floorMod(epochSecond, DAY_SECONDS), nano);
  }

  static int time(byte[] out, long nanoOfDay) {
    return clock(out, 0, (int) (nanoOfDay / SECOND_NANOS), (int) (nanoOfDay % SECOND_NANOS));
  }

  static int yearMonth(byte[] out, int months) {
    long size = Math.abs((long) months);
    int at = 0;
    if (months < 0) {
      out[at++] = '-';
    }
    at = number(out, at, size / 12, 1);
    out[at++] = '-';
    return number(out, at, size % 12, 1);
  }

  static int dayTime(byte[] out, long seconds, int nano) {
    boolean negative = seconds < 0;
    long wholeSeconds = negative ? -(seconds + (nano > 0 ? 1 : 0)) : seconds;
    long fraction = negative && nano > 0 ? SECOND_NANOS - nano : nano;
    int at = 0;
    if (negative) {
      out[at++] = '-';
    }
    at = number(out, at, wholeSeconds / DAY_SECONDS, 1);
    out[at++] = ' ';
    at = seconds(out, at, (int) (wholeSeconds % DAY_SECONDS));
    out[at++] = '.';
    return number(out, at, fraction, 9);
  }

  private static int date(byte[] out, int start, long epochDay) {
    // LocalDate stays on the stack here (escape analysis), and its arithmetic is proven.
    LocalDate date = LocalDate.ofEpochDay(epochDay);
    int at = start;
    if (date.getYear() < 0) {
      out[at++] = '-';
    }
    at = number(out, at, Math.abs(date.getYear()), 4);
    out[at++] = '-';
    at = number(out, at, date.getMonthValue(), 2);
    out[at++] = '-';
    return number(out, at, date.getDayOfMonth(), 2);
  }

  private static int clock(byte[] out, int start, int secondOfDay, int nano) {
    int at = seconds(out, start, secondOfDay);
    if (nano == 0) {
      return at;
    }
    out[at++] = '.';
    at = number(out, at, nano, 9);
    while (out[at - 1] == '0') {
      at--;
    }
    return at;
  }

  private static int seconds(byte[] out, int start, int secondOfDay) {
    int at = number(out, start, secondOfDay / 3600, 2);
    out[at++] = ':';
    at = number(out, at, secondOfDay / 60 % 60, 2);
    out[at++] = ':';
    return number(out, at, secondOfDay % 60, 2);
  }

  /** A number with at least so many digits. */
  private static int number(byte[] out, int start, long value, int minDigits) {
    int digits = minDigits;
    for (long rest = value / POWERS[minDigits]; rest > 0; rest /= 10) {
      digits++;
    }
    long rest = value;
    for (int at = start + digits - 1; at >= start; at--) {
      out[at] = (byte) ('0' + rest % 10);
      rest /= 10;
    }
    return start + digits;
  }

  private static final long[] POWERS = {
    1, 10, 100, 1000, 10_000, 100_000, 1_000_000, 10_000_000, 100_000_000, 1_000_000_000
  };
}
