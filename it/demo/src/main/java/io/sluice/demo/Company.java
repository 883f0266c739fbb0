/* SPDX-License-Identifier: Apache-2.0 */
package io.sluice.demo;

import io.trino.tpch.TpchTable;
import java.util.List;

/**
 * The company's data and where each table lives: sales in MySQL, the warehouse in Iceberg, purchase
 * in Hudi. No question worth asking stays inside one of them.
 */
record Company(
    Rows customer,
    Rows orders,
    Rows lineitem,
    Rows part,
    Rows supplier,
    Rows partsupp,
    Rows nation,
    Rows region) {
  static Company generate() {
    return new Company(
        Rows.generate(TpchTable.CUSTOMER),
        Rows.generate(TpchTable.ORDERS),
        Rows.generate(TpchTable.LINE_ITEM),
        Rows.generate(TpchTable.PART),
        Rows.generate(TpchTable.SUPPLIER),
        Rows.generate(TpchTable.PART_SUPPLIER),
        Rows.generate(TpchTable.NATION),
        Rows.generate(TpchTable.REGION));
  }

  /** {@code mysql_biz.shop} */
  List<Rows> inMySql() {
    return List.of(customer, orders);
  }

  /** {@code lake.tpch} */
  List<Rows> inIceberg() {
    return List.of(lineitem, part);
  }

  /** {@code hudi_lake.tpch} */
  List<Rows> inHudi() {
    return List.of(supplier, partsupp, nation, region);
  }
}
