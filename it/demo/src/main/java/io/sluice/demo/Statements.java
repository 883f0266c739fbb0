/* SPDX-License-Identifier: Apache-2.0 */
package io.sluice.demo;

import io.sluice.fixtures.MariaDb;
import java.io.IOException;
import java.io.PrintStream;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;

/** The statements of the demo, each shown with its rows and time, and each answer checked. */
final class Statements {
  private static final int ROWS_SHOWN = 8;

  private final Beeline beeline;
  private final MariaDb mysql;
  private final Answers answers;
  private final PrintStream out;
  private final Consumer<String> problem;

  Statements(
      Beeline beeline, MariaDb mysql, Answers answers, PrintStream out, Consumer<String> problem) {
    this.beeline = beeline;
    this.mysql = mysql;
    this.answers = answers;
    this.out = out;
    this.problem = problem;
  }

  void run() throws IOException {
    title("Every source is a catalog");
    check(
        "SHOW CATALOGS",
        List.of(
            List.of("default_catalog"),
            List.of("hudi_lake"),
            List.of("lake"),
            List.of("mysql_biz")),
        false);

    title("One statement over MySQL, Iceberg and Hudi");
    check(
        """
        SELECT n.n_name AS nation, COUNT(*) AS items, SUM(l.l_extendedprice * (1 - l.l_discount)) AS revenue
        FROM mysql_biz.shop.customer c
        JOIN mysql_biz.shop.orders o ON o.o_custkey = c.c_custkey
        JOIN lake.tpch.lineitem l ON l.l_orderkey = o.o_orderkey
        JOIN hudi_lake.tpch.nation n ON n.n_nationkey = c.c_nationkey
        WHERE o.o_orderdate >= DATE '1995-01-01' AND o.o_orderdate < DATE '1996-01-01'
        GROUP BY n.n_name
        ORDER BY revenue DESC
        LIMIT 100
        """,
        answers.revenueByNation(),
        true);

    title("Import: MySQL joined with Hudi, into Iceberg");
    run("CREATE DATABASE lake.ods");
    run(
        "CREATE TABLE lake.ods.customer (custkey BIGINT, name STRING, nation STRING, region STRING,"
            + " balance DECIMAL(12, 2))");
    run(
        """
        INSERT INTO lake.ods.customer
        SELECT c.c_custkey, c.c_name, n.n_name, r.r_name, c.c_acctbal
        FROM mysql_biz.shop.customer c
        JOIN hudi_lake.tpch.nation n ON n.n_nationkey = c.c_nationkey
        JOIN hudi_lake.tpch.region r ON r.r_regionkey = n.n_regionkey
        """);
    check("SELECT * FROM lake.ods.customer", answers.customersWithRegion(), false);

    title("A new Iceberg table from a MySQL query");
    run(
        """
        CREATE TABLE lake.ods.orders_1996 AS
        SELECT o_orderkey, o_custkey, o_totalprice, o_orderdate, o_orderpriority
        FROM mysql_biz.shop.orders
        WHERE o_orderdate BETWEEN DATE '1996-01-01' AND DATE '1996-12-31'
        """);
    check("SELECT * FROM lake.ods.orders_1996", answers.ordersOf1996(), false);

    title("Upsert from Hudi into MySQL, by primary key");
    check("SELECT * FROM mysql_biz.shop.supplier_stock", Answers.staleStock(), false);
    run(
        """
        INSERT INTO mysql_biz.shop.supplier_stock
        SELECT s.s_suppkey, s.s_name, COUNT(*), SUM(CAST(ps.ps_availqty AS BIGINT)), MAX(ps.ps_supplycost)
        FROM hudi_lake.tpch.supplier s
        JOIN hudi_lake.tpch.partsupp ps ON ps.ps_suppkey = s.s_suppkey
        GROUP BY s.s_suppkey, s.s_name
        """);
    check("SELECT * FROM mysql_biz.shop.supplier_stock", answers.stock(), false);
    Answer atTheSource =
        new Answer(
            List.of(),
            mysql.query("SELECT * FROM shop.supplier_stock").stream()
                .map(row -> row.stream().map(String::valueOf).toList())
                .toList(),
            Optional.empty());
    compare("MySQL itself, asked without the gateway", atTheSource, answers.stock(), false);

    timeTravel();
  }

  private void timeTravel() throws IOException {
    title("Time travel in Iceberg");
    List<List<String>> snapshots =
        run("SELECT snapshot_id, operation FROM lake.ods.`customer$snapshots`").rows();
    if (snapshots.size() != 1) {
      throw new DemoFailure(
          "One INSERT made " + snapshots.size() + " snapshots of lake.ods.customer: " + snapshots);
    }
    String before = snapshots.get(0).get(0);
    run("INSERT INTO lake.ods.customer VALUES (0, 'new', 'nowhere', 'none', 0.00)");
    int customers = answers.customersWithRegion().size();
    check(
        "SELECT COUNT(*) FROM lake.ods.customer", List.of(List.of((Object) (customers + 1))), true);
    check(
        "SELECT * FROM lake.ods.customer /*+ OPTIONS('snapshot-id' = '" + before + "') */",
        answers.customersWithRegion(),
        false);
  }

  private void title(String text) {
    out.println();
    out.println("== " + text);
  }

  private Answer run(String statement) throws IOException {
    out.println();
    out.print(statement.strip().indent(2));
    Answer answer = beeline.run(statement.strip());
    show(answer);
    return answer;
  }

  private void check(String statement, List<List<Object>> expected, boolean inOrder)
      throws IOException {
    compare(statement, run(statement), expected, inOrder);
  }

  private void compare(String what, Answer answer, List<List<Object>> expected, boolean inOrder) {
    Optional<String> difference = answer.differenceFrom(expected, inOrder);
    if (difference.isEmpty()) {
      out.println(
          "  right: all "
              + expected.size()
              + " rows are the generator's"
              + (inOrder ? ", in order" : ""));
    } else {
      out.println("  WRONG: " + difference.get());
      problem.accept(what.strip() + ": " + difference.get());
    }
  }

  private void show(Answer answer) {
    if (!answer.header().isEmpty()) {
      out.println("  | " + String.join(" | ", answer.header()));
      answer.rows().stream()
          .limit(ROWS_SHOWN)
          .forEach(row -> out.println("  | " + String.join(" | ", row)));
      if (answer.rows().size() > ROWS_SHOWN) {
        out.println("  | ... " + (answer.rows().size() - ROWS_SHOWN) + " more");
      }
    }
    answer.seconds().ifPresent(seconds -> out.println("  " + seconds + " s"));
  }
}
