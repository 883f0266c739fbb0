/* SPDX-License-Identifier: Apache-2.0 */
package io.sluice.login;

import java.time.Duration;
import java.util.function.LongSupplier;

/** The moment by which a login must be answered, on a clock that never jumps. */
final class Deadline {
  private final LongSupplier nanoClock;
  private final long atNanos;

  private Deadline(LongSupplier nanoClock, long atNanos) {
    this.nanoClock = nanoClock;
    this.atNanos = atNanos;
  }

  static Deadline in(Duration time) {
    return in(time, System::nanoTime);
  }

  static Deadline in(Duration time, LongSupplier nanoClock) {
    return new Deadline(nanoClock, nanoClock.getAsLong() + time.toNanos());
  }

  boolean isOver() {
    return remainingNanos() <= 0;
  }

  /** What is left, at most {@code limit} and at least one millisecond. */
  Duration remaining(Duration limit) {
    long nanos = Math.min(limit.toNanos(), remainingNanos());
    return Duration.ofMillis(Math.max(1, nanos / 1_000_000));
  }

  private long remainingNanos() {
    return atNanos - nanoClock.getAsLong();
  }
}
