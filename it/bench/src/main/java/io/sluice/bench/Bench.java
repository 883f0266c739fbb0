/* SPDX-License-Identifier: Apache-2.0 */
package io.sluice.bench;

import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/** What is measured; the name is that of the command line and the JSON. */
enum Bench {
  CONNECT("connect", Unit.MILLISECONDS, 5, 8, "open a connection with its session, engine running"),
  SELECT1("select1", Unit.MILLISECONDS, 5, 40, "SELECT 1 on an open connection, row fetched"),
  POINT("point", Unit.MILLISECONDS, 5, 20, "one row of a MySQL table of 100,000 by primary key"),
  FETCH_RAW("fetch-raw", Unit.ROWS_PER_SECOND, 7, 1, "1,000,000 rows by a bare Thrift client"),
  FETCH_JDBC("fetch-jdbc", Unit.ROWS_PER_SECOND, 7, 1, "1,000,000 rows by Hive JDBC 3.1.3");

  enum Unit {
    MILLISECONDS("ms"),
    ROWS_PER_SECOND("rows/s");

    private final String text;

    Unit(String text) {
      this.text = text;
    }

    @Override
    public String toString() {
      return text;
    }
  }

  private final String text;
  private final Unit unit;
  private final int rounds;
  private final int perRound;
  private final String what;

  Bench(String text, Unit unit, int rounds, int perRound, String what) {
    this.text = text;
    this.unit = unit;
    this.rounds = rounds;
    this.perRound = perRound;
    this.what = what;
  }

  static Optional<Bench> named(String text) {
    return Arrays.stream(values()).filter(bench -> bench.text.equals(text)).findFirst();
  }

  static List<String> names() {
    return Arrays.stream(values()).map(Bench::toString).toList();
  }

  Unit unit() {
    return unit;
  }

  /**
   * Turns of each subject before those that count. A JVM compiles for some million rows before it
   * is as fast as it stays.
   */
  int warmUps() {
    return unit == Unit.ROWS_PER_SECOND ? 5 : 1;
  }

  /** How often each subject has its turn, after those that are not counted. */
  int rounds() {
    return rounds;
  }

  /** How many times in a turn. */
  int perRound() {
    return perRound;
  }

  String what() {
    return what;
  }

  @Override
  public String toString() {
    return text;
  }
}
