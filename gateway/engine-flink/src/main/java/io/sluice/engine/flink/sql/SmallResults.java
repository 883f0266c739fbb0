/* SPDX-License-Identifier: Apache-2.0 */
package io.sluice.engine.flink.sql;

import io.sluice.engine.flink.result.HiveTypes;
import io.sluice.engine.flink.result.RowWriter;
import io.sluice.engine.result.ResultWindow;
import io.sluice.engine.sql.StatementRun;
import io.sluice.protocol.rowset.HiveColumn;
import io.sluice.protocol.rowset.HiveType;
import io.sluice.protocol.rowset.RowBlockWriter;
import io.sluice.protocol.rowset.RowSchema;
import java.time.ZoneId;
import java.util.List;
import java.util.OptionalLong;
import java.util.function.UnaryOperator;
import org.apache.flink.table.api.internal.TableResultInternal;
import org.apache.flink.table.data.GenericRowData;
import org.apache.flink.table.data.RowData;
import org.apache.flink.table.data.StringData;
import org.apache.flink.table.types.DataType;
import org.apache.flink.table.types.logical.LogicalType;
import org.apache.flink.util.CloseableIterator;

/** Results that Flink makes in memory: of SHOW, DESCRIBE, EXPLAIN and the like. */
final class SmallResults {
  private static final RowSchema JOB_ID = RowSchema.of(HiveColumn.of("job id", HiveType.STRING));

  private SmallResults() {}

  /**
   * @param shown what becomes of each text on its way
   */
  static void put(
      TableResultInternal result, ZoneId zone, StatementRun run, UnaryOperator<String> shown)
      throws Exception {
    List<LogicalType> types =
        result.getResolvedSchema().getColumnDataTypes().stream()
            .map(DataType::getLogicalType)
            .toList();
    RowSchema schema = HiveTypes.schema(result.getResolvedSchema().getColumnNames(), types);
    RowWriter rows = new RowWriter(schema, types, zone);
    try (CloseableIterator<RowData> iterator = result.collectInternal()) {
      while (iterator.hasNext()) {
        rows.write(texts(iterator.next(), shown));
      }
    }
    ResultWindow window = run.openResult(schema);
    window.put(rows.finish());
  }

  /** The one number that a pushed-down DELETE answers with. */
  static OptionalLong affectedRows(TableResultInternal result) throws Exception {
    if (result.getResolvedSchema().getColumnCount() != 1) {
      return OptionalLong.empty();
    }
    try (CloseableIterator<RowData> iterator = result.collectInternal()) {
      if (!iterator.hasNext()) {
        return OptionalLong.empty();
      }
      long rows = iterator.next().getLong(0);
      return rows < 0 ? OptionalLong.empty() : OptionalLong.of(rows);
    }
  }

  static void jobId(String id, StatementRun run) throws InterruptedException {
    ResultWindow window = run.openResult(JOB_ID);
    RowBlockWriter row = new RowBlockWriter(JOB_ID);
    row.appendString(0, id);
    row.endRow();
    window.put(row.finish());
  }

  private static RowData texts(RowData row, UnaryOperator<String> shown) {
    if (row instanceof GenericRowData generic) {
      for (int i = 0; i < generic.getArity(); i++) {
        if (generic.getField(i) instanceof StringData text) {
          // SHOW CREATE and DESCRIBE print the options of tables that a session made itself.
          generic.setField(i, StringData.fromString(Secrets.hide(shown.apply(text.toString()))));
        }
      }
    }
    return row;
  }
}
