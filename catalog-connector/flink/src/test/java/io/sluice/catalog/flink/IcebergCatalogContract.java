/* SPDX-License-Identifier: Apache-2.0 */
package io.sluice.catalog.flink;

import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.error.ErrorCode;
import io.sluice.metadata.Datasource;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.apache.hadoop.conf.Configuration;
import org.apache.iceberg.CatalogUtil;
import org.apache.iceberg.Table;
import org.apache.iceberg.catalog.Catalog;
import org.apache.iceberg.catalog.TableIdentifier;
import org.apache.iceberg.types.Types;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;

/** What every kind of Iceberg catalog that has a server does, each over a real one. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
abstract class IcebergCatalogContract {
  private Catalog outside;
  private Sql sql;

  /** Starts the server. */
  abstract void startServer(Path folder) throws IOException;

  abstract void stopServer();

  /** The datasource {@code served}, and others the test wants. */
  abstract List<Datasource> datasources();

  /** The properties another program opens the catalog with. */
  abstract Map<String, String> outsideProperties();

  @BeforeAll
  void start(@TempDir Path folder) throws IOException {
    startServer(folder);
    outside = CatalogUtil.buildIcebergCatalog("outside", outsideProperties(), new Configuration());
    sql = Sql.over(folder.resolve("data"), Map.of(), datasources().toArray(Datasource[]::new));
    sql.run("CREATE DATABASE served.ods");
  }

  @AfterAll
  void stop() throws IOException {
    if (sql != null) {
      sql.close();
    }
    if (outside instanceof java.io.Closeable closeable) {
      closeable.close();
    }
    stopServer();
  }

  final Sql sql() {
    return sql;
  }

  @Test
  void tablesAreMadeWrittenReadChangedAndDropped() {
    sql.run(
        "CREATE TABLE served.ods.t (id INT, v STRING COMMENT 'what', PRIMARY KEY (id) NOT ENFORCED) COMMENT 'things' WITH ('format-version'='2')");
    sql.run("INSERT INTO served.ods.t VALUES (1, 'a'), (2, 'b'), (3, 'c')");
    sql.run("UPDATE served.ods.t SET v = 'B' WHERE id = 2");
    sql.run("DELETE FROM served.ods.t WHERE id = 3");
    assertThat(sql.rows("SELECT * FROM served.ods.t ORDER BY id"))
        .containsExactly("+I[1, a]", "+I[2, B]");
    Table table = outside.loadTable(TableIdentifier.of("ods", "t"));
    assertThat(table.schema().findField("v").doc()).isEqualTo("what");
    assertThat(table.properties()).containsEntry("comment", "things");
    sql.run("ALTER TABLE served.ods.t ADD (more INT)");
    assertThat(sql.rows("SELECT * FROM served.ods.t WHERE id = 1"))
        .containsExactly("+I[1, a, null]");
    sql.run("ALTER TABLE served.ods.t RENAME TO t2");
    assertThat(sql.rows("SELECT COUNT(*) FROM served.ods.`t2$snapshots`")).containsExactly("+I[3]");
    assertThat(sql.rows("SHOW TABLES IN served.ods")).contains("+I[t2]").doesNotContain("+I[t]");
    sql.run("DROP TABLE served.ods.t2");
    assertThat(outside.tableExists(TableIdentifier.of("ods", "t2"))).isFalse();
  }

  @Test
  void everyTypeCanBeInATable() {
    sql.run(
        "CREATE TABLE served.ods.typed (b BOOLEAN, i INT, l BIGINT, f FLOAT, d DOUBLE, n DECIMAL(38, 10), dt DATE, ts TIMESTAMP(6), tz TIMESTAMP_LTZ(6), s STRING, y BYTES, a ARRAY<ROW<k STRING, v DECIMAL(9, 2)>>, m MAP<STRING, ROW<x INT>>)");
    sql.run(
        "INSERT INTO served.ods.typed (i, n, a, m) SELECT 1, CAST(1.5 AS DECIMAL(38, 10)), ARRAY[ROW('k', CAST(2.50 AS DECIMAL(9, 2)))], MAP['p', ROW(3)]");
    assertThat(sql.rows("SELECT i, n, a, m FROM served.ods.typed"))
        .containsExactly("+I[1, 1.5000000000, [+I[k, 2.50]], {p=+I[3]}]");
  }

  @Test
  void whatAnotherProgramChangesIsSeenByTheNextStatement() {
    sql.run("CREATE TABLE served.ods.shared (id INT)");
    sql.run("INSERT INTO served.ods.shared VALUES (1)");
    outside
        .loadTable(TableIdentifier.of("ods", "shared"))
        .updateSchema()
        .addColumn("later", Types.StringType.get())
        .commit();
    assertThat(sql.rows("SELECT * FROM served.ods.shared")).containsExactly("+I[1, null]");
  }

  @Test
  void aTableThatIsGoneIsToldByName() {
    sql.run("CREATE TABLE served.ods.gone (id INT)");
    outside.dropTable(TableIdentifier.of("ods", "gone"), true);
    Failures.assertFails(
        () -> sql.rows("SELECT * FROM served.ods.gone"),
        ErrorCode.SOURCE_TABLE_GONE,
        "served.ods.gone",
        "Harvest");
    Failures.assertFails(
        () -> sql.run("INSERT INTO served.ods.gone VALUES (1)"),
        ErrorCode.SOURCE_TABLE_GONE,
        "served.ods.gone");
  }

  @Test
  void databasesAreMadeAndDropped() {
    sql.run("CREATE DATABASE served.temp");
    assertThat(sql.rows("SHOW DATABASES IN served")).contains("+I[temp]");
    sql.run("CREATE TABLE served.temp.a AS SELECT 1 AS id");
    assertThat(sql.rows("SELECT * FROM served.temp.a")).containsExactly("+I[1]");
    sql.run("DROP DATABASE served.temp CASCADE");
    assertThat(sql.rows("SHOW DATABASES IN served")).doesNotContain("+I[temp]");
  }
}
