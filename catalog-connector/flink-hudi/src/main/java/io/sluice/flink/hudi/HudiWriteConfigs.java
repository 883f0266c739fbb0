/* SPDX-License-Identifier: Apache-2.0 */
package io.sluice.flink.hudi;

import io.sluice.error.ErrorCode;
import io.sluice.error.SluiceException;
import java.util.Map;
import java.util.Properties;
import org.apache.hudi.client.transaction.lock.FileSystemBasedLockProvider;
import org.apache.hudi.common.config.HoodieMemoryConfig;
import org.apache.hudi.common.config.HoodieMetadataConfig;
import org.apache.hudi.common.config.TypedProperties;
import org.apache.hudi.common.engine.EngineType;
import org.apache.hudi.common.model.HoodieFailedWritesCleaningPolicy;
import org.apache.hudi.common.model.WriteConcurrencyMode;
import org.apache.hudi.common.table.HoodieTableConfig;
import org.apache.hudi.common.table.HoodieTableMetaClient;
import org.apache.hudi.common.table.marker.MarkerType;
import org.apache.hudi.config.HoodieCleanConfig;
import org.apache.hudi.config.HoodieIndexConfig;
import org.apache.hudi.config.HoodieLockConfig;
import org.apache.hudi.config.HoodieWriteConfig;
import org.apache.hudi.index.HoodieIndex;
import org.apache.hudi.keygen.constant.KeyGeneratorOptions;
import org.apache.hudi.metadata.MetadataPartitionType;

/**
 * How Hudi's write client is to write a table: with the identity of the table, the metadata
 * partitions it has (a client that leaves one out deletes it), its version never raised, and beside
 * other writers.
 *
 * <p>Writers on one table agree through a lock file in {@code .hoodie/.locks} and check at commit
 * whether another commit touched the same file groups. Their heartbeats tell the live from the
 * dead, so a writer rolls back only what a dead one left.
 */
final class HudiWriteConfigs {
  private static final int HEARTBEAT_MILLIS = 30_000;
  private static final int TOLERATED_MISSES = 10;
  private static final int LOCK_EXPIRY_MINUTES = 5;
  private static final int LOCK_RETRY_MILLIS = 500;
  private static final int LOCK_RETRIES = 240;

  /** By the generator's simple class name: Spark's are not here, but each has a twin for Avro. */
  private static final Map<String, String> GENERATORS =
      Map.ofEntries(
          Map.entry("SimpleKeyGenerator", "SimpleAvroKeyGenerator"),
          Map.entry("SimpleAvroKeyGenerator", "SimpleAvroKeyGenerator"),
          Map.entry("ComplexKeyGenerator", "ComplexAvroKeyGenerator"),
          Map.entry("ComplexAvroKeyGenerator", "ComplexAvroKeyGenerator"),
          Map.entry("TimestampBasedKeyGenerator", "TimestampBasedAvroKeyGenerator"),
          Map.entry("TimestampBasedAvroKeyGenerator", "TimestampBasedAvroKeyGenerator"),
          Map.entry("CustomKeyGenerator", "CustomAvroKeyGenerator"),
          Map.entry("CustomAvroKeyGenerator", "CustomAvroKeyGenerator"),
          Map.entry("NonpartitionedKeyGenerator", "NonpartitionedAvroKeyGenerator"),
          Map.entry("NonpartitionedAvroKeyGenerator", "NonpartitionedAvroKeyGenerator"));

  private HudiWriteConfigs() {}

