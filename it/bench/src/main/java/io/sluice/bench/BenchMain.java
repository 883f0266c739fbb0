/* SPDX-License-Identifier: Apache-2.0 */
package io.sluice.bench;

import io.sluice.error.SluiceException;
import io.sluice.fixtures.CommandFailure;
import io.sluice.fixtures.Folders;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;

/**
 * {@code bin/sluice bench}. Exits 0 when everything asked for was measured, 1 if not, 2 on bad
 * usage.
 */
public final class BenchMain {
  private static final String HELP =
      """
      Usage: sluice bench [--json FILE] [--list] [--data DIR] [NAME...]

      Measures the gateway, its engine asked straight, and Spark Thrift Server 3.5.4, by turns in one
      run, on sources of its own. Without names it runs all benches.

        --list       print the names of the benches and nothing else
        --json FILE  write the figures: [{"bench", "subject", "unit", "n", "median", "p95"}]
        --data DIR   keep settings and logs in DIR, which must not be there yet
                     (default: a temporary folder, removed at the end)

      Subjects: gateway and spark-thrift-server are asked by Hive JDBC 3.1.3 (fetch-raw: by the bare
      client), engine and gateway-raw by the bare client. p95 is what 95 of 100 tries did at least as
      well as. Spark Thrift Server is fetched with Maven at its first use and left out if it cannot be.

      Benches:
      """;

  private record Request(Path home, Path checkout, Path data, Path json, Set<Bench> benches) {}

  private BenchMain() {}

  public static void main(String[] arguments) throws Exception {
    PrintStream out = new PrintStream(System.out, true, StandardCharsets.UTF_8);
    Request request = parse(arguments, out);
    if (request == null) {
      return;
    }
    try {
      run(request, out);
    } catch (CommandFailure | IOException | SQLException | SluiceException e) {
      System.err.println("sluice: the bench was not finished: " + e.getMessage());
      System.exit(1);
    }
    System.exit(0);
  }

  private static Request parse(String[] arguments, PrintStream out) {
    Path home = null;
    Path checkout = null;
    Path data = null;
    Path json = null;
    Set<Bench> benches = EnumSet.noneOf(Bench.class);
    for (int i = 0; i < arguments.length; i++) {
      switch (arguments[i]) {
        case "--help", "-h" -> {
          out.print(HELP);
          for (Bench bench : Bench.values()) {
            out.printf("  %-11s %s%n", bench, bench.what());
          }
          return null;
        }
        case "--list" -> {
          Bench.names().forEach(out::println);
          return null;
        }
        case "--home" -> home = path(arguments, ++i);
        case "--checkout" -> checkout = path(arguments, ++i);
        case "--data" -> data = path(arguments, ++i);
        case "--json" -> json = path(arguments, ++i);
        default -> {
          String name = arguments[i];
          benches.add(
              Bench.named(name)
                  .orElseThrow(
                      () ->
                          refused("'" + name + "' is no bench; there are " + Bench.names() + ".")));
        }
      }
    }
    if (home == null) {
      throw refused("start it with bin/sluice bench.");
    }
    if (data != null && Files.exists(data)) {
      throw refused(data + " is there already; name a new folder with --data.");
    }
    return new Request(
        home, checkout, data, json, benches.isEmpty() ? EnumSet.allOf(Bench.class) : benches);
  }

  private static void run(Request request, PrintStream out) throws Exception {
    // The JSON file is made first: a path that cannot be written is told now and not at the end.
    if (request.json() != null) {
      Files.writeString(request.json(), "[]\n");
    }
    Path work =
        request.data() != null
            ? Files.createDirectories(request.data())
            : Files.createTempDirectory("sluice-bench");
    Path peers =
        request.checkout() != null
            ? request.checkout().resolve("target/bench-peers")
            : request.home().resolve("bench-peers");
    Report report = new Report(out);
    List<Result> all = new ArrayList<>();
    try (Workbench workbench = new Workbench(request.home(), work, out)) {
      List<Subject> subjects = workbench.start(peers, request.benches());
      report.head();
      for (Bench bench : request.benches()) {
        Measurement measurement = new Measurement(bench, subjects);
        List<Result> results = measurement.run();
        all.addAll(results);
        report.figures(results);
        report.phases(bench, measurement.phases());
        if (request.json() != null) {
          Files.writeString(request.json(), Report.json(all));
        }
      }
      report.aims(all);
    }
    if (request.data() == null) {
      Folders.delete(work);
    }
  }

  private static Path path(String[] arguments, int i) {
    if (i >= arguments.length) {
      throw refused(arguments[i - 1] + " needs a path.");
    }
    return Path.of(arguments[i]).toAbsolutePath().normalize();
  }

  /** Tells what is wrong with the command line and ends the process. */
  private static IllegalArgumentException refused(String reason) {
    System.err.println("sluice: " + reason);
    System.exit(2);
    return new IllegalArgumentException(reason);
  }
}
