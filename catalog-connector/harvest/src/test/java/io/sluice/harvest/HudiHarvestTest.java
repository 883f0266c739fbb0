/* SPDX-License-Identifier: Apache-2.0 */
package io.sluice.harvest;

import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.harvest.HarvestRun.Result;
import io.sluice.metadata.TableMetadata;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
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
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class HudiHarvestTest {
  private static final String CREATED =
      """
      {"type":"record","name":"orders","fields":[
        {"name":"id","type":"long"},
        {"name":"amount","type":["null",{"type":"fixed","name":"amount_fixed","size":5,
          "logicalType":"decimal","precision":10,"scale":2}],"default":null},
        {"name":"at","type":["null",{"type":"long","logicalType":"timestamp-micros"}],"default":null},
        {"name":"wall","type":["null",{"type":"long","logicalType":"local-timestamp-micros"}],"default":null},
        {"name":"tags","type":["null",{"type":"array","items":["null","string"]}],"default":null},
        {"name":"dt","type":["null","string"],"default":null}]}""";
  private static final String GROWN =
      CREATED.replace(
          "{\"name\":\"dt\"",
          "{\"name\":\"note\",\"type\":[\"null\",\"string\"],"
              + "\"default\":null,\"doc\":\"came later\"},{\"name\":\"dt\"");
  private static final HadoopStorageConfiguration STORAGE =
      new HadoopStorageConfiguration(new Configuration());

  @TempDir private Path folder;

  private Path create(String database, String table, HoodieTableType type, int version)
      throws IOException {
    Path path = folder.resolve("lake").resolve(database).resolve(table);
    HoodieTableMetaClient.newTableBuilder()
        .setTableType(type)
        .setTableName(table)
        .setTableVersion(version)
        .setRecordKeyFields("id")
        .setPartitionFields("dt")
        .setKeyGeneratorClassProp("org.apache.hudi.keygen.SimpleAvroKeyGenerator")
        .setTableCreateSchema(CREATED)
        .initTable(STORAGE, path.toString());
    return path;
  }

  private HarvestRun harvest() throws IOException {
    return new HarvestRun(folder)
        .datasources(
            """
            datasources:
              - name: hudi_lake
                platform: hudi
                path: "%s"
            """
                .formatted(folder.resolve("lake").toUri()));
  }

  /** One commit by Hudi's own Java client, with a column more than the table was created with. */
  private static void insertWithNewColumn(Path path, int version) {
    Properties properties = new Properties();
    properties.put("hoodie.write.table.version", Integer.toString(version));
    properties.put("hoodie.write.auto.upgrade", "false");
    properties.put("hoodie.datasource.write.recordkey.field", "id");
    properties.put("hoodie.datasource.write.partitionpath.field", "dt");
    properties.put(
        "hoodie.datasource.write.keygenerator.class",
        "org.apache.hudi.keygen.SimpleAvroKeyGenerator");
    HoodieWriteConfig config =
        HoodieWriteConfig.newBuilder()
            .withEngineType(EngineType.JAVA)
            .withPath(path.toString())
            .withSchema(GROWN)
            .forTable(path.getFileName().toString())
            .withParallelism(1, 1)
            .withEmbeddedTimelineServerEnabled(false)
            .withIndexConfig(
                HoodieIndexConfig.newBuilder().withIndexType(HoodieIndex.IndexType.BLOOM).build())
            .withMetadataConfig(HoodieMetadataConfig.newBuilder().enable(false).build())
            .withProps(properties)
            .build();
    GenericRecord row = new GenericData.Record(new Schema.Parser().parse(GROWN));
    row.put("id", 7L);
    row.put("note", "hello");
    row.put("dt", "d1");
    try (HoodieJavaWriteClient<Object> client =
        new HoodieJavaWriteClient<>(new HoodieJavaEngineContext(STORAGE), config)) {
      String instant = client.startCommit();
      List<WriteStatus> statuses = client.insert(records(row), instant);
      assertThat(client.commit(instant, statuses)).isTrue();
    }
  }

  @SuppressWarnings({"unchecked", "rawtypes"})
  private static List<HoodieRecord<Object>> records(GenericRecord row) {
    List<HoodieRecord<Object>> records = new ArrayList<>();
    HoodieRecord record = new HoodieAvroIndexedRecord(new HoodieKey("7", "d1"), row);
    records.add(record);
    return records;
  }

  @Test
  void tablesOfEveryVersionAreReadWithKeysAndPartitions() throws IOException {
    create("ods", "cow6", HoodieTableType.COPY_ON_WRITE, 6);
    create("ods", "mor8", HoodieTableType.MERGE_ON_READ, 8);
    create("ods", "mor9", HoodieTableType.MERGE_ON_READ, 9);
    HarvestRun harvest = harvest();

    Result result = harvest.run();

    assertThat(result.exitCode()).as(result.err()).isZero();
    assertThat(harvest.tables("hudi_lake", "ods")).containsExactly("cow6", "mor8", "mor9");
    TableMetadata table = harvest.table("hudi_lake", "ods", "mor9").orElseThrow();
    assertThat(table.columns())
        .extracting(c -> c.name() + ' ' + c.type().text() + (c.nullable() ? "" : " NOT NULL"))
        .containsExactly(
            "id BIGINT NOT NULL",
            "amount DECIMAL(10, 2)",
            "at TIMESTAMP_LTZ(6)",
            "wall TIMESTAMP(6)",
            "tags ARRAY<STRING>",
            "dt STRING");
    assertThat(table.primaryKey()).containsExactly("id");
    assertThat(table.partitionKeys()).containsExactly("dt");
    assertThat(table.properties())
        .containsEntry("hudi.table.type", "MERGE_ON_READ")
        .containsEntry("hudi.table.version", "9");
  }

  @Test
  void theSchemaIsThatOfTheLatestCommit() throws IOException {
    Path path = create("ods", "grown", HoodieTableType.COPY_ON_WRITE, 9);
    insertWithNewColumn(path, 9);
    HarvestRun harvest = harvest();

    harvest.run();

    TableMetadata table = harvest.table("hudi_lake", "ods", "grown").orElseThrow();
    assertThat(table.column("note").orElseThrow().comment()).contains("came later");
    assertThat(table.columns()).noneMatch(c -> c.name().startsWith("_hoodie"));
  }

  @Test
  void aBrokenTableAndAFolderThatIsNoneHideNoOther() throws IOException {
    create("ods", "good", HoodieTableType.COPY_ON_WRITE, 9);
    Path broken = create("ods", "broken", HoodieTableType.COPY_ON_WRITE, 9);
    Files.writeString(broken.resolve(".hoodie/hoodie.properties"), "nothing=here");
    Files.deleteIfExists(broken.resolve(".hoodie/.hoodie.properties.crc"));
    Files.createDirectories(folder.resolve("lake/ods/no_table"));
    HarvestRun harvest = harvest();

    Result result = harvest.run();

    assertThat(harvest.tables("hudi_lake", "ods")).containsExactly("good");
    assertThat(result.out()).contains("skipped hudi_lake.ods.broken");
  }
}
