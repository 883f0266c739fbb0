/* SPDX-License-Identifier: Apache-2.0 */
package io.sluice.flink.hudi;

import static java.util.Objects.requireNonNull;
import static java.util.stream.Collectors.groupingBy;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.apache.hudi.common.model.HoodieWriteStat;
import org.apache.hudi.common.table.HoodieTableMetaClient;
import org.apache.hudi.common.table.timeline.HoodieInstant;
import org.apache.hudi.common.table.timeline.TimelineUtils;
import org.apache.hudi.exception.HoodieWriteConflictException;
import org.apache.hudi.storage.StoragePath;

/**
 * The keys that an upsert put where there was none. Hudi finds two commits in conflict when they
 * touched one file group; two that insert the same new key touch none together, and the key would
 * be there twice. So before an upsert is committed, its new keys are looked for in the file groups
 * that others have touched since it began.
 *
 * <p>Our keys are read from the files that are about to be committed, so no list of them has to be
 * kept or put into a checkpoint. A new key is always in a base file of ours: no row without a place
 * goes to a log. If new rows were put into an existing file, its old keys are looked for as well;
 * they do no harm, since whoever wrote one of those keys touched that file group.
 *
 * <p>An instant is looked at once: the check is made before the lock is taken and, within it, only
 * for what was committed in between.
 */
final class NewKeys {
  private final HudiTable table;
  private final HudiCommittable committable;
  private final int together;
  private final Map<String, List<HudiSplit>> ours = new TreeMap<>();
  private final Set<String> seen = new HashSet<>();

  NewKeys(HudiTable table, HudiCommittable committable) {
    this(table, committable, KeyBatch.KEYS);
  }

  /**
   * @param together how many of our keys are compared at a time
   */
  NewKeys(HudiTable table, HudiCommittable committable, int together) {
    this.together = together;
    this.table = requireNonNull(table, "table is null");
    this.committable = requireNonNull(committable, "committable is null");
    for (HoodieWriteStat stat : committable.stats()) {
      if (stat.getNumInserts() > 0) {
        ours.computeIfAbsent(stat.getPartitionPath(), partition -> new ArrayList<>())
            .add(written(stat));
      }
    }
  }

  private HudiSplit written(HoodieWriteStat stat) {
    return new HudiSplit(
        stat.getFileId(),
        stat.getFileId(),
        committable.instant(),
        stat.getPartitionPath(),
        new StoragePath(table.path(), stat.getPath()).toString(),
        List.of(),
        committable.instant(),
        0);
  }

  /**
   * Fails if somebody else has committed one of the keys since the write began.
   *
   * @param now a fresh look at the table
   * @throws HoodieWriteConflictException with the key
   */
  void requireNew(HoodieTableMetaClient now) {
    if (ours.isEmpty()) {
      return;
    }

    Map<String, Set<String>> touched = new HashMap<>();
    for (HoodieInstant later : committable.began().completedSince(now)) {
      if (!later.requestedTime().equals(committable.instant()) && seen.add(later.requestedTime())) {
        touchedBy(later, now, touched);
      }
    }

    if (!touched.isEmpty()) {
      KeyLookup lookup = new KeyLookup(table, now);
      new FileSlicePlanner(table, HudiReadOptions.LATEST)
          .plan(now, touched::containsKey).stream()
              .filter(split -> touched.get(split.partition()).contains(split.fileId()))
              .collect(groupingBy(HudiSplit::partition))
              .forEach((partition, theirs) -> requireNew(partition, theirs, lookup));
    }
  }

  private void touchedBy(
      HoodieInstant later, HoodieTableMetaClient now, Map<String, Set<String>> touched) {
    try {
      TimelineUtils.getCommitMetadata(later, now.getActiveTimeline())
          .getPartitionToWriteStats()
          .forEach(
              (partition, stats) -> {
                if (ours.containsKey(partition)) {
                  Set<String> groups = touched.computeIfAbsent(partition, path -> new HashSet<>());
                  stats.forEach(stat -> groups.add(stat.getFileId()));
                }
              });
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private void requireNew(String partition, List<HudiSplit> theirs, KeyLookup lookup) {
    KeyBatch batch = new KeyBatch(together);
    for (HudiSplit file : ours.get(partition)) {
      lookup.forEachKey(
          file,
          key -> {
            batch.add(key);
            if (batch.isFull()) {
              requireNone(batch, partition, theirs, lookup);
              batch.clear();
            }
          });
    }

    requireNone(batch, partition, theirs, lookup);
  }

  private void requireNone(
      KeyBatch batch, String partition, List<HudiSplit> theirs, KeyLookup lookup) {
    if (!batch.isEmpty()) {
      lookup.find(
          theirs,
          batch.range(),
          batch::mayHold,
          (key, place) -> {
            if (isOurs(key, partition, lookup)) {
              throw doubled(key, partition);
            }
          });
    }
  }

  /** The batch knows keys by their hashes only. */
  private boolean isOurs(String key, String partition, KeyLookup lookup) {
    boolean[] found = new boolean[1];
    lookup.find(
        ours.get(partition),
        new KeyLookup.Range(key, key),
        key::equals,
        (same, place) -> found[0] = true);
    return found[0];
  }

  private static HoodieWriteConflictException doubled(String key, String partition) {
    return new HoodieWriteConflictException(
        "both inserted the key "
            + key
            + (partition.isEmpty() ? "" : " into the partition " + partition)
            + "; nothing of the later write is visible");
  }
}
