/* SPDX-License-Identifier: Apache-2.0 */
package io.sluice.flink.hudi;

import io.sluice.error.ErrorCode;
import io.sluice.error.SluiceException;
import java.io.IOException;
import java.util.UUID;
import org.apache.avro.generic.GenericRecord;
import org.apache.avro.generic.IndexedRecord;
import org.apache.flink.table.data.RowData;
import org.apache.flink.table.types.logical.RowType;
import org.apache.hudi.common.config.RecordMergeMode;
import org.apache.hudi.common.config.TypedProperties;
import org.apache.hudi.common.model.HoodieAvroIndexedRecord;
import org.apache.hudi.common.model.HoodieEmptyRecord;
import org.apache.hudi.common.model.HoodieKey;
import org.apache.hudi.common.model.HoodieOperation;
import org.apache.hudi.common.model.HoodieRecord;
import org.apache.hudi.common.schema.HoodieSchema;
import org.apache.hudi.common.table.HoodieTableMetaClient;
import org.apache.hudi.exception.HoodieException;
import org.apache.hudi.keygen.BaseKeyGenerator;
import org.apache.hudi.keygen.factory.HoodieAvroKeyGeneratorFactory;

/** Makes Hudi's records of rows: key and partition by the table's key generator. */
final class RecordMaker {
  private final HudiTable table;
  private final RowAvro avro;
  private final HoodieSchema schema;
  private final BaseKeyGenerator generator;
  private final TypedProperties properties;
  private final String[] ordering;
  private final boolean ordered;

  /** Known to be inside the table: rows of one partition mostly follow each other. */
  private String lastPartition = "";

  private RecordMaker(HudiTable table, TypedProperties keys, BaseKeyGenerator generator) {
    this.table = table;
    this.schema = HoodieSchema.fromAvroSchema(table.avroSchema());
    this.avro = new RowAvro(table.avroSchema(), (RowType) table.rowType().getLogicalType());
    this.generator = generator;
    this.properties = keys;
    this.ordering = table.orderingFields().toArray(String[]::new);
    this.ordered =
        ordering.length > 0 && table.identity().mergeMode() == RecordMergeMode.EVENT_TIME_ORDERING;
  }

  static RecordMaker of(HudiTable table, HoodieTableMetaClient client) {
    TypedProperties keys = HudiWriteConfigs.keys(table, client);
    try {
      return new RecordMaker(
          table, keys, (BaseKeyGenerator) HoodieAvroKeyGeneratorFactory.createKeyGenerator(keys));
    } catch (IOException | HoodieException e) {
      throw new SluiceException(
          ErrorCode.NOT_SUPPORTED,
          "The key generator of the Hudi table "
              + table.path()
              + " cannot be made: "
              + e.getMessage(),
          e);
    }
  }

  RowBuffer.Entry make(RowData row, boolean delete) {
    GenericRecord record = avro.convert(row);
    return make(key(record), record, delete, false);
  }

  /** Makes a row again that was kept in a file. */
  RowBuffer.Entry make(SpillRow row) {
    return make(new HoodieKey(row.key(), row.partition()), row.row(), row.delete(), row.absolute());
  }

  private RowBuffer.Entry make(
      HoodieKey key, GenericRecord record, boolean delete, boolean absolute) {
    Comparable<?> value = ordered ? ordering(record, key, delete) : null;
    return new RowBuffer.Entry(
        delete ? deletion(key, value) : insertion(key, record, value),
        record,
        value,
        delete,
        absolute || value == null);
  }

  private static HoodieRecord<IndexedRecord> insertion(
      HoodieKey key, GenericRecord record, Comparable<?> value) {
    return value == null
        ? new HoodieAvroIndexedRecord(key, record)
        : new HoodieAvroIndexedRecord(key, record, value);
  }

  private static HoodieRecord<IndexedRecord> deletion(HoodieKey key, Comparable<?> value) {
    return value == null
        ? new HoodieEmptyRecord<>(key, HoodieRecord.HoodieRecordType.AVRO)
        : new HoodieEmptyRecord<>(
            key, HoodieOperation.DELETE, value, HoodieRecord.HoodieRecordType.AVRO);
  }

  private HoodieKey key(GenericRecord record) {
    try {
      HoodieKey key =
          table.recordKeys().isEmpty()
              ? new HoodieKey(UUID.randomUUID().toString(), generator.getPartitionPath(record))
              : generator.getKey(record);
      requireInside(key.getPartitionPath());
      return key;
    } catch (HoodieException e) {
      throw new SluiceException(
          ErrorCode.INVALID_VALUE,
          "A row has no key for the Hudi table " + table.path() + ": " + e.getMessage(),
          e);
    }
  }

  /** Where a partition's folder is the bare value, a value may lead out of the table. */
  private void requireInside(String partition) {
    if (partition.equals(lastPartition)) {
      return;
    }

    for (String folder : partition.split("/", -1)) {
      if (folder.equals(".") || folder.equals("..") || folder.isEmpty() && !partition.isEmpty()) {
        throw new SluiceException(
            ErrorCode.INVALID_VALUE,
            "The partition '"
                + partition
                + "' is no folder inside the Hudi table "
                + table.path()
                + "; the values of its partition columns must not be '.' or '..' or begin or end"
                + " with '/'");
      }
    }

    lastPartition = partition;
  }

  /** Null for a delete that brings no value: it takes the row out whatever its value is. */
  private Comparable<?> ordering(GenericRecord record, HoodieKey key, boolean delete) {
    for (String field : ordering) {
      if (record.get(field) == null) {
        if (delete) {
          return null;
        }

        throw new SluiceException(
            ErrorCode.INVALID_VALUE,
            "The ordering field "
                + field
                + " is null in the row with key "
                + key.getRecordKey()
                + " for the Hudi table "
                + table.path());
      }
    }

    return new HoodieAvroIndexedRecord(key, record).getOrderingValue(schema, properties, ordering);
  }
}
