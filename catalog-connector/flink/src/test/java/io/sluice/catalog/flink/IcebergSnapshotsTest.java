/* SPDX-License-Identifier: Apache-2.0 */
package io.sluice.catalog.flink;

import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.error.ErrorCode;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.apache.flink.types.Row;
import org.apache.flink.util.CloseableIterator;
import org.apache.iceberg.PartitionSpec;
import org.apache.iceberg.Schema;
import org.apache.iceberg.catalog.TableIdentifier;
import org.apache.iceberg.expressions.Expressions;
import org.apache.iceberg.types.Types;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Branches, tags, increments, endless reads and metadata tables (case I07). */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
final class IcebergSnapshotsTest {
  private static final List<String> METADATA =
      List.of(
          "snapshots",
          "history",
          "files",
          "data_files",
          "delete_files",
          "partitions",
          "manifests",
          "refs",
          "entries",
          "metadata_log_entries",
          "all_data_files",
          "all_delete_files",
          "all_files",
          "all_manifests",
          "all_entries");

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

  private String hinted(String table, String option, Object value) {
    return "SELECT id FROM lake.ods."
        + table
        + " /*+ OPTIONS('"
        + option
        + "'='"
        + value
        + "') */ ORDER BY id";
  }

  @Test
  void branchesAndTagsAreReadAndABranchIsWritten() {
    sql.run("CREATE TABLE lake.ods.refs (id INT) WITH ('format-version'='2')");
    sql.run("INSERT INTO lake.ods.refs VALUES (1)");
    long first = lake.snapshot("refs");
    lake.table("refs").manageSnapshots().createTag("v1", first).createBranch("dev", first).commit();
    sql.run("INSERT INTO lake.ods.refs VALUES (2)");
    sql.run("INSERT INTO lake.ods.refs /*+ OPTIONS('branch'='dev') */ VALUES (3)");
    assertThat(sql.rows(hinted("refs", "tag", "v1"))).containsExactly("+I[1]");
    assertThat(sql.rows(hinted("refs", "branch", "dev"))).containsExactly("+I[1]", "+I[3]");
    assertThat(sql.rows(hinted("refs", "branch", "main"))).containsExactly("+I[1]", "+I[2]");
    assertThat(sql.rows("SELECT id FROM lake.ods.refs ORDER BY id"))
        .containsExactly("+I[1]", "+I[2]");
    assertThat(sql.rows("SELECT name, type FROM lake.ods.`refs$refs` ORDER BY name"))
        .containsExactly("+I[dev, BRANCH]", "+I[main, BRANCH]", "+I[v1, TAG]");
  }

  @Test
  void anUnknownBranchTagOrSnapshotIsAnErrorThatNamesIt() {
    sql.run("CREATE TABLE lake.ods.norefs (id INT)");
    sql.run("INSERT INTO lake.ods.norefs VALUES (1)");
    for (String option : List.of("branch", "tag")) {
      Failures.assertFails(
          () -> sql.rows(hinted("norefs", option, "nowhere")),
          ErrorCode.INVALID_VALUE,
          "lake.ods.norefs",
          "nowhere");
    }
    Failures.assertFails(
        () -> sql.rows(hinted("norefs", "snapshot-id", 42)),
        ErrorCode.INVALID_VALUE,
        "lake.ods.norefs",
        "42");
  }

  @Test
  void incrementsHoldWhatCameAfterTheirStart() {
    sql.run("CREATE TABLE lake.ods.grown (id INT)");
    List<Long> snapshots = new ArrayList<>();
    for (int i = 1; i <= 4; i++) {
      sql.run("INSERT INTO lake.ods.grown VALUES (" + i + ")");
      snapshots.add(lake.snapshot("grown"));
    }
    assertThat(sql.rows(hinted("grown", "start-snapshot-id", snapshots.get(0))))
        .containsExactly("+I[2]", "+I[3]", "+I[4]");
    assertThat(
            sql.rows(
                "SELECT id FROM lake.ods.grown /*+ OPTIONS('start-snapshot-id'='"
                    + snapshots.get(0)
                    + "', 'end-snapshot-id'='"
                    + snapshots.get(2)
                    + "') */ ORDER BY id"))
        .containsExactly("+I[2]", "+I[3]");
  }

