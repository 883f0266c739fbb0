/* SPDX-License-Identifier: Apache-2.0 */
package io.sluice.catalog.flink.mysql;

import static java.util.Objects.requireNonNull;

import org.apache.flink.api.common.typeinfo.TypeInformation;
import org.apache.flink.api.connector.source.Boundedness;
import org.apache.flink.api.connector.source.Source;
import org.apache.flink.api.connector.source.SourceReader;
import org.apache.flink.api.connector.source.SourceReaderContext;
import org.apache.flink.api.connector.source.SplitEnumerator;
import org.apache.flink.api.connector.source.SplitEnumeratorContext;
import org.apache.flink.api.java.typeutils.ResultTypeQueryable;
import org.apache.flink.core.io.SimpleVersionedSerializer;
import org.apache.flink.table.data.RowData;

/**
 * A bounded scan of one table: one query for each split, its rows streamed.
 *
 * <p>A blocked read cannot be interrupted, so a query runs on its own fetcher thread, and closing
 * the reader kills the query at the server (see {@link MySqlSplitReader#abort}).
 */
final class MySqlScan
    implements Source<RowData, MySqlSplit, MySqlScanState>, ResultTypeQueryable<RowData> {
  private static final long serialVersionUID = 1L;

  private final MySqlAddress address;
  private final String table;
  private final MySqlQuery query;
  private final MySqlRowReader rows;
  private final TypeInformation<RowData> type;

  /**
   * @param table how errors name the table
   */
  MySqlScan(
      MySqlAddress address,
      String table,
      MySqlQuery query,
      MySqlRowReader rows,
      TypeInformation<RowData> type) {
    this.address = requireNonNull(address, "address is null");
    this.table = requireNonNull(table, "table is null");
    this.query = requireNonNull(query, "query is null");
    this.rows = requireNonNull(rows, "rows is null");
    this.type = requireNonNull(type, "type is null");
  }

  @Override
  public Boundedness getBoundedness() {
    return Boundedness.BOUNDED;
  }

  @Override
  public SourceReader<RowData, MySqlSplit> createReader(SourceReaderContext context) {
    return new MySqlSourceReader(new MySqlSplitReader(address, table, query, rows), context);
  }

  @Override
  public SplitEnumerator<MySqlSplit, MySqlScanState> createEnumerator(
      SplitEnumeratorContext<MySqlSplit> context) {
    return new MySqlSplitEnumerator(context, MySqlScanState.whole());
  }

  @Override
  public SplitEnumerator<MySqlSplit, MySqlScanState> restoreEnumerator(
      SplitEnumeratorContext<MySqlSplit> context, MySqlScanState state) {
    return new MySqlSplitEnumerator(context, state);
  }

  @Override
  public SimpleVersionedSerializer<MySqlSplit> getSplitSerializer() {
    return new MySqlSplit.Serializer();
  }

  @Override
  public SimpleVersionedSerializer<MySqlScanState> getEnumeratorCheckpointSerializer() {
    return new MySqlScanState.Serializer();
  }

  @Override
  public TypeInformation<RowData> getProducedType() {
    return type;
  }
}
