/* SPDX-License-Identifier: Apache-2.0 */
package io.sluice.flink.hudi;

import static java.util.Objects.requireNonNull;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.function.Consumer;
import org.apache.avro.generic.IndexedRecord;
import org.apache.hudi.client.WriteStatus;
import org.apache.hudi.common.fs.FSUtils;
import org.apache.hudi.common.model.HoodieRecord;
import org.apache.hudi.common.model.HoodieWriteStat;
import org.apache.hudi.table.action.commit.BaseJavaCommitActionExecutor;

/**
 * Writes the file groups of one instant, one after the other, from rows that are read as they are
 * written. These are the calls that Hudi's Java client makes for each of its buckets, after it has
 * put a list of rows into buckets. A file group may be written once: a second file of the same
 * group and instant would have the same name.
 */
final class FileGroups {
  private final BaseJavaCommitActionExecutor<IndexedRecord> executor;
  private final Consumer<WriteStatus> check;
  private final List<HoodieWriteStat> stats = new ArrayList<>();

  /**
   * @param check throws if rows were not written
   */
  FileGroups(BaseJavaCommitActionExecutor<IndexedRecord> executor, Consumer<WriteStatus> check) {
    this.executor = requireNonNull(executor, "executor is null");
    this.check = requireNonNull(check, "check is null");
  }

  /** Writes rows of one partition to new file groups. */
  void insert(Iterator<HoodieRecord<IndexedRecord>> rows) {
    keep(executor.handleInsert(FSUtils.createNewFileIdPfx(), rows));
  }

  /** Writes rows to the file group that has their keys. */
  void update(
      String partition, String fileId, long count, Iterator<HoodieRecord<IndexedRecord>> rows) {
    try {
      keep(executor.handleUpdate(partition, fileId, count, rows));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private void keep(Iterator<List<WriteStatus>> written) {
    while (written.hasNext()) {
      for (WriteStatus status : written.next()) {
        check.accept(status);
        stats.add(status.getStat());
      }
    }
  }

  /** What was written. */
  List<HoodieWriteStat> stats() {
    return stats;
  }
}
