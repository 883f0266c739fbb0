/* SPDX-License-Identifier: Apache-2.0 */
package io.sluice.server.metadata;

import static java.util.Objects.requireNonNull;

import io.sluice.metadata.ColumnMetadata;
import io.sluice.metadata.MetadataStore;
import io.sluice.metadata.TableMetadata;
import io.sluice.protocol.rowset.HiveType;
import io.sluice.server.operation.LocalResult;
import java.sql.DatabaseMetaData;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;

/**
 * The metadata calls of HiveServer2, answered from the metadata DB. A datasource is a catalog, its
 * databases are schemas. A catalog argument is a name, the other arguments are patterns (see {@link
 * MetadataPattern}); what nothing applies to is an empty result with the right columns, never an
 * error. Blocking: call on a thread for that.
 */
public final class MetadataCalls {
  private static final List<String> TABLE_TYPES = List.of("TABLE", "VIEW");

  private final MetadataStore store;

  public MetadataCalls(MetadataStore store) {
    this.store = requireNonNull(store, "store is null");
  }

  public LocalResult catalogs() {
    return new LocalResult(
        Columns.CATALOGS,
        catalogs(MetadataPattern.of(null)).stream().map(MetadataCalls::row).toList());
  }

  private List<String> catalogs(MetadataPattern name) {
    return store.datasources().names().stream().filter(name::matches).sorted().toList();
  }

  public LocalResult schemas(String catalog, String schemaPattern) {
    MetadataPattern schemas = MetadataPattern.of(schemaPattern);
    List<List<Object>> rows = new ArrayList<>();
    for (String datasource : catalogs(MetadataPattern.name(catalog))) {
      for (String database : store.databases(datasource)) {
        if (schemas.matches(database)) {
          rows.add(row(database, datasource));
        }
      }
    }
    return new LocalResult(Columns.SCHEMAS, rows);
  }

  /**
   * @param types the types asked for in any case; null or empty for all
   */
  public LocalResult tables(
      String catalog, String schemaPattern, String tablePattern, Collection<String> types) {
    List<String> wanted =
        types == null || types.isEmpty()
            ? TABLE_TYPES
            : types.stream().map(type -> type.toUpperCase(Locale.ROOT)).toList();
    List<List<Object>> rows = new ArrayList<>();
    for (TableMetadata table : find(catalog, schemaPattern, tablePattern)) {
      if (wanted.contains(table.kind().name())) {
        rows.add(
            row(
                table.name().datasource(),
                table.name().database(),
                table.name().table(),
                table.kind().name(),
                table.comment().orElse(""),
                null,
                null,
                null,
                null,
                null));
      }
    }
    rows.sort(Comparator.comparing(row -> (String) row.get(3)));
    return new LocalResult(Columns.TABLES, rows);
  }

  public LocalResult tableTypes() {
    return new LocalResult(
        Columns.TABLE_TYPES, TABLE_TYPES.stream().map(MetadataCalls::row).toList());
  }

  public LocalResult columns(
      String catalog, String schemaPattern, String tablePattern, String columnPattern) {
    MetadataPattern columns = MetadataPattern.of(columnPattern);
    List<List<Object>> rows = new ArrayList<>();
    for (TableMetadata table : find(catalog, schemaPattern, tablePattern)) {
      int position = 0;
      for (ColumnMetadata column : table.columns()) {
        Optional<HiveType> type = HiveTypes.of(column.type());
        if (type.isEmpty()) {
          continue;
        }
        position++;
        if (columns.matches(column.name())) {
          rows.add(column(table, column, type.get(), position));
        }
      }
    }
    return new LocalResult(Columns.COLUMNS, rows);
  }

  private static List<Object> column(
      TableMetadata table, ColumnMetadata column, HiveType type, int position) {
    boolean text =
        Set.of(HiveType.Name.CHAR, HiveType.Name.VARCHAR, HiveType.Name.STRING)
            .contains(type.name());
    return row(
        table.name().datasource(),
        table.name().database(),
        table.name().table(),
        column.name(),
        type.jdbcType(),
        HiveTypes.name(type),
        type.columnSize(),
        null,
        type.decimalDigits(),
        type.isNumeric() ? 10 : null,
        column.nullable() ? DatabaseMetaData.columnNullable : DatabaseMetaData.columnNoNulls,
        column.comment().orElse(""),
        null,
        null,
        null,
        text ? type.columnSize() : null,
        position,
        column.nullable() ? "YES" : "NO",
        null,
        null,
        null,
        null,
        "NO",
        "NO");
  }

  /** Functions are the engines' own; Hive clients need none of them listed. */
  public LocalResult functions() {
    return new LocalResult(Columns.FUNCTIONS, List.of());
  }

  public LocalResult primaryKeys(String catalog, String schema, String table) {
    List<List<Object>> rows = new ArrayList<>();
    if (table != null && !table.isEmpty()) {
      for (TableMetadata found : findNamed(catalog, schema, table)) {
        short sequence = 0;
        for (String column : found.primaryKey()) {
          sequence++;
          rows.add(
              row(
                  found.name().datasource(),
                  found.name().database(),
                  found.name().table(),
                  column,
                  sequence,
                  null));
        }
      }
    }
    rows.sort(Comparator.comparing(row -> (String) row.get(3)));
    return new LocalResult(Columns.PRIMARY_KEYS, rows);
  }

  /** Foreign keys are not harvested. */
  public LocalResult crossReference() {
    return new LocalResult(Columns.CROSS_REFERENCE, List.of());
  }

  public LocalResult typeInfo() {
    return new LocalResult(Columns.TYPE_INFO, TypeInfo.rows());
  }

  private List<TableMetadata> find(String catalog, String schemaPattern, String tablePattern) {
    return find(
        MetadataPattern.name(catalog),
        MetadataPattern.of(schemaPattern),
        MetadataPattern.of(tablePattern));
  }

  /** Where JDBC takes names and no patterns. */
  private List<TableMetadata> findNamed(String catalog, String schema, String table) {
    return find(
        MetadataPattern.name(catalog), MetadataPattern.name(schema), MetadataPattern.name(table));
  }

  private List<TableMetadata> find(
      MetadataPattern catalog, MetadataPattern schemas, MetadataPattern tables) {
    List<TableMetadata> found = new ArrayList<>();
    for (String datasource : catalogs(catalog)) {
      for (TableMetadata table : store.snapshot(datasource).tables()) {
        if (schemas.matches(table.name().database()) && tables.matches(table.name().table())) {
          found.add(table);
        }
      }
    }
    return found;
  }

  static List<Object> row(Object... values) {
    return Arrays.asList(values);
  }
}
