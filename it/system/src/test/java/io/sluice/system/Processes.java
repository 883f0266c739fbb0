/* SPDX-License-Identifier: Apache-2.0 */
package io.sluice.system;

import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.fixtures.Command;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;

/** What happens to processes, and what is awaited of them. */
final class Processes {
  private Processes() {}

  /**
   * @param name such as {@code STOP}
   */
  static void signal(String name, ProcessHandle process) throws IOException {
    Command.Result result =
        Command.of("kill", "-" + name, String.valueOf(process.pid())).run(Duration.ofSeconds(10));
    assertThat(result.code()).as(result.errors()).isZero();
  }

  static void killTree(ProcessHandle process) {
    List<ProcessHandle> descendants = process.descendants().toList();
    process.destroyForcibly();
    descendants.forEach(ProcessHandle::destroyForcibly);
  }

  /** Waits, within a bound, until a condition holds. */
  static void eventually(String what, BooleanSupplier condition) {
    long end = System.nanoTime() + Duration.ofSeconds(90).toNanos();
    while (!condition.getAsBoolean() && System.nanoTime() < end) {
      LockSupport.parkNanos(Duration.ofMillis(20).toNanos());
    }
    assertThat(condition.getAsBoolean()).as(what).isTrue();
  }
}
