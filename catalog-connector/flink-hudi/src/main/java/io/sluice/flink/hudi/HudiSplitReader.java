/* SPDX-License-Identifier: Apache-2.0 */
package io.sluice.flink.hudi;

import static java.util.Objects.requireNonNull;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.Set;
import org.apache.avro.generic.IndexedRecord;
import org.apache.flink.connector.base.source.reader.RecordsBySplits;
import org.apache.flink.connector.base.source.reader.RecordsWithSplitIds;
import org.apache.flink.connector.base.source.reader.splitreader.SplitReader;
import org.apache.flink.connector.base.source.reader.splitreader.SplitsChange;
import org.apache.flink.table.data.RowData;
import org.apache.hudi.common.util.collection.ClosableIterator;

/**
 * Reads one split after the other in batches of {@link #BATCH} rows; with the reader's queue of two
 * batches that bounds what is held. Runs on one fetcher thread.
 */
final class HudiSplitReader implements SplitReader<RowData, HudiSplit> {
  private static final int BATCH = 1024;

  private final HudiScan scan;
  private final Queue<HudiSplit> splits = new ArrayDeque<>();
  private FileSliceReader slices;
  private AvroRows rows;
  private HudiSplit current;
  private ClosableIterator<IndexedRecord> records;
  private long read;

  HudiSplitReader(HudiScan scan) {
    this.scan = requireNonNull(scan, "scan is null");
  }

  @Override
  public RecordsWithSplitIds<RowData> fetch() {
    if (records == null && !open()) {
      return batch(Map.of(), Set.of());
    }

    List<RowData> batch = new ArrayList<>(BATCH);
    while (batch.size() < BATCH && read < scan.limit() && records.hasNext()) {
      batch.add(rows.convert(records.next()));
      read++;
    }

    String id = current.splitId();
    if (batch.size() == BATCH) {
      return batch(Map.of(id, batch), Set.of());
    }

    closeRecords();
    return batch(batch.isEmpty() ? Map.of() : Map.of(id, batch), Set.of(id));
  }

  private static RecordsBySplits<RowData> batch(
      Map<String, Collection<RowData>> rows, Set<String> finished) {
    return new RecordsBySplits<>(rows, finished);
  }

  private boolean open() {
    current = splits.poll();
    if (current == null) {
      return false;
    }

    if (slices == null) {
      List<String> columns = RowColumns.toRead(scan);
      slices = new FileSliceReader(scan.table(), scan.table().metaClient(), columns);
      rows = new AvroRows(slices.schema(), scan.columns().size());
    }

    records = slices.read(current);
    read = 0;
    while (read < current.rowsToSkip() && records.hasNext()) {
      records.next();
      read++;
    }

    return true;
  }

  @Override
  public void handleSplitsChanges(SplitsChange<HudiSplit> change) {
    splits.addAll(change.splits());
  }

  @Override
  public void wakeUp() {
    // A fetch is at most one batch long and never waits for anything but the file system.
  }

  @Override
  public void close() {
    closeRecords();
  }

  private void closeRecords() {
    if (records != null) {
      ClosableIterator<IndexedRecord> closing = records;
      records = null;
      closing.close();
    }
  }
}
