/* SPDX-License-Identifier: Apache-2.0 */
package io.sluice.catalog.flink.iceberg;

import static java.util.Objects.requireNonNull;

import io.sluice.error.ErrorCode;
import io.sluice.error.SluiceException;
import java.util.List;
import org.apache.flink.api.common.operators.Order;
import org.apache.flink.streaming.api.datastream.DataStream;
import org.apache.flink.streaming.api.operators.AbstractStreamOperator;
import org.apache.flink.streaming.api.operators.ChainingStrategy;
import org.apache.flink.streaming.api.operators.OneInputStreamOperator;
import org.apache.flink.streaming.runtime.streamrecord.StreamRecord;
import org.apache.flink.table.data.RowData;
import org.apache.flink.table.runtime.typeutils.InternalTypeInfo;
import org.apache.flink.table.types.logical.LogicalType;
import org.apache.flink.table.types.logical.RowType;

/**
 * Fails a batch write that brings two rows of one key. All rows of a key go to one task, which
 * sorts its rows by key, on disk where its share of the memory does not hold them, and looks at
 * neighbours. It fails before its first commit, so the table stays as it was.
 */
final class OneRowPerKey extends AbstractStreamOperator<RowData>
    implements OneInputStreamOperator<RowData, RowData> {
  private static final long serialVersionUID = 1L;

  private final String table;
  private final List<String> columns;
  private final KeyOfRow key;

  private transient String before;

  private OneRowPerKey(String table, List<String> columns, KeyOfRow key) {
    this.table = requireNonNull(table, "table is null");
    this.columns = List.copyOf(columns);
    this.key = requireNonNull(key, "key is null");
    setChainingStrategy(ChainingStrategy.ALWAYS);
  }

  /**
   * The same rows in another order.
   *
   * @param rows that end
   * @param table its name for the error
   * @param names of the rows' columns in the table; the rows' own type has the query's
   * @param columns the key
   */
  static DataStream<RowData> of(
      DataStream<RowData> rows, String table, List<String> names, List<String> columns) {
    LogicalType[] types = ((InternalTypeInfo<RowData>) rows.getType()).toRowFieldTypes();
    KeyOfRow key = new KeyOfRow(RowType.of(types, names.toArray(String[]::new)), columns);
    int tasks = rows.getParallelism();
    return rows.partitionCustom((text, n) -> Math.floorMod(text.hashCode(), n), key)
        .fullWindowPartition()
        .sortPartition(key, Order.ASCENDING)
        .setParallelism(tasks)
        .transform("one row per key", rows.getType(), new OneRowPerKey(table, columns, key))
        .setParallelism(tasks);
  }

  @Override
  public void processElement(StreamRecord<RowData> element) throws Exception {
    String text = key.getKey(element.getValue());
    if (text.equals(before)) {
      String names = String.join(", ", columns);
      throw new SluiceException(
          ErrorCode.INVALID_VALUE,
          "INSERT OVERWRITE of "
              + table
              + " would write the key "
              + text
              + " more than once, and the table has one row for each key; it was left as it was."
              + " Choose one row of each key in the query: GROUP BY "
              + names
              + ", or ROW_NUMBER() OVER (PARTITION BY "
              + names
              + " ORDER BY …) and the rows where it is 1.");
    }
    before = text;
    output.collect(element);
  }
}
