/* SPDX-License-Identifier: Apache-2.0 */
package io.sluice.engine.flink.random;

import static java.util.Objects.requireNonNull;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.function.Supplier;
import java.util.function.UnaryOperator;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/**
 * Writes a query that means the same to Flink and to PostgreSQL: no division, no order, no
 * arithmetic that could overflow, and the types that both have. Its tables are {@link
 * RandomTables}'.
 *
 * <p>The kinds are chosen for the planner: joins of all types in all orders, conditions that span
 * many tables, aggregates above and below joins, sub-queries in each place, sets, and tables and
 * conditions that are empty.
 */
public final class RandomQuery {
  private final Random random;
  private final UnaryOperator<String> tableName;
  private int aliases;

  private RandomQuery(Random random, UnaryOperator<String> tableName) {
    this.random = requireNonNull(random, "random is null");
    this.tableName = requireNonNull(tableName, "tableName is null");
  }

  /**
   * The query of a seed.
   *
   * @param tableName gives the text that names a table of {@link RandomTables}
   */
  public static String of(long seed, UnaryOperator<String> tableName) {
    // Seeds that follow each other begin with the same choices; this takes them apart.
    return new RandomQuery(new Random(seed * 0x9E3779B97F4A7C15L), tableName).query(2);
  }

  private String query(int depth) {
    return switch (random.nextInt(8)) {
      case 0 -> set(depth);
      case 1, 2 -> aggregate(depth);
      case 3 -> window(depth);
      default -> select(depth, 1 + random.nextInt(3));
    };
  }

  private String select(int depth, int width) {
    From from = from(depth);
    String items =
        IntStream.range(0, width)
            .mapToObj(i -> item(from, depth) + " AS c" + i)
            .collect(Collectors.joining(", "));
    return "SELECT "
        + (chance(5) ? "DISTINCT " : "")
        + items
        + " FROM "
        + from.text
        + where(from, depth);
  }

  private String item(From from, int depth) {
    return switch (random.nextInt(8)) {
      case 0 -> "(" + condition(from, depth - 1, 1) + ")";
      case 1 -> text(from);
      default -> number(from, depth);
    };
  }

  private String where(From from, int depth) {
    return chance(4) ? "" : " WHERE " + condition(from, depth, 2);
  }

  private String aggregate(int depth) {
    From from = from(depth);
    int keys = random.nextInt(3);
    List<String> by =
        IntStream.range(0, keys).mapToObj(i -> from.column("id", "x", "y", "s")).toList();
    List<String> items = new ArrayList<>(by);
    int calls = 1 + random.nextInt(3);
    for (int i = 0; i < calls; i++) {
      items.add(call(from, depth));
    }
    StringBuilder sql = new StringBuilder("SELECT ");
    for (int i = 0; i < items.size(); i++) {
      sql.append(i == 0 ? "" : ", ").append(items.get(i)).append(" AS c").append(i);
    }
    sql.append(" FROM ").append(from.text).append(where(from, depth));
    List<String> distinct = by.stream().distinct().toList();
    if (!distinct.isEmpty()) {
      String list = String.join(", ", distinct);
      sql.append(" GROUP BY ").append(chance(6) ? "ROLLUP (" + list + ")" : list);
    }
    if (chance(4)) {
      sql.append(" HAVING ").append(call(from, 0)).append(comparison()).append(constant());
    }
    return sql.toString();
  }

  private String call(From from, int depth) {
    String argument = number(from, depth - 1);
    String call =
        switch (random.nextInt(8)) {
          case 0 -> "COUNT(*)";
          case 1 -> "COUNT(" + argument + ")";
          case 2 -> "COUNT(DISTINCT " + argument + ")";
          case 3 -> "MIN(" + argument + ")";
          case 4 -> "MAX(" + argument + ")";
          case 5 -> "SUM(" + from.column("d") + ")";
          case 6 -> "SUM(DISTINCT CAST(" + argument + " AS BIGINT))";
          default -> "SUM(CAST(" + argument + " AS BIGINT))";
        };
    return chance(6) ? call + " FILTER (WHERE " + condition(from, 0, 1) + ")" : call;
  }

  private String window(int depth) {
    From from = from(depth);
    String by = chance(3) ? "" : "PARTITION BY " + from.column("x", "y", "s") + " ";
    String call =
        switch (random.nextInt(4)) {
          case 0 -> "COUNT(*) OVER (" + by + ")";
          case 1 -> "SUM(CAST(" + from.column("x", "y") + " AS BIGINT)) OVER (" + by + ")";
          case 2 -> "MAX(" + from.column("x", "y") + ") OVER (" + by + ")";
          // Ranks are equal for equal values, whichever of them comes first.
          default ->
              "RANK() OVER (" + by + "ORDER BY COALESCE(" + from.column("x", "y", "id") + ", -9))";
        };
    return "SELECT "
        + number(from, depth)
        + " AS c0, "
        + call
        + " AS c1 FROM "
        + from.text
        + where(from, depth);
  }

