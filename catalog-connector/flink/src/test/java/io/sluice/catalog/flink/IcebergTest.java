/* SPDX-License-Identifier: Apache-2.0 */
package io.sluice.catalog.flink;

import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.error.ErrorCode;
import io.sluice.fixtures.MariaDb;
import io.sluice.metadata.Datasource;
import io.sluice.metadata.Platform;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.apache.hadoop.conf.Configuration;
import org.apache.iceberg.Schema;
import org.apache.iceberg.Table;
import org.apache.iceberg.catalog.Namespace;
import org.apache.iceberg.catalog.TableIdentifier;
import org.apache.iceberg.hadoop.HadoopCatalog;
import org.apache.iceberg.types.Types;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;

/** Iceberg in a hadoop catalog and in a JDBC catalog on MariaDB, and imports from MySQL. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class IcebergTest {
  private MariaDb server;
  private HadoopCatalog outside;
  private Sql sql;

  @BeforeAll
  void start(@TempDir Path folder) {
    server = MariaDb.start();
    server.execute(
        "CREATE DATABASE shop",
        "CREATE DATABASE iceberg",
        "CREATE TABLE shop.orders (id INT PRIMARY KEY, item VARCHAR(20), price DECIMAL(10,2), t TIME(3), ts TIMESTAMP(6))",
        "SET time_zone = '+00:00'",
        "INSERT INTO shop.orders VALUES (1, 'pen', 1.50, '10:00:00.123', '2024-05-01 10:00:00.123456'), (2, 'ink', 2.25, NULL, NULL), (3, NULL, NULL, NULL, NULL)");
    String warehouse = folder.resolve("lake").toUri().toString();
    outside = new HadoopCatalog(new Configuration(), warehouse);
    sql =
        Sql.over(
            folder.resolve("data"),
            Datasource.of(
                "mysql_biz",
                Platform.MARIADB,
                Map.of("url", server.mysqlUrl(), "user", "root", "password", "")),
            Datasource.of(
                "lake",
                Platform.ICEBERG,
                Map.of("catalog.type", "hadoop", "catalog.warehouse", warehouse)),
            Datasource.of(
                "jlake",
                Platform.ICEBERG,
                Map.of(
                    "catalog.type",
                    "jdbc",
                    "catalog.uri",
                    server.jdbcUrl() + "iceberg",
                    "catalog.jdbc.user",
                    "root",
                    "catalog.jdbc.password",
                    "",
                    "catalog.warehouse",
                    folder.resolve("jlake").toUri().toString())));
    sql.run("CREATE DATABASE lake.ods");
  }

  @AfterAll
  void stop() throws Exception {
    if (sql != null) {
      sql.close();
    }
    outside.close();
    server.close();
  }

  @Test
  void importsFromMySqlInOneStatement() {
    sql.run("CREATE TABLE lake.ods.orders AS SELECT * FROM mysql_biz.shop.orders");
    assertThat(sql.rows("SELECT * FROM lake.ods.orders ORDER BY id"))
        .containsExactly(
            "+I[1, pen, 1.50, 10:00:00.123, 2024-05-01T10:00:00.123456Z]",
            "+I[2, ink, 2.25, null, null]",
            "+I[3, null, null, null, null]");
    sql.run(
        "INSERT INTO lake.ods.orders (id, item) SELECT id + 10, item FROM mysql_biz.shop.orders WHERE price > 2");
    assertThat(
            sql.rows(
                "SELECT l.id, m.price FROM lake.ods.orders l JOIN mysql_biz.shop.orders m ON l.item = m.item WHERE l.id > 10"))
        .containsExactly("+I[12, 2.25]");
    assertThat(sql.rows("SELECT `operation` FROM lake.ods.`orders$snapshots`"))
        .containsExactly("+I[append]", "+I[append]");
    assertThat(sql.rows("SELECT COUNT(*) FROM lake.ods.`orders$files`")).hasSize(1);
    assertThat(sql.rows("SHOW TABLES IN lake.ods")).contains("+I[orders]");
  }

  @Test
  void timeTravelReadsTheTableAsItWas() {
    sql.run("CREATE TABLE lake.ods.history (id INT, v STRING)");
    sql.run("INSERT INTO lake.ods.history VALUES (1, 'old')");
    TableIdentifier name = TableIdentifier.of("ods", "history");
    long first = outside.loadTable(name).currentSnapshot().timestampMillis();
    long id = outside.loadTable(name).currentSnapshot().snapshotId();
    outside.loadTable(name).updateSchema().addColumn("added", Types.IntegerType.get()).commit();
    sql.run("INSERT INTO lake.ods.history VALUES (2, 'new', 7)");
    assertThat(sql.rows("SELECT * FROM lake.ods.history ORDER BY id"))
        .containsExactly("+I[1, old, null]", "+I[2, new, 7]");
    assertThat(
            sql.rows("SELECT * FROM lake.ods.history /*+ OPTIONS('snapshot-id'='" + id + "') */"))
        .hasSize(1);
    String moment =
        java.time.LocalDateTime.ofInstant(
                java.time.Instant.ofEpochMilli(first + 1), java.time.ZoneOffset.UTC)
            .toString()
            .replace('T', ' ');
    sql.tables().useCatalog("mysql_biz");
    assertThat(
            sql.rows(
                "SELECT * FROM lake.ods.history FOR SYSTEM_TIME AS OF TIMESTAMP '" + moment + "'"))
        .containsExactly("+I[1, old]");
    Failures.assertFails(
        () ->
            sql.rows(
                "SELECT * FROM lake.ods.history FOR SYSTEM_TIME AS OF TIMESTAMP '2001-01-01 00:00:00'"),
        ErrorCode.INVALID_VALUE,
        "lake.ods.history",
        "no snapshot as old as");
    sql.tables().useCatalog("default_catalog");
  }

  @Test
  void keyedTablesTakeUpsertDeleteAndUpdate() {
    sql.run(
        "CREATE TABLE lake.ods.keyed (id INT, v STRING, PRIMARY KEY (id) NOT ENFORCED) WITH ('format-version'='2')");
    sql.run("INSERT INTO lake.ods.keyed VALUES (1, 'a'), (2, 'b'), (3, 'c')");
    sql.run("INSERT INTO lake.ods.keyed /*+ OPTIONS('upsert-enabled'='true') */ VALUES (1, 'A')");
    sql.run("DELETE FROM lake.ods.keyed WHERE id = 2");
    sql.run("UPDATE lake.ods.keyed SET v = 'C' WHERE id = 3");
    assertThat(sql.rows("SELECT * FROM lake.ods.keyed ORDER BY id"))
        .containsExactly("+I[1, A]", "+I[3, C]");
    Failures.assertFails(
        () -> sql.run("UPDATE lake.ods.keyed SET id = 9"),
        ErrorCode.NOT_SUPPORTED,
        "part of the key");
  }

  @Test
  void aPrimaryKeyMeansOneRowForEachKey() {
    sql.run("CREATE TABLE lake.ods.held (id INT, v STRING, PRIMARY KEY (id) NOT ENFORCED)");
    sql.run("INSERT INTO lake.ods.held VALUES (7, 'a'), (7, 'b'), (9, 'z')");
    sql.run("INSERT INTO lake.ods.held VALUES (7, 'c'), (8, 'd')");
    assertThat(sql.rows("SELECT * FROM lake.ods.held ORDER BY id"))
        .containsExactly("+I[7, c]", "+I[8, d]", "+I[9, z]");
    assertThat(sql.rows("SELECT COUNT(DISTINCT id) FROM lake.ods.held")).containsExactly("+I[3]");
    sql.run("DELETE FROM lake.ods.held WHERE v = 'c'");
    assertThat(sql.rows("SELECT * FROM lake.ods.held ORDER BY id"))
        .containsExactly("+I[8, d]", "+I[9, z]");
    sql.run("INSERT OVERWRITE lake.ods.held VALUES (1, 'y'), (2, 'w')");
    assertThat(sql.rows("SELECT * FROM lake.ods.held ORDER BY id"))
        .containsExactly("+I[1, y]", "+I[2, w]");
  }

  /** A table of another program: its identifier fields promise nothing. */
  @Test
  void identifierFieldsWithoutUpsertsAreNoKey() {
    sql.run(
        "CREATE TABLE lake.ods.loose (id INT, v STRING, PRIMARY KEY (id) NOT ENFORCED) WITH ('write.upsert.enabled'='false')");
    sql.run("INSERT INTO lake.ods.loose VALUES (7, 'a'), (7, 'b')");
    sql.run("INSERT INTO lake.ods.loose VALUES (7, 'c')");
    assertThat(sql.rows("SELECT * FROM lake.ods.loose ORDER BY v"))
        .containsExactly("+I[7, a]", "+I[7, b]", "+I[7, c]");
    assertThat(sql.rows("SELECT DISTINCT id FROM lake.ods.loose")).containsExactly("+I[7]");
    assertThat(sql.rows("SELECT COUNT(*) FROM (SELECT DISTINCT id FROM lake.ods.loose)"))
        .containsExactly("+I[1]");
    assertThat(
            sql.rows(
                "SELECT a.v FROM (VALUES (7)) k (id) JOIN lake.ods.loose a ON a.id = k.id ORDER BY v"))
        .containsExactly("+I[a]", "+I[b]", "+I[c]");
    for (String statement :
        List.of(
            "DELETE FROM lake.ods.loose WHERE v = 'a'",
            "UPDATE lake.ods.loose SET v = 'x' WHERE v = 'a'")) {
      Failures.assertFails(
          () -> sql.run(statement),
          ErrorCode.NOT_SUPPORTED,
          "lake.ods.loose",
          "more than once",
          "write.upsert.enabled");
    }
    sql.run("INSERT OVERWRITE lake.ods.loose VALUES (1, 'x'), (1, 'y')");
    assertThat(sql.rows("SELECT * FROM lake.ods.loose ORDER BY v"))
        .containsExactly("+I[1, x]", "+I[1, y]");
    sql.run("INSERT INTO lake.ods.loose /*+ OPTIONS('upsert-enabled'='true') */ VALUES (1, 'one')");
    assertThat(sql.rows("SELECT * FROM lake.ods.loose")).containsExactly("+I[1, one]");
    sql.run("ALTER TABLE lake.ods.loose SET ('write.upsert.enabled'='true')");
    sql.run("UPDATE lake.ods.loose SET v = 'two' WHERE id = 1");
    assertThat(sql.rows("SELECT * FROM lake.ods.loose")).containsExactly("+I[1, two]");
  }

  @Test
  void overwriteReplacesOnePartitionOrTheWholeTable() {
    sql.run("CREATE TABLE lake.ods.parts (id INT, d STRING) PARTITIONED BY (d)");
    sql.run("INSERT INTO lake.ods.parts VALUES (1, 'mon'), (2, 'tue')");
    sql.run("INSERT OVERWRITE lake.ods.parts PARTITION (d = 'mon') SELECT 3");
    assertThat(sql.rows("SELECT * FROM lake.ods.parts ORDER BY id"))
        .containsExactly("+I[2, tue]", "+I[3, mon]");
    sql.run("INSERT OVERWRITE lake.ods.parts SELECT 4, 'tue'");
    assertThat(sql.rows("SELECT * FROM lake.ods.parts ORDER BY id"))
        .containsExactly("+I[3, mon]", "+I[4, tue]");
    assertThat(sql.rows("SHOW PARTITIONS lake.ods.parts"))
        .containsExactlyInAnyOrder("+I[d=mon]", "+I[d=tue]");
  }

  @Test
  void aTableMadeAnewOutsideIsSeenByTheNextStatement() {
    sql.run("CREATE TABLE lake.ods.again (id INT)");
    sql.run("INSERT INTO lake.ods.again VALUES (1)");
    assertThat(sql.rows("SELECT * FROM lake.ods.again")).containsExactly("+I[1]");
    TableIdentifier name = TableIdentifier.of("ods", "again");
    outside.dropTable(name, true);
    outside.createTable(
        name, new Schema(Types.NestedField.optional(1, "other", Types.StringType.get())));
    assertThat(sql.rows("DESCRIBE lake.ods.again")).singleElement().asString().contains("other");
    assertThat(sql.rows("SELECT other FROM lake.ods.again")).isEmpty();
  }

  @Test
  void aSelectCreatesNothing() {
    org.assertj.core.api.Assertions.assertThatThrownBy(
            () -> sql.rows("SELECT * FROM lake.ods.nowhere"))
        .hasStackTraceContaining("'nowhere' not found");
    assertThat(outside.tableExists(TableIdentifier.of("ods", "nowhere"))).isFalse();
  }

  @Test
  void jdbcCatalogsWork() {
    sql.run("CREATE DATABASE jlake.ods");
    sql.run("CREATE TABLE jlake.ods.t (id INT, name STRING COMMENT 'who') COMMENT 'people'");
    sql.run("INSERT INTO jlake.ods.t VALUES (1, 'ann')");
    assertThat(sql.rows("SELECT * FROM jlake.ods.t")).containsExactly("+I[1, ann]");
    assertThat(sql.rows("SHOW CREATE TABLE jlake.ods.t").toString()).contains("who", "people");
    sql.run("ALTER TABLE jlake.ods.t ADD (more INT)");
    assertThat(sql.rows("SELECT * FROM jlake.ods.t")).containsExactly("+I[1, ann, null]");
    sql.run("ALTER TABLE jlake.ods.t RENAME TO t2");
    assertThat(sql.rows("SELECT id FROM jlake.ods.t2")).containsExactly("+I[1]");
    sql.run("DROP TABLE jlake.ods.t2");
    sql.run("DROP DATABASE jlake.ods");
  }

  @Test
  void nestedTypesAndRefusedColumns() {
    Table table =
        outside.createTable(
            TableIdentifier.of(Namespace.of("ods"), "odd"),
            new Schema(
                Types.NestedField.required(1, "id", Types.LongType.get()),
                Types.NestedField.optional(2, "t", Types.TimeType.get()),
                Types.NestedField.optional(3, "u", Types.UUIDType.get()),
                Types.NestedField.optional(4, "f", Types.FixedType.ofLength(16)),
                Types.NestedField.optional(
                    5,
                    "l",
                    Types.ListType.ofOptional(
                        6,
                        Types.StructType.of(
                            Types.NestedField.optional(7, "a", Types.IntegerType.get())))),
                Types.NestedField.optional(8, "tz", Types.TimestampType.withZone())));
    assertThat(table).isNotNull();
    List<String> columns = sql.rows("DESCRIBE lake.ods.odd");
    assertThat(columns.toString())
        .contains("BINARY(16)", "ARRAY<ROW<`a` INT>>", "TIMESTAMP_LTZ(6)")
        .doesNotContain("TIME(");
    Failures.assertFails(
        () -> sql.run("INSERT INTO lake.ods.odd (id) VALUES (1)"),
        ErrorCode.UNSUPPORTED_TYPE,
        "column t is refused");
    outside
        .loadTable(TableIdentifier.of("ods", "odd"))
        .updateSchema()
        .deleteColumn("t")
        .deleteColumn("u")
        .commit();
    sql.run(
        "INSERT INTO lake.ods.odd (id, l, tz) SELECT 1, ARRAY[ROW(5), CAST(NULL AS ROW<a INT>)], CAST('1969-12-31 23:59:59.999999' AS TIMESTAMP_LTZ(6))");
    assertThat(sql.rows("SELECT id, l, tz FROM lake.ods.odd"))
        .containsExactly("+I[1, [+I[5], null], 1969-12-31T23:59:59.999999Z]");
  }

  @Test
  void filtersLoseNoRowToZerosAndNaN() {
    sql.run("CREATE TABLE lake.ods.doubles (id INT, d DOUBLE)");
    for (String value :
        List.of(
            "1.0E0",
            "CAST(NULL AS DOUBLE)",
            "CAST('NaN' AS DOUBLE)",
            "CAST('-0.0' AS DOUBLE)",
            "CAST('Infinity' AS DOUBLE)")) {
      sql.run(
          "INSERT INTO lake.ods.doubles SELECT "
              + Math.abs(value.hashCode() % 1000)
              + ", "
              + value);
    }
    sql.run(
        "CREATE TEMPORARY VIEW kept AS SELECT * FROM (VALUES (1.0E0), (CAST(NULL AS DOUBLE)), (CAST('NaN' AS DOUBLE)), (CAST('-0.0' AS DOUBLE)), (CAST('Infinity' AS DOUBLE))) AS t(d)");
    for (String filter :
        List.of(
            "d = 0.0E0",
            "d >= 0.0E0",
            "d <> 1",
            "NOT (d = 1.0E0)",
            "d > 0",
            "d IS DISTINCT FROM 1")) {
      assertThat(sql.rows("SELECT COUNT(*) FROM lake.ods.doubles WHERE " + filter))
          .as(filter)
          .isEqualTo(sql.rows("SELECT COUNT(*) FROM kept WHERE " + filter));
    }
  }

  @Test
  void anEndlessInsertWithoutCheckpointsIsRefused() {
    sql.run("CREATE TABLE lake.ods.endless (id INT)");
    Sql streaming = sql.streaming();
    streaming.run(
        "CREATE TEMPORARY TABLE numbers (id INT) WITH ('connector'='datagen', 'rows-per-second'='1')");
    Failures.assertFails(
        () -> streaming.run("INSERT INTO lake.ods.endless SELECT id FROM numbers"),
        ErrorCode.INVALID_STATEMENT,
        "checkpoint");
    streaming.run("INSERT INTO lake.ods.endless VALUES (1)");
    assertThat(sql.rows("SELECT * FROM lake.ods.endless")).containsExactly("+I[1]");
  }
}
