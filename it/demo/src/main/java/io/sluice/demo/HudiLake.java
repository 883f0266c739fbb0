/* SPDX-License-Identifier: Apache-2.0 */
package io.sluice.demo;

import java.io.IOException;
import java.math.BigDecimal;
import java.nio.file.Path;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.List;
import java.util.Properties;
import org.apache.avro.Conversions;
import org.apache.avro.LogicalTypes;
import org.apache.avro.Schema;
import org.apache.avro.SchemaBuilder;
import org.apache.avro.generic.GenericData;
import org.apache.avro.generic.GenericRecord;
import org.apache.hadoop.conf.Configuration;
import org.apache.hudi.client.HoodieJavaWriteClient;
import org.apache.hudi.client.WriteStatus;
import org.apache.hudi.client.common.HoodieJavaEngineContext;
import org.apache.hudi.common.config.HoodieMetadataConfig;
import org.apache.hudi.common.engine.EngineType;
import org.apache.hudi.common.model.HoodieAvroIndexedRecord;
import org.apache.hudi.common.model.HoodieAvroPayload;
import org.apache.hudi.common.model.HoodieKey;
import org.apache.hudi.common.model.HoodieRecord;
import org.apache.hudi.common.model.HoodieTableType;
import org.apache.hudi.common.table.HoodieTableMetaClient;
import org.apache.hudi.config.HoodieIndexConfig;
import org.apache.hudi.config.HoodieWriteConfig;
import org.apache.hudi.index.HoodieIndex;
import org.apache.hudi.storage.hadoop.HadoopStorageConfiguration;

/**
 * Fills {@code tpch} under a Hudi base path with Hudi's own library. {@code partsupp} is
 * MERGE_ON_READ and gets its quantities only in a second commit, so that a reader that does not
 * merge is found out; the others are COPY_ON_WRITE.
 */
final class HudiLake {
  private static final String DATABASE = "tpch";
  private static final HadoopStorageConfiguration STORAGE =
      new HadoopStorageConfiguration(new Configuration());

  private HudiLake() {}

  static void fill(Path base, Company company) throws IOException {
    for (Rows rows : company.inHudi()) {
      boolean merged = rows.table().equals("partsupp");
      write(base.resolve(DATABASE).resolve(rows.table()), rows, merged);
    }
  }

  private static void write(Path folder, Rows rows, boolean mergeOnRead) throws IOException {
    HoodieTableType type =
        mergeOnRead ? HoodieTableType.MERGE_ON_READ : HoodieTableType.COPY_ON_WRITE;
    Schema schema = schema(rows);
    List<String> keys =
        mergeOnRead ? List.of("ps_partkey", "ps_suppkey") : List.of(rows.columns().get(0).name());
    String path = folder.toUri().toString();
    HoodieTableMetaClient.newTableBuilder()
        .setTableType(type)
        .setTableName(rows.table())
        .setRecordKeyFields(String.join(",", keys))
        .setKeyGeneratorClassProp("org.apache.hudi.keygen.NonpartitionedAvroKeyGenerator")
        .setTableCreateSchema(schema.toString())
        .initTable(STORAGE, path);
    Properties properties = new Properties();
    properties.put("hoodie.datasource.write.recordkey.field", String.join(",", keys));
    properties.put("hoodie.datasource.write.partitionpath.field", "");
    properties.put(
        "hoodie.datasource.write.keygenerator.class",
        "org.apache.hudi.keygen.NonpartitionedAvroKeyGenerator");
    HoodieWriteConfig config =
        HoodieWriteConfig.newBuilder()
            .withEngineType(EngineType.JAVA)
            .withPath(path)
            .forTable(rows.table())
            .withSchema(schema.toString())
            .withParallelism(1, 1)
            .withEmbeddedTimelineServerEnabled(false)
            .withIndexConfig(
                HoodieIndexConfig.newBuilder().withIndexType(HoodieIndex.IndexType.SIMPLE).build())
            .withMetadataConfig(HoodieMetadataConfig.newBuilder().enable(false).build())
            .withProps(properties)
            .build();
    try (HoodieJavaWriteClient<HoodieAvroPayload> client =
        new HoodieJavaWriteClient<>(new HoodieJavaEngineContext(STORAGE), config)) {
      if (mergeOnRead) {
        commit(client, records(rows, schema, keys, true), false);
      }
      commit(client, records(rows, schema, keys, false), mergeOnRead);
    }
  }

  private static void commit(
      HoodieJavaWriteClient<HoodieAvroPayload> client,
      List<HoodieRecord<HoodieAvroPayload>> records,
      boolean upsert) {
    String instant = client.startCommit();
    List<WriteStatus> written =
        upsert ? client.upsert(records, instant) : client.insert(records, instant);
    for (WriteStatus status : written) {
      if (status.hasErrors()) {
        throw new IllegalStateException("Hudi did not write: " + status.getGlobalError());
      }
    }
    if (!client.commit(instant, written)) {
      throw new IllegalStateException("Hudi did not commit " + instant);
    }
  }

  @SuppressWarnings({"unchecked", "rawtypes"}) // Hudi's record type carries a payload it lacks.
  private static List<HoodieRecord<HoodieAvroPayload>> records(
      Rows rows, Schema schema, List<String> keys, boolean withoutNumbers) {
    List<HoodieRecord<HoodieAvroPayload>> records = new ArrayList<>();
    for (List<Object> row : rows.values()) {
      GenericRecord record = new GenericData.Record(schema);
      for (int i = 0; i < row.size(); i++) {
        boolean blank = withoutNumbers && rows.columns().get(i).kind() == Rows.Kind.INT;
        record.put(i, blank ? (Object) 0 : avro(row.get(i), schema.getFields().get(i).schema()));
      }
      HoodieKey key = new HoodieKey(key(record, keys), "");
      records.add((HoodieRecord) new HoodieAvroIndexedRecord(key, record));
    }
    return records;
  }

  /** As Hudi's key generators write it: the value alone, or {@code name:value,name:value}. */
  private static String key(GenericRecord record, List<String> keys) {
    if (keys.size() == 1) {
      return record.get(keys.get(0)).toString();
    }
    return String.join(",", keys.stream().map(name -> name + ":" + record.get(name)).toList());
  }

  private static Object avro(Object value, Schema schema) {
    if (value instanceof BigDecimal decimal) {
      return new Conversions.DecimalConversion().toFixed(decimal, schema, schema.getLogicalType());
    }
    return value instanceof LocalDate date ? (int) date.toEpochDay() : value;
  }

  private static Schema schema(Rows rows) {
    SchemaBuilder.FieldAssembler<Schema> fields =
        SchemaBuilder.record(rows.table()).namespace("tpch").fields();
    for (Rows.Column column : rows.columns()) {
      fields.name(column.name()).type(type(rows, column)).noDefault();
    }
    return fields.endRecord();
  }

  private static Schema type(Rows rows, Rows.Column column) {
    return switch (column.kind()) {
      case BIGINT -> Schema.create(Schema.Type.LONG);
      case INT -> Schema.create(Schema.Type.INT);
      case DECIMAL ->
          LogicalTypes.decimal(12, 2)
              .addToSchema(Schema.createFixed(column.name(), null, "tpch." + rows.table(), 6));
      case STRING -> Schema.create(Schema.Type.STRING);
      case DATE -> LogicalTypes.date().addToSchema(Schema.create(Schema.Type.INT));
    };
  }
}
