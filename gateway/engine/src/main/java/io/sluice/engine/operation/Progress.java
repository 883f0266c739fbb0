/* SPDX-License-Identifier: Apache-2.0 */
package io.sluice.engine.operation;

import static java.util.Objects.requireNonNull;

/**
 * How far a job has got.
 *
 * @param summary one line for the log ("3/5 vertices finished")
 * @param done finished parts
 * @param total all parts, 0 if unknown
 */
public record Progress(String summary, int done, int total) {
  public static final Progress NONE = new Progress("", 0, 0);

  public Progress {
    requireNonNull(summary, "summary is null");
  }

  /** Between 0 and 1. */
  public double fraction() {
    return total == 0 ? 0 : (double) done / total;
  }
}
