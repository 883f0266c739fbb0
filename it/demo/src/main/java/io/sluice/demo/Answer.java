/* SPDX-License-Identifier: Apache-2.0 */
package io.sluice.demo;

import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** A statement's rows as beeline showed them, all of them, and the time it says they took. */
record Answer(List<String> header, List<List<String>> rows, Optional<String> seconds) {
  private static final int DIFFERENCES_SHOWN = 5;

  Answer {
    header = List.copyOf(header);
    rows = List.copyOf(rows);
  }

  /**
   * How these rows differ from what they should be, or empty if not at all. Numbers are compared as
   * numbers, so that 1.5 and 1.50 are one; everything else as text.
   */
  Optional<String> differenceFrom(List<List<Object>> expected, boolean inOrder) {
    List<List<String>> want = expected.stream().map(Answer::canonical).toList();
    List<List<String>> have = rows.stream().map(row -> canonical(new ArrayList<>(row))).toList();
    if (inOrder ? want.equals(have) : counts(want).equals(counts(have))) {
      return Optional.empty();
    }
    List<List<String>> missing = minus(want, have);
    List<List<String>> unexpected = minus(have, want);
    if (missing.isEmpty() && unexpected.isEmpty()) {
      return Optional.of("the rows are right and their order is not");
    }
    return Optional.of(
        "%d rows where %d should be; missing %s; not to be there %s"
            .formatted(have.size(), want.size(), some(missing), some(unexpected)));
  }

  private static List<String> canonical(List<Object> row) {
    return row.stream().map(value -> canonical(String.valueOf(value))).toList();
  }

  private static String canonical(String text) {
    try {
      return new BigDecimal(text).stripTrailingZeros().toPlainString();
    } catch (NumberFormatException e) {
      return text;
    }
  }

  private static Map<List<String>, Integer> counts(List<List<String>> rows) {
    Map<List<String>, Integer> counts = new HashMap<>();
    rows.forEach(row -> counts.merge(row, 1, Integer::sum));
    return counts;
  }

  private static List<List<String>> minus(List<List<String>> rows, List<List<String>> others) {
    Map<List<String>, Integer> left = counts(others);
    List<List<String>> rest = new ArrayList<>();
    for (List<String> row : rows) {
      if (left.merge(row, -1, Integer::sum) < 0) {
        rest.add(row);
      }
    }
    return rest;
  }

  private static String some(List<List<String>> rows) {
    return rows.size() + " such as " + rows.subList(0, Math.min(DIFFERENCES_SHOWN, rows.size()));
  }
}
