/* SPDX-License-Identifier: Apache-2.0 */
package io.sluice.catalog.flink;

import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.error.ErrorCode;
import io.sluice.metadata.Datasource;
import io.sluice.metadata.Platform;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Hudi tables through the catalog (cases U01, U05, U08). */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
final class HudiCatalogTest {
  private Sql sql;

  @BeforeAll
  void start(@TempDir Path folder) throws Exception {
    Files.createDirectory(folder.resolve("hudi"));
    sql =
        Sql.over(
            folder.resolve("data"),
            Datasource.of(
                "hudi", Platform.HUDI, Map.of("path", folder.resolve("hudi").toUri().toString())));
    sql.run("CREATE DATABASE hudi.ods");
  }

  @AfterAll
  void stop() {
    sql.close();
  }

  @ParameterizedTest
  @ValueSource(strings = {"COPY_ON_WRITE", "MERGE_ON_READ"})
  void partitionedTablesAreMadeWrittenAndRead(String type) {
    String table = "hudi.ods.parted_" + type;
    sql.run(
        "CREATE TABLE "
            + table
            + " (id INT, v STRING, dt STRING, PRIMARY KEY (id) NOT ENFORCED) PARTITIONED BY (dt) WITH ('table.type'='"
            + type
            + "')");
    assertThat(sql.rows("SELECT * FROM " + table)).as("before any commit").isEmpty();
    sql.run("INSERT INTO " + table + " VALUES (1, 'a', 'd1'), (2, 'b', 'd2')");
    sql.run("INSERT INTO " + table + " PARTITION (dt = 'd1') SELECT 1, 'A'");
    assertThat(sql.rows("SELECT * FROM " + table + " ORDER BY id"))
        .containsExactly("+I[1, A, d1]", "+I[2, b, d2]");
    sql.run("DELETE FROM " + table + " WHERE id = 2");
    assertThat(sql.rows("SELECT id FROM " + table)).containsExactly("+I[1]");
  }

  @Test
  void overwritingIsRefusedByName() {
    sql.run(
        "CREATE TABLE hudi.ods.kept (id INT, dt STRING, PRIMARY KEY (id) NOT ENFORCED) PARTITIONED BY (dt)");
    sql.run("INSERT INTO hudi.ods.kept VALUES (1, 'd1')");
    for (String statement :
        List.of(
            "INSERT OVERWRITE hudi.ods.kept VALUES (2, 'd1')",
            "INSERT OVERWRITE hudi.ods.kept PARTITION (dt = 'd1') SELECT 2")) {
      Failures.assertFails(
          () -> sql.run(statement),
          ErrorCode.NOT_SUPPORTED,
          "INSERT OVERWRITE is not offered for Hudi tables",
          "kept");
    }
    assertThat(sql.rows("SELECT id FROM hudi.ods.kept")).containsExactly("+I[1]");
  }

  @Test
  void logsAreMergedBeforeAnyCompaction() {
    sql.run(
        "CREATE TABLE hudi.ods.mor (id INT, v STRING, PRIMARY KEY (id) NOT ENFORCED) WITH ('table.type'='MERGE_ON_READ')");
    for (String row : List.of("(1, 'a')", "(2, 'b')", "(3, 'c')", "(1, 'A')")) {
      sql.run("INSERT INTO hudi.ods.mor VALUES " + row);
    }
    assertThat(sql.rows("SELECT * FROM hudi.ods.mor ORDER BY id"))
        .containsExactly("+I[1, A]", "+I[2, b]", "+I[3, c]");
    assertThat(
            sql.rows(
                "SELECT COUNT(*) FROM hudi.ods.mor /*+ OPTIONS('hoodie.datasource.query.type'='read_optimized') */"))
        .as("base files only, with no error")
        .hasSize(1);
    Failures.assertFails(
        () ->
            sql.rows(
                "SELECT * FROM hudi.ods.mor /*+ OPTIONS('hoodie.datasource.query.type'='incremental') */"),
        ErrorCode.INVALID_VALUE,
        "incremental",
        "read_optimized");
  }

  @Test
  void aColumnNamedTsOrdersNothingUnlessTheTableSaysSo() {
    sql.run("CREATE TABLE hudi.ods.plain (id INT, ts BIGINT, PRIMARY KEY (id) NOT ENFORCED)");
    sql.run("INSERT INTO hudi.ods.plain VALUES (1, 15)");
    sql.run("INSERT INTO hudi.ods.plain VALUES (1, 13)");
    assertThat(sql.rows("SELECT ts FROM hudi.ods.plain")).containsExactly("+I[13]");
    sql.run(
        "CREATE TABLE hudi.ods.ordered (id INT, o BIGINT, PRIMARY KEY (id) NOT ENFORCED) WITH ('ordering.fields'='o')");
    sql.run("INSERT INTO hudi.ods.ordered VALUES (1, 15)");
    sql.run("INSERT INTO hudi.ods.ordered VALUES (1, 13)");
    assertThat(sql.rows("SELECT o FROM hudi.ods.ordered")).containsExactly("+I[15]");
  }

  @Test
  void incrementalOptionsAreRefusedByName() {
    sql.run("CREATE TABLE hudi.ods.`range` (id INT, PRIMARY KEY (id) NOT ENFORCED)");
    Failures.assertFails(
        () ->
            sql.rows(
                "SELECT * FROM hudi.ods.`range` /*+ OPTIONS('read.start-commit'='earliest') */"),
        ErrorCode.INVALID_STATEMENT,
        "read.start-commit");
  }
}
