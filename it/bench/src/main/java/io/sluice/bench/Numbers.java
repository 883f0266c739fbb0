/* SPDX-License-Identifier: Apache-2.0 */
package io.sluice.bench;

/**
 * The rows of the table to fetch. Apart from {@link NumbersMain}, which needs Iceberg on its class
 * path to be loaded at all.
 */
final class Numbers {
  static final int ROWS = 1_000_000;

  private Numbers() {}

  static String name(long id) {
    return "name-" + id;
  }

  static double score(long id) {
    return id * 0.5;
  }

  /** What {@link JdbcClient#checksum} gives over all rows. */
  static long checksum() {
    long sum = 0;
    for (long id = 0; id < ROWS; id++) {
      sum += id + name(id).length() + (long) score(id);
    }
    return sum;
  }
}
