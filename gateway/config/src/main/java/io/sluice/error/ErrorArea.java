/* SPDX-License-Identifier: Apache-2.0 */
package io.sluice.error;

/** Whose fault an error is, and so who must act on it. */
public enum ErrorArea {
  /** The statement, the login or a setting is wrong; the person who sent it can mend it. */
  USER,
  /** A datasource did not answer, refused, or is not as the metadata says. */
  SOURCE,
  /** An engine failed to start, died or could not run the statement. */
  ENGINE,
  /** A limit was reached: time, memory, sessions, disk. */
  RESOURCE,
  /** A fault in Sluice itself. */
  INTERNAL
}
