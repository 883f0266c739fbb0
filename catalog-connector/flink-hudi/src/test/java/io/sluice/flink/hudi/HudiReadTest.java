/* SPDX-License-Identifier: Apache-2.0 */
package io.sluice.flink.hudi;

import static io.sluice.flink.hudi.JavaClientTable.row;
import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.apache.flink.table.api.TableEnvironment;
import org.apache.hudi.common.model.HoodieKey;
import org.apache.hudi.common.model.HoodieTableType;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Tables that Hudi's Java client wrote, of every type and version, read in Flink SQL. */
final class HudiReadTest {
  @RegisterExtension static final FlinkCluster FLINK = new FlinkCluster();

  @TempDir Path folder;

  static Stream<Arguments> tables() {
    return Stream.of(HoodieTableType.values())
        .flatMap(
            type ->
                Stream.of(6, 8, 9)
                    .flatMap(
                        version ->
                            Stream.of(false, true)
                                .map(metadata -> Arguments.of(type, version, metadata))));
  }

  @ParameterizedTest
  @MethodSource("tables")
  void readsTheMergedSnapshot(HoodieTableType type, int version, boolean metadata)
      throws Exception {
    JavaClientTable table =
        new JavaClientTable(folder.resolve("t").toString(), type, version, metadata).create();
    String first =
        table.insert(row(1, "a", 1, 1, "d1"), row(2, "b", 2, 1, "d1"), row(3, "c", 3, 1, "d2"));
    table.upsert(row(1, "a2", 11, 2, "d1"), row(4, "d", 4, 1, "d2"), row(2, "OLD", 0, 0, "d1"));
    table.delete(new HoodieKey("3", "d2"));
    TableEnvironment environment = FLINK.batch();
    FlinkCluster.register(environment, "t", table.path(), Map.of());
    FlinkCluster.register(environment, "past", table.path(), Map.of("as.of.instant", first));

    assertThat(FlinkCluster.query(environment, "SELECT * FROM t"))
        .containsExactly("+I[1, a2, 11.0, 2, d1]", "+I[2, b, 2.0, 1, d1]", "+I[4, d, 4.0, 1, d2]");
    assertThat(FlinkCluster.query(environment, "SELECT price, id FROM t WHERE dt = 'd2'"))
        .containsExactly("+I[4.0, 4]");
    assertThat(FlinkCluster.query(environment, "SELECT COUNT(*) FROM t"))
        .isEqualTo(List.of("+I[3]"));
    assertThat(FlinkCluster.query(environment, "SELECT id, name FROM past"))
        .containsExactly("+I[1, a]", "+I[2, b]", "+I[3, c]");
  }
}
