/* SPDX-License-Identifier: Apache-2.0 */
package io.sluice.flink.hudi;

/** What an {@code INSERT} does with a row whose key is in the table already. */
public enum HudiWriteOperation {
  /** The table's merge mode decides which of the two rows stays. */
  UPSERT,
  /** Both stay; for tables without keys, or when the writer knows that the keys are new. */
  INSERT
}