  private String set(int depth) {
    int width = 1 + random.nextInt(2);
    StringBuilder sql = new StringBuilder(numbers(depth, width));
    int parts = 1 + random.nextInt(2);
    for (int i = 0; i < parts; i++) {
      String operator =
          List.of("UNION", "UNION ALL", "INTERSECT", "EXCEPT", "INTERSECT ALL", "EXCEPT ALL")
              .get(random.nextInt(6));
      String more = numbers(depth, width);
      // Each pair in parentheses: engines differ in which of them binds more.
      sql.insert(0, '(').append(' ').append(operator).append(' ').append(more).append(')');
    }
    return "SELECT * FROM (" + sql + ") AS u" + ++aliases;
  }

  /** A select of whole numbers, as a part of a set. */
  private String numbers(int depth, int width) {
    From from = from(depth - 1);
    return "SELECT "
        + IntStream.range(0, width)
            .mapToObj(i -> number(from, 0) + " AS c" + i)
            .collect(Collectors.joining(", "))
        + " FROM "
        + from.text
        + (chance(6) ? " WHERE 1 = 0" : where(from, 0));
  }

  private From from(int depth) {
    From from = new From();
    from.text = relation(from, depth);
    int joins = depth <= 0 ? random.nextInt(2) : random.nextInt(4);
    for (int i = 0; i < joins; i++) {
      From right = new From();
      String relation = relation(right, depth);
      From both = new From();
      both.aliases.addAll(from.aliases);
      both.aliases.addAll(right.aliases);
      switch (random.nextInt(7)) {
        case 0 -> both.text = from.text + ", " + relation;
        case 1 -> both.text = from.text + " CROSS JOIN " + relation;
        case 2, 3 ->
            both.text = joined(from, " LEFT JOIN ", relation, joinCondition(from, right, both));
        case 4 ->
            both.text = joined(from, " RIGHT JOIN ", relation, joinCondition(from, right, both));
        case 5 ->
            // PostgreSQL joins fully by equality only.
            both.text = joined(from, " FULL JOIN ", relation, equality(from, right));
        default -> both.text = joined(from, " JOIN ", relation, joinCondition(from, right, both));
      }
      from = both;
    }
    return from;
  }

  /**
   * All commas become CROSS JOIN: a join behind a comma sees only the last relation of the list.
   */
  private String joined(From left, String join, String right, String condition) {
    StringBuilder one = new StringBuilder(left.text);
    for (int comma = lastTopLevelComma(one); comma >= 0; comma = lastTopLevelComma(one)) {
      one.replace(comma, comma + 1, " CROSS JOIN");
    }
    return one + join + right + " ON " + condition;
  }

  private static int lastTopLevelComma(CharSequence text) {
    int depth = 0;
    for (int i = text.length() - 1; i >= 0; i--) {
      switch (text.charAt(i)) {
        case ')' -> depth++;
        case '(' -> depth--;
        case ',' -> {
          if (depth == 0) {
            return i;
          }
        }
        default -> {}
      }
    }
    return -1;
  }

  private String joinCondition(From left, From right, From both) {
    return switch (random.nextInt(4)) {
      case 0 -> condition(both, 0, 2);
      case 1 -> equality(left, right) + " AND " + condition(both, 0, 1);
      default -> equality(left, right);
    };
  }

  private String equality(From left, From right) {
    return left.column("id", "x", "y") + " = " + right.column("id", "x", "y");
  }

  private String relation(From from, int depth) {
    String alias = "t" + ++aliases;
    from.aliases.add(alias);
    if (depth <= 0 || !chance(5)) {
      String table = RandomTables.NAMES.get(random.nextInt(RandomTables.NAMES.size()));
      return tableName.apply(table) + " AS " + alias;
    }
    From inner = from(depth - 1);
    String body =
        chance(2)
            ? "SELECT "
                + inner.column("id")
                + " AS id, "
                + number(inner, 0)
                + " AS x, "
                + number(inner, 0)
                + " AS y, "
                + text(inner)
                + " AS s, "
                + inner.column("d")
                + " AS d FROM "
                + inner.text
                + where(inner, 0)
            : grouped(inner);
    return "(" + body + ") AS " + alias;
  }

  private String grouped(From inner) {
    String id = inner.column("id", "x");
    return "SELECT "
        + id
        + " AS id, MIN("
        + number(inner, 0)
        + ") AS x, MAX("
        + inner.column("y")
        + ") AS y, MIN("
        + inner.column("s")
        + ") AS s, MAX("
        + inner.column("d")
        + ") AS d FROM "
        + inner.text
        + where(inner, 0)
        + " GROUP BY "
        + id;
  }

