/* SPDX-License-Identifier: Apache-2.0 */
package io.sluice.server.engine;

import java.time.Duration;

/** A moment by which something must be done, on the monotonic clock. */
record Deadline(long nanos) {
  static Deadline in(Duration time) {
    return new Deadline(System.nanoTime() + time.toNanos());
  }

  /** Time left, zero if none. */
  Duration remaining() {
    return Duration.ofNanos(Math.max(0, nanos - System.nanoTime()));
  }
}
