/* SPDX-License-Identifier: Apache-2.0 */
package io.sluice.catalog.flink.mysql;

import static java.util.Objects.requireNonNull;

/**
 * How values of a column travel: what is selected in its place, and how it is compared.
 *
 * <p>{@code %s} stands for the quoted column. Dates and times are selected as the text the server
 * writes: the drivers turn values they cannot represent ({@code 838:59:59}, {@code 0000-00-00})
 * into other values, and move instants between time zones. FLOAT is widened by the server, because
 * its text has six digits only.
 */
enum MySqlKind {
  TINYINT("%s", Comparison.EXACT),
  SMALLINT("%s", Comparison.EXACT),
  INT("%s", Comparison.EXACT),
  BIGINT("%s", Comparison.EXACT),
  DECIMAL("%s", Comparison.EXACT),
  /** More than 38 digits: the number as text. */
  WIDE_DECIMAL("CAST(%s AS CHAR)", Comparison.NONE),
  FLOAT("(%s + 0E0)", Comparison.NONE),
  DOUBLE("%s", Comparison.EXACT),
  /** BIT(1). */
  BOOLEAN("(%s + 0)", Comparison.EXACT),
  /** BIT(n), most significant byte first. */
  BITS("%s", Comparison.NONE),
  YEAR("(%s + 0)", Comparison.EXACT),
  /** A date; {@code 0000-00-00} and dates with a zero part read as NULL. */
  DATE("CAST(%s AS CHAR)", Comparison.SUPERSET),
  DATETIME("CAST(%s AS CHAR)", Comparison.SUPERSET),
  /** An instant; our connections run in UTC. */
  TIMESTAMP("CAST(%s AS CHAR)", Comparison.SUPERSET),
  /** TIME with up to three fraction digits; one outside a day is an error. */
  TIME("CAST(%s AS CHAR)", Comparison.NONE),
  /** TIME with more digits than Flink's TIME keeps: text. */
  TIME_TEXT("CAST(%s AS CHAR)", Comparison.NONE),
  /** Text under a collation: what is equal here is equal there, not the reverse. */
  TEXT("%s", Comparison.COLLATED),
  /** ENUM, SET, JSON, UUID, INET: text with comparison rules of its own. */
  SPECIAL_TEXT("%s", Comparison.NONE),
  BYTES("%s", Comparison.EXACT),
  /** The server's own bytes: four of SRID, then WKB. */
  GEOMETRY("%s", Comparison.NONE);

  /** What a comparison at the source says about the same comparison in Flink. */
  enum Comparison {
    /** The same rows. */
    EXACT,
    /** At least the same rows; Flink compares again. */
    SUPERSET,
    /** At least the same rows for {@code =} and LIKE; nothing else. */
    COLLATED,
    /** Unknown. */
    NONE
  }

  private final String selected;
  private final Comparison comparison;

  MySqlKind(String selected, Comparison comparison) {
    this.selected = requireNonNull(selected, "selected is null");
    this.comparison = comparison;
  }

  /** What to select for a column of this kind, given its quoted name. */
  String selected(String quotedColumn) {
    return selected.replace("%s", quotedColumn);
  }

  Comparison comparison() {
    return comparison;
  }
}
