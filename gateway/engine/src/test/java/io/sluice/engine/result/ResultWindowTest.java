/* SPDX-License-Identifier: Apache-2.0 */
package io.sluice.engine.result;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.sluice.error.ErrorCode;
import io.sluice.error.SluiceException;
import io.sluice.protocol.rowset.HiveColumn;
import io.sluice.protocol.rowset.HiveType;
import io.sluice.protocol.rowset.RowBlock;
import io.sluice.protocol.rowset.RowBlockWriter;
import io.sluice.protocol.rowset.RowSchema;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

class ResultWindowTest {
  private static final RowSchema SCHEMA = RowSchema.of(HiveColumn.of("x", HiveType.BIGINT));
  private static final int ROW_BYTES = 8;

  private final ResultWindow window = new ResultWindow(SCHEMA, 10 * ROW_BYTES);

  @Test
  void aFetchTakesWhatIsThereUpToItsRows() throws Exception {
    window.put(block(3));
    window.put(block(3));
    assertThat(rows(4)).isEqualTo(4);
    assertThat(rows(4)).isEqualTo(2);
    window.finish();
    assertThat(window.next(1, 1000).toCompletableFuture().join().blocks()).isEmpty();
  }

  @Test
  void aFetchWaitsForTheFirstRowAndNeverForMore() throws Exception {
    CompletableFuture<ResultWindow.Batch> waiting = window.next(10, 1000).toCompletableFuture();
    assertThat(waiting).isNotDone();
    window.put(block(1));
    assertThat(waiting.join().hasMore()).isTrue();
    assertThat(waiting.join().blocks()).hasSize(1);
  }

  @Test
  void aSecondFetchAtOnceIsRefused() {
    CompletableFuture<ResultWindow.Batch> waiting = window.next(1, 1000).toCompletableFuture();
    assertFails(window.next(1, 1000).toCompletableFuture(), ErrorCode.INVALID_FETCH);
    window.finish();
    assertThat(waiting.join().hasMore()).isFalse();
  }

  @Test
  void aFailureIsNoEnd() throws Exception {
    window.put(block(3));
    window.fail(new SluiceException(ErrorCode.EXECUTION_FAILED, "broken"));
    assertFails(window.next(1, 1000).toCompletableFuture(), ErrorCode.EXECUTION_FAILED);
    assertThat(window.put(block(1))).isFalse();
  }

  @Test
  void aFullWindowHoldsTheProducerUntilRowsAreFetched() throws Exception {
    window.put(block(10));
    CompletableFuture<Boolean> put = putLater(block(1));
    assertThat(put).isNotDone();
    assertThat(rows(5)).isEqualTo(5);
    assertThat(put.get(20, TimeUnit.SECONDS)).isTrue();
  }

  @Test
  void closingLetsTheProducerGo() throws Exception {
    window.put(block(10));
    CompletableFuture<Boolean> put = putLater(block(1));
    window.close();
    assertThat(put.get(20, TimeUnit.SECONDS)).isFalse();
  }

  @Test
  void aSmallResultCanBeReadAgainALargeOneCannot() throws Exception {
    window.put(block(10));
    assertThat(rows(10)).isEqualTo(10);
    window.rewind();
    assertThat(rows(100)).isEqualTo(10);
    window.put(block(1));
    assertThat(rows(1)).isEqualTo(1);
    assertThatThrownBy(window::rewind)
        .isInstanceOfSatisfying(
            SluiceException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.INVALID_FETCH));
  }

  @Test
  void anAbandonedFetchTakesNoRows() throws Exception {
    var fetch = window.next(10, 1000);
    window.abandon(fetch, new SluiceException(ErrorCode.TIMED_OUT, "late"));
    assertFails(fetch.toCompletableFuture(), ErrorCode.TIMED_OUT);
    window.put(block(2));
    assertThat(rows(10)).isEqualTo(2);
  }

  private int rows(int max) {
    return window.next(max, 1_000_000).toCompletableFuture().join().blocks().stream()
        .mapToInt(RowBlock::rows)
        .sum();
  }

  private CompletableFuture<Boolean> putLater(RowBlock block) {
    return CompletableFuture.supplyAsync(
        () -> {
          try {
            return window.put(block);
          } catch (InterruptedException e) {
            throw new AssertionError(e);
          }
        });
  }

  private static void assertFails(CompletableFuture<?> future, ErrorCode code) {
    assertThatThrownBy(future::join)
        .cause()
        .isInstanceOfSatisfying(SluiceException.class, e -> assertThat(e.code()).isEqualTo(code));
  }

  private static RowBlock block(int rows) {
    RowBlockWriter writer = new RowBlockWriter(SCHEMA);
    for (int i = 0; i < rows; i++) {
      writer.appendLong(0, i);
      writer.endRow();
    }
    return writer.finish();
  }
}
