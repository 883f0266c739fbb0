/* SPDX-License-Identifier: Apache-2.0 */
package io.sluice.demo;

import static org.assertj.core.api.Assertions.assertThat;

import java.math.BigDecimal;
import java.time.LocalDate;
import java.util.List;
import org.junit.jupiter.api.Test;

class AnswersTest {
  private static final Company COMPANY = Company.generate();
  private final Answers answers = new Answers(COMPANY);

  @Test
  void rowsAreExact() {
    Rows orders = COMPANY.orders();
    assertThat(orders.values()).hasSize(15_000);
    // The first order of every TPC-H data set.
    List<Object> first = orders.values().get(0);
    assertThat(first.get(orders.at("o_orderkey"))).isEqualTo(1L);
    assertThat(first.get(orders.at("o_orderdate"))).isEqualTo(LocalDate.of(1996, 1, 2));
    assertThat(first.get(orders.at("o_totalprice"))).isInstanceOf(BigDecimal.class);
    assertThat(COMPANY.lineitem().values()).hasSize(60_175);
  }

  @Test
  void everyNationEarnsAndTheFirstEarnsMost() {
    List<List<Object>> rows = answers.revenueByNation();
    assertThat(rows).hasSize(25);
    assertThat((BigDecimal) rows.get(0).get(2)).isGreaterThan((BigDecimal) rows.get(24).get(2));
  }

  @Test
  void everyCustomerHasARegion() {
    assertThat(answers.customersWithRegion()).hasSize(1500).allMatch(row -> row.size() == 5);
  }

  @Test
  void upsertKeepsWhatPurchaseDoesNotKnow() {
    assertThat(answers.stock())
        .hasSize(101)
        .contains(List.of(9_000_001L, "not in purchase", 3L, 3L, new BigDecimal("0.03")))
        .noneMatch(row -> row.contains("an old name"));
  }
}
