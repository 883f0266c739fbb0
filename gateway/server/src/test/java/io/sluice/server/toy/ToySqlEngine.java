/* SPDX-License-Identifier: Apache-2.0 */
package io.sluice.server.toy;

import io.sluice.engine.result.ResultWindow;
import io.sluice.engine.sql.SessionSpec;
import io.sluice.engine.sql.SqlEngine;
import io.sluice.engine.sql.SqlSession;
import io.sluice.engine.sql.StatementRun;
import io.sluice.error.ErrorCode;
import io.sluice.error.SluiceException;
import io.sluice.protocol.rowset.HiveColumn;
import io.sluice.protocol.rowset.HiveType;
import io.sluice.protocol.rowset.RowBlockWriter;
import io.sluice.protocol.rowset.RowSchema;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/**
 * Runs a small language: {@code SHOW RANGE n}, {@code SHOW STATE}, {@code SHOW PID}, {@code SHOW
 * WHO}, {@code SHOW STUCK} and {@code INSERT STUCK} (both until stopped), {@code SHOW ENDLESS}
 * (rows until stopped), {@code FAIL message}, {@code DIE}, {@code SET 'k' = 'v'}, {@code USE c.d},
 * {@code CREATE x}.
 */
final class ToySqlEngine implements SqlEngine {
  @Override
  public String name() {
    return "Toy";
  }

  @Override
  public String version() {
    return "1";
  }

  @Override
  public SqlSession openSession(SessionSpec spec) {
    if (spec.database().filter("nosuch"::equals).isPresent()) {
      throw new SluiceException(
          ErrorCode.SCHEMA_NOT_FOUND, "There is no database nosuch in " + spec.catalog() + ".");
    }
    return new Session(spec);
  }

  @Override
  public boolean hasBackgroundWork() {
    return false;
  }

  @Override
  public void close() {
    // Holds nothing.
  }

  private static final class Session implements SqlSession {
    private final SessionSpec spec;
    private final Map<String, String> settings;
    private String namespace;

    Session(SessionSpec spec) {
      this.spec = spec;
      this.settings = new TreeMap<>(spec.settings());
      this.namespace = spec.catalog().orElse("-") + "." + spec.database().orElse("-");
    }

    @Override
    public CompletionStage<Void> execute(StatementRun run) throws Exception {
      String[] words = run.text().strip().split("\\s+", 2);
      String rest = words.length > 1 ? words[1] : "";
      run.log("toy runs " + run.text());
      switch (words[0].toUpperCase(Locale.ROOT)) {
        case "SHOW" -> show(rest, run);
        case "INSERT" -> stuck(run);
        case "FAIL" -> throw new SluiceException(ErrorCode.EXECUTION_FAILED, rest);
        case "DIE" -> Runtime.getRuntime().halt(7);
        case "SET" -> set(rest);
        case "USE" -> namespace = rest;
        case "CREATE", "SELECT" -> run.affectedRows(3);
        default -> throw new SluiceException(ErrorCode.SYNTAX_ERROR, "What is " + run.text() + "?");
      }
      return CompletableFuture.completedFuture(null);
    }

    private void set(String rest) {
      String[] sides = rest.replace("'", "").split("=");
      settings.put(sides[0].strip(), sides[1].strip());
    }

    private void show(String what, StatementRun run) throws InterruptedException {
      String[] words = what.split("\\s+");
      switch (words[0].toUpperCase(Locale.ROOT)) {
        case "RANGE" -> range(Long.parseLong(words[1]), run);
        case "ENDLESS" -> range(Long.MAX_VALUE, run);
        case "STUCK" -> stuck(run);
        case "PID" -> text(run, String.valueOf(ProcessHandle.current().pid()));
        case "WHO" -> text(run, spec.user());
        case "STATE" -> text(run, namespace + " " + settings);
        default -> text(run, what);
      }
    }

    private static void stuck(StatementRun run) throws InterruptedException {
      CountDownLatch stopped = new CountDownLatch(1);
      run.onStop(stopped::countDown);
      if (!stopped.await(5, TimeUnit.MINUTES)) {
        throw new IllegalStateException("nobody stopped the statement");
      }
    }

    private static void text(StatementRun run, String text) throws InterruptedException {
      RowSchema schema = new RowSchema(List.of(HiveColumn.of("answer", HiveType.STRING)));
      ResultWindow window = run.openResult(schema);
      RowBlockWriter writer = new RowBlockWriter(schema);
      writer.appendString(0, text);
      writer.endRow();
      window.put(writer.finish());
    }

    private static void range(long rows, StatementRun run) throws InterruptedException {
      RowSchema schema = new RowSchema(List.of(HiveColumn.of("n", HiveType.BIGINT)));
      ResultWindow window = run.openResult(schema);
      long next = 0;
      while (next < rows && !run.isStopped()) {
        RowBlockWriter writer = new RowBlockWriter(schema);
        for (int i = 0; i < 1_000 && next < rows; i++) {
          writer.appendLong(0, next++);
          writer.endRow();
        }
        if (!window.put(writer.finish())) {
          return;
        }
      }
    }

    @Override
    public void close() {
      // Holds nothing.
    }
  }
}
