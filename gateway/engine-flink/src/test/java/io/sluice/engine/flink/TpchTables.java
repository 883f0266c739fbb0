/* SPDX-License-Identifier: Apache-2.0 */
package io.sluice.engine.flink;

import io.sluice.fixtures.MariaDb;
import io.sluice.fixtures.PostgreSql;
import io.trino.tpch.TpchEntity;
import io.trino.tpch.TpchTable;
import java.io.BufferedWriter;
import java.io.IOException;
import java.io.Reader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import java.util.Map;
import org.postgresql.PGConnection;

/** TPC-H's tables, filled by its generator; texts of fixed length are VARCHAR, without padding. */
final class TpchTables {
  static final String DATABASE = "tpch";

  private static final Map<String, String> COLUMNS =
      Map.of(
          "region",
          "r_regionkey BIGINT, r_name VARCHAR(25), r_comment VARCHAR(152)",
          "nation",
          "n_nationkey BIGINT, n_name VARCHAR(25), n_regionkey BIGINT, n_comment VARCHAR(152)",
          "supplier",
          "s_suppkey BIGINT, s_name VARCHAR(25), s_address VARCHAR(40), s_nationkey BIGINT,"
              + " s_phone VARCHAR(15), s_acctbal DECIMAL(15, 2), s_comment VARCHAR(101)",
          "customer",
          "c_custkey BIGINT, c_name VARCHAR(25), c_address VARCHAR(40), c_nationkey BIGINT,"
              + " c_phone VARCHAR(15), c_acctbal DECIMAL(15, 2), c_mktsegment VARCHAR(10),"
              + " c_comment VARCHAR(117)",
          "part",
          "p_partkey BIGINT, p_name VARCHAR(55), p_mfgr VARCHAR(25), p_brand VARCHAR(10),"
              + " p_type VARCHAR(25), p_size INT, p_container VARCHAR(10),"
              + " p_retailprice DECIMAL(15, 2), p_comment VARCHAR(23)",
          "partsupp",
          "ps_partkey BIGINT, ps_suppkey BIGINT, ps_availqty INT, ps_supplycost DECIMAL(15, 2),"
              + " ps_comment VARCHAR(199)",
          "orders",
          "o_orderkey BIGINT, o_custkey BIGINT, o_orderstatus VARCHAR(1),"
              + " o_totalprice DECIMAL(15, 2), o_orderdate DATE, o_orderpriority VARCHAR(15),"
              + " o_clerk VARCHAR(15), o_shippriority INT, o_comment VARCHAR(79)",
          "lineitem",
          "l_orderkey BIGINT, l_partkey BIGINT, l_suppkey BIGINT, l_linenumber INT,"
              + " l_quantity DECIMAL(15, 2), l_extendedprice DECIMAL(15, 2),"
              + " l_discount DECIMAL(15, 2), l_tax DECIMAL(15, 2), l_returnflag VARCHAR(1),"
              + " l_linestatus VARCHAR(1), l_shipdate DATE, l_commitdate DATE, l_receiptdate DATE,"
              + " l_shipinstruct VARCHAR(25), l_shipmode VARCHAR(10), l_comment VARCHAR(44)");

  private TpchTables() {}

  static List<String> names() {
    return COLUMNS.keySet().stream().sorted().toList();
  }

  private static String key(String table) {
    return switch (table) {
      case "partsupp" -> "ps_partkey, ps_suppkey";
      case "lineitem" -> "l_orderkey, l_linenumber";
      default -> COLUMNS.get(table).substring(0, COLUMNS.get(table).indexOf(' '));
    };
  }

  /** Fills both servers. */
  static void fill(Path folder, double scale, MariaDb mysql, PostgreSql reference)
      throws IOException, SQLException {
    // Texts are ordered by their bytes, as in Flink.
    reference.execute(
        "postgres",
        "CREATE DATABASE " + DATABASE + " LC_COLLATE 'C' LC_CTYPE 'C' TEMPLATE template0");
    mysql.execute("CREATE DATABASE " + DATABASE);
    for (TpchTable<?> table : TpchTable.getTables()) {
      String name = table.getTableName();
      Path file = folder.resolve(name + ".tbl");
      write(table, scale, file);
      String create =
          "CREATE TABLE " + name + " (" + COLUMNS.get(name) + ", PRIMARY KEY (" + key(name) + "))";
      try (Connection connection = mysql.connect(DATABASE);
          Statement statement = connection.createStatement()) {
        statement.execute(create);
        statement.execute(
            "LOAD DATA LOCAL INFILE '"
                + file
                + "' INTO TABLE "
                + name
                + " FIELDS TERMINATED BY '|'");
      }
      reference.execute(DATABASE, create);
      try (Connection connection = reference.connect(DATABASE);
          Reader rows = Files.newBufferedReader(file)) {
        connection
            .unwrap(PGConnection.class)
            .getCopyAPI()
            .copyIn("COPY " + name + " FROM STDIN WITH (DELIMITER '|')", rows);
      }
      Files.delete(file);
    }
    reference.execute(DATABASE, "ANALYZE");
  }

  private static <E extends TpchEntity> void write(TpchTable<E> table, double scale, Path file)
      throws IOException {
    try (BufferedWriter rows = Files.newBufferedWriter(file)) {
      for (E row : table.createGenerator(scale, 1, 1)) {
        String line = row.toLine();
        rows.write(line.endsWith("|") ? line.substring(0, line.length() - 1) : line);
        rows.write('\n');
      }
    }
  }

  /** Imports a table from {@code mysql} into another datasource. */
  static void copy(EngineClient.Session session, String datasource, String table) {
    String columns = COLUMNS.get(table);
    session.query(
        "CREATE TABLE "
            + datasource
            + "."
            + DATABASE
            + "."
            + table
            + " ("
            + (datasource.equals("hudi")
                ? columns.replaceAll("VARCHAR\\([0-9]+\\)", "STRING")
                    + ", PRIMARY KEY ("
                    + key(table)
                    + ") NOT ENFORCED"
                : columns)
            + ")");
    session.query(
        "INSERT INTO "
            + datasource
            + "."
            + DATABASE
            + "."
            + table
            + " SELECT * FROM mysql."
            + DATABASE
            + "."
            + table);
  }
}
