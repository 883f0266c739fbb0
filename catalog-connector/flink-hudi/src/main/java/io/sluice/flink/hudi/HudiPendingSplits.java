/* SPDX-License-Identifier: Apache-2.0 */
package io.sluice.flink.hudi;

import java.util.List;

/**
 * The enumerator's checkpoint.
 *
 * @param planned whether the file slices were listed; if not, the list is empty
 * @param splits those no reader has taken
 */
record HudiPendingSplits(boolean planned, List<HudiSplit> splits) {
  HudiPendingSplits {
    splits = List.copyOf(splits);
  }
}
