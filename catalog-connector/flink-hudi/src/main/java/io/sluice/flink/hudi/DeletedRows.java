/* SPDX-License-Identifier: Apache-2.0 */
package io.sluice.flink.hudi;

import java.util.List;
import org.apache.avro.Schema;
import org.apache.avro.generic.GenericData;
import org.apache.avro.generic.IndexedRecord;
import org.apache.hudi.avro.AvroRecordContext;
import org.apache.hudi.avro.HoodieAvroReaderContext;
import org.apache.hudi.common.config.TypedProperties;
import org.apache.hudi.common.model.HoodieRecord;
import org.apache.hudi.common.table.HoodieTableConfig;
import org.apache.hudi.common.util.Option;
import org.apache.hudi.storage.StorageConfiguration;

/**
 * Reads Avro rows and, for a row that a log deletes, one that has its key alone. Hudi 1.2.1 has
 * such rows for its other engines and throws {@code UnsupportedOperationException} for Avro's.
 */
final class DeletedRows extends HoodieAvroReaderContext {
  DeletedRows(
      StorageConfiguration<?> storage, HoodieTableConfig table, TypedProperties properties) {
    super(storage, table, Option.empty(), Option.empty(), properties);
    recordContext = new KeyRows(table);
  }

  private static final class KeyRows extends AvroRecordContext {
    private final Schema schema;

    KeyRows(HoodieTableConfig table) {
      super(table, table.getPayloadClass());
      String field = HoodieRecord.RECORD_KEY_METADATA_FIELD;
      Schema nullable =
          Schema.createUnion(Schema.create(Schema.Type.NULL), Schema.create(Schema.Type.STRING));
      this.schema =
          Schema.createRecord(
              "deleted",
              null,
              null,
              false,
              List.of(new Schema.Field(field, nullable, null, Schema.Field.NULL_DEFAULT_VALUE)));
    }

    @Override
    public IndexedRecord getDeleteRow(String key) {
      GenericData.Record row = new GenericData.Record(schema);
      row.put(0, key);
      return row;
    }
  }
}