  static HoodieWriteConfig of(
      HudiTable table, HoodieTableMetaClient client, boolean metadata, HudiWriteOptions options) {
    HoodieTableConfig config = client.getTableConfig();
    HudiIndexes.requireKept(table, client);
    Properties properties = new Properties();
    properties.putAll(keys(table, client));
    put(properties, HoodieWriteConfig.WRITE_TABLE_VERSION.key(), table.version());
    put(properties, HoodieWriteConfig.AUTO_UPGRADE_VERSION.key(), false);
    if (table.identity().mergeMode() != null) {
      put(properties, HoodieWriteConfig.RECORD_MERGE_MODE.key(), table.identity().mergeMode());
    }

    config
        .getPayloadClassIfPresent()
        .ifPresent(
            payload -> put(properties, HoodieWriteConfig.WRITE_PAYLOAD_CLASS_NAME.key(), payload));
    put(properties, HoodieMemoryConfig.MAX_MEMORY_FOR_MERGE.key(), options.bufferBytes());
    put(
        properties,
        HoodieMemoryConfig.SPILLABLE_MAP_BASE_PATH.key(),
        System.getProperty("java.io.tmpdir"));
    // Hudi moves a MERGE_ON_READ instant to inflight late or, without inserts, never; we do it
    // first.
    put(properties, HoodieWriteConfig.ALLOW_MULTI_WRITE_ON_SAME_INSTANT_ENABLE.key(), true);
    put(properties, HoodieWriteConfig.MERGE_ALLOW_DUPLICATE_ON_INSERTS_ENABLE.key(), true);
    put(properties, HoodieWriteConfig.MARKERS_TYPE.key(), MarkerType.DIRECT);
    put(properties, HoodieWriteConfig.CLIENT_HEARTBEAT_INTERVAL_IN_MS.key(), HEARTBEAT_MILLIS);
    put(
        properties,
        HoodieWriteConfig.CLIENT_HEARTBEAT_NUM_TOLERABLE_MISSES.key(),
        TOLERATED_MISSES);
    put(
        properties,
        HoodieWriteConfig.WRITE_CONCURRENCY_MODE.key(),
        WriteConcurrencyMode.OPTIMISTIC_CONCURRENCY_CONTROL);
    put(
        properties,
        HoodieCleanConfig.FAILED_WRITES_CLEANER_POLICY.key(),
        HoodieFailedWritesCleaningPolicy.LAZY);
    put(
        properties,
        HoodieLockConfig.LOCK_PROVIDER_CLASS_NAME.key(),
        FileSystemBasedLockProvider.class.getName());
    put(properties, HoodieLockConfig.FILESYSTEM_LOCK_EXPIRE.key(), LOCK_EXPIRY_MINUTES);
    put(
        properties,
        HoodieLockConfig.LOCK_ACQUIRE_CLIENT_RETRY_WAIT_TIME_IN_MILLIS.key(),
        LOCK_RETRY_MILLIS);
    put(properties, HoodieLockConfig.LOCK_ACQUIRE_CLIENT_NUM_RETRIES.key(), LOCK_RETRIES);
    return HoodieWriteConfig.newBuilder()
        .withEngineType(EngineType.JAVA)
        .withPath(client.getBasePath())
        .withSchema(table.avroSchema().toString())
        .forTable(table.name())
        .withPopulateMetaFields(config.populateMetaFields())
        .withEmbeddedTimelineServerEnabled(false)
        .withIndexConfig(
            HoodieIndexConfig.newBuilder().withIndexType(HoodieIndex.IndexType.SIMPLE).build())
        .withProps(properties)
        .withMetadataConfig(metadata(config, metadata))
        .build();
  }

  /** What a key generator of the table is made with. */
  static TypedProperties keys(HudiTable table, HoodieTableMetaClient client) {
    HoodieTableConfig config = client.getTableConfig();
    TypedProperties keys = new TypedProperties();
    config.getProps().forEach((key, value) -> keys.put(key.toString(), value.toString()));
    String partitions = HoodieTableConfig.getPartitionFieldPropForKeyGenerator(config).orElse("");
    put(keys, KeyGeneratorOptions.PARTITIONPATH_FIELD_NAME.key(), partitions);
    if (!table.recordKeys().isEmpty()) {
      put(
          keys,
          KeyGeneratorOptions.RECORDKEY_FIELD_NAME.key(),
          String.join(",", table.recordKeys()));
    }

    put(
        keys,
        KeyGeneratorOptions.HIVE_STYLE_PARTITIONING_ENABLE.key(),
        table.identity().hiveStylePartitions());
    put(
        keys,
        KeyGeneratorOptions.URL_ENCODE_PARTITIONING.key(),
        table.identity().urlEncodedPartitions());
    put(keys, HoodieWriteConfig.KEYGENERATOR_CLASS_NAME.key(), generator(table));
    put(keys, HoodieWriteConfig.WRITE_TABLE_VERSION.key(), table.version());
    KeyEncoding.namesTheField(table, client)
        .ifPresent(named -> put(keys, HoodieWriteConfig.COMPLEX_KEYGEN_NEW_ENCODING.key(), !named));
    put(keys, HoodieWriteConfig.ENABLE_COMPLEX_KEYGEN_VALIDATION.key(), false);
    return keys;
  }

  private static String generator(HudiTable table) {
    String name = table.keyGenerator().orElse(null);
    String twin;
    if (name == null) {
      twin =
          table.partitionKeys().isEmpty()
              ? "NonpartitionedAvroKeyGenerator"
              : table.partitionKeys().size() == 1 && table.recordKeys().size() <= 1
                  ? "SimpleAvroKeyGenerator"
                  : "ComplexAvroKeyGenerator";
    } else {
      twin = GENERATORS.get(name.substring(name.lastIndexOf('.') + 1));
    }

    if (twin == null) {
      throw new SluiceException(
          ErrorCode.NOT_SUPPORTED,
          "The Hudi table "
              + table.path()
              + " makes its keys with "
              + name
              + ", which cannot be written with; it can be read");
    }

    return "org.apache.hudi.keygen." + twin;
  }

  private static HoodieMetadataConfig metadata(HoodieTableConfig config, boolean enabled) {
    return HoodieMetadataConfig.newBuilder()
        .enable(enabled)
        .withMetadataIndexColumnStats(
            config.isMetadataPartitionAvailable(MetadataPartitionType.COLUMN_STATS))
        .withMetadataIndexPartitionStats(
            config.isMetadataPartitionAvailable(MetadataPartitionType.PARTITION_STATS))
        .withMetadataIndexBloomFilter(
            config.isMetadataPartitionAvailable(MetadataPartitionType.BLOOM_FILTERS))
        .withEnableGlobalRecordLevelIndex(
            config.isMetadataPartitionAvailable(MetadataPartitionType.RECORD_INDEX))
        .build();
  }

  private static void put(Properties properties, String key, Object value) {
    properties.setProperty(key, value.toString());
  }
}
