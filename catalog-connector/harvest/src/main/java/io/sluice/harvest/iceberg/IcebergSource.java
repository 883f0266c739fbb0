/* SPDX-License-Identifier: Apache-2.0 */
package io.sluice.harvest.iceberg;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import io.sluice.error.ErrorCode;
import io.sluice.error.SluiceException;
import io.sluice.harvest.Source;
import io.sluice.metadata.Datasource;
import io.sluice.metadata.Secret;
import io.sluice.metadata.TableKind;
import io.sluice.metadata.aspect.DescribedTable;
import java.io.Closeable;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.apache.iceberg.BaseTable;
import org.apache.iceberg.PartitionField;
import org.apache.iceberg.Table;
import org.apache.iceberg.catalog.Catalog;
import org.apache.iceberg.catalog.Namespace;
import org.apache.iceberg.catalog.SupportsNamespaces;
import org.apache.iceberg.catalog.TableIdentifier;
import org.apache.iceberg.catalog.ViewCatalog;
import org.apache.iceberg.exceptions.NoSuchNamespaceException;
import org.apache.iceberg.view.SQLViewRepresentation;
import org.apache.iceberg.view.View;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * An Iceberg catalog. Namespaces are read at every depth; one of several levels is one database
 * with dots in its name. A table or view whose metadata cannot be read is told and hides no other.
 */
public final class IcebergSource implements Source {
  private static final Logger LOG = LoggerFactory.getLogger(IcebergSource.class);
  private static final int MAX_DEPTH = 16;

  private final Datasource datasource;
  private final Catalog catalog;
  private final Map<String, Namespace> namespaces = new HashMap<>();

  private IcebergSource(Datasource datasource, Catalog catalog) {
    this.datasource = datasource;
    this.catalog = catalog;
  }

  /**
   * @throws SluiceException SOURCE_UNAVAILABLE, SOURCE_REFUSED, NOT_SUPPORTED if a library is
   *     missing
   */
  public static IcebergSource open(Datasource datasource) {
    return new IcebergSource(datasource, IcebergCatalogs.load(datasource));
  }

  @Override
  public List<String> databases() {
    if (!(catalog instanceof SupportsNamespaces listing)) {
      throw new SluiceException(
          ErrorCode.NOT_SUPPORTED,
          "Datasource " + datasource.name() + ": its catalog cannot list namespaces.");
    }
    try {
      List<String> names = new ArrayList<>();
      for (Namespace namespace : listing.listNamespaces()) {
        add(listing, namespace, names);
      }
      return names;
    } catch (NoSuchNamespaceException e) {
      // Only a hadoop catalog whose folder is not there says so of the root.
      throw new SluiceException(
          ErrorCode.SOURCE_UNAVAILABLE,
          "Datasource "
              + datasource.name()
              + ": its warehouse "
              + datasource.property("catalog.warehouse").map(Secret::reveal).orElse("")
              + " does not exist. Check its catalog in datasources.yaml, and that its storage is"
              + " mounted; what was harvested from it is kept.",
          e);
    } catch (RuntimeException e) {
      throw IcebergCatalogs.failure(datasource, "its namespaces cannot be listed", e);
    }
  }

  private void add(SupportsNamespaces listing, Namespace namespace, List<String> names) {
    String name = String.join(".", namespace.levels());
    if (namespaces.putIfAbsent(name, namespace) != null || namespace.length() > MAX_DEPTH) {
      return;
    }
    names.add(name);
    for (Namespace child : listing.listNamespaces(namespace)) {
      if (child.length() > namespace.length()) {
        add(listing, child, names);
      }
    }
  }

  @Override
  public List<DescribedTable> tables(String database) {
    Namespace namespace = namespaces.get(database);
    List<DescribedTable> tables = new ArrayList<>();
    try {
      for (TableIdentifier identifier : catalog.listTables(namespace)) {
        tables.add(table(database, identifier));
      }
      if (catalog instanceof ViewCatalog views) {
        for (TableIdentifier identifier : listViews(views, namespace)) {
          tables.add(view(views, database, identifier));
        }
      }
      return tables;
    } catch (RuntimeException e) {
      throw IcebergCatalogs.failure(datasource, "namespace " + database + " cannot be listed", e);
    }
  }

