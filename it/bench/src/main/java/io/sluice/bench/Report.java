/* SPDX-License-Identifier: Apache-2.0 */
package io.sluice.bench;

import java.io.PrintStream;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.OptionalDouble;

/** Prints the figures, where the time goes, and how they stand to the aims. */
final class Report {
  private final PrintStream out;

  Report(PrintStream out) {
    this.out = out;
  }

  void head() {
    out.println();
    out.printf("%-11s %-22s %12s %12s%n", "bench", "subject", "median", "p95");
  }

  void figures(List<Result> results) {
    results.forEach(result -> out.println(result.line()));
  }

  void phases(Bench bench, Map<String, Map<RawClient.Phase, Double>> phases) {
    phases.forEach(
        (subject, medians) -> {
          StringBuilder line = new StringBuilder();
          medians.forEach(
              (phase, milliseconds) ->
                  line.append(
                      String.format(
                          Locale.ROOT,
                          ", %s %.2f",
                          phase.name().toLowerCase(Locale.ROOT).replace('_', '-'),
                          milliseconds)));
          out.printf("            %s, raw client, ms by call: %s%n", subject, line.substring(2));
        });
    if (bench == Bench.FETCH_RAW) {
      out.println(
          "            (execute and status: until rows can be fetched; fetches: all after the first)");
    }
  }

  void aims(List<Result> all) {
    out.println();
    aim(all, Bench.SELECT1, "gateway", 10);
    aim(all, Bench.POINT, "gateway", 200);
    ratio(all, "engine", 0.9);
    ratio(all, "spark-thrift-server", 3);
  }

  private void aim(List<Result> all, Bench bench, String subject, double most) {
    median(all, bench, subject)
        .ifPresent(
            ms ->
                out.printf(
                    Locale.ROOT,
                    "%s: %s through the gateway takes %.2f ms at the median; the aim is %.0f ms%n",
                    ms <= most ? "reached" : "NOT reached",
                    bench,
                    ms,
                    most));
  }

  private void ratio(List<Result> all, String other, double least) {
    OptionalDouble gateway = median(all, Bench.FETCH_RAW, "gateway");
    OptionalDouble peer = median(all, Bench.FETCH_RAW, other);
    if (gateway.isPresent() && peer.isPresent()) {
      double ratio = gateway.getAsDouble() / peer.getAsDouble();
      out.printf(
          Locale.ROOT,
          "%s: fetch-raw through the gateway is %.2f x %s; the aim is %.1f x%n",
          ratio >= least ? "reached" : "NOT reached",
          ratio,
          other,
          least);
    }
  }

  private static OptionalDouble median(List<Result> all, Bench bench, String subject) {
    return all.stream()
        .filter(result -> result.bench() == bench && result.subject().equals(subject))
        .mapToDouble(Result::median)
        .findFirst();
  }

  static String json(List<Result> all) {
    return "[\n  " + String.join(",\n  ", all.stream().map(Result::json).toList()) + "\n]\n";
  }
}
