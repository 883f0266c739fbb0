/* SPDX-License-Identifier: Apache-2.0 */
package io.sluice.flink.hudi;

import static io.sluice.flink.hudi.HudiTableWriterTest.data;
import static io.sluice.flink.hudi.JavaClientTable.row;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.sluice.error.ErrorCode;
import io.sluice.error.SluiceException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.apache.avro.generic.IndexedRecord;
import org.apache.flink.configuration.Configuration;
import org.apache.flink.table.data.GenericRowData;
import org.apache.flink.types.RowKind;
import org.apache.hudi.common.model.HoodieTableType;
import org.apache.hudi.common.util.collection.ClosableIterator;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Case U07: what is not committed is not there, and what went away says so. */
final class HudiPendingTest {
  @TempDir Path folder;

  private String path;

  @BeforeEach
  void path() {
    path = folder.resolve("t").toString();
  }

  private HudiTable open() {
    return HudiTable.open(path, new org.apache.hadoop.conf.Configuration());
  }

  private static HudiTableWriter writer(HudiTable table) {
    return HudiTableWriter.open(table, new Configuration());
  }

  /** The names of the rows, read as a scan of the table reads them. */
  private static List<String> names(HudiTable table) {
    HudiScan scan =
        new HudiScan(
            table, HudiReadOptions.LATEST, List.of("name"), PartitionFilter.all(), Long.MAX_VALUE);
    List<String> names = new ArrayList<>();
    FileSliceReader reader = new FileSliceReader(table, table.metaClient(), scan.columns());
    for (HudiSplit split : FileSlicePlanner.plan(scan)) {
      try (ClosableIterator<IndexedRecord> rows = reader.read(split)) {
        rows.forEachRemaining(record -> names.add(record.get(0).toString()));
      }
    }

    names.sort(null);
    return names;
  }

  /** An insert does not ask whether its key is there. */
  @ParameterizedTest
  @EnumSource(HoodieTableType.class)
  void aDeleteTakesEveryRowOfItsKey(HoodieTableType type) throws Exception {
    new JavaClientTable(path, type, 9, true).create();
    HudiTable table = open();
    HudiWriteOptions inserts = new HudiWriteOptions(false, 1 << 20, 1 << 20, true, true);
    try (HudiTableWriter one = HudiTableWriter.open(table, inserts);
        HudiTableWriter two = writer(table);
        HudiCommits commits = new HudiCommits(table, inserts)) {
      one.write(data(RowKind.INSERT, 7, "one", 0, 9, "d1"));
      HudiCommittable first = one.prepare().orElseThrow();
      one.handedOn(first);
      two.write(data(RowKind.INSERT, 7, "two", 0, 9, "d1"));
      two.write(data(RowKind.INSERT, 8, "kept", 0, 9, "d1"));
      two.commit();
      commits.commit(first);
    }
    assertThat(names(open())).containsExactly("kept", "one", "two");
    try (HudiTableWriter deletes = writer(open())) {
      deletes.write(data(RowKind.DELETE, 7, "one", 0, 9, "d1"));
      deletes.commit();
    }
    assertThat(names(open())).containsExactly("kept");
  }

  @ParameterizedTest
  @EnumSource(HoodieTableType.class)
  void uncommittedFilesAreNotReadAndGoWithTheirWriter(HoodieTableType type) throws Exception {
    new JavaClientTable(path, type, 9, true).create();
    try (HudiTableWriter abandoned = writer(open());
        HudiTableWriter other = writer(open())) {
      abandoned.write(data(RowKind.INSERT, 7, "never", 0, 9, "d1"));
      assertThat(abandoned.prepare()).isPresent();
      assertThat(names(open())).isEmpty();
      other.write(data(RowKind.INSERT, 1, "a", 1, 1, "d1"));
      other.commit();
      assertThat(dataFiles()).isGreaterThan(1);
      assertThat(names(open())).containsExactly("a");
    }

    assertThat(dataFiles()).isEqualTo(1);
    assertThat(names(open())).containsExactly("a");
  }

  @Test
  void anEmptyFileOfAPendingInstantIsPassedOver() throws Exception {
    new JavaClientTable(path, HoodieTableType.COPY_ON_WRITE, 6, false)
        .create()
        .insert(row(1, "a", 1, 1, "d1"));
    Files.createFile(
        Path.of(
            path, "d1", "0f0e8d2c-7a5b-4f3e-9c1d-0123456789ab-0_0-1-1_20200101000000000.parquet"));
    Files.createFile(Path.of(path, ".hoodie", "20200101000000000.commit.requested"));
    Files.createFile(Path.of(path, ".hoodie", "20200101000000000.inflight"));

    assertThat(names(open())).containsExactly("a");
  }

