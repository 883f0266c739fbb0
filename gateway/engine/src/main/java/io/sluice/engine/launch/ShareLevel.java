/* SPDX-License-Identifier: Apache-2.0 */
package io.sluice.engine.launch;

/** Who may share an engine. */
public enum ShareLevel {
  /** One session; the engine exits when that session closes. */
  CONNECTION,
  /** All sessions of one user. */
  USER,
  /** All sessions of one group. */
  GROUP,
  /** Everybody. */
  SERVER
}
