/* SPDX-License-Identifier: Apache-2.0 */
package io.sluice.flink.hudi;

import static io.sluice.flink.hudi.JavaClientTable.row;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.apache.flink.table.api.TableEnvironment;
import org.apache.flink.table.api.TableResult;
import org.apache.hadoop.conf.Configuration;
import org.apache.hudi.common.model.HoodieTableType;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;

/** Case U08, and streaming into a table. */
final class HudiStreamingTest {
  @RegisterExtension static final FlinkCluster FLINK = new FlinkCluster();

  @TempDir Path folder;

  @Test
  void anEmptyTableGivesNoRowsOfItsColumns() throws Exception {
    JavaClientTable table =
        new JavaClientTable(folder.resolve("t").toString(), HoodieTableType.MERGE_ON_READ, 8, true)
            .create();
    TableEnvironment environment = FLINK.batch();
    FlinkCluster.register(environment, "t", table.path(), Map.of());

    assertThat(HudiTable.open(table.path(), new Configuration()).schema().getColumnNames())
        .containsExactly("id", "name", "price", "ts", "dt");
    assertThat(FlinkCluster.query(environment, "SELECT dt, id FROM t")).isEmpty();
    assertThat(FlinkCluster.query(environment, "SELECT COUNT(*) FROM t"))
        .isEqualTo(List.of("+I[0]"));
  }

  @Test
  void streamingWithoutCheckpointsIsRefused() throws Exception {
    JavaClientTable table =
        new JavaClientTable(folder.resolve("t").toString(), HoodieTableType.COPY_ON_WRITE, 9, false)
            .create();
    TableEnvironment environment = FLINK.streaming();
    FlinkCluster.register(environment, "t", table.path(), Map.of());

    assertThatThrownBy(() -> environment.executeSql("INSERT INTO t VALUES (1, 'a', 1, 1, 'd1')"))
        .hasStackTraceContaining("checkpoints are off")
        .hasStackTraceContaining("execution.checkpointing.interval");
  }

  @Test
  void streamingCommitsWithItsCheckpoints() throws Exception {
    JavaClientTable table =
        new JavaClientTable(folder.resolve("t").toString(), HoodieTableType.MERGE_ON_READ, 9, true)
            .create();
    table.insert(row(1, "a", 1, 1, "d1"));
    TableEnvironment environment = FLINK.streaming();
    environment.getConfig().set("execution.checkpointing.interval", "1 s");
    FlinkCluster.register(environment, "t", table.path(), Map.of());
    environment.executeSql(
        "CREATE TEMPORARY TABLE numbers (n INT) WITH ('connector' = 'datagen', 'rows-per-second' = '5', 'number-of-rows' = '40', 'fields.n.kind' = 'sequence', 'fields.n.start' = '1', 'fields.n.end' = '40')");

    TableResult job =
        environment.executeSql(
            "INSERT INTO t SELECT MOD(n, 10), 'n', CAST(n AS DOUBLE), CAST(n AS BIGINT) + 1, 'd1' FROM numbers");
    job.await(120, TimeUnit.SECONDS);

    TableEnvironment batch = FLINK.batch();
    FlinkCluster.register(batch, "t", table.path(), Map.of());
    assertThat(FlinkCluster.query(batch, "SELECT COUNT(*), MIN(price), MAX(price) FROM t"))
        .isEqualTo(List.of("+I[10, 31.0, 40.0]"));
    assertThat(
            HudiTable.open(table.path(), new Configuration())
                .metaClient()
                .getCommitsTimeline()
                .filterCompletedInstants()
                .countInstants())
        .isGreaterThan(2);
  }
}
