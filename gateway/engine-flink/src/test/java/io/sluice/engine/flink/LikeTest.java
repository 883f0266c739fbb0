/* SPDX-License-Identifier: Apache-2.0 */
package io.sluice.engine.flink;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;

/** LIKE as the standard has it, whichever way of Flink's a pattern takes. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class LikeTest {
  private static final List<String> TEXTS =
      List.of(
          "", "a", "b", "%", "_", "!", "ab", "a%", "!%", "aab", "a%b", "a_b", "abab", "a.b", "😀",
          "a\nb", "\r\n", "a\\b", "\"a\"");

  private FlinkEngineFixture engine;
  private EngineClient client;
  private EngineClient.Session session;

  @BeforeAll
  void start() {
    engine = new FlinkEngineFixture(Map.of());
    client = engine.connect();
    session = client.open(Map.of());
    session.query(
        IntStream.range(0, TEXTS.size())
            .mapToObj(i -> "(" + i + ", '" + TEXTS.get(i) + "')")
            .collect(
                Collectors.joining(
                    ", ",
                    "CREATE TEMPORARY VIEW texts AS SELECT * FROM (VALUES ",
                    ", (99, CAST(NULL AS STRING))) AS t (id, s)")));
  }

  @AfterAll
  void stop() {
    session.close();
    client.close();
    engine.close();
  }

  @Test
  void anEmptyPatternIsOnlyLikeTheEmptyText() {
    for (String empty :
        List.of("''", "'' ESCAPE '!'", "'' || ''", "TRIM('  ')", "SUBSTRING('a', 1, 0)")) {
      assertThat(session.query("SELECT id FROM texts WHERE s LIKE " + empty))
          .as(empty)
          .containsExactly(List.of(0));
      assertThat(session.query("SELECT COUNT(*) FROM texts WHERE s NOT LIKE " + empty))
          .as("not " + empty)
          .containsExactly(List.of(TEXTS.size() - 1L));
      assertThat(session.query("SELECT id FROM texts WHERE (s LIKE " + empty + ") IS NULL"))
          .as("NULL like " + empty)
          .containsExactly(List.of(99));
    }
    assertThat(session.query("SELECT '' LIKE '', 'a' LIKE '', 'a' NOT LIKE '' || ''"))
        .containsExactly(List.of(true, false, true));
    assertThat(
            session.query(
                "SELECT id FROM texts WHERE id IN (SELECT id FROM texts WHERE s LIKE '') OR s LIKE '' AND id > 0"))
        .containsExactly(List.of(0));
    session.query("CREATE TEMPORARY VIEW empties AS SELECT '' AS p");
    assertThat(session.query("SELECT id FROM texts, empties WHERE s LIKE p"))
        .containsExactly(List.of(0));
  }

  @Test
  void everyShortPatternAgrees() {
    List<String> patterns = new ArrayList<>(List.of(""));
    for (int from = 0, length = 0; length < 3; length++) {
      int to = patterns.size();
      for (String shorter : List.copyOf(patterns.subList(from, to))) {
        for (char next : "ab%_!".toCharArray()) {
          patterns.add(shorter + next);
        }
      }
      from = to;
    }
    patterns.addAll(List.of("%a%b%", "ab%ab", "aa%ab", "%%a%%", "a.%", "_😀", "😀%"));
    check(patterns, "", Character.MAX_VALUE);
    for (char escape : "!\\\"_%ab".toCharArray()) {
      check(
          patterns.stream()
              .map(pattern -> pattern.replace('!', escape))
              .filter(pattern -> isEscapedWell(pattern, escape))
              .toList(),
          " ESCAPE '" + escape + "'",
          escape);
    }
  }

  @Test
  void anEscapeThatEscapesNothingIsRefused() {
    for (String pattern : List.of("a!", "!a", "%!b%", "!!!")) {
      assertThatThrownBy(
              () -> session.query("SELECT id FROM texts WHERE s LIKE '" + pattern + "' ESCAPE '!'"))
          .as(pattern)
          .hasMessageContaining("'" + pattern + "'")
          .hasMessageContaining("escapes nothing");
    }
  }

  private void check(List<String> patterns, String clause, char escape) {
    String columns =
        patterns.stream()
            .map(pattern -> "s LIKE '" + pattern + "'" + clause)
            .collect(Collectors.joining(", "));
    for (List<Object> row :
        session.query("SELECT id, " + columns + " FROM texts WHERE s IS NOT NULL")) {
      String text = TEXTS.get((Integer) row.get(0));
      for (int i = 0; i < patterns.size(); i++) {
        assertThat(row.get(i + 1))
            .as("'%s' LIKE '%s'%s", text, patterns.get(i), clause)
            .isEqualTo(isLike(text, patterns.get(i), escape));
      }
    }
  }

  private static boolean isEscapedWell(String pattern, char escape) {
    String e = Pattern.quote(String.valueOf(escape));
    return Pattern.compile("(?:(?!" + e + ").|" + e + "(?:" + e + "|%|_))*", Pattern.DOTALL)
        .matcher(pattern)
        .matches();
  }

  /** By trying every length for each percent sign. */
  private static boolean isLike(String text, String pattern, char escape) {
    if (pattern.isEmpty()) {
      return text.isEmpty();
    }
    char first = pattern.charAt(0);
    if (first == escape) {
      return !text.isEmpty()
          && text.charAt(0) == pattern.charAt(1)
          && isLike(text.substring(1), pattern.substring(2), escape);
    }
    if (first == '%') {
      return IntStream.rangeClosed(0, text.length())
          .anyMatch(i -> isLike(text.substring(i), pattern.substring(1), escape));
    }
    if (text.isEmpty()) {
      return false;
    }
    if (first == '_') {
      return isLike(text.substring(text.offsetByCodePoints(0, 1)), pattern.substring(1), escape);
    }
    return text.charAt(0) == first && isLike(text.substring(1), pattern.substring(1), escape);
  }
}
