/* SPDX-License-Identifier: Apache-2.0 */
package io.sluice.catalog.flink.mysql;

import static java.util.Objects.requireNonNull;

import java.io.IOException;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayDeque;
import java.util.Deque;
import org.apache.flink.connector.base.source.reader.RecordsBySplits;
import org.apache.flink.connector.base.source.reader.RecordsWithSplitIds;
import org.apache.flink.connector.base.source.reader.splitreader.SplitReader;
import org.apache.flink.connector.base.source.reader.splitreader.SplitsChange;
import org.apache.flink.table.data.RowData;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Runs a split's query and reads it in small batches. All but {@link #abort} is called by the
 * fetcher thread.
 */
final class MySqlSplitReader implements SplitReader<RowData, MySqlSplit> {
  private static final Logger LOG = LoggerFactory.getLogger(MySqlSplitReader.class);
  private static final int BATCH_ROWS = 1024;

  private final MySqlAddress address;
  private final String table;
  private final MySqlQuery query;
  private final MySqlRowReader rows;
  private final Deque<MySqlSplit> waiting = new ArrayDeque<>();

  private MySqlSplit current;
  private ResultSet result;

  /** Guards the next three: they are what {@link #abort} needs from another thread. */
  private final Object lock = new Object();

  private Connection connection;
  private PreparedStatement statement;
  private boolean aborted;

  MySqlSplitReader(MySqlAddress address, String table, MySqlQuery query, MySqlRowReader rows) {
    this.address = requireNonNull(address, "address is null");
    this.table = requireNonNull(table, "table is null");
    this.query = requireNonNull(query, "query is null");
    this.rows = requireNonNull(rows, "rows is null");
  }

  @Override
  public RecordsWithSplitIds<RowData> fetch() throws IOException {
    RecordsBySplits.Builder<RowData> batch = new RecordsBySplits.Builder<>();
    if (current == null && waiting.isEmpty()) {
      return batch.build();
    }
    try {
      if (current == null) {
        open(waiting.poll());
      }
      int read = 0;
      boolean more = true;
      while (read < BATCH_ROWS && (more = result.next())) {
        batch.add(current, rows.read(result));
        read++;
      }
      if (!more) {
        batch.addFinishedSplit(current.splitId());
        release();
      }
      return batch.build();
    } catch (SQLException e) {
      if (isAborted()) {
        return new RecordsBySplits.Builder<RowData>().build();
      }
      throw MySqlErrors.translate(address, "reading " + table, e);
    }
  }

  private void open(MySqlSplit split) throws SQLException {
    current = split;
    Connection opened = address.connect();
    PreparedStatement prepared;
    synchronized (lock) {
      connection = opened;
      if (aborted) {
        throw new SQLException("The scan was ended");
      }
      prepared =
          opened.prepareStatement(
              query.sql(), ResultSet.TYPE_FORWARD_ONLY, ResultSet.CONCUR_READ_ONLY);
      statement = prepared;
    }
    prepared.setFetchSize(address.driver().streamingFetchSize());
    query.bind(prepared);
    result = prepared.executeQuery();
    for (long i = 0; i < split.delivered(); i++) {
      if (!result.next()) {
        break;
      }
    }
  }

  @Override
  public void handleSplitsChanges(SplitsChange<MySqlSplit> change) {
    waiting.addAll(change.splits());
  }

  /** Nothing can wake a blocked read without ending it; see {@link #abort}. */
  @Override
  public void wakeUp() {}

  /** Kills the running query at the server and drops the connection. Any thread; once is enough. */
  void abort() {
    Connection open;
    PreparedStatement running;
    synchronized (lock) {
      aborted = true;
      open = connection;
      running = statement;
      connection = null;
      statement = null;
    }
    if (open == null) {
      return;
    }
    try {
      if (running != null) {
        running.cancel();
      }
    } catch (SQLException e) {
      LOG.warn("Cannot cancel the query on {}; its connection is dropped", table, e);
    }
    try {
      open.abort(Runnable::run);
    } catch (SQLException e) {
      LOG.warn("Cannot drop the connection that read {}", table, e);
    }
  }

  private boolean isAborted() {
    synchronized (lock) {
      return aborted;
    }
  }

  private void release() throws SQLException {
    current = null;
    result = null;
    Connection open;
    synchronized (lock) {
      open = connection;
      connection = null;
      statement = null;
    }
    if (open != null) {
      open.close();
    }
  }

  @Override
  public void close() throws Exception {
    boolean ended = result == null;
    if (!ended) {
      abort();
    }
    try {
      release();
    } catch (SQLException e) {
      LOG.debug("Closing the connection that read {}", table, e);
    }
  }
}
