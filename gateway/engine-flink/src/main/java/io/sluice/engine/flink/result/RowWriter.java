/* SPDX-License-Identifier: Apache-2.0 */
package io.sluice.engine.flink.result;

import io.sluice.protocol.rowset.RowBlock;
import io.sluice.protocol.rowset.RowBlockWriter;
import io.sluice.protocol.rowset.RowSchema;
import java.time.ZoneId;
import java.util.List;
import org.apache.flink.table.data.RowData;
import org.apache.flink.table.types.logical.LogicalType;

/**
 * Writes Flink's rows into blocks. If the schema has one column more than there are types, it is
 * the first and tells each row's kind of change.
 */
public final class RowWriter {
  private final FieldWriter[] writers;
  private final RowBlockWriter out;
  private final boolean withChanges;

  public RowWriter(RowSchema schema, List<LogicalType> types, ZoneId zone) {
    this.writers = new FieldWriter[types.size()];
    for (int i = 0; i < writers.length; i++) {
      writers[i] = FieldWriters.of(types.get(i), zone);
    }
    this.out = new RowBlockWriter(schema);
    this.withChanges = schema.size() > types.size();
  }

  public void write(RowData row) {
    int column = 0;
    if (withChanges) {
      out.appendString(column++, row.getRowKind().shortString());
    }
    FieldWriter[] fields = writers;
    for (int i = 0; i < fields.length; i++, column++) {
      if (row.isNullAt(i)) {
        out.appendNull(column);
      } else {
        fields[i].write(row, i, out, column);
      }
    }
    out.endRow();
  }

  public int rows() {
    return out.rows();
  }

  public long bytes() {
    return out.bytes();
  }

  public RowBlock finish() {
    return out.finish();
  }
}
