/* SPDX-License-Identifier: Apache-2.0 */
package io.sluice.bench;

/** An open connection with its session. */
interface Client extends AutoCloseable {
  /** Runs a statement and fetches all of its rows; gives their number. */
  long query(String sql) throws Exception;

  @Override
  void close() throws Exception;
}
