/* SPDX-License-Identifier: Apache-2.0 */
package io.sluice.engine.sql;

import io.sluice.engine.operation.Progress;
import io.sluice.engine.result.ResultWindow;
import io.sluice.protocol.rowset.RowSchema;
import java.util.Map;

/** One statement being run: what the engine is told of it, and where it reports. Thread-safe. */
public interface StatementRun {
  /** Public id, for logs and job names. */
  String id();

  String text();

  /** Settings for this statement alone. */
  Map<String, String> overlay();

  /** Declares that the statement has a result and makes the window its rows go to; once. */
  ResultWindow openResult(RowSchema schema);

  /** A line for the client's operation log. */
  void log(String line);

  void progress(Progress progress);

  /** How many rows a change touched, if it is known. */
  void affectedRows(long rows);

  /**
   * What to do when the statement is canceled, times out or is closed before its work is over. Runs
   * once, on another thread; at once if that has already happened.
   */
  void onStop(Runnable stop);

  /** True once the statement was canceled, timed out or closed. */
  boolean isStopped();
}
