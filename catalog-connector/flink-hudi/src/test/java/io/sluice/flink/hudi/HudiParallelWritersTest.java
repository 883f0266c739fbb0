/* SPDX-License-Identifier: Apache-2.0 */
package io.sluice.flink.hudi;

import static io.sluice.flink.hudi.HudiTableWriterTest.data;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.sluice.error.SluiceException;
import java.io.BufferedReader;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.apache.flink.configuration.Configuration;
import org.apache.flink.types.RowKind;
import org.apache.hudi.common.model.HoodieTableType;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Writers of one table in two JVMs. */
final class HudiParallelWritersTest {
  private static final int ROUNDS = 4;

  @TempDir Path folder;

  /** The writer in the other JVM. */
  static final class Child {
    private Child() {}

    /** Arguments: the table. Lines: {@code first key} and {@code commit}, in turns. */
    public static void main(String[] arguments) throws Exception {
      BufferedReader lines =
          new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
      ChildJvm.answer("started");
      for (String key = lines.readLine(); key != null; key = lines.readLine()) {
        try (Writing writing = new Writing(arguments[0], Integer.parseInt(key), "child")) {
          ChildJvm.answer("prepared");
          lines.readLine();
          ChildJvm.answer(writing.commit());
        }

        ChildJvm.answer("closed");
      }
    }
  }

  /** Ten keys that are written and not committed. */
  private static final class Writing implements AutoCloseable {
    private final HudiTableWriter writer;
    private final HudiCommits commits;
    private final HudiCommittable prepared;

    Writing(String path, int firstKey, String name) {
      HudiTable table = HudiTable.open(path, new org.apache.hadoop.conf.Configuration());
      writer = HudiTableWriter.open(table, new Configuration());
      commits = new HudiCommits(table, HudiWriteOptions.of(table, new Configuration()));
      for (int key = firstKey; key < firstKey + 10; key++) {
        writer.write(data(RowKind.INSERT, key, name, 1, 1, "d1"));
      }

      prepared = writer.prepare().orElseThrow();
    }

    /** Gives {@code committed} or the error. */
    String commit() {
      try {
        commits.commit(prepared);
        return "committed";
      } catch (SluiceException e) {
        return e.getMessage();
      }
    }

    @Override
    public void close() {
      try (commits) {
        writer.close();
      }
    }
  }

  private static List<String> names(String path) throws Exception {
    return PlainReader.read(path).stream().map(row -> row.split("\"")[5]).toList();
  }

  @ParameterizedTest
  @EnumSource(HoodieTableType.class)
  @Timeout(180)
  void whoCommitsFirstWins(HoodieTableType type) throws Exception {
    String path = folder.resolve("t").toString();
    new JavaClientTable(path, type, 9, true).create();
    try (ChildJvm child = ChildJvm.start(Child.class, path)) {
      assertThat(child.answer()).isEqualTo("started");
      child.tell("0");
      assertThat(child.answer()).isEqualTo("prepared");
      try (Writing writing = new Writing(path, 9, "parent")) {
        child.tell("commit");
        assertThat(child.answer()).isEqualTo("committed");
        assertThatThrownBy(() -> writing.commits.commit(writing.prepared))
            .isInstanceOf(SluiceException.class)
            .hasMessageContaining(path)
            .hasMessageContaining("the key 9 ");
      }

      assertThat(child.answer()).isEqualTo("closed");
      child.tell("19");
      assertThat(child.answer()).isEqualTo("prepared");
      try (Writing writing = new Writing(path, 10, "parent")) {
        assertThat(writing.commit()).isEqualTo("committed");
      }

      child.tell("commit");
      assertThat(child.answer()).contains(path).contains("the key 19 ");
      assertThat(child.answer()).isEqualTo("closed");
    }

    assertThat(names(path)).hasSize(20);
  }

  /** Both commit at once: whatever the order is, each key is there once. */
  @ParameterizedTest
  @EnumSource(HoodieTableType.class)
  @Timeout(300)
  void commitsAtTheSameTimeLeaveEachKeyOnce(HoodieTableType type) throws Exception {
    String path = folder.resolve("t").toString();
    new JavaClientTable(path, type, 9, true).create();
    List<String> winners = new ArrayList<>();
    try (ChildJvm child = ChildJvm.start(Child.class, path)) {
      assertThat(child.answer()).isEqualTo("started");
      for (int round = 0; round < ROUNDS; round++) {
        child.tell(Integer.toString(100 * round));
        assertThat(child.answer()).isEqualTo("prepared");
        try (Writing writing = new Writing(path, 100 * round, "parent")) {
          child.tell("commit");
          String ours = writing.commit();
          String theirs = child.answer();
          assertThat(List.of(ours, theirs))
              .containsOnlyOnce("committed")
              .anyMatch(answer -> answer.contains("inserted the key"));
          winners.add(ours.equals("committed") ? "parent" : "child");
        }

        assertThat(child.answer()).isEqualTo("closed");
      }
    }

    List<String> expected = new ArrayList<>();
    winners.forEach(winner -> expected.addAll(Collections.nCopies(10, winner)));
    assertThat(names(path)).containsExactlyInAnyOrderElementsOf(expected);
  }
}
