/* SPDX-License-Identifier: Apache-2.0 */
package io.sluice.engine.operation;

/** How the work behind an operation stands, which goes on after the client may fetch. */
public enum JobState {
  /** Parsing, planning, or waiting for a thread. */
  PREPARING,
  RUNNING,
  SUCCEEDED,
  FAILED,
  /** Stopped by cancel, timeout or close. */
  STOPPED;

  public boolean isOver() {
    return this != PREPARING && this != RUNNING;
  }
}
