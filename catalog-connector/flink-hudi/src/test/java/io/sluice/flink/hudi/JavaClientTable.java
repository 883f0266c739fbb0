/* SPDX-License-Identifier: Apache-2.0 */
package io.sluice.flink.hudi;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Properties;
import org.apache.avro.Schema;
import org.apache.avro.generic.GenericData;
import org.apache.avro.generic.GenericRecord;
import org.apache.hadoop.conf.Configuration;
import org.apache.hudi.client.HoodieJavaWriteClient;
import org.apache.hudi.client.WriteStatus;
import org.apache.hudi.client.common.HoodieJavaEngineContext;
import org.apache.hudi.common.config.HoodieMetadataConfig;
import org.apache.hudi.common.config.RecordMergeMode;
import org.apache.hudi.common.engine.EngineType;
import org.apache.hudi.common.model.HoodieAvroIndexedRecord;
import org.apache.hudi.common.model.HoodieKey;
import org.apache.hudi.common.model.HoodieRecord;
import org.apache.hudi.common.model.HoodieTableType;
import org.apache.hudi.common.table.HoodieTableMetaClient;
import org.apache.hudi.config.HoodieIndexConfig;
import org.apache.hudi.config.HoodieWriteConfig;
import org.apache.hudi.index.HoodieIndex;
import org.apache.hudi.storage.hadoop.HadoopStorageConfiguration;

/** A table {@code (id, name, price, ts, dt)} written with Hudi's own Java client, not by Flink. */
record JavaClientTable(
    String path, HoodieTableType type, int version, boolean metadata, HoodieIndex.IndexType index) {
  static final String SCHEMA =
      """
      {"type":"record","name":"r","fields":[
        {"name":"id","type":"int"},
        {"name":"name","type":["null","string"],"default":null},
        {"name":"price","type":["null","double"],"default":null},
        {"name":"ts","type":["null","long"],"default":null},
        {"name":"dt","type":["null","string"],"default":null}]}""";
  private static final String GENERATOR = "org.apache.hudi.keygen.SimpleAvroKeyGenerator";
  private static final HadoopStorageConfiguration STORAGE =
      new HadoopStorageConfiguration(new Configuration());

  JavaClientTable(String path, HoodieTableType type, int version, boolean metadata) {
    this(
        path,
        type,
        version,
        metadata,
        type == HoodieTableType.MERGE_ON_READ
            ? HoodieIndex.IndexType.SIMPLE
            : HoodieIndex.IndexType.BLOOM);
  }

  /** What the client does within a commit. */
  @FunctionalInterface
  interface Write {
    List<WriteStatus> in(HoodieJavaWriteClient<Object> client, String instant);
  }

  JavaClientTable create() throws IOException {
    HoodieTableMetaClient.newTableBuilder()
        .setTableType(type)
        .setTableName("t")
        .setTableVersion(version)
        .setRecordKeyFields("id")
        .setPartitionFields("dt")
        .setOrderingFields("ts")
        .setKeyGeneratorClassProp(GENERATOR)
        .setTableCreateSchema(SCHEMA)
        .setRecordMergeMode(RecordMergeMode.EVENT_TIME_ORDERING)
        .initTable(STORAGE, path);
    return this;
  }

  HoodieJavaWriteClient<Object> client() {
    Properties properties = new Properties();
    properties.put("hoodie.write.table.version", Integer.toString(version));
    properties.put("hoodie.write.auto.upgrade", "false");
    properties.put("hoodie.datasource.write.recordkey.field", "id");
    properties.put("hoodie.datasource.write.partitionpath.field", "dt");
    properties.put("hoodie.table.ordering.fields", "ts");
    properties.put("hoodie.datasource.write.keygenerator.class", GENERATOR);
    HoodieWriteConfig config =
        HoodieWriteConfig.newBuilder()
            .withEngineType(EngineType.JAVA)
            .withPath(path)
            .withSchema(SCHEMA)
            .forTable("t")
            .withParallelism(2, 2)
            .withDeleteParallelism(2)
            .withEmbeddedTimelineServerEnabled(false)
            .withIndexConfig(HoodieIndexConfig.newBuilder().withIndexType(index).build())
            .withMetadataConfig(HoodieMetadataConfig.newBuilder().enable(metadata).build())
            .withProps(properties)
            .withRecordMergeMode(RecordMergeMode.EVENT_TIME_ORDERING)
            .build();
    return new HoodieJavaWriteClient<>(new HoodieJavaEngineContext(STORAGE), config);
  }

  /** Whether the table has a metadata table. */
  boolean metadataTable() {
    return HoodieTableMetaClient.builder()
        .setConf(STORAGE)
        .setBasePath(path)
        .build()
        .getTableConfig()
        .isMetadataTableAvailable();
  }

  /** One commit; gives its instant. */
  String commit(Write write) {
    try (HoodieJavaWriteClient<Object> client = client()) {
      String instant = client.startCommit();
      List<WriteStatus> statuses = write.in(client, instant);
      if (!client.commit(instant, statuses)) {
        throw new IllegalStateException("commit of " + instant + " refused");
      }

      return instant;
    }
  }

  String insert(GenericRecord... rows) {
    return commit((client, instant) -> client.insert(records(rows), instant));
  }

  String upsert(GenericRecord... rows) {
    return commit((client, instant) -> client.upsert(records(rows), instant));
  }

  String delete(HoodieKey... keys) {
    return commit((client, instant) -> client.delete(new ArrayList<>(List.of(keys)), instant));
  }

  static GenericRecord row(int id, String name, double price, long ts, String dt) {
    GenericRecord row = new GenericData.Record(new Schema.Parser().parse(SCHEMA));
    row.put("id", id);
    row.put("name", name);
    row.put("price", price);
    row.put("ts", ts);
    row.put("dt", dt);
    return row;
  }

  @SuppressWarnings({"unchecked", "rawtypes"})
  static List<HoodieRecord<Object>> records(GenericRecord... rows) {
    List<HoodieRecord<Object>> records = new ArrayList<>();
    for (GenericRecord row : rows) {
      HoodieRecord record =
          new HoodieAvroIndexedRecord(
              new HoodieKey(row.get("id").toString(), row.get("dt").toString()),
              row,
              (Comparable<?>) row.get("ts"));
      records.add(record);
    }

    return records;
  }
}
