/* SPDX-License-Identifier: Apache-2.0 */
package io.sluice.catalog.flink.iceberg;

import io.sluice.error.ErrorCode;
import io.sluice.error.SluiceException;
import java.util.List;
import java.util.Map;
import org.apache.iceberg.MetadataTableType;
import org.apache.iceberg.PositionDeletesTable;
import org.apache.iceberg.SnapshotRef;
import org.apache.iceberg.Table;

/** Checks what a query's hints name before a job runs, so that the error says what is not there. */
final class IcebergReadHints {
  private static final List<String> SNAPSHOTS =
      List.of("snapshot-id", "start-snapshot-id", "end-snapshot-id");
  private static final List<String> TAGS = List.of("tag", "start-tag", "end-tag");

  private IcebergReadHints() {}

  static void check(String name, Table table, Map<String, String> hints) {
    if (table instanceof PositionDeletesTable) {
      throw new SluiceException(
          ErrorCode.NOT_SUPPORTED,
          name
              + " cannot be read from Flink ("
              + MetadataTableType.POSITION_DELETES.name().toLowerCase(java.util.Locale.ROOT)
              + "). The files that hold deletes are in $delete_files.");
    }
    for (String key : SNAPSHOTS) {
      String id = hints.get(key);
      if (id != null && !hasSnapshot(table, id)) {
        throw missing(name, "snapshot " + id, "$snapshots");
      }
    }
    require(name, table, hints.get("branch"), "branch", false);
    for (String key : TAGS) {
      require(name, table, hints.get(key), "tag", true);
    }
  }

  private static boolean hasSnapshot(Table table, String id) {
    try {
      return table.snapshot(Long.parseLong(id)) != null;
    } catch (NumberFormatException e) {
      return false;
    }
  }

  private static void require(String name, Table table, String ref, String kind, boolean wantsTag) {
    if (ref == null || (!wantsTag && ref.equals(SnapshotRef.MAIN_BRANCH))) {
      return;
    }
    SnapshotRef found = table.refs().get(ref);
    if (found == null || found.isTag() != wantsTag) {
      throw missing(name, kind + ' ' + ref, "$refs");
    }
  }

  private static SluiceException missing(String name, String what, String list) {
    return new SluiceException(
        ErrorCode.INVALID_VALUE,
        "Table " + name + " has no " + what + ". What it has is in its " + list + " table.");
  }
}
