/* SPDX-License-Identifier: Apache-2.0 */
package io.sluice.server.metadata;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.NullSource;
import org.junit.jupiter.params.provider.ValueSource;

class MetadataPatternTest {
  @ParameterizedTest
  @NullSource
  @ValueSource(strings = {"", "%", "*"})
  void theseMeanEveryName(String pattern) {
    assertThat(MetadataPattern.of(pattern).matches("sales_eu")).isTrue();
    assertThat(MetadataPattern.of(pattern).matches("")).isTrue();
  }

  @Test
  void anUnderscoreIsOneCharacterUnlessEscaped() {
    assertThat(MetadataPattern.of("a_c").matches("abc")).isTrue();
    assertThat(MetadataPattern.of("a_c").matches("a_c")).isTrue();
    assertThat(MetadataPattern.of("a\\_c").matches("a_c")).isTrue();
    assertThat(MetadataPattern.of("a\\_c").matches("abc")).isFalse();
    assertThat(MetadataPattern.of("a\\%").matches("a%")).isTrue();
    assertThat(MetadataPattern.of("a\\%").matches("ab")).isFalse();
    assertThat(MetadataPattern.of("sales%").matches("sales_eu")).isTrue();
  }

  @ParameterizedTest
  @ValueSource(strings = {"a+c", "a.c", "a[c", "a(c", "a$c", "a{2}", "a|c", "a^c", "x\\E.", "a*"})
  void regularExpressionCharactersAreLiteral(String name) {
    assertThat(MetadataPattern.of(name.replace("\\", "\\\\")).matches(name)).isTrue();
    assertThat(MetadataPattern.of(name.replace("\\", "\\\\")).matches("aac")).isFalse();
  }

  @Test
  void aLoneBackslashAtTheEndIsItself() {
    assertThat(MetadataPattern.of("a\\").matches("a\\")).isTrue();
    assertThat(MetadataPattern.of("a\\").matches("a")).isFalse();
  }

  @Test
  void aNameIsNoPattern() {
    assertThat(MetadataPattern.name("a_c").matches("abc")).isFalse();
    assertThat(MetadataPattern.name(null).matches("abc")).isTrue();
  }
}
