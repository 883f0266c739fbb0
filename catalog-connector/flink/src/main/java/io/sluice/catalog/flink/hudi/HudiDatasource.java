/* SPDX-License-Identifier: Apache-2.0 */
package io.sluice.catalog.flink.hudi;

import static java.util.Objects.requireNonNull;

import io.sluice.catalog.flink.source.CountedRows;
import io.sluice.catalog.flink.source.PathName;
import io.sluice.catalog.flink.source.SourceAccess;
import io.sluice.catalog.flink.source.SourceTable;
import io.sluice.catalog.flink.source.TableRequest;
import io.sluice.error.ErrorCode;
import io.sluice.error.SluiceException;
import io.sluice.flink.hudi.HudiOptions;
import io.sluice.flink.hudi.HudiTable;
import io.sluice.flink.hudi.HudiTableSpec;
import io.sluice.flink.hudi.HudiTables;
import io.sluice.flink.hudi.UnsupportedColumn;
import io.sluice.metadata.Datasource;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.apache.flink.configuration.ConfigOption;
import org.apache.flink.table.catalog.Column;
import org.apache.flink.table.catalog.ObjectPath;
import org.apache.flink.table.catalog.ResolvedCatalogTable;
import org.apache.flink.table.catalog.UniqueConstraint;
import org.apache.flink.table.connector.sink.DynamicTableSink;
import org.apache.flink.table.connector.source.DynamicTableSource;
import org.apache.hadoop.conf.Configuration;

/** A folder of databases of Hudi tables. Keys and partitions always come from the table itself. */
public final class HudiDatasource implements SourceAccess {
  private static final Set<String> HINTS =
      HudiOptions.all().stream().map(ConfigOption::key).collect(Collectors.toUnmodifiableSet());

  private final Datasource datasource;

  public HudiDatasource(Datasource datasource) {
    this.datasource = requireNonNull(datasource, "datasource is null");
  }

  @Override
  public Optional<SourceTable> table(ObjectPath path) {
    return open(path).map(table -> describe(table, Map.of()));
  }

  @Override
  public SourceTable tableAsOf(ObjectPath path, long epochMillis) {
    HudiTable table = existing(path);
    String instant = table.instantAt(Instant.ofEpochMilli(epochMillis));
    return describe(table, Map.of(HudiOptions.AS_OF_INSTANT.key(), instant));
  }

  private Optional<HudiTable> open(ObjectPath path) {
    try {
      return Optional.of(HudiTable.open(location(path), hadoop()));
    } catch (SluiceException e) {
      if (e.code() == ErrorCode.SOURCE_TABLE_GONE) {
        return Optional.empty();
      }
      throw named(e);
    }
  }

  private HudiTable existing(ObjectPath path) {
    return open(path)
        .orElseThrow(
            () ->
                new SluiceException(
                    ErrorCode.SOURCE_TABLE_GONE,
                    "Table "
                        + datasource.name()
                        + '.'
                        + path.getFullName()
                        + " is no longer at the source. Harvest the datasource again."));
  }

  private SluiceException named(SluiceException e) {
    return new SluiceException(
        e.code(), "Datasource " + datasource.name() + ": " + e.getMessage(), e);
  }

  private String location(ObjectPath path) {
    return HudiTables.path(
        datasource.required("path"),
        PathName.require("database", path.getDatabaseName()),
        PathName.require("table", path.getObjectName()));
  }

  private Configuration hadoop() {
    Configuration configuration = new Configuration();
    datasource
        .propertiesUnder("hadoop.")
        .forEach((key, value) -> configuration.set(key, value.reveal()));
    return configuration;
  }

  private static SourceTable describe(HudiTable table, Map<String, String> shown) {
    return new SourceTable(
        table.schema().getColumns().stream()
            .map(
                c ->
                    new SourceTable.Column(
                        c.getName(),
                        c.getDataType(),
                        c.getDataType().getLogicalType().asSerializableString(),
                        comment(c)))
            .toList(),
        table.schema().getPrimaryKey().map(UniqueConstraint::getColumns).orElse(List.of()),
        table.partitionKeys(),
        Optional.empty(),
        table.unsupportedColumns().stream()
            .collect(Collectors.toMap(UnsupportedColumn::name, UnsupportedColumn::reason)),
        shown,
        OptionalLong.empty());
  }

  private static Optional<String> comment(Column column) {
    return column.getComment().filter(text -> !text.isEmpty());
  }

  @Override
  public DynamicTableSource read(TableRequest request) {
    return existing(request.path())
        .source(org.apache.flink.configuration.Configuration.fromMap(request.options()));
  }

  @Override
  public DynamicTableSink write(TableRequest request) {
    return existing(request.path())
        .sink(
            org.apache.flink.configuration.Configuration.fromMap(request.options()),
            CountedRows::of);
  }

  @Override
  public SourceTable createTable(ObjectPath path, ResolvedCatalogTable table) {
    Set<String> unknown = new TreeSet<>(table.getOptions().keySet());
    HudiTableSpec.options().forEach(option -> unknown.remove(option.key()));
    if (!unknown.isEmpty()) {
      throw new SluiceException(
          ErrorCode.INVALID_STATEMENT,
          "CREATE TABLE in datasource "
              + datasource.name()
              + " does not take the options "
              + unknown
              + "; it takes "
              + HudiTableSpec.options().stream().map(ConfigOption::key).sorted().toList());
    }

    HudiTableSpec spec =
        HudiTableSpec.of(
            path.getObjectName(),
            table.getResolvedSchema(),
            table.getPartitionKeys(),
            org.apache.flink.configuration.Configuration.fromMap(table.getOptions()));
    return describe(HudiTables.create(location(path), spec, hadoop()), Map.of());
  }

  @Override
  public void dropTable(ObjectPath path) {
    HudiTables.drop(location(path), hadoop());
  }

  @Override
  public boolean hasEmptyDatabases() {
    return true;
  }

  @Override
  public void createDatabase(String database) {
    HudiTables.createDatabase(
        datasource.required("path"), PathName.require("database", database), hadoop());
  }

  @Override
  public void dropDatabase(String database) {
    HudiTables.dropDatabase(
        datasource.required("path"), PathName.require("database", database), hadoop());
  }

  @Override
  public Set<String> hints() {
    return HINTS;
  }

  @Override
  public List<String> databases() {
    return HudiTables.databases(datasource.required("path"), hadoop());
  }

  @Override
  public List<String> tables(String database) {
    return HudiTables.tables(
        datasource.required("path"), PathName.require("database", database), hadoop());
  }

  @Override
  public void close() {
    // Nothing is kept between statements.
  }
}
