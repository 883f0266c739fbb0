/* SPDX-License-Identifier: Apache-2.0 */
package io.sluice.flink.hudi;

import static java.util.Objects.requireNonNull;

import io.sluice.error.ErrorCode;
import io.sluice.error.SluiceException;
import java.util.HashMap;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.NoSuchElementException;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.apache.avro.generic.IndexedRecord;
import org.apache.hudi.common.model.HoodieRecord;
import org.apache.hudi.common.model.HoodieRecordLocation;
import org.apache.hudi.common.table.HoodieTableMetaClient;
import org.apache.hudi.common.util.collection.ClosableIterator;

/**
 * Writes the rows of a commit that is too large for the memory, so that no file group is written
 * twice:
 *
 * <ol>
 *   <li>the keys of the touched partitions are read once; those that pass the Bloom filter go to a
 *       file with their places, sorted by key;
 *   <li>rows and places are merged: rows of one key become one; a row without a place goes to a new
 *       file group of its partition at once; a row with places goes to a file of updates, sorted by
 *       file group;
 *   <li>the file groups with updates are written one after the other.
 * </ol>
 */
final class SpilledCommit {
  /** How often one insert may have a key. */
  static final int EQUAL_KEYS = 64;

  private final HudiTable table;
  private final RecordMaker records;
  private final SpilledRows rows;
  private final SpillSorter places;
  private final SpillSorter updates;
  private final Map<String, Long> updatesByFile = new HashMap<>();

  SpilledCommit(HudiTable table, RecordMaker records, SpilledRows rows) {
    this.table = requireNonNull(table, "table is null");
    this.records = requireNonNull(records, "records is null");
    this.rows = requireNonNull(rows, "rows is null");
    this.places = rows.sorter(SpillRow.BY_KEY.thenComparing(SpillRow::fileId));
    this.updates = rows.sorter(SpillRow.BY_FILE);
  }

  /**
   * Adds all rows, to new file groups. Hudi takes a key to be in a file group once: an update or a
   * delete of a key that is there twice would reach one of its rows. So of the rows of one key each
   * goes to a file group of its own, in one passage over what the passage before has left.
   */
  void insert(FileGroups groups) {
    SpillSorter from = null;
    for (int time = 1; time == 1 || !from.isEmpty(); time++) {
      SpillSorter left = rows.sorter(SpillRow.BY_KEY);
      try (ClosableIterator<SpillRow> sorted = from == null ? rows.sorted() : from.sorted()) {
        Ahead<SpillRow> all = new Ahead<>(sorted);
        while (all.hasNext()) {
          if (time > EQUAL_KEYS) {
            throw tooOften(table, all.peek().key());
          }

          groups.insert(new FirstOfEach(all, left));
        }
      }

      if (from != null) {
        from.clear();
      }

      from = left;
    }
  }

  static SluiceException tooOften(HudiTable table, String key) {
    return new SluiceException(
        ErrorCode.LIMIT_REACHED,
        "The key "
            + key
            + " comes more than "
            + EQUAL_KEYS
            + " times in one insert into the Hudi table "
            + table.path()
            + ", each of which takes a file of its own; "
            + HudiOptions.WRITE_OPERATION.key()
            + "=upsert keeps one row of a key");
  }

  /**
   * Puts each row where its key is, or else into a new file group.
   *
   * @param client the table when the commit began
   */
  void upsert(HoodieTableMetaClient client, FileGroups groups) {
    lookUp(client);
    try (ClosableIterator<SpillRow> sorted = rows.sorted();
        ClosableIterator<SpillRow> found = places.sorted()) {
      Ahead<SpillRow> all = new Ahead<>(sorted);
      Ahead<SpillRow> located = new Ahead<>(found);
      while (all.hasNext()) {
        groups.insert(new Inserts(all, located));
      }
    }

    rows.clear();
    places.clear();
    try (ClosableIterator<SpillRow> sorted = updates.sorted()) {
      Ahead<SpillRow> all = new Ahead<>(sorted);
      while (all.hasNext()) {
        SpillRow first = all.peek();
        String file = file(first);
        groups.update(
            first.partition(),
            first.fileId(),
            updatesByFile.get(file),
            all.map(SpilledCommit::file, file, this::update));
      }
    }
  }