  /** A catalog may be of a kind that has views and yet be set up without them. */
  private List<TableIdentifier> listViews(ViewCatalog views, Namespace namespace) {
    try {
      return views.listViews(namespace);
    } catch (UnsupportedOperationException e) {
      LOG.debug("The catalog of {} has no views: {}", datasource.name(), e.getMessage());
      return List.of();
    }
  }

  private DescribedTable table(String database, TableIdentifier identifier) {
    try {
      return describe(database, catalog.loadTable(identifier), identifier.name());
    } catch (RuntimeException e) {
      LOG.debug("Table {} of {} cannot be read", identifier, datasource.name(), e);
      return DescribedTable.unreadable(
          database, identifier.name(), "its metadata cannot be read: " + e.getMessage());
    }
  }

  private static DescribedTable describe(String database, Table table, String name) {
    Map<String, String> properties = new LinkedHashMap<>(table.properties());
    properties.put("location", table.location());
    if (table instanceof BaseTable base) {
      properties.put(
          "format-version", Integer.toString(base.operations().current().formatVersion()));
    }
    properties.put("partition-spec", partitionSpec(table));
    if (table.currentSnapshot() != null) {
      properties.put("snapshot-id", Long.toString(table.currentSnapshot().snapshotId()));
    }
    return new DescribedTable(
        database,
        name,
        TableKind.TABLE,
        Optional.ofNullable(table.properties().get("comment")),
        IcebergColumns.of(table.schema()),
        key(table),
        List.of(), // transforms, told by partition-spec
        properties,
        Optional.empty(),
        IcebergColumns.rawSchema(table.schema()),
        Optional.empty());
  }

  /** In the order of the columns: Iceberg keeps a set. */
  private static List<String> key(Table table) {
    return table.schema().columns().stream()
        .map(org.apache.iceberg.types.Types.NestedField::name)
        .filter(table.schema().identifierFieldNames()::contains)
        .toList();
  }

  private static String partitionSpec(Table table) {
    ArrayNode spec = JsonNodeFactory.instance.arrayNode();
    for (PartitionField field : table.spec().fields()) {
      if (field.transform().isVoid()) {
        continue;
      }
      spec.addObject()
          .put("name", field.name())
          .put("transform", field.transform().toString())
          .put("source", table.schema().findColumnName(field.sourceId()))
          .put("source-id", field.sourceId())
          .put("source-type", String.valueOf(table.schema().findType(field.sourceId())))
          .put("field-id", field.fieldId());
    }
    return spec.isEmpty() ? "None" : spec.toString();
  }

  private DescribedTable view(ViewCatalog views, String database, TableIdentifier identifier) {
    try {
      View view = views.loadView(identifier);
      Map<String, String> properties = new LinkedHashMap<>(view.properties());
      properties.put("location", view.location());
      String text = null;
      for (var representation : view.currentVersion().representations()) {
        if (text == null && representation instanceof SQLViewRepresentation sql) {
          text = sql.sql();
          properties.put("view-dialect", sql.dialect());
        }
      }
      return new DescribedTable(
          database,
          identifier.name(),
          TableKind.VIEW,
          Optional.ofNullable(view.properties().get("comment")),
          IcebergColumns.of(view.schema()),
          List.of(),
          List.of(),
          properties,
          Optional.ofNullable(text),
          IcebergColumns.rawSchema(view.schema()),
          Optional.empty());
    } catch (RuntimeException e) {
      LOG.debug("View {} of {} cannot be read", identifier, datasource.name(), e);
      return DescribedTable.unreadable(
          database, identifier.name(), "its metadata cannot be read: " + e.getMessage());
    }
  }

  @Override
  public void close() {
    if (catalog instanceof Closeable closeable) {
      try {
        closeable.close();
      } catch (IOException | RuntimeException e) {
        LOG.debug("Closing the catalog of {} failed", datasource.name(), e);
      }
    }
  }
}
