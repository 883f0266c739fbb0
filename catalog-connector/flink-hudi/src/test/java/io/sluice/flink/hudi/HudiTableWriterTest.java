/* SPDX-License-Identifier: Apache-2.0 */
package io.sluice.flink.hudi;

import static io.sluice.flink.hudi.JavaClientTable.row;
import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.stream.Stream;
import org.apache.flink.configuration.Configuration;
import org.apache.flink.table.data.GenericRowData;
import org.apache.flink.table.data.RowData;
import org.apache.flink.table.data.StringData;
import org.apache.flink.types.RowKind;
import org.apache.hudi.common.model.HoodieTableType;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * The writer without a Flink job, on tables that Hudi's Java client made, of every type and
 * version.
 */
final class HudiTableWriterTest {
  @TempDir Path folder;

  static Stream<Arguments> tables() {
    return HudiReadTest.tables();
  }

  @ParameterizedTest
  @MethodSource("tables")
  void upsertsAndDeletesByKeyAndOrdering(HoodieTableType type, int version, boolean metadata)
      throws Exception {
    JavaClientTable table =
        new JavaClientTable(folder.resolve("t").toString(), type, version, metadata).create();
    table.insert(row(1, "a", 1, 1, "d1"), row(2, "b", 2, 1, "d1"), row(3, "c", 3, 1, "d2"));
    table.upsert(row(1, "a2", 11, 20, "d1"));
    HudiTable opened = HudiTable.open(table.path(), new org.apache.hadoop.conf.Configuration());
    try (HudiTableWriter writer = HudiTableWriter.open(opened, new Configuration())) {
      writer.write(data(RowKind.INSERT, 1, "late", 0, 1, "d1"));
      writer.write(data(RowKind.INSERT, 2, "b2", 22, 2, "d1"));
      writer.write(data(RowKind.DELETE, 3, "c", 3, 17, "d2"));
      writer.write(data(RowKind.INSERT, 4, "d", 4, 13, "d3"));
      writer.write(data(RowKind.UPDATE_AFTER, 4, "d2", 44, 15, "d3"));
      writer.write(data(RowKind.DELETE, 4, "d2", 44, 12, "d3"));
      writer.write(data(RowKind.DELETE, 9, "nowhere", 0, 1, "d9"));
      assertThat(writer.commit()).isPresent();
      writer.write(data(RowKind.DELETE, 1, "a2", 11, 5, "d1"));
      writer.write(data(RowKind.INSERT, 3, "again", 5, 18, "d2"));
      assertThat(writer.commit()).isPresent();
      assertThat(writer.commit()).isEmpty();
    }

    assertThat(PlainReader.read(table.path()))
        .containsExactly(
            "{\"id\": 1, \"name\": \"a2\", \"price\": 11.0, \"ts\": 20, \"dt\": \"d1\"}",
            "{\"id\": 2, \"name\": \"b2\", \"price\": 22.0, \"ts\": 2, \"dt\": \"d1\"}",
            "{\"id\": 3, \"name\": \"again\", \"price\": 5.0, \"ts\": 18, \"dt\": \"d2\"}",
            "{\"id\": 4, \"name\": \"d2\", \"price\": 44.0, \"ts\": 15, \"dt\": \"d3\"}");
    assertThat(table.metadataTable()).isEqualTo(metadata);
    HudiTable after = HudiTable.open(table.path(), new org.apache.hadoop.conf.Configuration());
    assertThat(after.version()).isEqualTo(version);
  }

  static RowData data(RowKind kind, int id, String name, double price, long ts, String dt) {
    return GenericRowData.ofKind(
        kind, id, StringData.fromString(name), price, ts, StringData.fromString(dt));
  }
}
