/* SPDX-License-Identifier: Apache-2.0 */
package io.sluice.engine.flink.result;

import io.sluice.protocol.rowset.RowBlockWriter;
import java.io.Serializable;
import org.apache.flink.table.data.RowData;

/** Writes one column's value of a row; one per column, made once per query. */
@FunctionalInterface
interface FieldWriter extends Serializable {
  /** Writes the value at {@code field}, which is not null, as the next of {@code column}. */
  void write(RowData row, int field, RowBlockWriter out, int column);
}
