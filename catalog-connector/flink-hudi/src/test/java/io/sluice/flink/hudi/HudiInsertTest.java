/* SPDX-License-Identifier: Apache-2.0 */
package io.sluice.flink.hudi;

import static io.sluice.flink.hudi.HudiTableWriterTest.data;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.sluice.error.ErrorCode;
import io.sluice.error.SluiceException;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;
import org.apache.flink.types.RowKind;
import org.apache.hudi.common.model.HoodieTableType;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** {@code write.operation=insert} adds rows whatever their keys are. */
final class HudiInsertTest {
  private static final long HELD = 64 << 20;
  private static final long SPILLED = 16 << 10;

  @TempDir Path folder;

  private String path;

  @BeforeEach
  void path() {
    path = folder.resolve("t").toString();
  }

  static Stream<Arguments> tables() {
    return Arrays.stream(HoodieTableType.values())
        .flatMap(
            type ->
                Stream.of(6, 8, 9)
                    .flatMap(
                        version ->
                            Stream.of(HELD, SPILLED)
                                .map(buffer -> Arguments.of(type, version, buffer))));
  }

  private HudiTableWriter writer(boolean upserts, long buffer) {
    return HudiTableWriter.open(
        HudiTable.open(path, new org.apache.hadoop.conf.Configuration()),
        new HudiWriteOptions(upserts, buffer, 1 << 30, true, true));
  }

  private static void write(HudiTableWriter writer, RowKind kind, int keys, String name) {
    for (int id = 0; id < keys; id++) {
      writer.write(data(kind, id, name, 1, 9, "d" + id % 2));
    }
  }

  private List<String> names() throws Exception {
    return PlainReader.read(path).stream().map(row -> row.split("\"")[5]).sorted().toList();
  }

  private long count(String name) throws Exception {
    return names().stream().filter(name::equals).count();
  }

  @ParameterizedTest
  @MethodSource("tables")
  void equalKeysAreAllAddedAndAllReachedLater(HoodieTableType type, int version, long buffer)
      throws Exception {
    new JavaClientTable(path, type, version, true).create();
    int keys = 200;
    try (HudiTableWriter writer = writer(false, buffer)) {
      write(writer, RowKind.INSERT, keys, "first");
      write(writer, RowKind.INSERT, keys, "second");
      writer.commit();
      write(writer, RowKind.INSERT, keys, "third");
      writer.commit();
    }

    for (String name : List.of("first", "second", "third")) {
      assertThat(count(name)).as(name).isEqualTo(keys);
    }

    try (HudiTableWriter writer = writer(true, buffer)) {
      write(writer, RowKind.UPDATE_AFTER, keys, "changed");
      writer.commit();
    }

    assertThat(count("changed")).isEqualTo(3 * keys);
    assertThat(names()).hasSize(3 * keys);
    try (HudiTableWriter writer = writer(true, buffer)) {
      write(writer, RowKind.DELETE, keys - 2, "gone");
      writer.commit();
    }

    assertThat(names()).hasSize(3 * 2);
  }

  @ParameterizedTest
  @MethodSource("tables")
  void oneKeyTooOftenIsRefusedByName(HoodieTableType type, int version, long buffer)
      throws Exception {
    new JavaClientTable(path, type, version, true).create();
    try (HudiTableWriter writer = writer(false, buffer)) {
      write(writer, RowKind.INSERT, 100, "once");
      for (int i = 0; i < SpilledCommit.EQUAL_KEYS; i++) {
        writer.write(data(RowKind.INSERT, 42, "again", 1, 9, "d0"));
      }

      assertThatThrownBy(writer::commit)
          .isInstanceOf(SluiceException.class)
          .hasMessageContaining("The key 42 ")
          .hasMessageContaining(path)
          .extracting(e -> ((SluiceException) e).code())
          .isEqualTo(ErrorCode.LIMIT_REACHED);
    }

    try (HudiTableWriter writer = writer(false, buffer)) {
      write(writer, RowKind.INSERT, 1, "alone");
      writer.commit();
    }

    assertThat(names()).containsExactly("alone");
  }
}
