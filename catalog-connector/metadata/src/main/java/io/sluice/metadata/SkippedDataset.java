/* SPDX-License-Identifier: Apache-2.0 */
package io.sluice.metadata;

import static java.util.Objects.requireNonNull;

/**
 * A dataset that is not listed as a table.
 *
 * @param reason completes "it is not listed: …"
 */
public record SkippedDataset(String urn, String reason) {
  public SkippedDataset {
    requireNonNull(urn, "urn is null");
    requireNonNull(reason, "reason is null");
  }
}
