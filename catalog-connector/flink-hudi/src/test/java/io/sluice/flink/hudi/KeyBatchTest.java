/* SPDX-License-Identifier: Apache-2.0 */
package io.sluice.flink.hudi;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

final class KeyBatchTest {
  @Test
  void holdsWhatWasAddedAndNothingElse() {
    KeyBatch batch = new KeyBatch(3);
    assertThat(batch.isEmpty()).isTrue();
    IntStream.range(0, 100_000).forEach(key -> batch.add(Integer.toString(2 * key)));
    assertThat(IntStream.range(0, 100_000).mapToObj(key -> Integer.toString(2 * key)))
        .allMatch(batch::mayHold);
    assertThat(IntStream.range(0, 100_000).mapToObj(key -> Integer.toString(2 * key + 1)))
        .noneMatch(batch::mayHold);
    batch.add("added after it was asked");
    assertThat(batch.mayHold("added after it was asked")).isTrue();
    assertThat(batch.mayHold("0")).isTrue();
  }

  @Test
  void knowsItsRangeAndForgetsIt() {
    KeyBatch batch = new KeyBatch(3);
    batch.add("m");
    batch.add("z");
    batch.add("b");
    assertThat(batch.range()).isEqualTo(new KeyLookup.Range("b", "z"));
    assertThat(batch.isFull()).isTrue();
    batch.clear();
    assertThat(batch.isFull()).isFalse();
    batch.add("c");
    assertThat(batch.range()).isEqualTo(new KeyLookup.Range("c", "c"));
    assertThat(batch.mayHold("m")).isFalse();
  }
}
