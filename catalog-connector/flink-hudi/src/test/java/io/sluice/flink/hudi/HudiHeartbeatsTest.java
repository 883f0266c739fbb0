/* SPDX-License-Identifier: Apache-2.0 */
package io.sluice.flink.hudi;

import static io.sluice.flink.hudi.HudiTableWriterTest.data;
import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.apache.flink.types.RowKind;
import org.apache.hudi.common.model.HoodieTableType;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A writer tells that it lives as long as a commit of it is open, and no longer. */
final class HudiHeartbeatsTest {
  @TempDir Path folder;

  private static long heartbeats() {
    return Thread.getAllStackTraces().keySet().stream()
        .filter(thread -> thread.getName().startsWith("heartbeat_scheduler"))
        .count();
  }

  /** A thread that was told to end needs a moment. */
  private static void assertHeartbeats(long expected) {
    long deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(20);
    while (heartbeats() != expected && System.nanoTime() < deadline) {
      Thread.onSpinWait();
    }

    assertThat(heartbeats()).isEqualTo(expected);
  }

  private HudiTable table() throws Exception {
    String path = folder.resolve("t").toString();
    new JavaClientTable(path, HoodieTableType.COPY_ON_WRITE, 9, true).create();
    return HudiTable.open(path, new org.apache.hadoop.conf.Configuration());
  }

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void aStreamingWriterKeepsThoseOfItsOpenCheckpointsOnly(boolean upserts) throws Exception {
    HudiTable table = table();
    HudiWriteOptions options =
        new HudiWriteOptions(upserts, 1 << 20, 1 << 20, true, true).streaming();
    try (HudiCommits committer = new HudiCommits(table, options)) {
      try (HudiTableWriter writer = HudiTableWriter.open(table, options)) {
        for (int checkpoint = 0; checkpoint < 4; checkpoint++) {
          writer.write(data(RowKind.INSERT, checkpoint, "name", 1, 1, "d1"));
          HudiCommittable prepared = writer.prepare().orElseThrow();
          writer.handedOn(prepared);
          assertHeartbeats(1);
          committer.commit(prepared);
        }
      }

      assertHeartbeats(0);
    }

    assertThat(PlainReader.read(table.path())).hasSize(4);
    assertThat(Path.of(table.path(), ".hoodie/.heartbeat")).isEmptyDirectory();
  }

  /** The committer, in another process maybe, gets to it after the writer is gone. */
  @Test
  void aCheckpointOutlivesItsWriter() throws Exception {
    HudiTable table = table();
    HudiWriteOptions options = new HudiWriteOptions(true, 1 << 20, 1 << 20, true, true).streaming();
    HudiCommittable prepared;
    try (HudiTableWriter writer = HudiTableWriter.open(table, options)) {
      writer.write(data(RowKind.INSERT, 1, "name", 1, 1, "d1"));
      prepared = writer.prepare().orElseThrow();
      writer.handedOn(prepared);
    }

    assertHeartbeats(0);
    try (HudiTableWriter other = HudiTableWriter.open(table, options);
        HudiCommits committer = new HudiCommits(table, options)) {
      other.write(data(RowKind.INSERT, 2, "name", 1, 1, "d1"));
      other.commit();
      for (HudiCommittable open : List.of(prepared, prepared)) {
        committer.commit(open);
      }

      assertHeartbeats(0);
    }

    assertThat(PlainReader.read(table.path())).hasSize(2);
  }
}
