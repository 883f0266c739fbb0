/* SPDX-License-Identifier: Apache-2.0 */
package io.sluice.flink.hudi;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.apache.avro.generic.IndexedRecord;
import org.apache.hudi.common.model.HoodieKey;
import org.apache.hudi.common.model.HoodieRecord;

/**
 * Writes the rows of a commit that fit into memory: those that have a place to their file group,
 * the others to new file groups, where Hudi's client would fill small files. Rows of one key, which
 * only an insert has, go to a file group each; see {@link SpilledCommit#insert}.
 */
final class HeldCommit {
  private final Map<String, List<List<HoodieRecord<IndexedRecord>>>> inserts = new TreeMap<>();
  private final Map<String, Map<String, List<HoodieRecord<IndexedRecord>>>> updates =
      new TreeMap<>();

  HeldCommit(HudiTable table, List<HoodieRecord<IndexedRecord>> rows) {
    Map<HoodieKey, Integer> times = new HashMap<>();
    for (HoodieRecord<IndexedRecord> row : rows) {
      if (row.isCurrentLocationKnown()) {
        updates
            .computeIfAbsent(row.getPartitionPath(), partition -> new TreeMap<>())
            .computeIfAbsent(row.getCurrentLocation().getFileId(), id -> new ArrayList<>())
            .add(row);
      } else {
        insert(table, row, times.merge(row.getKey(), 1, Integer::sum));
      }
    }
  }

  private void insert(HudiTable table, HoodieRecord<IndexedRecord> row, int time) {
    if (time > SpilledCommit.EQUAL_KEYS) {
      throw SpilledCommit.tooOften(table, row.getRecordKey());
    }

    List<List<HoodieRecord<IndexedRecord>>> groups =
        inserts.computeIfAbsent(row.getPartitionPath(), partition -> new ArrayList<>());
    if (groups.size() < time) {
      groups.add(new ArrayList<>());
    }

    groups.get(time - 1).add(row);
  }

  void write(FileGroups groups) {
    inserts.values().forEach(all -> all.forEach(rows -> groups.insert(rows.iterator())));
    updates.forEach(
        (partition, files) ->
            files.forEach(
                (file, rows) -> groups.update(partition, file, rows.size(), rows.iterator())));
  }
}
