/* SPDX-License-Identifier: Apache-2.0 */
package io.sluice.flink.hudi;

import io.sluice.error.ErrorCode;
import io.sluice.error.SluiceException;
import java.io.Serializable;
import org.apache.flink.configuration.ReadableConfig;
import org.apache.hudi.common.config.RecordMergeMode;

/**
 * How to write.
 *
 * @param upserts whether keys are looked for
 * @param bufferBytes how much of one commit is held in memory
 * @param spillBytes how much of one commit is held on disk
 * @param fillsSmallFiles whether new rows may be merged into small files; not while another commit
 *     of the same job may be open, as the two would write over each other
 * @param metadata whether a table that has no commit yet gets a metadata table
 */
record HudiWriteOptions(
    boolean upserts, long bufferBytes, long spillBytes, boolean metadata, boolean fillsSmallFiles)
    implements Serializable {

  /** Refuses what would be written wrongly. */
  static HudiWriteOptions of(HudiTable table, ReadableConfig options) {
    if (!table.unsupportedColumns().isEmpty()) {
      UnsupportedColumn column = table.unsupportedColumns().get(0);
      throw refused(
          table, "its column " + column.name() + " cannot be written: " + column.reason());
    }

    if (table.identity().mergeMode() == RecordMergeMode.CUSTOM) {
      throw refused(table, "it merges rows with a class of its own");
    }

    if (table.identity().slashSeparatedDates()) {
      throw refused(table, "its partitions are dates with slashes");
    }

    HudiWriteOperation operation =
        options
            .getOptional(HudiOptions.WRITE_OPERATION)
            .orElse(
                table.recordKeys().isEmpty()
                    ? HudiWriteOperation.INSERT
                    : HudiWriteOperation.UPSERT);
    if (operation == HudiWriteOperation.UPSERT && table.recordKeys().isEmpty()) {
      throw refused(table, "it has no record key to upsert by");
    }

    return new HudiWriteOptions(
        operation == HudiWriteOperation.UPSERT,
        options.get(HudiOptions.WRITE_BUFFER).getBytes(),
        options.get(HudiOptions.WRITE_SPILL).getBytes(),
        options.get(HudiOptions.METADATA),
        true);
  }

  /** For a job that may begin a commit before the last one is done. */
  HudiWriteOptions streaming() {
    return new HudiWriteOptions(upserts, bufferBytes, spillBytes, metadata, upserts);
  }

  private static SluiceException refused(HudiTable table, String why) {
    return new SluiceException(
        ErrorCode.NOT_SUPPORTED,
        "The Hudi table " + table.path() + " cannot be written to: " + why);
  }
}
