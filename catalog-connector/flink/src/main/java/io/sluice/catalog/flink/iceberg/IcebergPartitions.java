/* SPDX-License-Identifier: Apache-2.0 */
package io.sluice.catalog.flink.iceberg;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.apache.iceberg.FileScanTask;
import org.apache.iceberg.PartitionField;
import org.apache.iceberg.PartitionSpec;
import org.apache.iceberg.Table;
import org.apache.iceberg.io.CloseableIterable;

/** The partitions of a table's current snapshot, for SHOW PARTITIONS. */
final class IcebergPartitions {
  private IcebergPartitions() {}

  static List<Map<String, String>> list(Table table) {
    Set<Map<String, String>> found = new LinkedHashSet<>();
    try (CloseableIterable<FileScanTask> files = table.newScan().planFiles()) {
      for (FileScanTask file : files) {
        PartitionSpec spec = file.spec();
        Map<String, String> values = new LinkedHashMap<>();
        for (int i = 0; i < spec.fields().size(); i++) {
          PartitionField field = spec.fields().get(i);
          Object value = file.partition().get(i, Object.class);
          values.put(
              field.name(),
              field
                  .transform()
                  .toHumanString(spec.partitionType().fields().get(i).type(), cast(value)));
        }
        found.add(values);
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return List.copyOf(found);
  }

  @SuppressWarnings("unchecked")
  private static <T> T cast(Object value) {
    return (T) value;
  }
}
