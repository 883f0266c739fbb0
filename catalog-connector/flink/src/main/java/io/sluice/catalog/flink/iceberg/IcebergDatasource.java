/* SPDX-License-Identifier: Apache-2.0 */
package io.sluice.catalog.flink.iceberg;

import static java.util.Objects.requireNonNull;

import io.sluice.catalog.flink.source.PathName;
import io.sluice.catalog.flink.source.SourceAccess;
import io.sluice.catalog.flink.source.SourceTable;
import io.sluice.catalog.flink.source.TableRequest;
import io.sluice.error.ErrorCode;
import io.sluice.error.SluiceException;
import io.sluice.metadata.Datasource;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.SortedSet;
import java.util.TreeSet;
import org.apache.flink.table.catalog.ObjectPath;
import org.apache.flink.table.catalog.ResolvedCatalogTable;
import org.apache.flink.table.catalog.TableChange;
import org.apache.flink.table.connector.sink.DynamicTableSink;
import org.apache.flink.table.connector.source.DynamicTableSource;
import org.apache.iceberg.BaseMetadataTable;
import org.apache.iceberg.BaseTable;
import org.apache.iceberg.MetadataTableType;
import org.apache.iceberg.PartitionField;
import org.apache.iceberg.Schema;
import org.apache.iceberg.Snapshot;
import org.apache.iceberg.SnapshotSummary;
import org.apache.iceberg.Table;
import org.apache.iceberg.catalog.Catalog;
import org.apache.iceberg.catalog.Namespace;
import org.apache.iceberg.catalog.SupportsNamespaces;
import org.apache.iceberg.catalog.TableIdentifier;
import org.apache.iceberg.exceptions.NoSuchNamespaceException;
import org.apache.iceberg.exceptions.NoSuchTableException;
import org.apache.iceberg.flink.TableLoader;
import org.apache.iceberg.flink.source.IcebergTableSource;
import org.apache.iceberg.types.Types;
import org.apache.iceberg.util.SnapshotUtil;

/**
 * An Iceberg catalog: its namespaces are the databases, a nested one with dots. Schemas, keys and
 * partitions are read from the table at each planning; {@code table$snapshots} and its like are
 * Iceberg's metadata tables.
 */
public final class IcebergDatasource implements SourceAccess {
  private static final String AS_OF = "as-of-timestamp";
  private static final Set<String> READ_HINTS =
      Set.of(
          "snapshot-id",
          AS_OF,
          "branch",
          "tag",
          "start-tag",
          "end-tag",
          "start-snapshot-id",
          "end-snapshot-id",
          "start-snapshot-timestamp",
          "streaming",
          "starting-strategy",
          "monitor-interval",
          "split-size",
          "split-lookback",
          "split-file-open-cost",
          "case-sensitive",
          "include-column-stats",
          "max-planning-snapshot-count",
          "max-allowed-planning-failures",
          "watermark-column",
          "watermark-column-time-unit");
  private static final Set<String> WRITE_HINTS =
      Set.of(
          "write-format",
          "target-file-size-bytes",
          "compression-codec",
          "compression-level",
          "compression-strategy",
          "upsert-enabled",
          "overwrite-enabled",
          "distribution-mode",
          "range-distribution-statistics-type",
          "range-distribution-sort-key-base-weight",
          "write-parallelism",
          "table-refresh-interval");

  private final Datasource datasource;
  private final IcebergSplits splits = new IcebergSplits();
  private final IcebergConnection connection;
  private final IcebergTableDefinition definitions;
  private final boolean timeInMillis;

  /**
   * @param timeInMillis true to serve {@code time} columns in milliseconds
   */
  public IcebergDatasource(Datasource datasource, boolean timeInMillis) {
    this.datasource = requireNonNull(datasource, "datasource is null");
    this.connection = new IcebergConnection(datasource);
    this.definitions = new IcebergTableDefinition(connection);
    this.timeInMillis = timeInMillis;
  }

  @Override
  public ObjectPath baseTable(ObjectPath path) {
    String name = path.getObjectName();
    int dollar = name.lastIndexOf('$');
    return dollar > 0 && MetadataTableType.from(name.substring(dollar + 1)) != null
        ? new ObjectPath(path.getDatabaseName(), name.substring(0, dollar))
        : path;
  }

  @Override
  public Optional<SourceTable> table(ObjectPath path) {
    return connection.call(
        "reading the schema of " + path.getFullName(),
        catalog ->
            load(catalog, path)
                .map(
                    table -> {
                      splits.seen(path, table);
                      return describe(table, table.schema(), Map.of());
                    }));
  }

  private Optional<Table> load(Catalog catalog, ObjectPath path) {
    try {
      return Optional.of(catalog.loadTable(identifier(path)));
    } catch (NoSuchTableException | NoSuchNamespaceException e) {
      return Optional.empty();
    }
  }