  private void lookUp(HoodieTableMetaClient client) {
    Map<String, List<HudiSplit>> slices =
        new FileSlicePlanner(table, HudiReadOptions.LATEST)
            .plan(client, rows.ranges()::containsKey).stream()
                .collect(Collectors.groupingBy(HudiSplit::partition));
    if (slices.isEmpty()) {
      return;
    }

    KeyLookup lookup = new KeyLookup(table, client);
    slices.forEach(
        (partition, splits) ->
            lookup.find(
                splits,
                rows.ranges().get(partition),
                key -> rows.mayHold(partition, key),
                (key, place) -> places.add(SpillRow.place(partition, key, place))));
  }

  private static String file(SpillRow update) {
    return update.partition() + '/' + update.fileId();
  }

  private HoodieRecord<IndexedRecord> update(SpillRow update) {
    HoodieRecord<IndexedRecord> record = records.make(update).record();
    record.unseal();
    record.setCurrentLocation(new HoodieRecordLocation(update.baseInstant(), update.fileId()));
    record.seal();
    return record;
  }

  /** The first row of each key of the next partition; its other rows are left. */
  private final class FirstOfEach implements Iterator<HoodieRecord<IndexedRecord>> {
    private final Ahead<SpillRow> all;
    private final SpillSorter left;
    private final String partition;
    private SpillRow last;

    FirstOfEach(Ahead<SpillRow> all, SpillSorter left) {
      this.all = all;
      this.left = left;
      this.partition = all.peek().partition();
    }

    @Override
    public boolean hasNext() {
      while (last != null && all.hasNext() && all.peek().sameKey(last)) {
        left.add(all.next());
      }

      return all.hasNext() && all.peek().partition().equals(partition);
    }

    @Override
    public HoodieRecord<IndexedRecord> next() {
      if (!hasNext()) {
        throw new NoSuchElementException();
      }

      last = all.next();
      return records.make(last).record();
    }
  }

  /** The new rows of the next partition; its other rows become updates on the way. */
  private final class Inserts implements Iterator<HoodieRecord<IndexedRecord>> {
    private final Ahead<SpillRow> all;
    private final Ahead<SpillRow> located;
    private final String partition;
    private RowBuffer.Entry next;

    Inserts(Ahead<SpillRow> all, Ahead<SpillRow> located) {
      this.all = all;
      this.located = located;
      this.partition = all.peek().partition();
    }

    @Override
    public boolean hasNext() {
      while (next == null && all.hasNext() && all.peek().partition().equals(partition)) {
        SpillRow first = all.next();
        RowBuffer.Entry entry = records.make(first);
        while (all.hasNext() && all.peek().sameKey(first)) {
          entry = entry.followedBy(records.make(all.next()));
        }

        if (!update(first, entry) && !entry.delete()) {
          next = entry;
        }
      }

      return next != null;
    }

    /** Whether the key is in the table. */
    private boolean update(SpillRow key, RowBuffer.Entry entry) {
      while (located.hasNext() && SpillRow.BY_KEY.compare(located.peek(), key) < 0) {
        located.next();
      }

      SpillRow last = null;
      while (located.hasNext() && located.peek().sameKey(key)) {
        SpillRow place = located.next();
        if (last == null || !last.fileId().equals(place.fileId())) {
          SpillRow update = SpillRow.of(entry).at(place);
          updates.add(update);
          updatesByFile.merge(file(update), 1L, Long::sum);
        }

        last = place;
      }

      return last != null;
    }

    @Override
    public HoodieRecord<IndexedRecord> next() {
      if (!hasNext()) {
        throw new NoSuchElementException();
      }

      HoodieRecord<IndexedRecord> record = next.record();
      next = null;
      return record;
    }
  }

  /** An iterator that shows what comes next. */
  private static final class Ahead<T> {
    private final Iterator<T> rest;
    private T next;

    Ahead(Iterator<T> rest) {
      this.rest = rest;
      this.next = rest.hasNext() ? rest.next() : null;
    }

    boolean hasNext() {
      return next != null;
    }

    T peek() {
      return next;
    }

    T next() {
      T given = next;
      next = rest.hasNext() ? rest.next() : null;
      return given;
    }

    /** What comes next of one group. */
    <R> Iterator<R> map(Function<T, String> grouping, String group, Function<T, R> mapping) {
      return new Iterator<>() {
        @Override
        public boolean hasNext() {
          return Ahead.this.hasNext() && grouping.apply(peek()).equals(group);
        }

        @Override
        public R next() {
          if (!hasNext()) {
            throw new NoSuchElementException();
          }

          return mapping.apply(Ahead.this.next());
        }
      };
    }
  }
}
