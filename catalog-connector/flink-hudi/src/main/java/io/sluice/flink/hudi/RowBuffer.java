/* SPDX-License-Identifier: Apache-2.0 */
package io.sluice.flink.hudi;

import static java.util.Objects.requireNonNull;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.apache.avro.generic.GenericRecord;
import org.apache.avro.generic.IndexedRecord;
import org.apache.hudi.common.model.HoodieKey;
import org.apache.hudi.common.model.HoodieRecord;

/**
 * The rows of one commit, by partition. For an upsert it holds one row per key, as the table's
 * merge mode would leave it; for an insert it holds all. When the memory is full, the rows go to a
 * sorted file, and again each time it is full; from then on {@link #spilled()} has them.
 */
final class RowBuffer {
  private static final long ENTRY = 160;

  /**
   * One row.
   *
   * @param record for Hudi
   * @param row what the record was made of
   * @param ordering null if the later row wins
   * @param absolute whether it wins over every row before it: a row without an ordering value does,
   *     and what came after such a row keeps that
   */
  record Entry(
      HoodieRecord<IndexedRecord> record,
      GenericRecord row,
      Comparable<?> ordering,
      boolean delete,
      boolean absolute) {

    /** What remains of this row and a later one of its key. */
    @SuppressWarnings({"unchecked", "rawtypes"})
    Entry followedBy(Entry later) {
      if (later.absolute()) {
        return later;
      }

      if (ordering != null && ((Comparable) later.ordering()).compareTo(ordering) < 0) {
        return this;
      }

      return new Entry(later.record(), later.row(), later.ordering(), later.delete(), absolute);
    }
  }

  private final long limit;
  private final boolean byKey;
  private final boolean hasKeys;
  private final SpillFolder folder;
  private final SpillRow.Codec codec;
  private final Map<String, Map<String, Entry>> keyed = new TreeMap<>();
  private final Map<String, List<Entry>> all = new TreeMap<>();
  private SpilledRows spilled;
  private long size;

  /**
   * @param byKey whether one row per key is kept
   * @param hasKeys whether the table has a record key
   */
  RowBuffer(SpillFolder folder, SpillRow.Codec codec, long limit, boolean byKey, boolean hasKeys) {
    this.folder = requireNonNull(folder, "folder is null");
    this.codec = requireNonNull(codec, "codec is null");
    this.limit = limit;
    this.byKey = byKey;
    this.hasKeys = hasKeys;
  }

  void add(Entry entry) {
    HoodieKey key = entry.record().getKey();
    if (byKey) {
      Map<String, Entry> partition =
          keyed.computeIfAbsent(key.getPartitionPath(), path -> new HashMap<>());
      Entry present = partition.get(key.getRecordKey());
      Entry kept = present == null ? entry : present.followedBy(entry);
      partition.put(key.getRecordKey(), kept);
      size += sizeOf(kept) - (present == null ? 0 : sizeOf(present));
    } else {
      all.computeIfAbsent(key.getPartitionPath(), path -> new ArrayList<>()).add(entry);
      size += sizeOf(entry);
    }

    if (size > (spilled == null ? limit : limit - SpilledRows.filterBytes(limit))) {
      spill();
    }
  }

  private void spill() {
    if (spilled == null) {
      spilled = new SpilledRows(folder, codec, limit, byKey, hasKeys);
    }

    spilled.add(byKey ? keyed : Map.of(), byKey ? Map.of() : all);
    keyed.clear();
    all.clear();
    size = 0;
  }

  boolean isEmpty() {
    return keyed.isEmpty() && all.isEmpty() && spilled == null;
  }

  boolean isSpilled() {
    return spilled != null;
  }

  /** All rows, if the memory was full once. */
  SpilledRows spilled() {
    spill();
    return spilled;
  }

  /** By partition and key; empty unless the buffer is by key. */
  Map<String, Map<String, Entry>> keyed() {
    return keyed;
  }

  /** By partition; empty if the buffer is by key. */
  List<HoodieRecord<IndexedRecord>> all() {
    List<HoodieRecord<IndexedRecord>> records = new ArrayList<>();
    all.values().forEach(entries -> entries.forEach(entry -> records.add(entry.record())));
    return records;
  }

  /** Forgets the rows and deletes the files. */
  void clear() {
    keyed.clear();
    all.clear();
    spilled = null;
    size = 0;
    folder.clear();
  }

  private static long sizeOf(Entry entry) {
    return ENTRY + 2L * entry.record().getRecordKey().length() + AvroSize.of(entry.row());
  }
}
