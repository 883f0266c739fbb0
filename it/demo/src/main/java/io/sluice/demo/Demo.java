/* SPDX-License-Identifier: Apache-2.0 */
package io.sluice.demo;

import io.sluice.fixtures.Command;
import io.sluice.fixtures.CommandFailure;
import io.sluice.fixtures.EmbeddedDirectory;
import io.sluice.fixtures.Gateway;
import io.sluice.fixtures.MariaDb;
import io.trino.tpch.TpchTable;
import java.io.IOException;
import java.io.PrintStream;
import java.net.URI;
import java.nio.file.Path;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;

/**
 * Sets the company up, runs the statements, and takes everything down again. {@link #close} may be
 * called from another thread at any time: it stops what has been started so far, newest first, and
 * what is started after it is stopped at once.
 */
final class Demo {
  private static final Duration FILL_LIMIT = Duration.ofMinutes(5);

  private final Path home;
  private final Workplace workplace;
  private final PrintStream out;
  private final Passwords passwords = Passwords.random();
  private final Deque<Stop> stops = new ArrayDeque<>();
  private final List<String> problems = new ArrayList<>();
  private boolean closed;
  private String url = "";

  /** Stops one thing; gives what went wrong with that. */
  private interface Stop {
    List<String> stop() throws IOException;
  }

  private interface Step {
    void run() throws IOException, SQLException;
  }

  Demo(Path home, Workplace workplace, PrintStream out) {
    this.home = home;
    this.workplace = workplace;
    this.out = out;
  }

  /** True if every statement ran and every answer was right. */
  boolean run() {
    Company company = Company.generate();
    try {
      MariaDb mysql = setUp(company);
      Beeline beeline =
          new Beeline(home.resolve("bin/sluice"), url, "alice", workplace.alicePassword());
      new Statements(beeline, mysql, new Answers(company), out, this::problem).run();
    } catch (DemoFailure | CommandFailure | IOException | SQLException | CompletionException e) {
      problem(e.getMessage());
    }
    out.println();
    synchronized (problems) {
      out.println(problems.isEmpty() ? "All answers are right." : "Not all was right:");
      problems.forEach(problem -> out.println("- " + problem));
      return problems.isEmpty();
    }
  }

  private MariaDb setUp(Company company) throws IOException, SQLException {
    out.println("Data, settings and logs are in " + workplace.root());
    MariaDb[] mysql = new MariaDb[1];
    step(
        "Filled MySQL (a MariaDB of its own), an Iceberg lake and a Hudi lake with TPC-H, scale "
            + Rows.SCALE,
        () -> {
          CompletableFuture<Void> lakes = CompletableFuture.runAsync(this::fillLakes);
          try {
            mysql[0] = MariaDb.builder().folder(workplace.mysql()).start();
            started(
                () -> {
                  mysql[0].close();
                  return List.of();
                });
            MySqlShop.fill(mysql[0], company);
            mysql[0].createUser("shop", passwords.shop(), MySqlShop.DATABASE);
          } finally {
            lakes.join();
          }
        });
    EmbeddedDirectory directory = EmbeddedDirectory.start();
    directory.person("alice", passwords.alice());
    directory.person("bob", passwords.bob());
    started(
        () -> {
          directory.close();
          return List.of();
        });
    Configuration.write(workplace, directory.url(), mysql[0].mysqlUrl(), passwords);
    Gateway gateway = new Gateway(home, workplace.conf(), workplace.gateway());
    step("Harvested the three sources", () -> out.print(gateway.harvest().indent(2)));
    started(gateway::stop);
    step("Started the gateway", () -> url = gateway.start());
    return mysql[0];
  }

  private void fillLakes() {
    String java = Path.of(System.getProperty("java.home"), "bin", "java").toString();
    List<String> words = new ArrayList<>(List.of(java, "-Xmx1g"));
    words.addAll(LakesMain.JVM_ARGUMENTS);
    words.addAll(
        List.of(
            "-cp",
            String.join(
                ":",
                home.resolve("lib/flink") + "/*",
                jarOf(LakesMain.class),
                jarOf(TpchTable.class)),
            LakesMain.class.getName(),
            workplace.lake().toString(),
            workplace.hudi().toString()));
    try {
      Command.Result result = new Command(words).run(FILL_LIMIT);
      if (result.code() != 0) {
        throw new DemoFailure("The lakes were not filled:\n" + result.errors());
      }
    } catch (IOException e) {
      throw new DemoFailure("The lakes were not filled: " + e.getMessage());
    }
  }

  private static String jarOf(Class<?> type) {
    return Path.of(URI.create(type.getProtectionDomain().getCodeSource().getLocation().toString()))
        .toString();
  }

  /** True if there is a gateway to go on with. */
  boolean isUp() {
    return !url.isEmpty();
  }

  /** Tells the person how to go on. */
  void invite() {
    out.printf(
        """

        The gateway stays up. Go on in another terminal:

          %s beeline -u %s -n alice -p %s

        bob's password is %s. Ctrl-C here stops everything.
        """,
        home.resolve("bin/sluice"), url, passwords.alice(), passwords.bob());
  }

  /** Stops everything; true if nothing had to be forced. */
  boolean close() {
    List<String> left = new ArrayList<>();
    synchronized (stops) {
      closed = true;
      while (!stops.isEmpty()) {
        stop(stops.pop(), left);
      }
    }
    left.forEach(problem -> out.println("- " + problem));
    return left.isEmpty();
  }

  private void started(Stop stop) {
    synchronized (stops) {
      if (closed) {
        stop(stop, new ArrayList<>());
        throw new DemoFailure("The demo was stopped.");
      }
      stops.push(stop);
    }
  }

  private static void stop(Stop stop, List<String> problems) {
    try {
      problems.addAll(stop.stop());
    } catch (IOException | RuntimeException e) {
      problems.add(e.getMessage());
    }
  }

  private void problem(String text) {
    synchronized (problems) {
      problems.add(text);
    }
  }

  private void step(String done, Step step) throws IOException, SQLException {
    long from = System.nanoTime();
    step.run();
    out.printf("%s (%.1f s)%n", done, (System.nanoTime() - from) / 1e9);
  }
}
