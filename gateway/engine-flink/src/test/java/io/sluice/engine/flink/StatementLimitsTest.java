/* SPDX-License-Identifier: Apache-2.0 */
package io.sluice.engine.flink;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.sluice.error.ErrorCode;
import io.sluice.error.SluiceException;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What Flink does not take is refused with a way round. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class StatementLimitsTest {
  private FlinkEngineFixture engine;
  private EngineClient client;
  private EngineClient.Session session;

  @BeforeAll
  void start() {
    engine = new FlinkEngineFixture(Map.of());
    client = engine.connect();
    session = client.open(Map.of());
  }

  @AfterAll
  void stop() {
    session.close();
    client.close();
    engine.close();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "99999999999999999999 | CAST('99999999999999999999' AS DECIMAL(20, 0))",
        "9223372036854775808 | CAST('9223372036854775808' AS DECIMAL(19, 0))",
        "-9223372036854775809 | CAST('-9223372036854775809' AS DECIMAL(19, 0))",
        "99999999999999999999.50 | CAST('99999999999999999999.50' AS DECIMAL(22, 2))",
        "0.12345678901234567890 | CAST('0.12345678901234567890' AS DECIMAL(20, 20))",
      })
  void aLongNumberIsWrittenAsACast(String literal, String cast) {
    assertFails("SELECT " + literal, ErrorCode.INVALID_STATEMENT, "write " + cast + ".");
    assertThat(session.query("SELECT CAST(" + cast + " AS STRING)")).hasSize(1);
  }

  @Test
  void aNumberThatNoTypeHoldsIsToldSo() {
    assertFails("SELECT " + "9".repeat(39), ErrorCode.INVALID_STATEMENT, "are 38");
    assertFails("SELECT 1e400", ErrorCode.INVALID_STATEMENT, "out of the range of DOUBLE");
  }

  private void assertFails(String sql, ErrorCode code, String text) {
    assertThatThrownBy(() -> session.query(sql))
        .as(sql.length() > 200 ? sql.substring(0, 200) : sql)
        .isInstanceOfSatisfying(
            SluiceException.class, e -> assertThat(e.code()).as(e.getMessage()).isEqualTo(code))
        .hasMessageContaining(text);
  }
}
