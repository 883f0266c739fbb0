/* SPDX-License-Identifier: Apache-2.0 */
package io.sluice.flink.hudi;

import java.util.List;
import java.util.Optional;
import org.apache.avro.generic.IndexedRecord;
import org.apache.hudi.common.model.HoodieRecord;
import org.apache.hudi.common.table.HoodieTableMetaClient;
import org.apache.hudi.common.util.collection.ClosableIterator;

/**
 * Finds out how the complex key generator wrote a key of one field. Hudi 0.14.1, 0.15 and 1.0 wrote
 * just the value, older and newer ones {@code field:value}; a writer of the other kind would not
 * find a single row again. Only the rows tell.
 */
final class KeyEncoding {
  private static final int FIRST_SETTLED_VERSION = 9;

  private KeyEncoding() {}

  /** Empty where there is nothing to find out: another generator, several fields, no row yet. */
  static Optional<Boolean> namesTheField(HudiTable table, HoodieTableMetaClient client) {
    if (table.version() >= FIRST_SETTLED_VERSION
        || table.recordKeys().size() != 1
        || !table.identity().metaFields()
        || !table.keyGenerator().map(name -> name.contains(".Complex")).orElse(false)) {
      return Optional.empty();
    }

    FileSliceReader reader =
        new FileSliceReader(table, client, List.of(HoodieRecord.RECORD_KEY_METADATA_FIELD));
    for (HudiSplit split :
        new FileSlicePlanner(table, HudiReadOptions.LATEST).plan(client, partition -> true)) {
      try (ClosableIterator<IndexedRecord> rows = reader.read(split)) {
        if (rows.hasNext()) {
          String key = rows.next().get(0).toString();
          return Optional.of(key.startsWith(table.recordKeys().get(0) + ':'));
        }
      }
    }

    return Optional.empty();
  }
}
