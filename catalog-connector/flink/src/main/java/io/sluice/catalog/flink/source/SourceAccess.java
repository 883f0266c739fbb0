/* SPDX-License-Identifier: Apache-2.0 */
package io.sluice.catalog.flink.source;

import io.sluice.error.ErrorCode;
import io.sluice.error.SluiceException;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.apache.flink.table.catalog.ObjectPath;
import org.apache.flink.table.catalog.ResolvedCatalogTable;
import org.apache.flink.table.catalog.TableChange;
import org.apache.flink.table.connector.sink.DynamicTableSink;
import org.apache.flink.table.connector.source.DynamicTableSource;

/**
 * One datasource as Flink uses it: the schema its tables have now, and how they are read and
 * written. Thread-safe. Addresses and secrets stay inside.
 *
 * <p>Every method that reaches the source throws {@link SluiceException} with SOURCE_UNAVAILABLE,
 * SOURCE_REFUSED or SOURCE_FAILED, naming the datasource.
 */
public interface SourceAccess extends AutoCloseable {
  /** The table as it is now; empty if the source has none of that name. */
  Optional<SourceTable> table(ObjectPath path);

  /** The table as it was: its schema then, and what is needed to read it then. */
  default SourceTable tableAsOf(ObjectPath path, long epochMillis) {
    throw refused("Time travel (FOR SYSTEM_TIME AS OF)");
  }

  /** How the table of the request is read. */
  DynamicTableSource read(TableRequest request);

  /** How the table of the request is written. */
  DynamicTableSink write(TableRequest request);

  /** The keys a user may give in {@code OPTIONS(…)} hints; never an address or a secret. */
  Set<String> hints();

  /** True if a user may give this key; some sources take families of keys. */
  default boolean allowsHint(String key) {
    return hints().contains(key);
  }

  /** True if CREATE DATABASE works here, so that a database may exist with no table in it. */
  default boolean hasEmptyDatabases() {
    return false;
  }

  /** The table whose metadata a name stands for: {@code t} for Iceberg's {@code t$snapshots}. */
  default ObjectPath baseTable(ObjectPath path) {
    return path;
  }

  /** True if a view of this source can be read as if it were a table. */
  default boolean readsViews() {
    return false;
  }

  /** The values of the partition keys of each partition; empty if the table has none. */
  default List<Map<String, String>> partitions(ObjectPath path) {
    return List.of();
  }

  /**
   * Lists what the source itself holds; used when the metadata DB is not asked (see {@code
   * sluice.catalog.listing}).
   */
  List<String> databases();

  /** The tables and views of a database of the source. */
  List<String> tables(String database);

  default void createDatabase(String database) {
    throw refused("CREATE DATABASE");
  }

  default void dropDatabase(String database) {
    throw refused("DROP DATABASE");
  }

  /** Makes the table; gives it as it is then. */
  default SourceTable createTable(ObjectPath path, ResolvedCatalogTable table) {
    throw refused("CREATE TABLE");
  }

  default void dropTable(ObjectPath path) {
    throw refused("DROP TABLE");
  }

  /** Gives the table as it is then. */
  default SourceTable renameTable(ObjectPath path, String newName) {
    throw refused("ALTER TABLE … RENAME");
  }

  /** Changes the table; gives it as it is then. */
  default SourceTable alterTable(
      ObjectPath path, ResolvedCatalogTable table, List<TableChange> changes) {
    throw refused("ALTER TABLE");
  }

  @Override
  void close();

  private static SluiceException refused(String what) {
    return new SluiceException(
        ErrorCode.NOT_SUPPORTED,
        what + " is not offered for this kind of datasource; do it with the source's own tools.");
  }
}
