/* SPDX-License-Identifier: Apache-2.0 */
package io.sluice.flink.hudi;

import static java.util.Objects.requireNonNull;

import java.io.Serializable;
import java.util.List;

/**
 * What one scan reads: everything the enumerator and the readers need.
 *
 * @param columns the columns in the order of the rows to make; empty when only the count matters
 * @param partitions which partitions may hold wanted rows
 * @param limit how many rows are enough, from each split
 */
record HudiScan(
    HudiTable table,
    HudiReadOptions options,
    List<String> columns,
    PartitionFilter partitions,
    long limit)
    implements Serializable {
  HudiScan {
    requireNonNull(table, "table is null");
    requireNonNull(options, "options is null");
    requireNonNull(partitions, "partitions is null");
    columns = List.copyOf(columns);
  }
}
