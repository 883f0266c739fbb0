/* SPDX-License-Identifier: Apache-2.0 */
package io.sluice.engine.flink.random;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.stream.Collectors;

/**
 * Small tables for {@link RandomQuery}: {@code (id INT, x INT, y INT, s VARCHAR, d DECIMAL(12,2))}
 * with few different values, so that joins meet, many NULLs, and one table with no row.
 */
public final class RandomTables {
  public static final List<String> NAMES = List.of("g", "h", "k", "nil");

  private RandomTables() {}

  /** The rows of a table, as they stand in VALUES; always the same. */
  public static List<String> rows(String table) {
    int count = List.of(17, 9, 4, 0).get(NAMES.indexOf(table));
    Random random = new Random(table.hashCode());
    List<String> rows = new ArrayList<>();
    for (int id = 1; id <= count; id++) {
      String s = random.nextInt(4) == 0 ? "NULL" : "'" + "ab".charAt(random.nextInt(2)) + "'";
      String d =
          random.nextInt(4) == 0
              ? "NULL"
              : (random.nextInt(2000) - 1000) / 100 + ".5" + random.nextInt(10);
      rows.add(
          "(" + id + ", " + number(random) + ", " + number(random) + ", " + s + ", " + d + ")");
    }
    return rows;
  }

  private static String number(Random random) {
    return random.nextInt(4) == 0 ? "NULL" : Integer.toString(random.nextInt(5) - 1);
  }

  /** Fills an existing table; nothing for the empty one. */
  public static List<String> inserts(String table, String name) {
    List<String> rows = rows(table);
    return rows.isEmpty()
        ? List.of()
        : List.of(
            rows.stream()
                .collect(Collectors.joining(", ", "INSERT INTO " + name + " VALUES ", "")));
  }
}
