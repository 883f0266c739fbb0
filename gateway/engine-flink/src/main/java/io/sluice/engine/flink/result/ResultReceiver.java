/* SPDX-License-Identifier: Apache-2.0 */
package io.sluice.engine.flink.result;

import static java.util.Objects.requireNonNull;

import io.sluice.engine.result.ResultWindow;
import io.sluice.engine.sql.StatementRun;
import io.sluice.protocol.rowset.HiveColumn;
import io.sluice.protocol.rowset.HiveType;
import io.sluice.protocol.rowset.RowBlock;
import io.sluice.protocol.rowset.RowSchema;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.security.SecureRandom;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.HexFormat;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import org.apache.flink.table.types.logical.LogicalType;

/**
 * The engine's end of one query's result: known to the planner's sink and to the task's channel.
 */
public final class ResultReceiver implements AutoCloseable {
  /** First column of a result whose rows also change and go: +I, -U, +U or -D. */
  public static final String CHANGE_COLUMN = "op";

  private static final SecureRandom RANDOM = new SecureRandom();
  private static final int TOKEN_BYTES = 32;

  private final String token;
  private final StatementRun run;
  private final List<String> names;
  private final List<LogicalType> types;
  private final ZoneId zone;
  private final InetSocketAddress port;
  private final BitSet begun = new BitSet();
  private final CompletableFuture<Void> ended = new CompletableFuture<>();
  private volatile ResultWindow window;
  private int expected;
  private int done;
  private long rows;

  private ResultReceiver(
      StatementRun run,
      List<String> names,
      List<LogicalType> types,
      ZoneId zone,
      InetSocketAddress port) {
    byte[] random = new byte[TOKEN_BYTES];
    RANDOM.nextBytes(random);
    this.token = HexFormat.of().formatHex(random);
    this.run = requireNonNull(run, "run is null");
    this.names = List.copyOf(names);
    this.types = List.copyOf(types);
    this.zone = requireNonNull(zone, "zone is null");
    this.port = port;
  }

  /**
   * Makes a receiver, known until it is closed.
   *
   * @param port the engine's result port; null if tasks run in this process
   */
  public static ResultReceiver open(
      StatementRun run,
      List<String> names,
      List<LogicalType> types,
      ZoneId zone,
      InetSocketAddress port) {
    ResultReceiver receiver = new ResultReceiver(run, names, types, zone, port);
    ResultReceivers.add(receiver);
    return receiver;
  }

  /** Names this result to the sink's factory and to the task. */
  public String token() {
    return token;
  }

  /** Completes when every task has told the end of its rows. */
  public CompletionStage<Void> ended() {
    return ended;
  }

  ZoneId zone() {
    return zone;
  }

  ResultTarget target() {
    return port == null
        ? new InProcessTarget(token)
        : new PortTarget(port.getHostString(), port.getPort(), token);
  }

  /** The plan is made, and with it the result's shape. */
  synchronized void planned(boolean withChanges) {
    if (window != null) {
      return;
    }
    List<HiveColumn> columns = new ArrayList<>();
    if (withChanges) {
      columns.add(
          new HiveColumn(CHANGE_COLUMN, HiveType.STRING, "+I insert, -U and +U update, -D delete"));
    }
    columns.addAll(HiveTypes.schema(names, types).columns());
    window = run.openResult(new RowSchema(columns));
  }

  /** One of the tasks that bring rows begins. */
  synchronized void begin(int task, int tasks) throws IOException {
    if (window == null) {
      throw new IOException("The result is not planned");
    }
    if (task < 0 || task >= tasks || begun.get(task)) {
      throw new IOException(
          "The query ran a second time after a failure; its first rows have left already");
    }
    begun.set(task);
    expected = tasks;
  }

  /** Runs when the statement is stopped. */
  void onStop(Runnable stop) {
    run.onStop(stop);
  }

  boolean put(RowBlock block) throws InterruptedException {
    return window.put(block);
  }

  /** One of the tasks has brought all its rows; after the last of them they must all be here. */
  synchronized void end(long rowsOfTask) {
    rows += rowsOfTask;
    done++;
    if (done < expected) {
      return;
    }
    long arrived = window.rowsPut();
    if (arrived == rows) {
      ended.complete(null);
    } else if (!run.isStopped()) {
      ended.completeExceptionally(
          new IllegalStateException(
              "The tasks sent " + rows + " rows and " + arrived + " arrived"));
    }
  }

  @Override
  public void close() {
    ResultReceivers.remove(this);
  }
}
