/* SPDX-License-Identifier: Apache-2.0 */
package io.sluice.server.router;

import io.sluice.server.statement.LocalStatement.ShowDatabases;
import io.sluice.server.statement.NamePattern;

/** Statements said the way an engine understands them. */
final class Rewrites {
  private Rewrites() {}

  /** SHOW SCHEMAS is known to Hive and Spark, not to Flink. */
  static String showDatabases(ShowDatabases show) {
    StringBuilder text = new StringBuilder("SHOW DATABASES");
    show.catalog().ifPresent(c -> text.append(" FROM `").append(c.replace("`", "``")).append('`'));
    show.like().ifPresent(like -> text.append(like(like)));
    return text.toString();
  }

  private static String like(NamePattern like) {
    return (like.negated() ? " NOT" : "")
        + (like.ignoresCase() ? " ILIKE '" : " LIKE '")
        + like.pattern().replace("'", "''")
        + '\'';
  }
}
