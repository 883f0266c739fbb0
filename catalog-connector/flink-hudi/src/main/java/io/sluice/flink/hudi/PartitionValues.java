/* SPDX-License-Identifier: Apache-2.0 */
package io.sluice.flink.hudi;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.apache.flink.table.types.DataType;
import org.apache.hudi.common.util.PartitionPathEncodeUtils;

/**
 * The values a partition's path stands for, as far as they are certain. Only the simple and the
 * complex key generator put a column's own text into the path; any other may put something else
 * there. A null or empty value, and any text that looks encoded where the table says it is not, is
 * uncertain.
 */
final class PartitionValues {
  private static final Set<String> PLAIN_GENERATORS =
      Set.of(
          "SimpleKeyGenerator",
          "SimpleAvroKeyGenerator",
          "ComplexKeyGenerator",
          "ComplexAvroKeyGenerator");
  private static final Set<String> NO_VALUE =
      Set.of(PartitionPathEncodeUtils.DEFAULT_PARTITION_PATH, "default", "");

  private final Map<String, PartitionValue> values;

  private PartitionValues(Map<String, PartitionValue> values) {
    this.values = values;
  }

  static PartitionValues of(HudiTable table, String path) {
    HudiIdentity identity = table.identity();
    List<String> columns = identity.partitionKeys();
    String[] segments = path.split("/", -1);
    Map<String, PartitionValue> values = new HashMap<>();
    if (plain(identity) && segments.length == columns.size()) {
      Map<String, DataType> types = new HashMap<>();
      table.schema().getColumns().forEach(c -> types.put(c.getName(), c.getDataType()));
      for (int i = 0; i < segments.length; i++) {
        String column = columns.get(i);
        if (types.containsKey(column)) {
          text(identity, column, segments[i])
              .flatMap(text -> PartitionValue.ofPath(text, types.get(column)))
              .ifPresent(value -> values.put(column, value));
        }
      }
    }

    return new PartitionValues(values);
  }

  /** Empty when the value is not certain. */
  Optional<PartitionValue> of(String column) {
    return Optional.ofNullable(values.get(column));
  }

  private static boolean plain(HudiIdentity identity) {
    String generator = identity.keyGenerator();
    return generator != null
        && !identity.slashSeparatedDates()
        && PLAIN_GENERATORS.contains(generator.substring(generator.lastIndexOf('.') + 1));
  }

  private static Optional<String> text(HudiIdentity identity, String column, String segment) {
    String text = segment;
    String prefix = column + '=';
    if (segment.startsWith(prefix) != identity.hiveStylePartitions()) {
      return Optional.empty();
    }

    if (identity.hiveStylePartitions()) {
      text = segment.substring(prefix.length());
    }

    if (identity.urlEncodedPartitions()) {
      text = PartitionPathEncodeUtils.unescapePathName(text);
    } else if (text.indexOf('%') >= 0) {
      return Optional.empty();
    }

    return NO_VALUE.contains(text) ? Optional.empty() : Optional.of(text);
  }
}
