/* SPDX-License-Identifier: Apache-2.0 */
package io.sluice.flink.hudi;

import static java.util.Objects.requireNonNull;

import io.sluice.error.ErrorCode;
import io.sluice.error.SluiceException;
import java.io.Serializable;
import java.util.List;
import java.util.Set;
import org.apache.hudi.common.config.RecordMergeMode;
import org.apache.hudi.common.model.HoodieFileFormat;
import org.apache.hudi.common.model.HoodieTimelineTimeZone;
import org.apache.hudi.common.table.HoodieTableConfig;
import org.apache.hudi.common.table.HoodieTableVersion;

/**
 * What {@code hoodie.properties} says about how rows are keyed, placed and merged.
 *
 * @param keyGenerator the key generator's class, or null
 * @param mergeMode how two rows of one key become one
 */
record HudiIdentity(
    String name,
    HudiTableType type,
    int version,
    List<String> recordKeys,
    List<String> partitionKeys,
    List<String> orderingFields,
    String keyGenerator,
    RecordMergeMode mergeMode,
    boolean hiveStylePartitions,
    boolean urlEncodedPartitions,
    boolean slashSeparatedDates,
    boolean dropsPartitionColumns,
    boolean metaFields,
    boolean utcTimeline,
    HoodieFileFormat baseFileFormat)
    implements Serializable {
  private static final Set<Integer> VERSIONS = Set.of(6, 8, 9);

  HudiIdentity {
    requireNonNull(name, "name is null");
    requireNonNull(type, "type is null");
    recordKeys = List.copyOf(recordKeys);
    partitionKeys = List.copyOf(partitionKeys);
    orderingFields = List.copyOf(orderingFields);
  }

  static HudiIdentity of(HoodieTableConfig config) {
    return new HudiIdentity(
        config.getTableName(),
        HudiTableType.valueOf(config.getTableType().name()),
        config.getTableVersion().versionCode(),
        config.getRecordKeyFields().map(List::of).orElse(List.of()),
        config.getPartitionFields().map(List::of).orElse(List.of()).stream()
            .filter(field -> !field.isEmpty())
            .toList(),
        config.getOrderingFields(),
        config.getKeyGeneratorClassName(),
        mergeMode(config),
        Boolean.parseBoolean(config.getHiveStylePartitioningEnable()),
        Boolean.parseBoolean(config.getUrlEncodePartitioning()),
        config.getSlashSeparatedDatePartitioning(),
        config.shouldDropPartitionColumns(),
        config.populateMetaFields(),
        config.getTimelineTimezone() == HoodieTimelineTimeZone.UTC,
        config.getBaseFileFormat());
  }

  /** Before version 9 the mode is not always written down and follows from the payload class. */
  private static RecordMergeMode mergeMode(HoodieTableConfig config) {
    if (config.getTableVersion().greaterThanOrEquals(HoodieTableVersion.NINE)) {
      return config.getRecordMergeMode();
    }

    return HoodieTableConfig.inferMergingConfigsForPreV9Table(
            config.getRecordMergeMode(),
            config.getPayloadClass(),
            config.getRecordMergeStrategyId(),
            config.getOrderingFieldsStr().orElse(null),
            config.getTableVersion())
        .getLeft();
  }

  /** Refuses what would be read wrongly. */
  void requireReadable(String path) {
    if (!VERSIONS.contains(version)) {
      throw refused(path, "is of table version " + version + "; versions 6, 8 and 9 can be read");
    }

    if (baseFileFormat != HoodieFileFormat.PARQUET) {
      throw refused(path, "keeps its rows in " + baseFileFormat + "; only PARQUET can be read");
    }

    if (dropsPartitionColumns) {
      throw refused(
          path,
          "leaves its partition columns out of the files (drop.partition.columns), which cannot be read");
    }
  }

  private static SluiceException refused(String path, String why) {
    return new SluiceException(ErrorCode.NOT_SUPPORTED, "The Hudi table " + path + ' ' + why);
  }
}
