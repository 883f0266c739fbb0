/* SPDX-License-Identifier: Apache-2.0 */
package io.sluice.flink.hudi;

/** How a Hudi table keeps updates, as {@code hoodie.table.type} names it. */
public enum HudiTableType {
  /** An update rewrites the file that holds the row. */
  COPY_ON_WRITE,
  /** An update is appended to a log, which readers merge and compaction folds in. */
  MERGE_ON_READ
}
