/* SPDX-License-Identifier: Apache-2.0 */
package io.sluice.protocol;

import java.time.Duration;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;

/** Waits, within a bound, for what another thread brings about. */
final class Eventually {
  private static final Duration PATIENCE = Duration.ofSeconds(20);
  private static final long PAUSE_NANOS = Duration.ofMillis(5).toNanos();

  private Eventually() {}

  static void holds(String what, BooleanSupplier condition) {
    long end = System.nanoTime() + PATIENCE.toNanos();
    while (!condition.getAsBoolean()) {
      if (System.nanoTime() > end) {
        throw new AssertionError("Not within " + PATIENCE + ": " + what);
      }
      LockSupport.parkNanos(PAUSE_NANOS);
    }
  }
}
