/* SPDX-License-Identifier: Apache-2.0 */
package io.sluice.flink.hudi;

import io.sluice.error.ErrorCode;
import io.sluice.error.SluiceException;
import java.time.DateTimeException;
import java.time.LocalTime;
import java.time.format.DateTimeFormatter;

/**
 * A time of day with microseconds as text, {@code HH:mm:ss.SSSSSS}: its order is that of the times.
 */
final class TimeText {
  private static final DateTimeFormatter FORMAT = DateTimeFormatter.ofPattern("HH:mm:ss.SSSSSS");

  private TimeText() {}

  static String ofMicros(long micros) {
    return FORMAT.format(LocalTime.ofNanoOfDay(micros * 1000));
  }

  static long toMicros(String text, String column) {
    try {
      long nanos = LocalTime.parse(text).toNanoOfDay();
      if (nanos % 1000 == 0) {
        return nanos / 1000;
      }
    } catch (DateTimeException e) {
      throw refused(text, column, e);
    }

    throw refused(text, column, null);
  }

  private static SluiceException refused(String text, String column, DateTimeException cause) {
    return new SluiceException(
        ErrorCode.INVALID_VALUE,
        "'" + text + "' is no time for column " + column + "; write HH:mm:ss[.SSSSSS]",
        cause);
  }
}
