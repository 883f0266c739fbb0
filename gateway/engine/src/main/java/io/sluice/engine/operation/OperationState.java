/* SPDX-License-Identifier: Apache-2.0 */
package io.sluice.engine.operation;

import java.util.EnumMap;
import java.util.EnumSet;
import java.util.Map;
import java.util.Set;

/**
 * How an operation stands to its client. A query is FINISHED when its first rows can be fetched;
 * its job may go on behind that, see {@link JobState}.
 */
public enum OperationState {
  INITIALIZED,
  PENDING,
  RUNNING,
  FINISHED,
  CANCELED,
  TIMEDOUT,
  ERROR,
  CLOSED;

  private static final Map<OperationState, Set<OperationState>> MOVES =
      new EnumMap<>(
          Map.of(
              INITIALIZED, EnumSet.of(PENDING, RUNNING, CANCELED, TIMEDOUT, ERROR, CLOSED),
              PENDING, EnumSet.of(RUNNING, CANCELED, TIMEDOUT, ERROR, CLOSED),
              RUNNING, EnumSet.of(FINISHED, CANCELED, TIMEDOUT, ERROR, CLOSED),
              // A result that still streams can be canceled, time out or fail after its first rows.
              FINISHED, EnumSet.of(CANCELED, TIMEDOUT, ERROR, CLOSED),
              CANCELED, EnumSet.of(CLOSED),
              TIMEDOUT, EnumSet.of(CLOSED),
              ERROR, EnumSet.of(CLOSED),
              CLOSED, EnumSet.noneOf(OperationState.class)));

  /** True if the move is in the table. */
  public boolean mayBecome(OperationState next) {
    return MOVES.get(this).contains(next);
  }

  /** True once a client need not wait any longer. */
  public boolean isSettled() {
    return this != INITIALIZED && this != PENDING && this != RUNNING;
  }
}
