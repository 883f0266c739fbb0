/* SPDX-License-Identifier: Apache-2.0 */
package io.sluice.catalog.flink.iceberg;

import io.sluice.catalog.flink.source.TableRequest;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.Map;
import org.apache.flink.table.catalog.ObjectPath;
import org.apache.iceberg.Snapshot;
import org.apache.iceberg.SnapshotSummary;
import org.apache.iceberg.Table;
import org.apache.iceberg.TableProperties;
import org.apache.iceberg.flink.FlinkConfigOptions;
import org.apache.iceberg.util.PropertyUtil;

/**
 * Into how many pieces a table is cut for reading. Iceberg cuts by size alone (128 MiB), so a table
 * of 100 MiB is read by one task however many could help. Here a table is cut so that each of the
 * tasks that may read it gets some pieces; small files are still put together. A table's size is
 * that of its last planning: it decides how fast, never what, is read.
 */
final class IcebergSplits {
  private static final String SPLIT_SIZE = "split-size";
  private static final String OPEN_COST = "split-file-open-cost";
  private static final long MIN_BYTES = 2L << 20;
  private static final int PIECES_PER_TASK = 2;

  /** A file costs at least this share of a piece, so that a piece is not thousands of files. */
  private static final int FILES_PER_PIECE = 32;

  private static final int REMEMBERED = 1_000;

  private record Size(long bytes, long target) {}

  private final Map<ObjectPath, Size> sizes =
      new LinkedHashMap<>() {
        @Override
        protected boolean removeEldestEntry(Map.Entry<ObjectPath, Size> eldest) {
          return size() > REMEMBERED;
        }
      };

  /** A table was loaded. */
  void seen(ObjectPath path, Table table) {
    Snapshot snapshot = table.currentSnapshot();
    String total =
        snapshot == null ? null : snapshot.summary().get(SnapshotSummary.TOTAL_FILE_SIZE_PROP);
    if (total == null) {
      return;
    }
    long target =
        PropertyUtil.propertyAsLong(
            table.properties(), TableProperties.SPLIT_SIZE, TableProperties.SPLIT_SIZE_DEFAULT);
    synchronized (sizes) {
      sizes.put(path, new Size(Long.parseLong(total), target));
    }
  }

  /** The request's options, with the size of a piece unless the user gave one. */
  Map<String, String> options(TableRequest request) {
    Map<String, String> options = request.options();
    int tasks =
        request.session().get(FlinkConfigOptions.TABLE_EXEC_ICEBERG_INFER_SOURCE_PARALLELISM_MAX);
    Size size;
    synchronized (sizes) {
      size = sizes.get(request.path());
    }
    if (size == null || tasks <= 1 || options.containsKey(SPLIT_SIZE)) {
      return options;
    }
    long piece =
        Math.min(size.target(), Math.max(MIN_BYTES, size.bytes() / (tasks * PIECES_PER_TASK)));
    Map<String, String> cut = new HashMap<>(options);
    cut.put(SPLIT_SIZE, Long.toString(piece));
    cut.putIfAbsent(OPEN_COST, Long.toString(Math.max(1, piece / FILES_PER_PIECE)));
    return cut;
  }
}
