/* SPDX-License-Identifier: Apache-2.0 */
package io.sluice.catalog.flink;

import org.apache.flink.table.catalog.CatalogBaseTable;
import org.apache.flink.table.catalog.GenericInMemoryCatalog;
import org.apache.flink.table.catalog.ObjectPath;
import org.apache.flink.table.catalog.exceptions.TableNotExistException;

/**
 * The in-memory catalog a session starts in.
 *
 * <p>For {@code lake.ods.t FOR SYSTEM_TIME AS OF …} the planner first asks the current database for
 * a table called {@code lake}, with the time (Calcite's EmptyScope tries each prefix of the name).
 * Flink's own catalog answers that it knows no time travel, which ends the statement; this one
 * answers that it has no such table, and the planner goes on.
 */
public final class SessionCatalog extends GenericInMemoryCatalog {
  public SessionCatalog(String name, String defaultDatabase) {
    super(name, defaultDatabase);
  }

  @Override
  public CatalogBaseTable getTable(ObjectPath path, long epochMillis)
      throws TableNotExistException {
    if (!tableExists(path)) {
      throw new TableNotExistException(getName(), path);
    }
    return super.getTable(path, epochMillis);
  }
}
