/* SPDX-License-Identifier: Apache-2.0 */
package io.sluice.flink.hudi;

import static io.sluice.flink.hudi.JavaClientTable.row;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.sluice.error.ErrorCode;
import io.sluice.error.SluiceException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.List;
import java.util.stream.Stream;
import org.apache.flink.configuration.Configuration;
import org.apache.hudi.common.model.HoodieTableType;
import org.apache.hudi.index.HoodieIndex;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Tables whose writers place rows in a way that is not kept here are read and not written. */
final class HudiIndexesTest {
  @TempDir Path folder;

  private JavaClientTable table(HoodieTableType type, HoodieIndex.IndexType index)
      throws Exception {
    return new JavaClientTable(folder.resolve("t").toString(), type, 9, false, index).create();
  }

  private static HudiTable open(JavaClientTable table) {
    return HudiTable.open(table.path(), new org.apache.hadoop.conf.Configuration());
  }

  private static void assertRefused(JavaClientTable table, String reason) {
    assertThatThrownBy(() -> open(table).sink(new Configuration()))
        .isInstanceOf(SluiceException.class)
        .hasMessageContaining(table.path())
        .hasMessageContaining(reason)
        .hasMessageContaining("It can be read")
        .extracting(e -> ((SluiceException) e).code())
        .isEqualTo(ErrorCode.NOT_SUPPORTED);
    assertThat(open(table).source(new Configuration())).isNotNull();
  }

  /** Only Spark and Flink write by buckets, so a table of theirs is made by renaming. */
  @Test
  void bucketsAreKnownByTheNamesOfTheFiles() throws Exception {
    JavaClientTable table =
        new JavaClientTable(
                folder.resolve("t").toString(),
                HoodieTableType.COPY_ON_WRITE,
                6,
                false,
                HoodieIndex.IndexType.BLOOM)
            .create();
    String instant = table.insert(row(1, "a", 1, 1, "d1"));
    Path file;
    try (Stream<Path> files = Files.list(Path.of(table.path(), "d1"))) {
      file = files.filter(f -> f.toString().endsWith(".parquet")).findFirst().orElseThrow();
    }
    String name = file.getFileName().toString();
    String random = name.substring(0, 8);
    Files.move(file, file.resolveSibling(name.replace(random, "00000003")));
    Path commit = Path.of(table.path(), ".hoodie", instant + ".commit");
    Files.writeString(commit, Files.readString(commit).replace(random + '-', "00000003-"));
    Files.deleteIfExists(commit.resolveSibling('.' + instant + ".commit.crc"));

    assertRefused(table, "BUCKET");
    assertThat(PlainReader.read(table.path())).hasSize(1);
  }

  @ParameterizedTest
  @ValueSource(strings = {"BUCKET", "GLOBAL_BLOOM", "RECORD_INDEX", "FLINK_STATE"})
  void anIndexThatTheTableNamesIsRefused(String type) throws Exception {
    JavaClientTable table = table(HoodieTableType.COPY_ON_WRITE, HoodieIndex.IndexType.BLOOM);
    Files.writeString(
        Path.of(table.path(), ".hoodie/hoodie.properties"),
        "hoodie.index.type=" + type + "\n",
        StandardOpenOption.APPEND);
    Files.deleteIfExists(Path.of(table.path(), ".hoodie/.hoodie.properties.crc"));

    assertRefused(table, type);
  }

  @Test
  void consistentBucketsAreKnownByTheirFolder() throws Exception {
    JavaClientTable table = table(HoodieTableType.MERGE_ON_READ, HoodieIndex.IndexType.SIMPLE);
    Files.createDirectories(
        Path.of(table.path(), ".hoodie/.bucket_index/consistent_hashing_metadata/d1"));

    assertRefused(table, "BUCKET");
  }

  @Test
  void indexesThatLookInThePartitionAreWritten() throws Exception {
    for (HoodieIndex.IndexType index :
        List.of(HoodieIndex.IndexType.BLOOM, HoodieIndex.IndexType.SIMPLE)) {
      JavaClientTable table =
          new JavaClientTable(
                  folder.resolve(index.name()).toString(),
                  HoodieTableType.COPY_ON_WRITE,
                  9,
                  false,
                  index)
              .create();
      table.insert(row(1, "a", 1, 1, "d1"));
      assertThat(open(table).sink(new Configuration())).isNotNull();
    }
  }
}
