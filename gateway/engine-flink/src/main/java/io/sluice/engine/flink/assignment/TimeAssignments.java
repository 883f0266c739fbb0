/* SPDX-License-Identifier: Apache-2.0 */
package io.sluice.engine.flink.assignment;

import java.time.LocalTime;
import java.util.Optional;
import org.apache.flink.table.data.TimestampData;
import org.apache.flink.table.types.logical.LogicalType;
import org.apache.flink.table.types.logical.LogicalTypeFamily;
import org.apache.flink.table.types.logical.LogicalTypeRoot;
import org.apache.flink.table.types.logical.utils.LogicalTypeChecks;

/** Dates and times into columns that hold less of them. */
final class TimeAssignments {
  private static final int NANO_DIGITS = 9;
  private static final int MILLI_DIGITS = 3;
  private static final long DAY_MILLIS = 86_400_000;

  private TimeAssignments() {}

  static boolean isLossless(LogicalType from, LogicalType to) {
    return (from.is(LogicalTypeFamily.TIMESTAMP) && to.is(LogicalTypeFamily.TIMESTAMP)
            || from.is(to.getTypeRoot()))
        && LogicalTypeChecks.getPrecision(from) <= LogicalTypeChecks.getPrecision(to);
  }

  /** Between the kinds of timestamps Flink's cast comes first: it knows the session's zone. */
  static Optional<Assignment> between(LogicalType from, LogicalType to, Target target) {
    if (from.is(LogicalTypeFamily.TIMESTAMP) && from.is(to.getTypeRoot())) {
      long unit = power(NANO_DIGITS - LogicalTypeChecks.getPrecision(to));
      return Optional.of(
          value -> {
            TimestampData timestamp = (TimestampData) value;
            long nanos =
                Math.floorMod(timestamp.getMillisecond(), 1_000L) * 1_000_000L
                    + timestamp.getNanoOfMillisecond();
            if (nanos % unit != 0) {
              throw target.timeLost(timestamp);
            }
            return value;
          });
    }
    if (from.is(LogicalTypeRoot.TIME_WITHOUT_TIME_ZONE) && from.is(to.getTypeRoot())) {
      int unit = (int) power(Math.max(0, MILLI_DIGITS - LogicalTypeChecks.getPrecision(to)));
      return Optional.of(
          value -> {
            if ((int) value % unit != 0) {
              throw target.timeLost(LocalTime.ofNanoOfDay((int) value * 1_000_000L));
            }
            return value;
          });
    }
    if (from.is(LogicalTypeRoot.TIMESTAMP_WITHOUT_TIME_ZONE) && to.is(LogicalTypeRoot.DATE)) {
      return Optional.of(
          value -> {
            TimestampData timestamp = (TimestampData) value;
            if (timestamp.getMillisecond() % DAY_MILLIS != 0
                || timestamp.getNanoOfMillisecond() != 0) {
              throw target.timeLost(timestamp);
            }
            return (int) (timestamp.getMillisecond() / DAY_MILLIS);
          });
    }
    if (from.is(LogicalTypeRoot.TIMESTAMP_WITHOUT_TIME_ZONE)
        && to.is(LogicalTypeRoot.TIME_WITHOUT_TIME_ZONE)) {
      return Optional.of(
          value -> {
            throw target.timeLost(value);
          });
    }
    return Optional.empty();
  }

  private static long power(int digits) {
    long power = 1;
    for (int i = 0; i < digits; i++) {
      power *= 10;
    }
    return power;
  }
}
