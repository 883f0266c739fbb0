/* SPDX-License-Identifier: Apache-2.0 */
package io.sluice.login;

import java.time.Duration;
import java.util.function.LongSupplier;

/**
 * Whether a server is worth a try. After a slow failure it is left alone for a while, so that a
 * server that hangs costs the timeout to a few logins and not to each. When the time is over, one
 * login tries it while the others still keep off. A fast failure (port refused) costs nothing and
 * leaves the server in use.
 */
final class ServerHealth {
  private final LongSupplier nanoClock;
  private final long retryDelayNanos;

  private boolean leftAlone;
  private boolean onTrial;
  private long since;
  private LoginException lastFailure;

  ServerHealth(Duration retryDelay, LongSupplier nanoClock) {
    this.retryDelayNanos = retryDelay.toNanos();
    this.nanoClock = nanoClock;
  }

  /** True if the caller may use the server; it then must report how that went. */
  synchronized boolean tryUse() {
    if (!leftAlone) {
      return true;
    }
    if (onTrial || nanoClock.getAsLong() - since < retryDelayNanos) {
      return false;
    }
    onTrial = true;
    return true;
  }

  /** Why the server is left alone. */
  synchronized LoginException lastFailure() {
    return lastFailure;
  }

  /** The server answered, be it with a refusal. */
  synchronized void answered() {
    leftAlone = false;
    onTrial = false;
  }

  /** The server failed at once. */
  synchronized void failedFast() {
    onTrial = false;
  }

  /** The server did not answer in time, or must not be bothered for another reason. */
  synchronized void failedSlow(LoginException failure) {
    lastFailure = failure;
    leftAlone = true;
    onTrial = false;
    since = nanoClock.getAsLong();
  }
}
