/* SPDX-License-Identifier: Apache-2.0 */
package io.sluice.engine.flink.sql;

import io.sluice.error.ErrorCode;
import io.sluice.error.SluiceException;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;

/**
 * Subqueries that Flink cannot plan. It turns each into a join; where its rules do not get there it
 * fails with words about its plans, or falls over its own assumptions.
 */
final class SubqueryErrors {
  /** Calcite's classes that turn subqueries into joins, or derive what holds in those joins. */
  private static final Pattern REWRITING =
      Pattern.compile(".*(?:SubQueryRemove|SubQueryDecorrelat|RelDecorrelat|RelMdPredicates).*");

  private static final Pattern SUBQUERY =
      Pattern.compile("\\(\\s*(?:SELECT|VALUES|WITH)\\b", Pattern.CASE_INSENSITIVE);
  private static final Pattern UNNEST =
      Pattern.compile("\\bUNNEST\\s*\\(", Pattern.CASE_INSENSITIVE);
  private static final Pattern COLLECTION =
      Pattern.compile("\\b(?:ARRAY|MULTISET|MAP)\\s*\\(\\s*SELECT\\b", Pattern.CASE_INSENSITIVE);

  private SubqueryErrors() {}

  /**
   * @param chain of causes
   * @param statement its text, if known
   */
  static Optional<SluiceException> of(List<Throwable> chain, String statement) {
    for (Throwable link : chain) {
      String message = String.valueOf(link.getMessage());
      if (message.contains("SingleValueAggFunction received more than one element")) {
        return Optional.of(
            new SluiceException(
                ErrorCode.INVALID_VALUE,
                "A subquery that stands for one value gave several rows. Write MAX(…) or another"
                    + " aggregate in it, or IN instead of =.",
                chain.get(0)));
      }
      Optional<String> told =
          message.contains("unexpected correlate variable")
              ? Optional.of(correlated(statement))
              : message.contains("There are not enough rules to produce a node")
                  ? unplanned(statement)
                  : fellOver(link, statement);
      if (told.isPresent()) {
        return Optional.of(new SluiceException(ErrorCode.NOT_SUPPORTED, told.get(), chain.get(0)));
      }
    }
    return Optional.empty();
  }

  private static String correlated(String statement) {
    return COLLECTION.matcher(statement).find()
        ? collection()
        : "Flink cannot plan this correlated subquery: it names columns of the query around it in"
            + " VALUES or above them, in a part of a UNION, under LIMIT, in the ON of a JOIN, or two"
            + " levels down. Join the two tables instead (LEFT JOIN with GROUP BY for one value of"
            + " many rows), or move the condition into the WHERE of a subquery of one SELECT.";
  }

  private static Optional<String> unplanned(String statement) {
    if (COLLECTION.matcher(statement).find()) {
      return Optional.of(collection());
    }
    return UNNEST.matcher(statement).find() && SUBQUERY.matcher(statement).find()
        ? Optional.of(
            "Flink cannot plan UNNEST of the outer query's columns in a subquery of EXISTS or IN."
                + " Write FROM t CROSS JOIN UNNEST(…) AS u (x) WHERE …, or ARRAY_CONTAINS.")
        : Optional.empty();
  }

  private static String collection() {
    return "Flink cannot plan ARRAY(SELECT …), MULTISET(SELECT …) and MAP(SELECT …). Join with a"
        + " query that has ARRAY_AGG(…) or COLLECT(…) and GROUP BY.";
  }

  /** An exception or assertion out of the rewriting itself: seen for subqueries in ON only. */
  private static Optional<String> fellOver(Throwable link, String statement) {
    boolean rewriting =
        (link instanceof AssertionError || link instanceof RuntimeException)
            // A JVM that has thrown one often enough leaves the trace out.
            && (link.getStackTrace().length == 0
                || Arrays.stream(link.getStackTrace())
                    .anyMatch(frame -> REWRITING.matcher(frame.getClassName()).matches()));
    return rewriting && SUBQUERY.matcher(statement).find()
        ? Optional.of(
            "Flink cannot plan this subquery, as it stands in the ON of a JOIN or as deep: write it"
                + " in WHERE, or as a table of its own in FROM, joined on its columns.")
        : Optional.empty();
  }
}
