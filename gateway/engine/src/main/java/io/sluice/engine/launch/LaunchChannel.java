/* SPDX-License-Identifier: Apache-2.0 */
package io.sluice.engine.launch;

import static java.util.Objects.requireNonNull;

import java.io.PrintStream;
import java.nio.charset.StandardCharsets;

/** The engine's side of the launch: tells its events to the gateway that started the process. */
public final class LaunchChannel {
  private final PrintStream out;

  private LaunchChannel(PrintStream out) {
    this.out = requireNonNull(out, "out is null");
  }

  /**
   * Takes the process's standard output for events alone: from now on whatever else is printed to
   * it, by any library, goes to standard error.
   */
  public static LaunchChannel takeStandardOutput() {
    PrintStream out = new PrintStream(System.out, true, StandardCharsets.UTF_8);
    System.setOut(System.err);
    return new LaunchChannel(out);
  }

  /** Events go to a stream of the caller's. */
  public static LaunchChannel to(PrintStream out) {
    return new LaunchChannel(out);
  }

  /**
   * Sends one event. A gateway that has gone is no error here: the engine learns of it by the end
   * of its standard input before it is ready, and does not care after.
   */
  public synchronized void send(LaunchEvent event) {
    out.println(event.toJson());
    out.flush();
  }

  public void progress(String message) {
    send(new LaunchEvent.Progress(message));
  }
}
