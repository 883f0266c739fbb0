/* SPDX-License-Identifier: Apache-2.0 */
package io.sluice.flink.hudi;

import static java.util.Objects.requireNonNull;

import java.util.List;
import java.util.Set;
import java.util.function.BiConsumer;
import java.util.function.Consumer;
import java.util.function.Predicate;
import org.apache.avro.generic.IndexedRecord;
import org.apache.hudi.common.model.HoodieFileFormat;
import org.apache.hudi.common.model.HoodieRecord;
import org.apache.hudi.common.model.HoodieRecordLocation;
import org.apache.hudi.common.table.HoodieTableMetaClient;
import org.apache.hudi.common.table.read.BufferedRecord;
import org.apache.hudi.common.util.FileFormatUtils;
import org.apache.hudi.common.util.collection.ClosableIterator;
import org.apache.hudi.exception.MetadataNotFoundException;
import org.apache.hudi.io.storage.HoodieIOFactory;
import org.apache.hudi.storage.StoragePath;

/**
 * Finds in which file groups keys are, by reading the key column of a partition's file slices.
 *
 * <p>Hudi's own simple and bloom indexes look into base files only, and so miss rows that are still
 * in logs: those of a MERGE_ON_READ table that Flink or a bucket index wrote would be doubled. The
 * slices are read as a snapshot here, deleted rows too, whatever wrote them. A base file without
 * logs is passed over when its footer says that its keys are out of range.
 */
final class KeyLookup {
  private final HudiTable table;
  private final HoodieTableMetaClient client;
  private final FileSliceReader slices;
  private final FileFormatUtils footers;

  KeyLookup(HudiTable table, HoodieTableMetaClient client) {
    this.table = requireNonNull(table, "table is null");
    this.client = requireNonNull(client, "client is null");
    this.slices = new FileSliceReader(table, client, keyColumns(table));
    this.footers =
        HoodieIOFactory.getIOFactory(client.getStorage())
            .getFileFormatUtils(HoodieFileFormat.PARQUET);
  }

  private static List<String> keyColumns(HudiTable table) {
    return table.identity().metaFields()
        ? List.of(HoodieRecord.RECORD_KEY_METADATA_FIELD)
        : table.recordKeys();
  }

  /**
   * Tells every place of the keys in a partition; a key may be in more than one place when somebody
   * inserted it twice.
   *
   * @param splits the partition's newest file slices
   */
  void find(
      List<HudiSplit> splits, Set<String> keys, BiConsumer<String, HoodieRecordLocation> found) {
    String least = keys.stream().min(String::compareTo).orElseThrow();
    String greatest = keys.stream().max(String::compareTo).orElseThrow();
    find(splits, new Range(least, greatest), keys::contains, found);
  }

  /** The least and the greatest of some keys. */
  record Range(String least, String greatest) {
    Range and(String key) {
      return key.compareTo(least) < 0
          ? new Range(key, greatest)
          : key.compareTo(greatest) > 0 ? new Range(least, key) : this;
    }

    Range and(Range other) {
      return new Range(
          least.compareTo(other.least) <= 0 ? least : other.least,
          greatest.compareTo(other.greatest) >= 0 ? greatest : other.greatest);
    }
  }

  /** Tells every place of the keys within the range that the test accepts. */
  void find(
      List<HudiSplit> splits,
      Range range,
      Predicate<String> wanted,
      BiConsumer<String, HoodieRecordLocation> found) {
    for (HudiSplit split : splits) {
      if (mayHold(split, range)) {
        HoodieRecordLocation location =
            new HoodieRecordLocation(split.baseInstant(), split.fileId());
        forEachKey(
            split,
            key -> {
              if (wanted.test(key)) {
                found.accept(key, location);
              }
            });
      }
    }
  }

  /** Tells every key of a file slice, those of deleted rows too. */
  void forEachKey(HudiSplit split, Consumer<String> found) {
    try (ClosableIterator<BufferedRecord<IndexedRecord>> rows = slices.readWithDeletes(split)) {
      while (rows.hasNext()) {
        found.accept(rows.next().getRecordKey());
      }
    }
  }

  private boolean mayHold(HudiSplit split, Range keys) {
    if (split.baseFile() == null || !split.logFiles().isEmpty() || !table.identity().metaFields()) {
      return true;
    }

    String[] range;
    try {
      range = footers.readMinMaxRecordKeys(client.getStorage(), new StoragePath(split.baseFile()));
    } catch (MetadataNotFoundException e) {
      // A file whose rows were all deleted has no least key, nor has one of a foreign writer.
      return true;
    }

    return range == null
        || range.length != 2
        || (range[0].compareTo(keys.greatest()) <= 0 && range[1].compareTo(keys.least()) >= 0);
  }
}
