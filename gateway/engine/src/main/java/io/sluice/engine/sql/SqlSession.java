/* SPDX-License-Identifier: Apache-2.0 */
package io.sluice.engine.sql;

import java.util.concurrent.CompletionStage;

/** One client's session. Statements may run at once, so an implementation guards its own state. */
public interface SqlSession extends AutoCloseable {
  /**
   * Runs a statement. Called on a thread of the operation's own, which is interrupted when the
   * statement is to stop; returns once the work is under way.
   *
   * @return completes when the work is over. For a statement with a result ({@link
   *     StatementRun#openResult}) that means every row has been put.
   * @throws io.sluice.error.SluiceException for what is wrong with the statement
   */
  CompletionStage<Void> execute(StatementRun run) throws Exception;

  /** Gives up what the session holds. Statements have been stopped before. */
  @Override
  void close();
}
