/* SPDX-License-Identifier: Apache-2.0 */
package io.sluice.engine.flink.sql;

/** How far a mistyped key is from a known one: Levenshtein's distance. */
final class KeyDistance {
  private KeyDistance() {}

  /** The fewest letters to put in, take out or exchange that make one of the other. */
  static int between(String one, String other) {
    int[] above = new int[other.length() + 1];
    for (int j = 0; j < above.length; j++) {
      above[j] = j;
    }
    for (int i = 1; i <= one.length(); i++) {
      int[] row = new int[above.length];
      row[0] = i;
      for (int j = 1; j < row.length; j++) {
        int changed = above[j - 1] + (one.charAt(i - 1) == other.charAt(j - 1) ? 0 : 1);
        row[j] = Math.min(changed, 1 + Math.min(above[j], row[j - 1]));
      }
      above = row;
    }
    return above[other.length()];
  }
}