  private String condition(From from, int depth, int size) {
    if (size > 0 && chance(2)) {
      String left = condition(from, depth, size - 1);
      String right = condition(from, depth, size - 1);
      return switch (random.nextInt(5)) {
        case 0, 1 -> "(" + left + " OR " + right + ")";
        case 2 -> "NOT (" + left + " AND " + right + ")";
        default -> left + " AND " + right;
      };
    }
    String x = number(from, 0);
    Supplier<String> y = () -> chance(2) ? constant() : number(from, 0);
    return switch (random.nextInt(depth > 0 ? 16 : 12)) {
      case 0 -> x + " IS NULL";
      case 1 -> x + " IS NOT NULL";
      case 2 -> x + " BETWEEN " + y.get() + " AND " + y.get();
      case 3 -> x + (chance(2) ? " IN (" : " NOT IN (") + constant() + ", " + y.get() + ")";
      case 4 -> x + " IS " + (chance(2) ? "NOT " : "") + "DISTINCT FROM " + y.get();
      case 5 -> text(from) + (chance(2) ? " LIKE 'a%'" : " = 'b'");
      case 6 -> {
        String column = from.column("x", "y");
        yield column + comparison() + column;
      }
      case 7 ->
          "("
              + x
              + comparison()
              + y.get()
              + ") IS "
              + (chance(2) ? "NOT " : "")
              + List.of("TRUE", "FALSE").get(random.nextInt(2));
      case 12 -> (chance(2) ? "" : "NOT ") + "EXISTS (" + inner(from, "1") + ")";
      case 13 -> x + (chance(2) ? " IN (" : " NOT IN (") + inner(from, null) + ")";
      case 14 -> x + comparison() + "(" + scalar(from) + ")";
      case 15 -> x + " IN (" + numbers(0, 1) + ")";
      default -> x + comparison() + y.get();
    };
  }

  /** A sub-query that may look at the outer query's row. */
  private String inner(From outer, String item) {
    From inner = from(0);
    String link = link(inner, outer);
    return "SELECT "
        + (item == null ? inner.column("x", "y", "id") : item)
        + " FROM "
        + inner.text
        + " WHERE "
        + link
        + condition(inner, 0, 1);
  }

  private String scalar(From outer) {
    From inner = from(0);
    String link = link(inner, outer);
    String call = List.of("MAX(", "MIN(", "COUNT(").get(random.nextInt(3));
    return "SELECT "
        + call
        + inner.column("x", "y", "id")
        + ") FROM "
        + inner.text
        + " WHERE "
        + link
        + condition(inner, 0, 1);
  }

  /** Looks at the outer query's row, or not at all. */
  private String link(From inner, From outer) {
    return switch (random.nextInt(8)) {
      case 0, 1, 2 -> "";
      case 3 -> number(inner, 0) + comparison() + number(outer, 0) + " AND ";
      case 4 ->
          inner.column("x", "y") + " IS NOT DISTINCT FROM " + outer.column("x", "y") + " AND ";
      default -> inner.column("x", "y") + " = " + outer.column("id", "x", "y") + " AND ";
    };
  }

  private String number(From from, int depth) {
    String column = from.column("id", "x", "x", "y", "y");
    return switch (random.nextInt(12)) {
      case 0 -> "COALESCE(" + column + ", " + from.column("x", "y") + ", " + constant() + ")";
      case 1 -> "(" + column + " + " + from.column("x", "y") + ")";
      case 2 -> "(" + column + " - " + from.column("x", "y") + ")";
      case 3 -> "(" + from.column("x") + " * " + from.column("y") + " + " + constant() + ")";
      case 4 -> "NULLIF(" + column + ", " + constant() + ")";
      case 5 ->
          "CASE WHEN "
              + (depth > 0 ? condition(from, 0, 1) : column + comparison() + constant())
              + " THEN "
              + from.column("x", "y")
              + (chance(2) ? "" : " ELSE " + constant())
              + " END";
      case 6 -> "ABS(" + column + ")";
      default -> column;
    };
  }

  private String text(From from) {
    String column = from.column("s");
    return chance(4) ? "COALESCE(" + column + ", 'none')" : column;
  }

  private String comparison() {
    return List.of(" = ", " <> ", " < ", " <= ", " > ", " >= ").get(random.nextInt(6));
  }

  private String constant() {
    return Integer.toString(random.nextInt(7) - 2);
  }

  private boolean chance(int oneIn) {
    return random.nextInt(oneIn) == 0;
  }

  /** The relations of a FROM clause, and its text. */
  private final class From {
    private final List<String> aliases = new ArrayList<>();
    private String text;

    String column(String... names) {
      return aliases.get(random.nextInt(aliases.size()))
          + "."
          + names[random.nextInt(names.length)];
    }
  }
}
