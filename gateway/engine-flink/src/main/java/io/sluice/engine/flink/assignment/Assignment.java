/* SPDX-License-Identifier: Apache-2.0 */
package io.sluice.engine.flink.assignment;

import io.sluice.error.SluiceException;
import java.io.Serializable;

/** Turns one value that is not null, in Flink's internal form, into the same value of a column. */
@FunctionalInterface
interface Assignment extends Serializable {
  /** The value as it is. */
  Assignment SAME = value -> value;

  /**
   * @throws SluiceException VALUE_OUT_OF_RANGE, VALUE_TOO_LONG or INVALID_VALUE if the column
   *     cannot hold exactly this value
   */
  Object assign(Object value);
}
