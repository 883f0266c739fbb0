/* SPDX-License-Identifier: Apache-2.0 */
package io.sluice.flink.hudi;

import static java.util.Objects.requireNonNull;

import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.hudi.common.bloom.BloomFilter;
import org.apache.hudi.common.bloom.BloomFilterFactory;
import org.apache.hudi.common.bloom.BloomFilterTypeCode;
import org.apache.hudi.common.util.collection.ClosableIterator;

/**
 * The rows of a commit that is too large for the memory, sorted by partition and, if the table has
 * one, by key. For an upsert a Bloom filter of the keys and their range in each partition are kept
 * in memory: so one reading of the table's keys finds the places of all of them, with few that are
 * not wanted.
 */
final class SpilledRows {
  private static final double FALSE_POSITIVES = 0.01;
  private static final long BITS_PER_KEY = 10;

  private final SpillFolder folder;
  private final SpillRow.Codec codec;
  private final long memory;
  private final Comparator<SpillRow> order;
  private final SpillSorter rows;
  private final BloomFilter filter;
  private final Map<String, KeyLookup.Range> ranges = new HashMap<>();

  /**
   * @param keyed whether the table has a record key; if not, rows stay in the order they came in
   */
  SpilledRows(SpillFolder folder, SpillRow.Codec codec, long memory, boolean byKey, boolean keyed) {
    this.folder = requireNonNull(folder, "folder is null");
    this.codec = requireNonNull(codec, "codec is null");
    this.memory = memory;
    this.order = keyed ? SpillRow.BY_KEY : SpillRow.BY_PARTITION;
    this.rows = sorter(order);
    int keys = Math.toIntExact(Math.max(1000, filterBytes(memory) * 8 / BITS_PER_KEY));
    this.filter =
        byKey
            ? BloomFilterFactory.createBloomFilter(
                keys, FALSE_POSITIVES, keys, BloomFilterTypeCode.SIMPLE.name())
            : null;
  }

  /** What of the memory the filter takes: an eighth, at most 128 MiB. */
  static long filterBytes(long memory) {
    return Math.min(memory / 8, 128L << 20);
  }

  /** Adds the rows in memory; one of the two is empty. */
  void add(
      Map<String, Map<String, RowBuffer.Entry>> keyed, Map<String, List<RowBuffer.Entry>> all) {
    List<SpillRow> run = new ArrayList<>();
    keyed.forEach(
        (partition, entries) -> {
          if (!entries.isEmpty()) {
            List<String> keys = new ArrayList<>(entries.keySet());
            Collections.sort(keys);
            ranges.merge(
                partition,
                new KeyLookup.Range(keys.get(0), keys.get(keys.size() - 1)),
                KeyLookup.Range::and);
            for (String key : keys) {
              filter.add(filtered(partition, key));
              run.add(SpillRow.of(entries.get(key)));
            }
          }
        });
    all.values().stream()
        .flatMap(Collection::stream)
        .map(SpillRow::of)
        .sorted(order)
        .forEach(run::add);
    if (!run.isEmpty()) {
      rows.addRun(run.iterator());
    }
  }

  private static String filtered(String partition, String key) {
    return partition.isEmpty() ? key : partition + '/' + key;
  }

  /** A sorter for what is made of the rows. */
  SpillSorter sorter(Comparator<SpillRow> order) {
    return new SpillSorter(folder, codec, order, memory / 4);
  }

  /** The range of keys in each partition. */
  Map<String, KeyLookup.Range> ranges() {
    return ranges;
  }

  boolean mayHold(String partition, String key) {
    return filter.mightContain(filtered(partition, key));
  }

  /** In order; rows of one key follow each other as they came. */
  ClosableIterator<SpillRow> sorted() {
    return rows.sorted();
  }

  /** Deletes the files of the rows. */
  void clear() {
    rows.clear();
  }
}
