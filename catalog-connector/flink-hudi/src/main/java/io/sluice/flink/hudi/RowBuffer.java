/* SPDX-License-Identifier: Apache-2.0 */
package io.sluice.flink.hudi;

import io.sluice.error.ErrorCode;
import io.sluice.error.SluiceException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.apache.avro.generic.IndexedRecord;
import org.apache.hudi.common.model.HoodieKey;
import org.apache.hudi.common.model.HoodieRecord;

/**
 * The rows of one commit, by partition. For an upsert it holds one row per key, as the table's
 * merge mode would leave it; for an insert it holds all. It refuses more than its bound, since
 * Hudi's Java client takes a commit's rows as one list: two upserts under one instant overwrite
 * each other's files.
 */
final class RowBuffer {
  private static final long ENTRY = 160;

  /** One row: the record for Hudi, its ordering value and what it takes. */
  record Entry(HoodieRecord<IndexedRecord> record, Comparable<?> ordering, boolean delete) {}

  private final String table;
  private final long limit;
  private final boolean byKey;
  private final Map<String, Map<String, Entry>> keyed = new LinkedHashMap<>();
  private final List<HoodieRecord<IndexedRecord>> all = new ArrayList<>();
  private long size;

  RowBuffer(String table, long limit, boolean byKey) {
    this.table = table;
    this.limit = limit;
    this.byKey = byKey;
  }

  void add(Entry entry, boolean ordered) {
    HoodieKey key = entry.record().getKey();
    if (byKey) {
      Map<String, Entry> partition =
          keyed.computeIfAbsent(key.getPartitionPath(), path -> new HashMap<>());
      Entry present = partition.get(key.getRecordKey());
      if (present != null && ordered && older(entry, present)) {
        return;
      }

      partition.put(key.getRecordKey(), entry);
      size -= present == null ? 0 : sizeOf(present);
    } else {
      all.add(entry.record());
    }

    size += sizeOf(entry);
    if (size > limit) {
      throw new SluiceException(
          ErrorCode.LIMIT_REACHED,
          "The rows of one commit to the Hudi table "
              + table
              + " take more than "
              + (limit >> 20)
              + " MiB; raise "
              + HudiOptions.WRITE_BUFFER.key()
              + " or write fewer rows at a time. Nothing was written");
    }
  }

  boolean isEmpty() {
    return keyed.isEmpty() && all.isEmpty();
  }

  /** By partition and key; empty unless the buffer is by key. */
  Map<String, Map<String, Entry>> keyed() {
    return keyed;
  }

  /** In the order of arrival; empty if the buffer is by key. */
  List<HoodieRecord<IndexedRecord>> all() {
    return all;
  }

  void clear() {
    keyed.clear();
    all.clear();
    size = 0;
  }

  /** A delete without an ordering value always wins; otherwise the later of two equals does. */
  @SuppressWarnings({"unchecked", "rawtypes"})
  private static boolean older(Entry entry, Entry present) {
    return entry.ordering() != null
        && present.ordering() != null
        && ((Comparable) entry.ordering()).compareTo(present.ordering()) < 0;
  }

  private static long sizeOf(Entry entry) {
    HoodieKey key = entry.record().getKey();
    return ENTRY
        + 2L * key.getRecordKey().length()
        + (entry.delete() ? 0 : AvroSize.of(entry.record().getData()));
  }
}
