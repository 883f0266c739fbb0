/* SPDX-License-Identifier: Apache-2.0 */
package io.sluice.metadata.aspect;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

final class DatasetUrnTest {
  @Test
  void platformNameAndEnvAreCutOut() {
    DatasetUrn urn =
        DatasetUrn.parse("urn:li:dataset:(urn:li:dataPlatform:mariadb,shop.orders,DEV)");

    assertThat(urn)
        .extracting(DatasetUrn::platform, DatasetUrn::name, DatasetUrn::env)
        .containsExactly("mariadb", "shop.orders", "DEV");
  }

  @Test
  void encodedCharactersAreDecodedOnceAndOnlyThose() {
    assertThat(name("deal%2C %28old%29.t")).isEqualTo("deal, (old).t");
    assertThat(name("%252C.t")).isEqualTo("%252C.t");
    assertThat(name("50%.t")).isEqualTo("50%.t");
  }

  @Test
  void bracketsAndCommasOfClientsThatDoNotEncodeAreKept() {
    assertThat(name("a(b.c,d)")).isEqualTo("a(b.c,d)");
  }

  @Test
  void aNameComesBackAsItWent() {
    String name = "biz.we,ird (db).销售`x";

    assertThat(DatasetUrn.parse(DatasetUrn.of("mysql", name, "PROD").text()).name())
        .isEqualTo(name);
  }

  private static String name(String name) {
    return DatasetUrn.parse("urn:li:dataset:(urn:li:dataPlatform:mysql," + name + ",PROD)").name();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "urn:li:dataset:shop.orders",
        "urn:li:dataset:(urn:li:dataPlatform:mysql,shop.orders",
        "urn:li:dataset:(urn:li:dataPlatform:mysql,PROD)",
        "urn:li:dataset:(urn:li:dataPlatform:mysql,,PROD)",
        "urn:li:dataset:(urn:li:dataPlatform:,a.b,PROD)",
        "urn:li:dataset:(urn:li:dataPlatform:mysql,a.b,)",
        "urn:li:dataset:(mysql,a.b,PROD)"
      })
  void aMalformedUrnIsRefused(String urn) {
    assertThatThrownBy(() -> DatasetUrn.parse(urn)).isInstanceOf(IllegalArgumentException.class);
  }
}