  @Test
  void anEndlessReadSeesRowsAsTheyAreCommitted() throws Exception {
    sql.run("CREATE TABLE lake.ods.fed (id INT)");
    sql.run("INSERT INTO lake.ods.fed VALUES (1)");
    try (CloseableIterator<Row> rows =
        sql.streaming()
            .tables()
            .executeSql(
                "SELECT id FROM lake.ods.fed /*+ OPTIONS('streaming'='true', 'monitor-interval'='100ms', 'starting-strategy'='TABLE_SCAN_THEN_INCREMENTAL') */")
            .collect()) {
      assertThat(rows.next().getField(0)).isEqualTo(1);
      sql.run("INSERT INTO lake.ods.fed VALUES (2)");
      assertThat(rows.next().getField(0)).isEqualTo(2);
      sql.run("INSERT INTO lake.ods.fed VALUES (3)");
      assertThat(rows.next().getField(0)).isEqualTo(3);
    }
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 2})
  void everyMetadataTableOfAnEmptyTableIsRead(int version) {
    String table = "empty" + version;
    sql.run(
        "CREATE TABLE lake.ods." + table + " (id INT) WITH ('format-version'='" + version + "')");
    for (String kind : METADATA) {
      List<String> rows = sql.rows("SELECT * FROM lake.ods.`" + table + "$" + kind + "`");
      assertThat(rows).as(kind).hasSize(kind.equals("metadata_log_entries") ? 1 : 0);
    }
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 2})
  void everyMetadataTableOfATableWhosePartitionsChangedIsRead(int version) {
    String name = "respecced" + version;
    Schema schema =
        new Schema(
            Types.NestedField.required(1, "id", Types.IntegerType.get()),
            Types.NestedField.optional(2, "ts", Types.TimestampType.withoutZone()));
    lake.outside()
        .buildTable(TableIdentifier.of("ods", name), schema)
        .withPartitionSpec(PartitionSpec.builderFor(schema).identity("id").build())
        .withProperty("format-version", Integer.toString(version))
        .create();
    sql.run("INSERT INTO lake.ods." + name + " VALUES (1, TIMESTAMP '1969-12-31 23:59:59.999999')");
    lake.table(name).updateSpec().removeField("id").addField(Expressions.day("ts")).commit();
    sql.run("INSERT INTO lake.ods." + name + " VALUES (2, TIMESTAMP '2024-02-29 12:00:00')");
    assertThat(sql.rows("SELECT * FROM lake.ods." + name + " ORDER BY id"))
        .containsExactly("+I[1, 1969-12-31T23:59:59.999999]", "+I[2, 2024-02-29T12:00]");
    assertThat(
            sql.rows(
                "SELECT id FROM lake.ods." + name + " WHERE ts < TIMESTAMP '1970-01-01 00:00:00'"))
        .containsExactly("+I[1]");
    assertThat(sql.rows("SELECT COUNT(*) FROM lake.ods.`" + name + "$partitions`"))
        .containsExactly("+I[2]");
    assertThat(
            sql.rows(
                "SELECT spec_id, record_count FROM lake.ods.`" + name + "$files` ORDER BY spec_id"))
        .containsExactly("+I[0, 1]", "+I[1, 1]");
    for (String kind : METADATA) {
      sql.rows("SELECT * FROM lake.ods.`" + name + "$" + kind + "`");
    }
  }

  @Test
  void everyMetadataTableOfATableWithDeletesIsRead() {
    sql.run(
        "CREATE TABLE lake.ods.deleted (id INT, v STRING, PRIMARY KEY (id) NOT ENFORCED) WITH ('format-version'='2')");
    sql.run("INSERT INTO lake.ods.deleted VALUES (1, 'a'), (2, 'b')");
    sql.run("DELETE FROM lake.ods.deleted WHERE id = 1");
    assertThat(sql.rows("SELECT content, record_count FROM lake.ods.`deleted$delete_files`"))
        .containsExactlyInAnyOrder("+I[2, 2]", "+I[2, 1]");
    for (String kind : METADATA) {
      sql.rows("SELECT * FROM lake.ods.`deleted$" + kind + "`");
    }
    Failures.assertFails(
        () -> sql.rows("SELECT * FROM lake.ods.`deleted$position_deletes`"),
        ErrorCode.NOT_SUPPORTED,
        "deleted$position_deletes",
        "$delete_files");
    Failures.assertFails(
        () -> sql.run("INSERT INTO lake.ods.`deleted$refs` SELECT * FROM lake.ods.`deleted$refs`"),
        ErrorCode.NOT_SUPPORTED,
        "is metadata");
  }
}
