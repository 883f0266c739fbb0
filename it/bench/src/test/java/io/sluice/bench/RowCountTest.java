/* SPDX-License-Identifier: Apache-2.0 */
package io.sluice.bench;

import static org.assertj.core.api.Assertions.assertThat;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.sluice.thrift.TException;
import io.sluice.thrift.TSerializer;
import io.sluice.thrift.hive.TColumn;
import io.sluice.thrift.hive.TFetchResultsResp;
import io.sluice.thrift.hive.TI64Column;
import io.sluice.thrift.hive.TRowSet;
import io.sluice.thrift.hive.TStatus;
import io.sluice.thrift.hive.TStatusCode;
import io.sluice.thrift.hive.TStringColumn;
import io.sluice.thrift.protocol.TBinaryProtocol;
import java.nio.ByteBuffer;
import java.util.List;
import org.junit.jupiter.api.Test;

class RowCountTest {
  @Test
  void countsTheRowsOfTheFirstColumn() throws TException {
    TColumn ids = TColumn.i64Val(new TI64Column(List.of(1L, 2L, 3L), ByteBuffer.allocate(1)));
    TColumn names =
        TColumn.stringVal(new TStringColumn(List.of("a", "b", "c"), ByteBuffer.allocate(1)));
    assertThat(RowCount.of(response(List.of(ids, names)))).isEqualTo(3);
    assertThat(RowCount.of(response(List.of(names, ids)))).isEqualTo(3);
  }

  @Test
  void countsNoRowsOfAnEmptyBatch() throws TException {
    TColumn ids = TColumn.i64Val(new TI64Column(List.of(), ByteBuffer.allocate(0)));
    assertThat(RowCount.of(response(List.of(ids)))).isZero();
    assertThat(RowCount.of(response(List.of()))).isZero();
  }

  private static ByteBuf response(List<TColumn> columns) throws TException {
    TRowSet rows = new TRowSet(0, List.of());
    rows.setColumns(columns);
    TStatus status = new TStatus(TStatusCode.SUCCESS_STATUS);
    status.setInfoMessages(List.of("one", "two"));
    TFetchResultsResp response = new TFetchResultsResp(status);
    response.setHasMoreRows(false);
    response.setResults(rows);
    return Unpooled.wrappedBuffer(
        new TSerializer(new TBinaryProtocol.Factory()).serialize(response));
  }
}
