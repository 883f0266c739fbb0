/* SPDX-License-Identifier: Apache-2.0 */
package io.sluice.flink.hudi;

import static io.sluice.flink.hudi.JavaClientTable.row;
import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.Map;
import org.apache.flink.table.api.TableEnvironment;
import org.apache.hadoop.conf.Configuration;
import org.apache.hudi.common.model.HoodieTableType;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Tables written through Flink SQL; {@link HudiTableWriterTest} has every type and version. */
final class HudiWriteTest {
  @RegisterExtension static final FlinkCluster FLINK = new FlinkCluster();

  @TempDir Path folder;

  @ParameterizedTest
  @CsvSource({"COPY_ON_WRITE, 9, true", "MERGE_ON_READ, 6, false", "MERGE_ON_READ, 8, true"})
  void upsertsIntoATableThatAnotherWriterMade(HoodieTableType type, int version, boolean metadata)
      throws Exception {
    JavaClientTable table =
        new JavaClientTable(folder.resolve("t").toString(), type, version, metadata).create();
    table.insert(row(1, "a", 1, 1, "d1"), row(2, "b", 2, 1, "d1"), row(3, "c", 3, 1, "d2"));
    table.upsert(row(1, "a2", 11, 2, "d1"));
    TableEnvironment environment = FLINK.batch();
    FlinkCluster.register(environment, "t", table.path(), Map.of());

    FlinkCluster.query(
        environment,
        "INSERT INTO t VALUES (1, 'late', 0, 1, 'd1'), (2, 'b2', 22, 2, 'd1'), (4, 'd', 4, 1, 'd3'), (4, 'd2', 44, 2, 'd3'), (4, 'd1', 0, 1, 'd3')");
    FlinkCluster.query(environment, "DELETE FROM t WHERE id = 3");
    FlinkCluster.query(environment, "UPDATE t SET name = 'a3' WHERE id = 1");

    assertThat(PlainReader.read(table.path()))
        .containsExactly(
            "{\"id\": 1, \"name\": \"a3\", \"price\": 11.0, \"ts\": 2, \"dt\": \"d1\"}",
            "{\"id\": 2, \"name\": \"b2\", \"price\": 22.0, \"ts\": 2, \"dt\": \"d1\"}",
            "{\"id\": 4, \"name\": \"d2\", \"price\": 44.0, \"ts\": 2, \"dt\": \"d3\"}");
    assertThat(FlinkCluster.query(environment, "SELECT * FROM t"))
        .containsExactly(
            "+I[1, a3, 11.0, 2, d1]", "+I[2, b2, 22.0, 2, d1]", "+I[4, d2, 44.0, 2, d3]");
    HudiTable after = HudiTable.open(table.path(), new Configuration());
    assertThat(after.version()).isEqualTo(version);
    assertThat(table.metadataTable()).isEqualTo(metadata);
    table.upsert(row(2, "b3", 33, 3, "d1"));
    assertThat(FlinkCluster.query(environment, "SELECT name FROM t WHERE id = 2"))
        .containsExactly("+I[b3]");
  }
}
