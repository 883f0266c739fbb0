/* SPDX-License-Identifier: Apache-2.0 */
package io.sluice.catalog.flink;

import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.error.ErrorCode;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;

/** INSERT OVERWRITE of a table that has one row for each key. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class IcebergOverwriteTest {
  /** With its rows' 300 bytes several times what a slot of the cluster has for sorting. */
  private static final int MANY = 400_000;

  private IcebergLake lake;
  private Sql sql;

  @BeforeAll
  void start(@TempDir Path folder) {
    lake = IcebergLake.start(folder);
    sql = lake.sql();
  }

  @AfterAll
  void stop() throws Exception {
    lake.close();
  }

  @Test
  void aKeyThatComesTwiceIsNamedAndNothingIsWritten() {
    sql.run("CREATE TABLE lake.ods.t (id INT, v STRING, PRIMARY KEY (id) NOT ENFORCED)");
    sql.run("INSERT INTO lake.ods.t VALUES (1, 'old')");
    long before = lake.snapshot("t");
    for (String rows :
        new String[] {
          "VALUES (7, 'a'), (8, 'b'), (7, 'c')",
          "VALUES (7, 'a'), (7, 'a')",
          "SELECT 7, 'a' UNION ALL SELECT 6, 'x' UNION ALL SELECT 7, 'b'"
        }) {
      Failures.assertFails(
          () -> sql.run("INSERT OVERWRITE lake.ods.t " + rows),
          ErrorCode.INVALID_VALUE,
          "lake.ods.t",
          "the key id = 7 ",
          "GROUP BY id",
          "ROW_NUMBER() OVER (PARTITION BY id ");
      assertThat(lake.snapshot("t")).as(rows).isEqualTo(before);
    }
    assertThat(sql.rows("SELECT * FROM lake.ods.t")).containsExactly("+I[1, old]");
    sql.run(
        "INSERT OVERWRITE lake.ods.t SELECT id, v FROM (SELECT id, v, ROW_NUMBER() OVER"
            + " (PARTITION BY id ORDER BY v DESC) AS n FROM (VALUES (7, 'a'), (8, 'b'), (7, 'c'))"
            + " AS s (id, v)) WHERE n = 1");
    assertThat(sql.rows("SELECT * FROM lake.ods.t ORDER BY id"))
        .containsExactly("+I[7, c]", "+I[8, b]");
  }

  @Test
  void aKeyOfSeveralColumnsIsAllOfThem() {
    sql.run(
        "CREATE TABLE lake.ods.days (v STRING, d DATE, id STRING, PRIMARY KEY (id, d) NOT ENFORCED)"
            + " PARTITIONED BY (d)");
    sql.run("INSERT INTO lake.ods.days VALUES ('old', DATE '2024-05-01', 'a')");
    sql.run(
        "INSERT OVERWRITE lake.ods.days VALUES ('x', DATE '2024-05-01', 'a'), ('x', DATE '2024-05-02', 'a'), ('x', DATE '2024-05-01', 'b')");
    assertThat(sql.rows("SELECT COUNT(*) FROM lake.ods.days")).containsExactly("+I[3]");
    Failures.assertFails(
        () ->
            sql.run(
                "INSERT OVERWRITE lake.ods.days PARTITION (d = '2024-05-02') SELECT * FROM (VALUES ('y', 'b'), ('z', 'b')) AS s (v, id)"),
        ErrorCode.INVALID_VALUE,
        "d = DATE '2024-05-02'",
        "id = 'b'");
    assertThat(sql.rows("SELECT v FROM lake.ods.days WHERE d = DATE '2024-05-02'"))
        .containsExactly("+I[x]");
  }

  @Test
  void aTableWithoutUpsertsMayHoldAKeyTwice() {
    sql.run(
        "CREATE TABLE lake.ods.loose (id INT, PRIMARY KEY (id) NOT ENFORCED) WITH ('write.upsert.enabled'='false')");
    sql.run("INSERT OVERWRITE lake.ods.loose VALUES (1), (1)");
    assertThat(sql.rows("SELECT * FROM lake.ods.loose")).containsExactly("+I[1]", "+I[1]");
  }

  @Test
  void moreRowsThanFitTheMemoryAreCheckedToo() {
    sql.run("CREATE TABLE lake.ods.many (id INT, v STRING, PRIMARY KEY (id) NOT ENFORCED)");
    sql.run(
        "CREATE TEMPORARY TABLE numbers (id INT) WITH ('connector'='datagen', 'rows-per-second'='100000000', 'number-of-rows'='"
            + MANY
            + "', 'fields.id.kind'='sequence', 'fields.id.start'='1', 'fields.id.end'='"
            + MANY
            + "')");
    String rows = "SELECT id, REPEAT('x', 300) FROM numbers";
    sql.run("INSERT OVERWRITE lake.ods.many " + rows);
    assertThat(sql.rows("SELECT COUNT(*), SUM(CAST(id AS BIGINT)) FROM lake.ods.many"))
        .containsExactly("+I[" + MANY + ", " + (long) MANY * (MANY + 1) / 2 + "]");
    long before = lake.snapshot("many");
    Failures.assertFails(
        () ->
            sql.run("INSERT OVERWRITE lake.ods.many " + rows + " UNION ALL SELECT 123456, 'again'"),
        ErrorCode.INVALID_VALUE,
        "the key id = 123456 ");
    assertThat(lake.snapshot("many")).isEqualTo(before);
  }
}
