/* SPDX-License-Identifier: Apache-2.0 */
package io.sluice.catalog.flink;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.sluice.error.ErrorCode;
import io.sluice.fixtures.MariaDb;
import io.sluice.metadata.ColumnMetadata;
import io.sluice.metadata.Datasource;
import io.sluice.metadata.Platform;
import io.sluice.metadata.TableKind;
import io.sluice.metadata.TableMetadata;
import io.sluice.metadata.TableName;
import io.sluice.metadata.type.ColumnType;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;

/** The metadata DB says what exists, the source what it looks like; each may be wrong or away. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class MetadataListingTest {
  private static final String PASSWORD = "right S3cret";

  private MariaDb server;
  private Sql sql;

  @BeforeAll
  void start(@TempDir Path folder) {
    server = MariaDb.start();
    server.execute(
        "CREATE DATABASE shop",
        "CREATE TABLE shop.known (id INT, grown INT)",
        "INSERT INTO shop.known VALUES (1, 2)",
        "CREATE VIEW shop.v AS SELECT id FROM shop.known",
        "CREATE TABLE shop.unharvested (id INT)");
    server.createUser("shop", PASSWORD, "shop");
    sql =
        Sql.over(
            folder.resolve("data"),
            Map.of(),
            mysql("biz", server.mysqlUrl(), PASSWORD),
            mysql("refusing", server.mysqlUrl(), "wrong S3cret"),
            mysql("down", "jdbc:mysql://127.0.0.1:1/?password=" + "url%20S3cret", "x"),
            Datasource.of(
                "lake",
                Platform.ICEBERG,
                Map.of(
                    "catalog.type",
                    "hadoop",
                    "catalog.warehouse",
                    folder.resolve("lake").toUri().toString())));
    for (String datasource : List.of("biz", "refusing", "down")) {
      record(datasource, "known", TableKind.TABLE);
    }
    record("biz", "gone", TableKind.TABLE);
    record("biz", "v", TableKind.VIEW);
  }

  private static Datasource mysql(String name, String url, String password) {
    return Datasource.of(
        name, Platform.MYSQL, Map.of("url", url, "user", "shop", "password", password));
  }

  private void record(String datasource, String table, TableKind kind) {
    sql.environment()
        .metadata()
        .record(
            new TableMetadata(
                "urn:li:dataset:(urn:li:dataPlatform:mysql,"
                    + datasource
                    + ".shop."
                    + table
                    + ",PROD)",
                new TableName(datasource, "shop", table),
                kind,
                Optional.of("harvested"),
                List.of(
                    new ColumnMetadata(
                        "id", "int(11)", ColumnType.Simple.INT, true, Optional.empty(), false)),
                List.of(),
                List.of(),
                Map.of(),
                Optional.empty()));
  }

  @AfterAll
  void stop() {
    if (sql != null) {
      sql.close();
    }
    server.close();
  }

  @Test
  void listsWhatWasHarvestedAndReadsWhatTheSourceIsNow() {
    assertThat(sql.rows("SHOW CATALOGS")).contains("+I[biz]", "+I[down]", "+I[lake]");
    assertThat(sql.rows("SHOW DATABASES IN biz")).containsExactly("+I[shop]");
    assertThat(sql.rows("SHOW TABLES IN biz.shop"))
        .containsExactly("+I[gone]", "+I[known]", "+I[v]");
    sql.run("USE biz.shop");
    assertThat(sql.rows("SHOW VIEWS")).containsExactly("+I[v]");
    sql.run("USE default_catalog.default_database");
    assertThat(sql.rows("SELECT * FROM biz.shop.known")).containsExactly("+I[1, 2]");
    assertThat(sql.rows("SELECT * FROM biz.shop.v")).containsExactly("+I[1]");
    assertThat(sql.rows("SHOW CREATE TABLE biz.shop.known").toString()).contains("harvested");
  }

  @Test
  void unknownNamesAreNotFound() {
    assertThatThrownBy(() -> sql.rows("SELECT * FROM biz.shop.unharvested"))
        .hasStackTraceContaining("'unharvested' not found");
    assertThatThrownBy(() -> sql.rows("SELECT * FROM biz.nowhere.t"))
        .hasStackTraceContaining("'nowhere' not found");
    assertThatThrownBy(() -> sql.rows("SELECT * FROM nowhere.shop.t"))
        .hasStackTraceContaining("'nowhere' not found");
  }

  @Test
  void aTableGoneAtItsSourceIsNamed() {
    Failures.assertFails(
        () -> sql.rows("SELECT * FROM biz.shop.gone"),
        ErrorCode.SOURCE_TABLE_GONE,
        "biz.shop.gone",
        "Harvest");
  }

  @Test
  void anUnreachableOrRefusingSourceIsNamedWithoutItsSecret() {
    assertThat(Failures.failure(() -> sql.rows("SELECT * FROM refusing.shop.known")))
        .satisfies(e -> assertThat(e.code()).isEqualTo(ErrorCode.SOURCE_REFUSED))
        .hasMessageContaining("refusing");
    assertThat(Failures.failure(() -> sql.rows("SELECT * FROM down.shop.known")))
        .satisfies(e -> assertThat(e.code()).isEqualTo(ErrorCode.SOURCE_UNAVAILABLE))
        .hasMessageContaining("down")
        .hasMessageContaining("127.0.0.1:1 refused the connection. Check");
    assertThatThrownBy(() -> sql.rows("SELECT * FROM down.shop.known"))
        .satisfies(
            e ->
                assertThat(org.assertj.core.util.Throwables.getStackTrace(e))
                    .doesNotContain("S3cret"));
    assertThat(sql.rows("SELECT * FROM biz.shop.known")).hasSize(1);
  }

  @Test
  void createdTablesAreInTheMetadataAndDroppedOnesAreNot() {
    sql.run("CREATE DATABASE lake.ods");
    sql.run(
        "CREATE TABLE lake.ods.made (id BIGINT NOT NULL, name STRING, m MAP<STRING, ARRAY<ROW<a INT>>>, PRIMARY KEY (id) NOT ENFORCED)");
    TableMetadata made = sql.environment().metadata().table("lake", "ods", "made").orElseThrow();
    assertThat(made.primaryKey()).containsExactly("id");
    assertThat(made.columns().get(0).type()).isEqualTo(ColumnType.Simple.BIGINT);
    assertThat(sql.rows("SELECT * FROM lake.ods.made")).isEmpty();
    assertThat(sql.rows("SHOW TABLES IN lake.ods")).containsExactly("+I[made]");
    sql.run("DROP TABLE lake.ods.made");
    assertThat(sql.rows("SHOW TABLES IN lake.ods")).isEmpty();
  }

  @Test
  void aCopyOfATableOpensNothing() {
    sql.run("CREATE TABLE copied LIKE biz.shop.known");
    assertThat(sql.rows("SHOW CREATE TABLE copied").toString())
        .doesNotContain("S3cret", "127.0.0.1");
    Failures.assertFails(
        () -> sql.rows("SELECT * FROM copied"), ErrorCode.NOT_SUPPORTED, "is in no datasource");
  }

  @Test
  void hintsCannotChangeWhatATableIs() {
    Failures.assertFails(
        () -> sql.rows("SELECT * FROM biz.shop.known /*+ OPTIONS('url'='jdbc:mysql://evil/') */"),
        ErrorCode.INVALID_STATEMENT,
        "'url'");
    Failures.assertFails(
        () -> sql.rows("SELECT * FROM biz.shop.known /*+ OPTIONS('table'='mysql.user') */"),
        ErrorCode.INVALID_STATEMENT,
        "cannot be changed");
  }

  @Test
  void catalogsCannotBeMadeByAStatement() {
    Failures.assertFails(
        () -> sql.run("CREATE CATALOG mine WITH ('type'='sluice')"),
        ErrorCode.NOT_SUPPORTED,
        "datasources.yaml");
    Failures.assertFails(
        () -> sql.run("DROP CATALOG biz"), ErrorCode.NOT_SUPPORTED, "datasources.yaml");
  }
}
