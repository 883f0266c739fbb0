/* SPDX-License-Identifier: Apache-2.0 */
package io.sluice.flink.hudi;

import static java.util.Objects.requireNonNull;

import io.sluice.error.ErrorCode;
import io.sluice.error.SluiceException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import org.apache.avro.generic.IndexedRecord;
import org.apache.flink.configuration.ReadableConfig;
import org.apache.flink.table.data.RowData;
import org.apache.flink.types.RowKind;
import org.apache.hudi.common.model.HoodieRecord;
import org.apache.hudi.common.model.HoodieRecordLocation;
import org.apache.hudi.common.table.HoodieTableMetaClient;

/**
 * Writes rows to a Hudi table outside of a Flink job or, one per job, inside of it. Rows are held
 * in memory, and in temporary files when there are many, until {@link #commit()}, which makes them
 * visible together; {@link #close()} drops what was not committed and takes its files away.
 *
 * <p>Not for several threads. Several writers, in any processes, may write to one table: the later
 * of two commits that touched the same file group or inserted the same new key fails and leaves
 * nothing.
 */
public final class HudiTableWriter implements AutoCloseable {
  private final HudiTable table;
  private final HudiWriteOptions options;
  private final RecordMaker records;
  private final RowBuffer buffer;
  private final HudiCommits commits;
  private final Set<String> unfinished = new HashSet<>();
  private final Map<String, HudiCommittable> handedOn = new TreeMap<>();

  private HudiTableWriter(HudiTable table, HudiWriteOptions options, Path temporary) {
    this.table = table;
    this.options = options;
    HoodieTableMetaClient client = table.metaClient();
    this.records = RecordMaker.of(table, client);
    this.buffer =
        new RowBuffer(
            new SpillFolder(table.path(), temporary, options.spillBytes()),
            new SpillRow.Codec(table.avroSchema()),
            options.bufferBytes(),
            options.upserts(),
            !table.recordKeys().isEmpty());
    this.commits = new HudiCommits(table, options);
  }

  /** Writes rows of {@link HudiTable#rowType()}; {@link HudiOptions} names the options. */
  public static HudiTableWriter open(HudiTable table, ReadableConfig options) {
    requireNonNull(table, "table is null");
    return open(table, HudiWriteOptions.of(table, options));
  }

  static HudiTableWriter open(HudiTable table, HudiWriteOptions options) {
    return open(table, options, Path.of(System.getProperty("java.io.tmpdir")));
  }

  /** Keeps the rows that memory cannot hold in a folder below the given one. */
  static HudiTableWriter open(HudiTable table, HudiWriteOptions options, Path temporary) {
    return new HudiTableWriter(table, options, temporary);
  }

  /**
   * Takes a row. {@code INSERT} and {@code UPDATE_AFTER} put it in, {@code DELETE} takes the row of
   * its key out, {@code UPDATE_BEFORE} is passed over. The row may be changed afterwards.
   *
   * @throws SluiceException {@code INVALID_VALUE} for a null key or ordering field, {@code
   *     LIMIT_REACHED} or {@code DISK_FULL} if the disk cannot hold the rows
   */
  public void write(RowData row) {
    if (row.getRowKind() == RowKind.UPDATE_BEFORE) {
      return;
    }

    boolean delete = row.getRowKind() == RowKind.DELETE;
    if (delete && !options.upserts()) {
      throw new SluiceException(
          ErrorCode.NOT_SUPPORTED,
          "Rows of the Hudi table " + table.path() + " cannot be deleted by an insert");
    }

    buffer.add(records.make(row, delete));
  }

  /** Commits the rows held; gives the instant, or nothing if there was nothing to write. */
  public Optional<String> commit() {
    Optional<HudiCommittable> committable = prepare();
    if (committable.isPresent()) {
      commits.commit(committable.get());
      unfinished.remove(committable.get().instant());
    }

    return committable.map(HudiCommittable::instant);
  }

