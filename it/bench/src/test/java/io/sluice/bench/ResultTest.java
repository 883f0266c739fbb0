/* SPDX-License-Identifier: Apache-2.0 */
package io.sluice.bench;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class ResultTest {
  @Test
  void timesAreMillisecondsAndTheSlowTailIsP95() {
    List<Double> seconds = IntStream.rangeClosed(1, 100).mapToObj(i -> i / 1000.0).toList();
    Result result = Result.of(Bench.SELECT1, "gateway", seconds, 0);
    assertThat(result.median()).isEqualTo(50.5);
    assertThat(result.p95()).isEqualTo(95);
  }

  @Test
  void ratesAreRowsPerSecondAndTheSlowTailIsP95() {
    Result result = Result.of(Bench.FETCH_RAW, "engine", List.of(4.0, 1.0, 2.0), 1000);
    assertThat(result.median()).isEqualTo(500);
    assertThat(result.p95()).isEqualTo(250);
  }

  @Test
  void jsonHasTheAgreedKeys() {
    Result result = Result.of(Bench.FETCH_RAW, "engine", List.of(2.0), 1000);
    assertThat(result.json())
        .isEqualTo(
            "{\"bench\": \"fetch-raw\", \"subject\": \"engine\", \"unit\": \"rows/s\", \"n\": 1,"
                + " \"median\": 500.000, \"p95\": 500.000}");
  }

  @Test
  void namesAreTheAgreedOnes() {
    assertThat(Bench.names())
        .containsExactly("connect", "select1", "point", "fetch-raw", "fetch-jdbc");
  }
}
