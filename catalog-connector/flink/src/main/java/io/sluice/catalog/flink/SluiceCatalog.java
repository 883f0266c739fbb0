/* SPDX-License-Identifier: Apache-2.0 */
package io.sluice.catalog.flink;

import static java.util.Objects.requireNonNull;

import io.sluice.catalog.flink.source.SourceAccess;
import io.sluice.catalog.flink.source.SourceTable;
import io.sluice.error.ErrorCode;
import io.sluice.error.SluiceException;
import io.sluice.metadata.CatalogOptions;
import io.sluice.metadata.Datasource;
import io.sluice.metadata.TableKind;
import io.sluice.metadata.TableMetadata;
import io.sluice.metadata.TableName;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import org.apache.flink.table.api.Schema;
import org.apache.flink.table.catalog.CatalogBaseTable;
import org.apache.flink.table.catalog.CatalogDatabase;
import org.apache.flink.table.catalog.CatalogDatabaseImpl;
import org.apache.flink.table.catalog.CatalogPartitionSpec;
import org.apache.flink.table.catalog.CatalogTable;
import org.apache.flink.table.catalog.ObjectPath;
import org.apache.flink.table.catalog.ResolvedCatalogTable;
import org.apache.flink.table.catalog.TableChange;
import org.apache.flink.table.catalog.exceptions.DatabaseAlreadyExistException;
import org.apache.flink.table.catalog.exceptions.DatabaseNotEmptyException;
import org.apache.flink.table.catalog.exceptions.DatabaseNotExistException;
import org.apache.flink.table.catalog.exceptions.TableAlreadyExistException;
import org.apache.flink.table.catalog.exceptions.TableNotExistException;
import org.apache.flink.table.catalog.exceptions.TableNotPartitionedException;
import org.apache.flink.table.catalog.stats.CatalogTableStatistics;
import org.apache.flink.table.factories.Factory;

/**
 * A datasource as a catalog. The metadata DB says which databases and tables exist; the source says
 * what a table looks like now. A table that the metadata DB has and the source lacks is an error
 * that names it; a name that the metadata DB lacks is Flink's usual "not found".
 */
final class SluiceCatalog extends UnsupportedCatalogParts {
  private final CatalogEnvironment environment;
  private final Datasource datasource;
  private final Inventory inventory;
  private final DriftWatch drift;
  private final MetadataWriter metadataWriter;

  SluiceCatalog(CatalogEnvironment environment, Datasource datasource) {
    super(datasource.name());
    this.environment = requireNonNull(environment, "environment is null");
    this.datasource = datasource;
    this.inventory =
        environment.settings().get(CatalogOptions.LISTING) == CatalogOptions.Listing.METADATA
            ? new MetadataInventory(environment.metadata(), datasource, this::access)
            : new SourceInventory(this::access);
    this.metadataWriter = new MetadataWriter(environment);
    this.drift = new DriftWatch(environment.settings().get(CatalogOptions.DRIFT));
  }

  private SourceAccess access() {
    return environment.access(datasource);
  }

  @Override
  public void open() {
    // Nothing is contacted before a table is used.
  }

  @Override
  public void close() {
    // What is open belongs to the environment, which other sessions share.
  }

  @Override
  public Optional<Factory> getFactory() {
    return Optional.of(new SluiceTableFactory(datasource.name(), access()));
  }

  /** {@code default} if there is one, else the first database. */
  @Override
  public String getDefaultDatabase() {
    List<String> databases = inventory.databases();
    return databases.isEmpty() || databases.contains("default") ? "default" : databases.get(0);
  }

  @Override
  public List<String> listDatabases() {
    return inventory.databases();
  }

  @Override
  public CatalogDatabase getDatabase(String name) throws DatabaseNotExistException {
    requireDatabase(name);
    return new CatalogDatabaseImpl(Map.of(), "");
  }

