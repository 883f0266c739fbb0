/* SPDX-License-Identifier: Apache-2.0 */
package io.sluice.engine.flink.result;

import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.protocol.rowset.RowBlock;
import io.sluice.protocol.rowset.RowSchema;
import java.io.ByteArrayOutputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.time.ZoneOffset;
import java.util.List;
import org.apache.flink.table.data.GenericRowData;
import org.apache.flink.table.types.logical.DoubleType;
import org.apache.flink.table.types.logical.LogicalType;
import org.junit.jupiter.api.Test;

class RowWriterTest {
  @Test
  void keepsTheSignOfZero() throws IOException {
    List<LogicalType> types = List.of(new DoubleType());
    RowSchema schema = HiveTypes.schema(List.of("d"), types);
    RowWriter writer = new RowWriter(schema, types, ZoneOffset.UTC);
    writer.write(GenericRowData.of(-0.0));
    RowBlock block = writer.finish();
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    block.writeTo(new DataOutputStream(bytes));
    // Rows, columns, then one column's kind and two lengths stand before its values.
    double written = ByteBuffer.wrap(bytes.toByteArray()).getDouble(4 + 4 + 1 + 4 + 4);
    assertThat(1 / written).isEqualTo(Double.NEGATIVE_INFINITY);
  }
}