  @Test
  void aFileThatWentAwayFailsTheReadAndTheRerunWorks() throws Exception {
    JavaClientTable table =
        new JavaClientTable(path, HoodieTableType.COPY_ON_WRITE, 9, false).create();
    table.insert(row(1, "a", 1, 1, "d1"));
    HudiTable opened = open();
    HudiScan scan =
        new HudiScan(
            opened, HudiReadOptions.LATEST, List.of("name"), PartitionFilter.all(), Long.MAX_VALUE);
    List<HudiSplit> planned = FileSlicePlanner.plan(scan);
    table.upsert(row(1, "a2", 1, 2, "d1"));
    Files.delete(Path.of(planned.get(0).baseFile().replace("file:", "")));

    assertThatThrownBy(
            () ->
                new FileSliceReader(opened, opened.metaClient(), List.of("name"))
                    .read(planned.get(0)))
        .isInstanceOf(SluiceException.class)
        .hasMessageContaining("went away")
        .hasMessageContaining("run the statement again")
        .extracting(e -> ((SluiceException) e).code())
        .isEqualTo(ErrorCode.SOURCE_DRIFT);
    assertThat(names(opened)).containsExactly("a2");
  }

  @ParameterizedTest
  @EnumSource(HoodieTableType.class)
  void aRestoredCheckpointCommitsWhatADeadWriterLeftOnce(HoodieTableType type) throws Exception {
    new JavaClientTable(path, type, 9, true).create().insert(row(1, "a", 1, 1, "d1"));
    HudiTable table = open();
    HudiCommittable.Serializer serializer = new HudiCommittable.Serializer();
    byte[] checkpoint;
    try (HudiTableWriter dead = writer(table)) {
      dead.write(data(RowKind.INSERT, 1, "a2", 0, 2, "d1"));
      HudiCommittable prepared = dead.prepare().orElseThrow();
      dead.handedOn(prepared);
      checkpoint = serializer.serialize(prepared);
    }

    assertThat(names(table)).containsExactly("a");
    HudiCommittable restored = serializer.deserialize(serializer.getVersion(), checkpoint);
    try (HudiCommits commits =
        new HudiCommits(table, new HudiWriteOptions(true, 1 << 20, 1 << 20, true, true))) {
      commits.commit(restored);
      commits.commit(restored);
    }

    assertThat(names(table)).containsExactly("a2");
  }

  @ParameterizedTest
  @EnumSource(HoodieTableType.class)
  void theLaterOfTwoWritersOfOneFileFails(HoodieTableType type) throws Exception {
    new JavaClientTable(path, type, 9, true).create().insert(row(1, "a", 1, 1, "d1"));
    try (HudiTableWriter first = writer(open());
        HudiTableWriter second = writer(open())) {
      first.write(data(RowKind.INSERT, 1, "first", 0, 2, "d1"));
      second.write(data(RowKind.INSERT, 1, "second", 0, 3, "d1"));
      HudiCommittable prepared = first.prepare().orElseThrow();
      second.commit();
      try (HudiCommits commits =
          new HudiCommits(open(), new HudiWriteOptions(true, 1 << 20, 1 << 20, true, true))) {
        assertThatThrownBy(() -> commits.commit(prepared))
            .isInstanceOf(SluiceException.class)
            .hasMessageContaining("written to by somebody else at the same time");
      }
    }

    assertThat(names(open())).containsExactly("second");
  }

  @Test
  void tooManyRowsForOneCommitAreRefusedAndNothingIsWritten() throws Exception {
    new JavaClientTable(path, HoodieTableType.COPY_ON_WRITE, 9, false).create();
    Configuration small = new Configuration();
    small.setString(HudiOptions.WRITE_BUFFER.key(), "10kb");
    small.setString(HudiOptions.WRITE_SPILL.key(), "10kb");
    try (HudiTableWriter writer = HudiTableWriter.open(open(), small)) {
      assertThatThrownBy(
              () -> {
                for (int i = 0; i < 1000; i++) {
                  writer.write(data(RowKind.INSERT, i, "name", 0, 2, "d1"));
                }
              })
          .isInstanceOf(SluiceException.class)
          .hasMessageContaining(HudiOptions.WRITE_SPILL.key());
    }

    assertThat(names(open())).isEmpty();
  }

  @Test
  void nullOrderingAndNullKeyNameTheFieldAndTheKey() throws Exception {
    new JavaClientTable(path, HoodieTableType.COPY_ON_WRITE, 9, false).create();
    try (HudiTableWriter writer = writer(open())) {
      assertThatThrownBy(() -> writer.write(GenericRowData.of(42, null, null, null, null)))
          .isInstanceOf(SluiceException.class)
          .hasMessageContaining("ordering field ts is null")
          .hasMessageContaining("key 42");
      assertThatThrownBy(() -> writer.write(GenericRowData.of(null, null, null, 1L, null)))
          .isInstanceOf(SluiceException.class)
          .hasMessageContaining("Column id");
    }
  }

  private long dataFiles() throws IOException {
    try (Stream<Path> files = Files.walk(Path.of(path))) {
      return files
          .filter(file -> !file.toString().contains(".hoodie"))
          .filter(file -> file.toString().endsWith(".parquet"))
          .count();
    }
  }
}