  @Override
  public boolean databaseExists(String name) {
    return inventory.hasDatabase(name);
  }

  private void requireDatabase(String name) throws DatabaseNotExistException {
    if (!databaseExists(name)) {
      throw new DatabaseNotExistException(getName(), name);
    }
  }

  @Override
  public void createDatabase(String name, CatalogDatabase database, boolean ignoreIfExists)
      throws DatabaseAlreadyExistException {
    if (databaseExists(name)) {
      if (!ignoreIfExists) {
        throw new DatabaseAlreadyExistException(getName(), name);
      }
      return;
    }
    access().createDatabase(name);
  }

  @Override
  public void dropDatabase(String name, boolean ignoreIfNotExists, boolean cascade)
      throws DatabaseNotExistException, DatabaseNotEmptyException {
    if (!databaseExists(name)) {
      if (!ignoreIfNotExists) {
        throw new DatabaseNotExistException(getName(), name);
      }
      return;
    }
    List<String> tables = listTables(name);
    if (!tables.isEmpty() && !cascade) {
      throw new DatabaseNotEmptyException(getName(), name);
    }
    for (String table : tables) {
      drop(new ObjectPath(name, table));
    }
    access().dropDatabase(name);
  }

  @Override
  public List<String> listTables(String database) throws DatabaseNotExistException {
    requireDatabase(database);
    return inventory.tables(database);
  }

  @Override
  public List<String> listViews(String database) throws DatabaseNotExistException {
    requireDatabase(database);
    return inventory.views(database);
  }

  @Override
  public boolean tableExists(ObjectPath path) {
    return inventory.find(path).isPresent();
  }

  @Override
  public CatalogBaseTable getTable(ObjectPath path) throws TableNotExistException {
    Inventory.Entry entry = readable(path);
    SourceTable table = access().table(path).orElseThrow(() -> gone(path));
    if (path.equals(entry.path())) {
      entry.metadata().ifPresent(known -> drift.check(known, table));
    }
    return describe(path, table);
  }

  @Override
  public CatalogBaseTable getTable(ObjectPath path, long epochMillis)
      throws TableNotExistException {
    readable(path);
    return describe(path, access().tableAsOf(path, epochMillis));
  }

  private Inventory.Entry readable(ObjectPath path) throws TableNotExistException {
    Inventory.Entry entry =
        inventory.find(path).orElseThrow(() -> new TableNotExistException(getName(), path));
    boolean view = entry.metadata().map(m -> m.kind() == TableKind.VIEW).orElse(false);
    if (view && !access().readsViews()) {
      throw new SluiceException(
          ErrorCode.NOT_SUPPORTED,
          "View "
              + fullName(path)
              + " is written in another engine's SQL and cannot be read here. Query its tables.");
    }
    return entry;
  }

  private SluiceException gone(ObjectPath path) {
    return new SluiceException(
        ErrorCode.SOURCE_TABLE_GONE,
        "Table "
            + fullName(path)
            + " is in the metadata DB but no longer at the source. Harvest the datasource again.");
  }

  private String fullName(ObjectPath path) {
    return getName() + '.' + path.getFullName();
  }

  private CatalogTable describe(ObjectPath path, SourceTable table) {
    Schema.Builder schema = Schema.newBuilder();
    for (SourceTable.Column column : table.columns()) {
      schema.column(column.name(), column.type());
      column.comment().ifPresent(schema::withComment);
    }
    if (!table.primaryKey().isEmpty()) {
      schema.primaryKey(table.primaryKey());
    }
    Map<String, String> options = TableReference.of(getName(), path);
    options.putAll(table.shownOptions());
    return CatalogTable.of(
        schema.build(), comment(path, table), table.partitionKeys(), new HashMap<>(options));
  }

  private String comment(ObjectPath path, SourceTable table) {
    return table
        .comment()
        .or(
            () ->
                inventory
                    .find(path)
                    .flatMap(Inventory.Entry::metadata)
                    .flatMap(TableMetadata::comment))
        .orElse("");
  }

