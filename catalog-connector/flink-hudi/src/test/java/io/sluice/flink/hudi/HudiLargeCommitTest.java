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
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.apache.avro.generic.GenericRecord;
import org.apache.flink.table.data.GenericRowData;
import org.apache.flink.table.data.StringData;
import org.apache.flink.types.RowKind;
import org.apache.hudi.common.model.HoodieTableType;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;

/** Commits whose rows do not fit into the buffer. */
final class HudiLargeCommitTest {
  @TempDir Path folder;

  private String path;
  private Path temporary;

  /** The rows that the table has to have, by key. */
  private final Map<Integer, String> expected = new TreeMap<>();

  private final Map<Integer, Long> orderings = new TreeMap<>();

  @BeforeEach
  void folders() throws IOException {
    path = folder.resolve("t").toString();
    temporary = Files.createDirectory(folder.resolve("temporary"));
  }

  static Stream<Arguments> tables() {
    return HudiReadTest.tables();
  }

  private HudiTable open() {
    return HudiTable.open(path, new org.apache.hadoop.conf.Configuration());
  }

  private HudiTableWriter writer(boolean upserts, long buffer, long spill) {
    return HudiTableWriter.open(
        open(), new HudiWriteOptions(upserts, buffer, spill, true, true), temporary);
  }

  private static String partition(int id) {
    return "d" + id % 3;
  }

  /** Writes a row and notes what becomes of its key. */
  private void write(HudiTableWriter writer, RowKind kind, int id, String name, long ts) {
    writer.write(data(kind, id, name, ts / 2.0, ts, partition(id)));
    Long present = orderings.get(id);
    if (present == null || ts >= present) {
      orderings.put(id, ts);
      if (kind == RowKind.DELETE) {
        expected.remove(id);
        orderings.remove(id);
      } else {
        expected.put(
            id,
            "{\"id\": %d, \"name\": \"%s\", \"price\": %s, \"ts\": %d, \"dt\": \"%s\"}"
                .formatted(id, name, ts / 2.0, ts, partition(id)));
      }
    }
  }

  /** Rows of Hudi's own client in three partitions; those of a MERGE_ON_READ table have logs. */
  private void existing(JavaClientTable table, int rows) throws IOException {
    table.create();
    List<GenericRecord> first = new ArrayList<>();
    List<GenericRecord> second = new ArrayList<>();
    for (int id = 0; id < rows; id++) {
      long ts = id % 2 == 0 ? 50 : 2;
      first.add(row(id, "old", 1, 1, partition(id)));
      second.add(row(id, "there", ts / 2.0, ts, partition(id)));
      orderings.put(id, ts);
      expected.put(
          id,
          "{\"id\": %d, \"name\": \"there\", \"price\": %s, \"ts\": %d, \"dt\": \"%s\"}"
              .formatted(id, ts / 2.0, ts, partition(id)));
    }

    table.insert(first.toArray(GenericRecord[]::new));
    table.upsert(second.toArray(GenericRecord[]::new));
  }

  /** New and known keys, each several times, late values and deletes between them. */
  private void statement(HudiTableWriter writer, int keys) {
    for (int id = 0; id < keys; id++) {
      write(writer, RowKind.INSERT, id, "first", 10);
    }

    for (int id = keys - 1; id >= 0; id--) {
      if (id % 5 == 0) {
        write(writer, RowKind.UPDATE_AFTER, id, "late", 3);
      } else if (id % 7 == 0) {
        write(writer, RowKind.DELETE, id, "gone", 60);
      } else {
        write(writer, RowKind.UPDATE_AFTER, id, "second", 20);
      }
    }
  }

  private void assertRows() throws Exception {
    List<String> rows = new ArrayList<>(expected.values());
    rows.sort(null);
    assertThat(PlainReader.read(path)).isEqualTo(rows);
    assertThat(temporary).isEmptyDirectory();
  }

  private Set<String> instants() {
    Set<String> instants = new HashSet<>();
    open()
        .metaClient()
        .getCommitsTimeline()
        .filterCompletedInstants()
        .getInstantsAsStream()
        .forEach(instant -> instants.add(instant.requestedTime()));
    return instants;
  }

