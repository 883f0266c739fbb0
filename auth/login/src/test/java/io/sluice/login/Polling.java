/* SPDX-License-Identifier: Apache-2.0 */
package io.sluice.login;

import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;

/** Waits for something to become true, within a bound. */
final class Polling {
  private static final long LIMIT_NANOS = TimeUnit.SECONDS.toNanos(30);

  private Polling() {}

  static void until(BooleanSupplier condition) {
    long end = System.nanoTime() + LIMIT_NANOS;
    while (!condition.getAsBoolean()) {
      if (System.nanoTime() > end) {
        throw new AssertionError("it did not become true within 30 s");
      }
      LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(20));
    }
  }
}
