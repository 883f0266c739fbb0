/* SPDX-License-Identifier: Apache-2.0 */
package io.sluice.demo;

import static org.assertj.core.api.Assertions.assertThat;

import java.math.BigDecimal;
import java.util.List;
import org.junit.jupiter.api.Test;

class BeelineTest {
  @Test
  void readsRowsAndTime() {
    Answer answer =
        Beeline.parse(
            "nation\trevenue\nCHINA\t12.50\nPERU\t1\n",
            "Connected to: Sluice\n2 rows selected (0.234 seconds)\n");
    assertThat(answer.header()).containsExactly("nation", "revenue");
    assertThat(answer.rows()).containsExactly(List.of("CHINA", "12.50"), List.of("PERU", "1"));
    assertThat(answer.seconds()).contains("0.234");
  }

  @Test
  void readsAStatementWithoutRows() {
    Answer answer = Beeline.parse("", "No rows affected (1,002.5 seconds)\n");
    assertThat(answer.rows()).isEmpty();
    assertThat(answer.seconds()).contains("1,002.5");
  }

  @Test
  void numbersAreComparedAsNumbers() {
    Answer answer = Beeline.parse("a\tb\nx\t1.50\n", "");
    assertThat(answer.differenceFrom(List.of(List.of("x", new BigDecimal("1.5"))), true)).isEmpty();
  }

  @Test
  void tellsWhatIsMissingAndWhatIsTooMuch() {
    Answer answer = Beeline.parse("a\n1\n2\n2\n", "");
    assertThat(answer.differenceFrom(List.of(List.of(1), List.of(2), List.of(3)), false))
        .hasValueSatisfying(
            text -> assertThat(text).contains("missing 1 such as [[3]]").contains("[[2]]"));
  }

  @Test
  void tellsAWrongOrder() {
    Answer answer = Beeline.parse("a\n2\n1\n", "");
    assertThat(answer.differenceFrom(List.of(List.of(1), List.of(2)), false)).isEmpty();
    assertThat(answer.differenceFrom(List.of(List.of(1), List.of(2)), true)).isPresent();
  }
}