  private TableIdentifier identifier(ObjectPath path) {
    ObjectPath base = baseTable(path);
    PathName.require("table", base.getObjectName());
    Namespace namespace = namespace(path.getDatabaseName());
    if (base.equals(path)) {
      return TableIdentifier.of(namespace, path.getObjectName());
    }
    List<String> levels = new ArrayList<>(List.of(namespace.levels()));
    levels.add(base.getObjectName());
    String type = path.getObjectName().substring(base.getObjectName().length() + 1);
    return TableIdentifier.of(Namespace.of(levels.toArray(String[]::new)), type);
  }

  static Namespace namespace(String database) {
    String[] levels = database.split("\\.", -1);
    for (String level : levels) {
      PathName.require("database", level);
    }
    return Namespace.of(levels);
  }

  @Override
  public SourceTable tableAsOf(ObjectPath path, long epochMillis) {
    return connection.call(
        "reading the history of " + path.getFullName(),
        catalog -> {
          Table table = load(catalog, path).orElseThrow(() -> gone(path));
          Long snapshot = SnapshotUtil.nullableSnapshotIdAsOfTime(table, epochMillis);
          if (snapshot == null) {
            throw new SluiceException(
                ErrorCode.INVALID_VALUE,
                "Table "
                    + fullName(path)
                    + " has no snapshot as old as "
                    + Instant.ofEpochMilli(epochMillis)
                    + ". Its history is in `"
                    + path.getObjectName()
                    + "$history`.");
          }
          return describe(
              table,
              SnapshotUtil.schemaFor(table, snapshot),
              Map.of(AS_OF, Long.toString(epochMillis)));
        });
  }

  private SluiceException gone(ObjectPath path) {
    return new SluiceException(
        ErrorCode.SOURCE_TABLE_GONE,
        "Table " + fullName(path) + " is no longer at the source. Harvest the datasource again.");
  }

  private String fullName(ObjectPath path) {
    return datasource.name() + '.' + path.getFullName();
  }

  private SourceTable describe(Table table, Schema schema, Map<String, String> shown) {
    IcebergTypes.Mapped mapped =
        table instanceof BaseMetadataTable
            ? IcebergTypes.mapMetadata(schema)
            : IcebergTypes.map(schema, timeInMillis(table));
    IcebergKey key = IcebergKey.of(table, schema);
    List<SourceTable.Column> columns = new ArrayList<>();
    for (Types.NestedField field : mapped.readable()) {
      columns.add(
          new SourceTable.Column(
              field.name(),
              IcebergTypes.flinkType(field),
              field.type().toString(),
              Optional.ofNullable(field.doc())));
    }
    return new SourceTable(
        columns,
        key.unique() && !refusesAny(mapped, key.columns()) ? key.columns() : List.of(),
        partitionKeys(table, columns),
        Optional.ofNullable(table.properties().get("comment")),
        mapped.refused(),
        shown,
        rowCount(table));
  }

  private static boolean refusesAny(IcebergTypes.Mapped mapped, List<String> columns) {
    return columns.stream().anyMatch(mapped.refused()::containsKey);
  }

  private boolean timeInMillis(Table table) {
    return timeInMillis
        || IcebergTableDefinition.MILLIS.equals(
            table.properties().get(IcebergTableDefinition.TIME_PRECISION));
  }

  /** Flink knows partition columns, not transforms of them: a spec with one has none for Flink. */
  private static List<String> partitionKeys(Table table, List<SourceTable.Column> columns) {
    List<String> keys = new ArrayList<>();
    for (PartitionField field : table.spec().fields()) {
      String column = table.schema().findColumnName(field.sourceId());
      boolean known = columns.stream().anyMatch(c -> c.name().equals(column));
      if (!field.transform().isIdentity() || !known) {
        return List.of();
      }
      keys.add(column);
    }
    return keys;
  }

  private static OptionalLong rowCount(Table table) {
    Snapshot snapshot = table.currentSnapshot();
    String total =
        snapshot == null ? null : snapshot.summary().get(SnapshotSummary.TOTAL_RECORDS_PROP);
    return total == null || !(table instanceof BaseTable)
        ? OptionalLong.empty()
        : OptionalLong.of(Long.parseLong(total));
  }

  @Override
  public DynamicTableSource read(TableRequest request) {
    connection.call(
        "reading " + request.path().getFullName(),
        catalog -> {
          Table table = load(catalog, request.path()).orElseThrow(() -> gone(request.path()));
          IcebergReadHints.check(fullName(request.path()), table, request.options());
          return null;
        });
    IcebergTableSource source =
        new IcebergTableSource(
            loader(request.path()), request.schema(), splits.options(request), request.session());
    return new IcebergRead(source, fullName(request.path()));
  }

  private TableLoader loader(ObjectPath path) {
    return TableLoader.fromCatalog(connection.loader(), identifier(path));
  }