  @Override
  public void createTable(ObjectPath path, CatalogBaseTable table, boolean ignoreIfExists)
      throws TableAlreadyExistException, DatabaseNotExistException {
    requireDatabase(path.getDatabaseName());
    if (tableExists(path)) {
      if (!ignoreIfExists) {
        throw new TableAlreadyExistException(getName(), path);
      }
      return;
    }
    if (!(table instanceof ResolvedCatalogTable resolved)) {
      throw new SluiceException(
          ErrorCode.NOT_SUPPORTED,
          "CREATE VIEW is not offered in datasource "
              + getName()
              + ". CREATE TEMPORARY VIEW works in your session.");
    }
    Map<String, String> options = new HashMap<>(resolved.getOptions());
    options.keySet().removeAll(TableReference.KEYS);
    recordTable(access().createTable(path, resolved.copy(options)), path);
  }

  @Override
  public void dropTable(ObjectPath path, boolean ignoreIfNotExists) throws TableNotExistException {
    if (!tableExists(path)) {
      if (!ignoreIfNotExists) {
        throw new TableNotExistException(getName(), path);
      }
      return;
    }
    drop(path);
  }

  private void drop(ObjectPath path) {
    Optional<TableMetadata> known = inventory.find(path).flatMap(Inventory.Entry::metadata);
    access().dropTable(path);
    known.ifPresent(metadataWriter::forget);
  }

  @Override
  public void renameTable(ObjectPath path, String newName, boolean ignoreIfNotExists)
      throws TableNotExistException, TableAlreadyExistException {
    if (!tableExists(path)) {
      if (!ignoreIfNotExists) {
        throw new TableNotExistException(getName(), path);
      }
      return;
    }
    ObjectPath target = new ObjectPath(path.getDatabaseName(), newName);
    if (tableExists(target)) {
      throw new TableAlreadyExistException(getName(), target);
    }
    Optional<TableMetadata> known = inventory.find(path).flatMap(Inventory.Entry::metadata);
    recordTable(access().renameTable(path, newName), target);
    known.ifPresent(metadataWriter::forget);
  }

  @Override
  public void alterTable(ObjectPath path, CatalogBaseTable table, boolean ignoreIfNotExists)
      throws TableNotExistException {
    alterTable(path, table, List.of(), ignoreIfNotExists);
  }

  @Override
  public void alterTable(
      ObjectPath path, CatalogBaseTable table, List<TableChange> changes, boolean ignoreIfNotExists)
      throws TableNotExistException {
    if (!tableExists(path)) {
      if (!ignoreIfNotExists) {
        throw new TableNotExistException(getName(), path);
      }
      return;
    }
    recordTable(access().alterTable(path, (ResolvedCatalogTable) table, changes), path);
  }

  private void recordTable(SourceTable table, ObjectPath path) {
    metadataWriter.record(
        datasource, new TableName(getName(), path.getDatabaseName(), path.getObjectName()), table);
  }

  @Override
  public List<CatalogPartitionSpec> listPartitions(ObjectPath path)
      throws TableNotExistException, TableNotPartitionedException {
    readable(path);
    SourceTable table = access().table(path).orElseThrow(() -> gone(path));
    if (table.partitionKeys().isEmpty()) {
      throw new TableNotPartitionedException(getName(), path);
    }
    return access().partitions(path).stream().map(CatalogPartitionSpec::new).toList();
  }

  @Override
  public CatalogTableStatistics getTableStatistics(ObjectPath path) throws TableNotExistException {
    readable(path);
    OptionalLong rows = access().table(path).orElseThrow(() -> gone(path)).rowCount();
    return rows.isEmpty()
        ? CatalogTableStatistics.UNKNOWN
        : new CatalogTableStatistics(rows.getAsLong(), 0, 0, 0);
  }
}
