/* SPDX-License-Identifier: Apache-2.0 */
package io.sluice.engine.sql;

/** Something that runs SQL. Methods may block; none is called on an event loop. */
public interface SqlEngine extends AutoCloseable {
  /** Name for GetInfo ("Apache Flink"). */
  String name();

  String version();

  /**
   * Opens a session of its own settings, catalog, database and temporary objects.
   *
   * @throws io.sluice.error.SluiceException if a setting, the catalog or the database is wrong
   */
  SqlSession openSession(SessionSpec spec);

  /** True while work runs that no session waits for (a streaming INSERT): no time to go idle. */
  boolean hasBackgroundWork();

  @Override
  void close();
}