  @Override
  public DynamicTableSink write(TableRequest request) {
    if (!baseTable(request.path()).equals(request.path())) {
      throw new SluiceException(
          ErrorCode.NOT_SUPPORTED,
          fullName(request.path()) + " is metadata and cannot be written.");
    }
    BaseTable table =
        connection.call(
            "reading " + request.path().getFullName(),
            catalog -> {
              Table loaded = load(catalog, request.path()).orElseThrow(() -> gone(request.path()));
              requireWritable(request.path(), loaded);
              return (BaseTable) loaded;
            });
    return new IcebergWrite(
        fullName(request.path()),
        loader(request.path()),
        request.schema(),
        request.session(),
        request.options(),
        IcebergKey.of(table, table.schema()));
  }

  /** What Iceberg's Flink sink would refuse later with a dump of two schemas. */
  private void requireWritable(ObjectPath path, Table table) {
    IcebergTypes.map(table.schema(), timeInMillis(table))
        .refused()
        .forEach(
            (column, reason) -> {
              throw new SluiceException(
                  ErrorCode.UNSUPPORTED_TYPE,
                  "Table "
                      + fullName(path)
                      + " cannot be written from Flink: column "
                      + column
                      + " is refused: "
                      + reason
                      + '.');
            });
  }

  @Override
  public Set<String> hints() {
    Set<String> all = new HashSet<>(READ_HINTS);
    all.addAll(WRITE_HINTS);
    return all;
  }

  /** CREATE TABLE … AS hands the new table's properties to its first write. */
  @Override
  public boolean allowsHint(String key) {
    return READ_HINTS.contains(key)
        || WRITE_HINTS.contains(key)
        || IcebergTableDefinition.isTableProperty(key);
  }

  @Override
  public boolean hasEmptyDatabases() {
    return true;
  }

  @Override
  public List<String> databases() {
    return connection.call(
        "listing databases",
        catalog -> {
          try {
            SortedSet<String> names = new TreeSet<>();
            addNamespaces(namespaces(catalog), Namespace.empty(), names);
            return List.copyOf(names);
          } catch (NoSuchNamespaceException e) {
            // A warehouse that nothing was written to has no folder yet.
            return List.of();
          }
        });
  }

  /** Those at every depth, as the harvest lists them. */
  private static void addNamespaces(
      SupportsNamespaces catalog, Namespace parent, Set<String> names) {
    List<Namespace> children =
        parent.isEmpty() ? catalog.listNamespaces() : catalog.listNamespaces(parent);
    for (Namespace child : children) {
      // Some catalogs answer for a namespace without children with itself.
      if (child.length() > parent.length() && names.add(child.toString())) {
        addNamespaces(catalog, child, names);
      }
    }
  }

  @Override
  public List<String> tables(String database) {
    return connection.call(
        "listing the tables of " + database,
        catalog -> {
          try {
            return catalog.listTables(namespace(database)).stream()
                .map(TableIdentifier::name)
                .sorted()
                .toList();
          } catch (NoSuchNamespaceException e) {
            return List.of();
          }
        });
  }

  private static SupportsNamespaces namespaces(Catalog catalog) {
    if (catalog instanceof SupportsNamespaces namespaces) {
      return namespaces;
    }
    throw new SluiceException(
        ErrorCode.NOT_SUPPORTED, "The Iceberg catalog of this datasource has no databases.");
  }

  @Override
  public void createDatabase(String database) {
    connection.call(
        "creating database " + database,
        catalog -> {
          namespaces(catalog).createNamespace(namespace(database));
          return null;
        });
  }

  @Override
  public void dropDatabase(String database) {
    connection.call(
        "dropping database " + database,
        catalog -> namespaces(catalog).dropNamespace(namespace(database)));
  }

  @Override
  public SourceTable createTable(ObjectPath path, ResolvedCatalogTable table) {
    definitions.create(identifier(path), table);
    return table(path).orElseThrow(() -> gone(path));
  }

  @Override
  public void dropTable(ObjectPath path) {
    connection.call(
        "dropping " + path.getFullName(), catalog -> catalog.dropTable(identifier(path), true));
  }

  @Override
  public SourceTable renameTable(ObjectPath path, String newName) {
    ObjectPath target = new ObjectPath(path.getDatabaseName(), newName);
    connection.call(
        "renaming " + path.getFullName(),
        catalog -> {
          catalog.renameTable(identifier(path), identifier(target));
          return null;
        });
    return table(target).orElseThrow(() -> gone(target));
  }

  @Override
  public SourceTable alterTable(
      ObjectPath path, ResolvedCatalogTable table, List<TableChange> changes) {
    definitions.alter(identifier(path), changes);
    return table(path).orElseThrow(() -> gone(path));
  }

  @Override
  public List<Map<String, String>> partitions(ObjectPath path) {
    return connection.call(
        "listing the partitions of " + path.getFullName(),
        catalog -> {
          Table table = load(catalog, path).orElseThrow(() -> gone(path));
          return IcebergPartitions.list(table);
        });
  }

  @Override
  public void close() {
    connection.close();
  }
}
