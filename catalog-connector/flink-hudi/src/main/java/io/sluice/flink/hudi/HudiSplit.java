/* SPDX-License-Identifier: Apache-2.0 */
package io.sluice.flink.hudi;

import static java.util.Objects.requireNonNull;

import java.util.List;
import org.apache.flink.api.connector.source.SourceSplit;

/**
 * One file slice: the newest base file of a file group, if it has one, and the logs written since.
 *
 * @param fileId the file group
 * @param baseInstant the instant that began the slice
 * @param partition the partition's path, relative to the table; empty without partitions
 * @param baseFile the base file's path, or null for a slice of logs alone
 * @param logFiles the logs' paths, oldest first
 * @param instant rows committed after this instant are not read
 * @param rowsToSkip how many rows were handed on before a failure
 */
record HudiSplit(
    String splitId,
    String fileId,
    String baseInstant,
    String partition,
    String baseFile,
    List<String> logFiles,
    String instant,
    long rowsToSkip)
    implements SourceSplit {
  HudiSplit {
    requireNonNull(splitId, "splitId is null");
    requireNonNull(fileId, "fileId is null");
    requireNonNull(baseInstant, "baseInstant is null");
    requireNonNull(partition, "partition is null");
    requireNonNull(instant, "instant is null");
    logFiles = List.copyOf(logFiles);
  }

  HudiSplit after(long rows) {
    return new HudiSplit(
        splitId, fileId, baseInstant, partition, baseFile, logFiles, instant, rows);
  }

  @Override
  public String splitId() {
    return splitId;
  }
}
