/* SPDX-License-Identifier: Apache-2.0 */
package io.sluice.engine.operation;

import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.engine.result.ResultWindow;
import io.sluice.error.ErrorCode;
import io.sluice.error.SluiceException;
import io.sluice.protocol.Handle;
import io.sluice.protocol.rowset.HiveColumn;
import io.sluice.protocol.rowset.HiveType;
import io.sluice.protocol.rowset.RowBlockWriter;
import io.sluice.protocol.rowset.RowSchema;
import java.security.SecureRandom;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

class OperationTest {
  private static final RowSchema SCHEMA = RowSchema.of(HiveColumn.of("x", HiveType.BIGINT));

  private final Operation operation =
      new Operation(
          Handle.random(new SecureRandom()),
          "SELECT 1",
          Map.of(),
          1024,
          Runnable::run,
          InstantSource.system());

  @Test
  void aQueryIsFinishedAtItsFirstRowsAndItsJobGoesOn() throws Exception {
    operation.begin();
    ResultWindow window = operation.openResult(SCHEMA);
    assertThat(operation.status().state()).isEqualTo(OperationState.RUNNING);
    putRow(window);
    assertThat(operation.status().state()).isEqualTo(OperationState.FINISHED);
    assertThat(operation.status().job()).isEqualTo(JobState.RUNNING);
    operation.succeed();
    assertThat(operation.status().job()).isEqualTo(JobState.SUCCEEDED);
  }

  @Test
  void aJobThatFailsAfterTheFirstRowsIsAnError() throws Exception {
    operation.begin();
    putRow(operation.openResult(SCHEMA));
    operation.fail(new SluiceException(ErrorCode.EXECUTION_FAILED, "broken"));
    assertThat(operation.status().state()).isEqualTo(OperationState.ERROR);
    assertThat(operation.operationLog().next(10)).containsExactly("[EXECUTION_FAILED] broken");
  }

  @Test
  void cancelStopsTheWorkOnceAndALaterEndChangesNothing() {
    AtomicInteger stops = new AtomicInteger();
    operation.begin();
    operation.onStop(stops::incrementAndGet);
    operation.cancel();
    operation.cancel();
    operation.succeed();
    operation.fail(new SluiceException(ErrorCode.INTERNAL, "late"));
    assertThat(stops).hasValue(1);
    assertThat(operation.status().state()).isEqualTo(OperationState.CANCELED);
    operation.onStop(stops::incrementAndGet);
    assertThat(stops).as("work that begins after the stop is stopped too").hasValue(2);
  }

  @Test
  void cancelBeforeTheBeginKeepsItFromBeginning() {
    operation.queued();
    operation.cancel();
    assertThat(operation.begin()).isFalse();
  }

  @Test
  void cancelAfterTheEndChangesNothing() {
    operation.begin();
    operation.succeed();
    operation.cancel();
    assertThat(operation.status().state()).isEqualTo(OperationState.FINISHED);
  }

  @Test
  void closeEndsEverything() {
    operation.begin();
    operation.close("closed");
    assertThat(operation.status().state()).isEqualTo(OperationState.CLOSED);
    assertThat(operation.settled().toCompletableFuture()).isDone();
  }

  @Test
  void nothingLeavesClosed() {
    for (OperationState next : OperationState.values()) {
      assertThat(OperationState.CLOSED.mayBecome(next)).isFalse();
    }
  }

  @Test
  void aFullLogTellsWhatItDropped() {
    OperationLog log = new OperationLog(2, 1000);
    log.append("a\nb\nc");
    assertThat(log.next(10)).isEqualTo(List.of("(1 earlier lines were dropped)", "b", "c"));
    assertThat(log.next(10)).isEmpty();
    log.rewind();
    assertThat(log.next(1)).containsExactly("b");
  }

  private static void putRow(ResultWindow window) throws InterruptedException {
    RowBlockWriter writer = new RowBlockWriter(SCHEMA);
    writer.appendLong(0, 1);
    writer.endRow();
    window.put(writer.finish());
  }
}
