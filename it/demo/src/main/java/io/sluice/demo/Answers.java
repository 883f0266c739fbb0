/* SPDX-License-Identifier: Apache-2.0 */
package io.sluice.demo;

import java.math.BigDecimal;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** What the demo's statements must give, worked out in plain Java from the generator's rows. */
final class Answers {
  private final Company company;

  Answers(Company company) {
    this.company = company;
  }

  /** Nation, number of orders, revenue of the orders of 1995; the highest revenue first. */
  List<List<Object>> revenueByNation() {
    Map<Object, List<Object>> nations = byFirst(company.nation());
    Map<Object, List<Object>> customers = byFirst(company.customer());
    Map<Object, Object> nationOfOrder = new HashMap<>();
    Rows orders = company.orders();
    for (List<Object> order : orders.values()) {
      if (((LocalDate) order.get(orders.at("o_orderdate"))).getYear() == 1995) {
        List<Object> customer = customers.get(order.get(orders.at("o_custkey")));
        List<Object> nation = nations.get(customer.get(company.customer().at("c_nationkey")));
        nationOfOrder.put(order.get(0), nation.get(company.nation().at("n_name")));
      }
    }
    Map<Object, BigDecimal> revenue = new TreeMap<>();
    Map<Object, Long> items = new HashMap<>();
    Rows lines = company.lineitem();
    int price = lines.at("l_extendedprice");
    int discount = lines.at("l_discount");
    for (List<Object> line : lines.values()) {
      Object nation = nationOfOrder.get(line.get(lines.at("l_orderkey")));
      if (nation != null) {
        BigDecimal paid =
            decimal(line, price).multiply(BigDecimal.ONE.subtract(decimal(line, discount)));
        revenue.merge(nation, paid, BigDecimal::add);
        items.merge(nation, 1L, Long::sum);
      }
    }
    List<List<Object>> rows = new ArrayList<>();
    revenue.forEach((nation, sum) -> rows.add(List.of(nation, items.get(nation), sum)));
    rows.sort(Comparator.comparing((List<Object> row) -> (BigDecimal) row.get(2)).reversed());
    return rows;
  }

  /** Each customer with the names of nation and region, and the account's balance. */
  List<List<Object>> customersWithRegion() {
    Map<Object, List<Object>> nations = byFirst(company.nation());
    Map<Object, List<Object>> regions = byFirst(company.region());
    Rows customers = company.customer();
    List<List<Object>> rows = new ArrayList<>();
    for (List<Object> customer : customers.values()) {
      List<Object> nation = nations.get(customer.get(customers.at("c_nationkey")));
      List<Object> region = regions.get(nation.get(company.nation().at("n_regionkey")));
      rows.add(
          List.of(
              customer.get(0),
              customer.get(customers.at("c_name")),
              nation.get(company.nation().at("n_name")),
              region.get(company.region().at("r_name")),
              customer.get(customers.at("c_acctbal"))));
    }
    return rows;
  }

  /** The orders of 1996: key, customer, total, date, priority. */
  List<List<Object>> ordersOf1996() {
    Rows orders = company.orders();
    int date = orders.at("o_orderdate");
    List<List<Object>> rows = new ArrayList<>();
    for (List<Object> order : orders.values()) {
      if (((LocalDate) order.get(date)).getYear() == 1996) {
        rows.add(
            List.of(
                order.get(0),
                order.get(orders.at("o_custkey")),
                order.get(orders.at("o_totalprice")),
                order.get(date),
                order.get(orders.at("o_orderpriority"))));
      }
    }
    return rows;
  }

  /**
   * What {@code shop.supplier_stock} holds before the upsert: two suppliers with old figures, and
   * one that purchase does not know and that must stay as it is.
   */
  static List<List<Object>> staleStock() {
    return List.of(
        List.of(1L, "an old name", 1L, 1L, new BigDecimal("0.01")),
        List.of(100L, "another old name", 2L, 2L, new BigDecimal("0.02")),
        List.of(9_000_001L, "not in purchase", 3L, 3L, new BigDecimal("0.03")));
  }

  /** {@code shop.supplier_stock} after the upsert. */
  List<List<Object>> stock() {
    Rows offers = company.partsupp();
    Map<Object, Long> parts = new HashMap<>();
    Map<Object, Long> available = new HashMap<>();
    Map<Object, BigDecimal> dearest = new HashMap<>();
    for (List<Object> offer : offers.values()) {
      Object supplier = offer.get(offers.at("ps_suppkey"));
      parts.merge(supplier, 1L, Long::sum);
      available.merge(
          supplier, ((Integer) offer.get(offers.at("ps_availqty"))).longValue(), Long::sum);
      dearest.merge(supplier, decimal(offer, offers.at("ps_supplycost")), BigDecimal::max);
    }
    Map<Object, List<Object>> rows = new TreeMap<>();
    staleStock().forEach(row -> rows.put(row.get(0), row));
    Rows suppliers = company.supplier();
    for (List<Object> supplier : suppliers.values()) {
      Object key = supplier.get(0);
      rows.put(
          key,
          List.of(
              key,
              supplier.get(suppliers.at("s_name")),
              parts.get(key),
              available.get(key),
              dearest.get(key)));
    }
    return List.copyOf(rows.values());
  }

  private static BigDecimal decimal(List<Object> row, int column) {
    return (BigDecimal) row.get(column);
  }

  private static Map<Object, List<Object>> byFirst(Rows rows) {
    Map<Object, List<Object>> found = new HashMap<>();
    rows.values().forEach(row -> found.put(row.get(0), row));
    return found;
  }
}
