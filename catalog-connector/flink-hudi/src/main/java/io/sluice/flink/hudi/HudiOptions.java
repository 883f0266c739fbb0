/* SPDX-License-Identifier: Apache-2.0 */
package io.sluice.flink.hudi;

import java.util.Set;
import org.apache.flink.configuration.ConfigOption;
import org.apache.flink.configuration.ConfigOptions;
import org.apache.flink.configuration.MemorySize;

/**
 * What a statement may say about reading or writing a Hudi table, as a table option or an {@code
 * OPTIONS} hint. Keys, partitions, ordering and the like are not among them: those are the table's.
 */
public final class HudiOptions {
  /** Same key as in Hudi's own Flink connector. */
  public static final ConfigOption<String> QUERY_TYPE =
      ConfigOptions.key("hoodie.datasource.query.type")
          .stringType()
          .defaultValue("snapshot")
          .withDescription(
              "'snapshot': every committed row, logs merged; 'read_optimized': only what base files hold, so rows of a MERGE_ON_READ table that are not compacted yet are missing.");

  /** Same key as in Hudi's Spark datasource. */
  public static final ConfigOption<String> AS_OF_INSTANT =
      ConfigOptions.key("as.of.instant")
          .stringType()
          .noDefaultValue()
          .withDescription(
              "Read the table as it was at this time: an instant (yyyyMMddHHmmss[SSS]) or yyyy-MM-dd[ HH:mm:ss[.SSS]], in the table's timeline time zone.");

  public static final ConfigOption<HudiWriteOperation> WRITE_OPERATION =
      ConfigOptions.key("write.operation")
          .enumType(HudiWriteOperation.class)
          .noDefaultValue()
          .withDescription(
              "'upsert': a row replaces the one of the same key; 'insert': rows are added without looking for their keys. Default: upsert if the table has a record key, else insert.");

  public static final ConfigOption<MemorySize> WRITE_BUFFER =
      ConfigOptions.key("write.buffer.max-size")
          .memoryType()
          .defaultValue(MemorySize.ofMebiBytes(256))
          .withDescription(
              "How much memory the rows of one commit may take, estimated; more rows are kept in temporary files until they are committed.");

  public static final ConfigOption<MemorySize> WRITE_SPILL =
      ConfigOptions.key("write.spill.max-size")
          .memoryType()
          .defaultValue(MemorySize.ofMebiBytes(64 << 10))
          .withDescription(
              "How much disk the temporary files of one commit may take, below java.io.tmpdir; a statement or checkpoint with more is refused and nothing is written.");

  /** Same key as in Hudi's own Flink connector. */
  public static final ConfigOption<Boolean> METADATA =
      ConfigOptions.key("metadata.enabled")
          .booleanType()
          .defaultValue(true)
          .withDescription(
              "Whether the first commit makes a metadata table; a table that has commits stays as it is.");

  private HudiOptions() {}

  /** All of them, for a table factory's optional options. */
  public static Set<ConfigOption<?>> all() {
    return Set.of(QUERY_TYPE, AS_OF_INSTANT, WRITE_OPERATION, WRITE_BUFFER, WRITE_SPILL, METADATA);
  }
}