  @ParameterizedTest
  @MethodSource("tables")
  void rowsBeyondTheBufferAreOneCommitWithEveryKeyOnce(
      HoodieTableType type, int version, boolean metadata) throws Exception {
    JavaClientTable table = new JavaClientTable(path, type, version, metadata);
    existing(table, 300);
    Set<String> before = instants();
    try (HudiTableWriter writer = writer(true, 32 << 10, 1 << 30)) {
      statement(writer, 2_000);
      assertThat(temporary).isNotEmptyDirectory();
      assertThat(writer.commit()).isPresent();
      assertThat(instants()).hasSize(before.size() + 1);
      assertRows();
      for (int id = 0; id < 2_500; id++) {
        write(writer, id % 11 == 0 ? RowKind.DELETE : RowKind.INSERT, id, "third", 70);
      }

      writer.commit();
    }

    assertRows();
    assertThat(table.metadataTable()).isEqualTo(metadata);
    table.upsert(row(1, "client", 1, 90, partition(1)));
    assertThat(PlainReader.read(path))
        .hasSize(expected.size())
        .contains("{\"id\": 1, \"name\": \"client\", \"price\": 1.0, \"ts\": 90, \"dt\": \"d1\"}");
  }

  @ParameterizedTest
  @EnumSource(HoodieTableType.class)
  void hundredsOfThousandsOfRowsPassThroughAFewMegabytes(HoodieTableType type) throws Exception {
    existing(new JavaClientTable(path, type, 9, true), 3_000);
    try (HudiTableWriter writer = writer(true, 4 << 20, 1 << 30)) {
      statement(writer, 170_000);
      writer.commit();
    }

    assertRows();
  }

  @Test
  void insertsBeyondTheBufferKeepEveryRow() throws Exception {
    new JavaClientTable(path, HoodieTableType.COPY_ON_WRITE, 9, true).create();
    List<String> rows = new ArrayList<>();
    try (HudiTableWriter writer = writer(false, 64 << 10, 1 << 30)) {
      for (int i = 0; i < 5_000; i++) {
        writer.write(data(RowKind.INSERT, i % 100, "n" + i, 1, 1, partition(i)));
        rows.add(
            "{\"id\": %d, \"name\": \"n%d\", \"price\": 1.0, \"ts\": 1, \"dt\": \"%s\"}"
                .formatted(i % 100, i, partition(i)));
      }

      writer.commit();
    }

    rows.sort(null);
    assertThat(PlainReader.read(path)).isEqualTo(rows);
    assertThat(instants()).hasSize(1);
    assertThat(temporary).isEmptyDirectory();
  }

  @Test
  void aDeleteWithoutAnOrderingValueWinsInWhateverRunItIs() throws Exception {
    new JavaClientTable(path, HoodieTableType.COPY_ON_WRITE, 9, false).create();
    try (HudiTableWriter writer = writer(true, 64 << 10, 1 << 30)) {
      writer.write(data(RowKind.INSERT, 1, "first", 0, 9, "d1"));
      fill(writer, 1_000);
      writer.write(
          GenericRowData.ofKind(RowKind.DELETE, 1, null, null, null, StringData.fromString("d1")));
      writer.write(data(RowKind.INSERT, 1, "second", 0, 3, "d1"));
      fill(writer, 2_000);
      writer.commit();
    }

    assertThat(PlainReader.read(path))
        .contains("{\"id\": 1, \"name\": \"second\", \"price\": 0.0, \"ts\": 3, \"dt\": \"d1\"}")
        .hasSize(3_001);
  }

  private static void fill(HudiTableWriter writer, int from) {
    for (int id = from; id < from + 2_000; id++) {
      writer.write(data(RowKind.INSERT, id, "fill", 0, 1, "d1"));
    }
  }

  @ParameterizedTest
  @EnumSource(HoodieTableType.class)
  void aFailureInTheMiddleLeavesNothing(HoodieTableType type) throws Exception {
    existing(new JavaClientTable(path, type, 9, true), 4_000);
    List<String> before = files();
    try (HudiTableWriter writer = writer(true, 256 << 10, 950_000)) {
      for (int id = 0; id < 10_000; id++) {
        writer.write(data(RowKind.INSERT, id, "new", 1, 99, partition(id)));
      }

      assertThatThrownBy(writer::commit)
          .isInstanceOf(SluiceException.class)
          .hasMessageContaining(HudiOptions.WRITE_SPILL.key())
          .extracting(e -> ((SluiceException) e).code())
          .isEqualTo(ErrorCode.LIMIT_REACHED);
      assertThat(files()).hasSizeGreaterThan(before.size());
    }

    assertThat(files()).isEqualTo(before);
    assertRows();
  }

  private List<String> files() throws IOException {
    try (Stream<Path> files = Files.walk(Path.of(path))) {
      return files
          .map(Path::toString)
          .filter(file -> !file.contains(".hoodie"))
          .filter(file -> file.endsWith(".parquet") || file.contains(".log."))
          .sorted()
          .toList();
    }
  }
}