  /** Writes the files of the rows held, which stay invisible until they are committed. */
  Optional<HudiCommittable> prepare() {
    if (buffer.isEmpty()) {
      return Optional.empty();
    }

    requireFinished();
    SpilledRows spilled = buffer.isSpilled() ? buffer.spilled() : null;
    HudiCommits.Begun begun = commits.begin();
    unfinished.add(begun.instant());
    Optional<HudiCommittable> written =
        spilled == null
            ? write(begun)
            : Optional.of(commits.write(begun, new SpilledCommit(table, records, spilled)))
                .filter(committable -> !committable.stats().isEmpty());
    buffer.clear();
    if (written.isEmpty()) {
      commits.rollBack(unfinished);
      unfinished.clear();
    }

    return written;
  }

  private Optional<HudiCommittable> write(HudiCommits.Begun begun) {
    List<HoodieRecord<IndexedRecord>> rows =
        options.upserts() ? located(begun.meta()) : buffer.all();
    buffer.clear();
    return rows.isEmpty() ? Optional.empty() : Optional.of(commits.write(begun, rows));
  }

  /**
   * An upsert has to see the rows of the one before. The committer may not have got to that yet,
   * when a bounded stream ends right after a checkpoint or when a checkpoint failed; it is
   * committed here then, and the committer finds it done. If the job has to go back behind that
   * checkpoint, the same keys are written again, so no row is doubled. Inserts see nothing and go
   * to files of their own.
   */
  private void requireFinished() {
    if (!unfinished.isEmpty()) {
      throw new SluiceException(
          ErrorCode.SOURCE_FAILED,
          "The commit " + unfinished + " of the Hudi table " + table.path() + " is still open");
    }

    if (options.upserts()) {
      handedOn.values().forEach(commits::commit);
    }

    handedOn.keySet().removeIf(commits::finished);
  }

  /** Tells Hudi where each key is; a delete of a key that is nowhere is dropped. */
  private List<HoodieRecord<IndexedRecord>> located(HoodieTableMetaClient client) {
    Map<String, List<HudiSplit>> slices = new HashMap<>();
    new FileSlicePlanner(table, HudiReadOptions.LATEST)
        .plan(client, buffer.keyed()::containsKey)
        .forEach(
            split -> slices.computeIfAbsent(split.partition(), p -> new ArrayList<>()).add(split));
    KeyLookup lookup = slices.isEmpty() ? null : new KeyLookup(table, client);
    List<HoodieRecord<IndexedRecord>> rows = new ArrayList<>();
    buffer
        .keyed()
        .forEach(
            (partition, entries) -> {
              Map<String, List<HoodieRecordLocation>> places = new HashMap<>();
              if (slices.containsKey(partition)) {
                lookup.find(
                    slices.get(partition),
                    entries.keySet(),
                    (key, place) -> {
                      List<HoodieRecordLocation> found =
                          places.computeIfAbsent(key, k -> new ArrayList<>(1));
                      // An insert may have put a key into one file twice.
                      if (!found.contains(place)) {
                        found.add(place);
                      }
                    });
              }

              entries.forEach(
                  (key, entry) -> rows.addAll(located(entry, places.getOrDefault(key, List.of()))));
            });
    return rows;
  }

  /** A record of its own: a deletion's plain {@code newInstance} gives the deletion itself. */
  private static HoodieRecord<IndexedRecord> copy(RowBuffer.Entry entry) {
    HoodieRecord<IndexedRecord> record = entry.record();
    return entry.delete()
        ? record.newInstance(record.getKey(), record.getOperation())
        : record.newInstance();
  }

  private static List<HoodieRecord<IndexedRecord>> located(
      RowBuffer.Entry entry, List<HoodieRecordLocation> places) {
    if (places.isEmpty()) {
      return entry.delete() ? List.of() : List.of(entry.record());
    }

    List<HoodieRecord<IndexedRecord>> rows = new ArrayList<>(places.size());
    for (HoodieRecordLocation place : places) {
      // A copy has the place of what it was made of, so the record itself gets its place last.
      HoodieRecord<IndexedRecord> record =
          rows.size() + 1 < places.size() ? copy(entry) : entry.record();
      record.unseal();
      record.setCurrentLocation(place);
      record.seal();
      rows.add(record);
    }

    return rows;
  }

  /** From now on it is the affair of who has the committable whether the instant is committed. */
  void handedOn(HudiCommittable committable) {
    unfinished.remove(committable.instant());
    handedOn.put(committable.instant(), committable);
  }

  @Override
  public void close() {
    try (commits) {
      try {
        buffer.clear();
      } finally {
        commits.rollBack(unfinished);
      }
    }
  }
}
