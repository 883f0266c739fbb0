/* SPDX-License-Identifier: Apache-2.0 */
package io.sluice.catalog.flink.mysql;

import static java.util.Objects.requireNonNull;

import java.io.IOException;
import org.apache.flink.api.connector.sink2.Sink;
import org.apache.flink.api.connector.sink2.SinkWriter;
import org.apache.flink.api.connector.sink2.WriterInitContext;
import org.apache.flink.table.data.RowData;
import org.apache.flink.table.runtime.typeutils.RowDataSerializer;
import org.apache.flink.table.types.logical.RowType;

/** What a job carries to its writing tasks. */
final class MySqlSink implements Sink<RowData> {
  private static final long serialVersionUID = 1L;

  private final MySqlAddress address;
  private final String table;
  private final RowType rowType;
  private final MySqlWriteStatements statements;
  private final boolean updateOnly;
  private final boolean oneTransaction;

  /**
   * @param rowType of the rows to write
   * @param updateOnly true if rows only change existing ones (UPDATE)
   * @param oneTransaction true to commit at the end only; false to commit with each flush
   */
  MySqlSink(
      MySqlAddress address,
      String table,
      RowType rowType,
      MySqlWriteStatements statements,
      boolean updateOnly,
      boolean oneTransaction) {
    this.address = requireNonNull(address, "address is null");
    this.table = requireNonNull(table, "table is null");
    this.rowType = requireNonNull(rowType, "rowType is null");
    this.statements = requireNonNull(statements, "statements is null");
    this.updateOnly = updateOnly;
    this.oneTransaction = oneTransaction;
  }

  @Override
  @Deprecated
  public SinkWriter<RowData> createWriter(InitContext context) throws IOException {
    return writer();
  }

  @Override
  public SinkWriter<RowData> createWriter(WriterInitContext context) throws IOException {
    return writer();
  }

  private SinkWriter<RowData> writer() {
    return new MySqlSinkWriter(
        address, table, new RowDataSerializer(rowType), statements, updateOnly, oneTransaction);
  }
}
