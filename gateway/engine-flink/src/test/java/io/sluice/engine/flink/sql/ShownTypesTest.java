/* SPDX-License-Identifier: Apache-2.0 */
package io.sluice.engine.flink.sql;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

/** Types are told plainly; names and texts stay as they are. */
class ShownTypesTest {
  @Test
  void theLongestTypesHaveTheirShortNames() {
    assertThat(
            ShownTypes.plain(
                "`s` VARCHAR(2147483647) NOT NULL, `b` VARBINARY(2147483647), `v` VARCHAR(7),"
                    + " `r` ROW<`m` MAP<VARCHAR(2147483647), ARRAY<VARBINARY(2147483647)>> 'x'>"))
        .isEqualTo(
            "`s` STRING NOT NULL, `b` BYTES, `v` VARCHAR(7),"
                + " `r` ROW<`m` MAP<STRING, ARRAY<BYTES>> 'x'>");
  }

  @Test
  void namesAndTextsAreNotTypes() {
    String untouched =
        "`VARCHAR(2147483647)` INT COMMENT 'it''s VARCHAR(2147483647) \\ $1', `a``VARBINARY(2147483647)` INT";
    assertThat(ShownTypes.plain(untouched)).isEqualTo(untouched);
    assertThat(ShownTypes.plain("MYVARCHAR(2147483647)")).isEqualTo("MYVARCHAR(2147483647)");
    assertThat(ShownTypes.plain("COMMENT 'a', `b` VARCHAR(2147483647) COMMENT 'c'"))
        .isEqualTo("COMMENT 'a', `b` STRING COMMENT 'c'");
  }
}
