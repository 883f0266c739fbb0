/* SPDX-License-Identifier: Apache-2.0 */
package io.sluice.engine.flink.sql;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.sluice.error.SluiceException;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class StatementTextTest {
  @Test
  void dropsWhatStandsAround() {
    assertThat(StatementText.trim("SELECT 1;")).isEqualTo("SELECT 1");
    assertThat(StatementText.trim("SELECT 1 ; -- one\n/* two */ ;")).isEqualTo("SELECT 1");
    assertThat(StatementText.trim("SELECT 'a;' -- x")).isEqualTo("SELECT 'a;'");
  }

  @Test
  void keepsPositions() {
    assertThat(StatementText.trim("-- one\nSELECT 1")).isEqualTo("      \nSELECT 1");
  }

  @Test
  void keepsHintsAndWhatIsQuoted() {
    String sql = "SELECT /*+ OPTIONS('a'='b') */ '--', `;`, '/*' FROM t /* c */ WHERE x = ';'";
    assertThat(StatementText.trim(sql)).isEqualTo(sql);
  }

  @Test
  void refusesNothing() {
    assertThatThrownBy(() -> StatementText.trim(" -- nothing\n /* at all"))
        .isInstanceOf(SluiceException.class)
        .hasMessageContaining("empty");
  }

  @Test
  void readsSetWithAndWithoutQuotes() {
    assertThat(SetStatement.parse("SET 'a.b' = 'c;d'"))
        .contains(new SetStatement(false, Optional.of("a.b"), Optional.of("c;d")));
    assertThat(SetStatement.parse("set a.b=c d"))
        .contains(new SetStatement(false, Optional.of("a.b"), Optional.of("c d")));
    assertThat(SetStatement.parse("SET a.b"))
        .contains(new SetStatement(false, Optional.of("a.b"), Optional.empty()));
    assertThat(SetStatement.parse("RESET 'a'"))
        .contains(new SetStatement(true, Optional.of("a"), Optional.empty()));
    assertThat(SetStatement.parse("SETTINGS")).isEmpty();
  }

  @Test
  void hidesSecrets() {
    assertThat(Secrets.hide("'password' = 'a''b', 'url' = 'jdbc:mysql://u:pw@h/?password=x&y=1'"))
        .isEqualTo("'password' = '******', 'url' = 'jdbc:mysql://u:******@h/?password=******&y=1'");
  }
}
