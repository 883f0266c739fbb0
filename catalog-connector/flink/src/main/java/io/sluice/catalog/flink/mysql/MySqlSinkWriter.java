/* SPDX-License-Identifier: Apache-2.0 */
package io.sluice.catalog.flink.mysql;

import static java.util.Objects.requireNonNull;

import io.sluice.error.ErrorCode;
import io.sluice.error.SluiceException;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import org.apache.flink.api.connector.sink2.SinkWriter;
import org.apache.flink.table.data.RowData;
import org.apache.flink.table.data.binary.BinaryRowData;
import org.apache.flink.table.runtime.typeutils.RowDataSerializer;
import org.apache.flink.types.RowKind;

/**
 * Writes rows in order, many to a statement. Nothing is retried: in one transaction a failure
 * leaves nothing behind; without one, only a keyed table may be written again without harm, and
 * that is for Flink's restart to do.
 */
final class MySqlSinkWriter implements SinkWriter<RowData> {
  private static final int MAX_ROWS = 500;
  private static final int MAX_PARAMETERS = 32_000;
  private static final long MAX_BYTES = 2L << 20;

  private enum Change {
    WRITE,
    DELETE
  }

  private final MySqlAddress address;
  private final String table;
  private final RowDataSerializer rows;
  private final MySqlWriteStatements statements;
  private final boolean updateOnly;
  private final boolean oneTransaction;
  private final int batchRows;
  private final List<RowData> buffer = new ArrayList<>();

  private Change buffered = Change.WRITE;
  private long bufferedBytes;
  private Connection connection;
  private PreparedStatement fullBatch;

  MySqlSinkWriter(
      MySqlAddress address,
      String table,
      RowDataSerializer rows,
      MySqlWriteStatements statements,
      boolean updateOnly,
      boolean oneTransaction) {
    this.address = requireNonNull(address, "address is null");
    this.table = requireNonNull(table, "table is null");
    this.rows = requireNonNull(rows, "rows is null");
    this.statements = requireNonNull(statements, "statements is null");
    this.updateOnly = updateOnly;
    this.oneTransaction = oneTransaction;
    this.batchRows = Math.max(1, Math.min(MAX_ROWS, MAX_PARAMETERS / statements.columns().size()));
  }

  @Override
  public void write(RowData row, Context context) {
    if (row.getRowKind() == RowKind.UPDATE_BEFORE) {
      return;
    }
    Change change = row.getRowKind() == RowKind.DELETE ? Change.DELETE : Change.WRITE;
    if (change != buffered) {
      writeBuffer();
      buffered = change;
    }
    // The runtime may use one row object, of whatever class, for all rows (object reuse).
    RowData kept = rows.copy(row);
    buffer.add(kept);
    bufferedBytes += kept instanceof BinaryRowData binary ? binary.getSizeInBytes() : 256;
    if (buffer.size() >= batchRows || bufferedBytes >= MAX_BYTES) {
      writeBuffer();
    }
  }

  @Override
  public void flush(boolean endOfInput) {
    writeBuffer();
    if (connection != null && (endOfInput || !oneTransaction)) {
      commit();
    }
  }

  private void commit() {
    try {
      connection.commit();
    } catch (SQLException e) {
      SluiceException told = MySqlErrors.translate(address, "committing to " + table, e);
      throw told.code() == ErrorCode.SOURCE_UNAVAILABLE
          ? new SluiceException(
              ErrorCode.SOURCE_COMMIT_UNKNOWN,
              told.getMessage() + " The commit may have happened: look before you write again.",
              e)
          : told;
    }
  }

  private void writeBuffer() {
    if (buffer.isEmpty()) {
      return;
    }
    try {
      if (connection == null) {
        connection = address.connect();
        connection.setAutoCommit(false);
      }
      if (buffered == Change.DELETE) {
        each(statements.delete(), new MySqlParameter[0]);
      } else if (updateOnly) {
        each(statements.update(), statements.changedParameters());
      } else if (!statements.key().isEmpty() && statements.otherUniqueKeys()) {
        updateElseInsert();
      } else {
        insertMany();
      }
      buffer.clear();
      bufferedBytes = 0;
    } catch (SQLException e) {
      throw refused(MySqlErrors.translate(address, "writing " + table, e));
    } catch (SluiceException e) {
      throw refused(new SluiceException(e.code(), "Writing " + table + ": " + e.getMessage(), e));
    }
  }

  private SluiceException refused(SluiceException told) {
    return new SluiceException(
        told.code(),
        told.getMessage()
            + (oneTransaction
                ? " Nothing was written."
                : " Rows of earlier checkpoints stay written."),
        told.getCause());
  }

  private void insertMany() throws SQLException {
    int rows = buffer.size();
    if (rows == batchRows) {
      if (fullBatch == null) {
        fullBatch = connection.prepareStatement(insert(rows));
      }
      execute(fullBatch);
    } else {
      try (PreparedStatement statement = connection.prepareStatement(insert(rows))) {
        execute(statement);
      }
    }
  }

  private String insert(int rows) {
    return statements.key().isEmpty() ? statements.insert(rows) : statements.upsert(rows);
  }

  private void execute(PreparedStatement statement) throws SQLException {
    int at = 1;
    for (RowData row : buffer) {
      at = set(statement, at, statements.insertParameters(), row);
    }
    statement.executeUpdate();
  }

  /** Runs a statement by key for each row; {@code first} are its parameters before the key's. */
  private void each(String sql, MySqlParameter[] first) throws SQLException {
    try (PreparedStatement statement = connection.prepareStatement(sql)) {
      for (RowData row : buffer) {
        int at = set(statement, 1, first, row);
        set(statement, at, statements.keyParameters(), row);
        statement.addBatch();
      }
      statement.executeBatch();
    }
  }

  /**
   * ON DUPLICATE KEY UPDATE would change the row of <em>another</em> key that shares a value of a
   * second unique key; here that is an error of the server.
   */
  private void updateElseInsert() throws SQLException {
    boolean nothingToSet = statements.changed().isEmpty();
    MySqlParameter[] set =
        nothingToSet ? statements.keyParameters() : statements.changedParameters();
    try (PreparedStatement update = connection.prepareStatement(statements.update());
        PreparedStatement insert = connection.prepareStatement(statements.insert(1))) {
      for (RowData row : buffer) {
        int at = set(update, 1, set, row);
        set(update, at, statements.keyParameters(), row);
        if (update.executeUpdate() == 0) {
          set(insert, 1, statements.insertParameters(), row);
          insert.executeUpdate();
        }
      }
    }
  }

  private static int set(
      PreparedStatement statement, int from, MySqlParameter[] parameters, RowData row)
      throws SQLException {
    int at = from;
    for (MySqlParameter parameter : parameters) {
      parameter.set(statement, at++, row);
    }
    return at;
  }

  /** Rolls back what is not committed. */
  @Override
  public void close() throws Exception {
    if (connection != null) {
      connection.abort(Runnable::run);
      connection = null;
    }
  }
}
