/* SPDX-License-Identifier: Apache-2.0 */
package io.sluice.bench;

import java.util.Arrays;
import java.util.List;
import java.util.Locale;

/**
 * The figures of one subject on one bench.
 *
 * @param p95 what 95 of 100 tries did at least as well as: a longer time, a lower rate
 */
record Result(Bench bench, String subject, int n, double median, double p95) {
  /** Sums up: {@code seconds} of each try; for a rate, each try moved {@code rows} rows. */
  static Result of(Bench bench, String subject, List<Double> seconds, long rows) {
    double[] sorted = seconds.stream().mapToDouble(Double::doubleValue).sorted().toArray();
    if (sorted.length == 0) {
      throw new IllegalArgumentException("no try of " + bench + " by " + subject);
    }
    double[] values =
        Arrays.stream(sorted)
            .map(s -> bench.unit() == Bench.Unit.MILLISECONDS ? s * 1000 : rows / s)
            .toArray();
    int middle = values.length / 2;
    double median =
        values.length % 2 == 1 ? values[middle] : (values[middle - 1] + values[middle]) / 2;
    int nearest = (int) Math.ceil(0.95 * values.length) - 1;
    return new Result(bench, subject, values.length, median, values[nearest]);
  }

  /** One object of the JSON array. */
  String json() {
    return String.format(
        Locale.ROOT,
        "{\"bench\": \"%s\", \"subject\": \"%s\", \"unit\": \"%s\", \"n\": %d, \"median\": %.3f,"
            + " \"p95\": %.3f}",
        bench,
        subject,
        bench.unit(),
        n,
        median,
        p95);
  }

  /** A line of the table. */
  String line() {
    String format =
        bench.unit() == Bench.Unit.MILLISECONDS
            ? "%-11s %-22s %,12.2f %,12.2f %-7s n=%d"
            : "%-11s %-22s %,12.0f %,12.0f %-7s n=%d";
    return String.format(Locale.ROOT, format, bench, subject, median, p95, bench.unit(), n);
  }
}
