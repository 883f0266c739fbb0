/* SPDX-License-Identifier: Apache-2.0 */
package io.sluice.catalog.flink;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.apache.iceberg.Snapshot;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Changelogs into a table with a key: its rows are what the changes, in their order, leave. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
@Timeout(300)
class IcebergStreamsTest {
  private static final int KILLED = 137;

  private Path folder;
  private IcebergLake lake;
  private int tables;

  @BeforeAll
  void start(@TempDir Path folder) {
    this.folder = folder;
    lake = IcebergLake.start(folder);
  }

  @AfterAll
  void stop() throws Exception {
    lake.close();
  }

  /** Rows of one checkpoint have {@code |} between them, checkpoints {@code ;}. */
  @ParameterizedTest
  @CsvSource(
      delimiter = '=',
      value = {
        "+I 1 a|-D 1 a = ''",
        "+I 1 a;-D 1 a = ''",
        "+I 1 a|-D 1 a|+I 1 b = 1 b",
        "+I 1 a;-D 1 a;+I 1 b = 1 b",
        "+I 1 a;-D 1 a|+I 1 b|-D 1 b = ''",
        "+I 1 a|-U 1 a|+U 1 b = 1 b",
        "+I 1 a;-U 1 a|+U 1 b = 1 b",
        "+I 1 a|-U 1 a;+U 1 b = 1 b",
        "+I 1 a|+I 2 b;-D 1 a|+I 1 c|-U 2 b|+U 2 d;-D 2 d|+I 3 e|-D 3 e;+I 4 f = 1 c,4 f",
      })
  void theTableIsWhatTheChangesLeave(String steps, String rows) throws Exception {
    String table = "t" + tables++;
    lake.sql()
        .run(
            "CREATE TABLE lake.ods."
                + table
                + " (id INT, v STRING, PRIMARY KEY (id) NOT ENFORCED)");
    Sql streaming = lake.sql().streaming().set("execution.checkpointing.interval", "100 ms");
    streaming.run(
        "CREATE TEMPORARY TABLE changes (id INT, v STRING, PRIMARY KEY (id) NOT ENFORCED)"
            + " WITH ('connector'='steps', 'steps'='"
            + steps
            + "')");
    streaming.run("INSERT INTO lake.ods." + table + " SELECT * FROM changes");
    List<String> expected =
        rows.isEmpty()
            ? List.of()
            : List.of(rows.split(",")).stream().map(row -> row.replace(" ", ", ")).toList();
    assertThat(lake.sql().rows("SELECT * FROM lake.ods." + table + " ORDER BY id"))
        .isEqualTo(expected.stream().map(row -> "+I[" + row + "]").toList());
    // Another program's reader sees the same.
    assertThat(lake.records(table).stream().map(r -> r.get(0) + ", " + r.get(1)).sorted())
        .isEqualTo(expected);
    assertThat(checkpoints(table)).doesNotHaveDuplicates().isSorted();
    assertThat(checkpoints(table).size()).isGreaterThanOrEqualTo(steps.split(";").length);
  }

  /**
   * The writer dies between a checkpoint and its commit, and after the commit before anybody knows
   * of it, and each time another goes on from its last checkpoint.
   */
  @Test
  void aWriterThatIsKilledAroundItsCommitLosesAndRepeatsNothing() throws Exception {
    lake.sql()
        .run("CREATE TABLE lake.ods.killed (id INT, v STRING, PRIMARY KEY (id) NOT ENFORCED)");
    KilledWriter writer =
        new KilledWriter(
            folder,
            "killed",
            "+I 1 a|+I 2 b;-U 1 a|+U 1 c;+I 3 d;-D 2 b;+I 2 e|-D 3 d;+I 4 f;-U 4 f|+U 4 g;+I 5 h;"
                + "+I 6 i;-D 6 i;+I 7 j;-D 7 j;+I 8 k;-D 8 k");
    for (int commit : List.of(1, 2)) {
      assertThat(writer.run(commit, false)).as("killed before commit %d", commit).isEqualTo(KILLED);
      assertThat(writer.run(commit, true)).as("killed after commit %d", commit).isEqualTo(KILLED);
    }
    assertThat(writer.run(0, false)).isZero();
    assertThat(lake.sql().rows("SELECT * FROM lake.ods.killed ORDER BY id"))
        .containsExactly("+I[1, c]", "+I[2, e]", "+I[4, g]", "+I[5, h]");
    assertThat(checkpoints("killed")).doesNotHaveDuplicates().isSorted();
  }

  /** The checkpoint of each commit, oldest first. */
  private List<Long> checkpoints(String table) {
    List<Long> checkpoints = new ArrayList<>();
    for (Snapshot snapshot : lake.table(table).snapshots()) {
      checkpoints.add(Long.parseLong(snapshot.summary().get("flink.max-committed-checkpoint-id")));
    }
    return checkpoints;
  }
}
