/* SPDX-License-Identifier: Apache-2.0 */
package io.sluice.catalog.flink.mysql;

import static java.util.Objects.requireNonNull;

import io.sluice.catalog.flink.source.SourceAccess;
import io.sluice.catalog.flink.source.SourceTable;
import io.sluice.catalog.flink.source.TableRequest;
import io.sluice.error.ErrorCode;
import io.sluice.error.SluiceException;
import io.sluice.metadata.Datasource;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.apache.flink.configuration.ConfigOption;
import org.apache.flink.configuration.ConfigOptions;
import org.apache.flink.table.catalog.ObjectPath;
import org.apache.flink.table.connector.sink.DynamicTableSink;
import org.apache.flink.table.connector.source.DynamicTableSource;

/** A MySQL or MariaDB server: its databases are the catalog's. */
public final class MySqlDatasource implements SourceAccess {
  private static final String PUSHDOWN = "pushdown";

  /** The session's own say; the same key as in the settings file. */
  private static final ConfigOption<Boolean> SESSION_PUSHDOWN =
      ConfigOptions.key("sluice.catalog.jdbc.pushdown").booleanType().noDefaultValue();

  private final Datasource datasource;
  private final MySqlConnections connections;
  private final MySqlTableCache cache;
  private final boolean pushdownByDefault;

  /**
   * @param schemaMaxAge how long a table's schema is taken as unchanged
   * @param pushdown false to filter and count in Flink
   */
  public MySqlDatasource(Datasource datasource, Duration schemaMaxAge, boolean pushdown) {
    this.datasource = requireNonNull(datasource, "datasource is null");
    this.connections = new MySqlConnections(datasource);
    this.cache = new MySqlTableCache(schemaMaxAge);
    this.pushdownByDefault = pushdown;
  }

  @Override
  public Optional<SourceTable> table(ObjectPath path) {
    return cache.get(path, this::load).map(MySqlDatasource::describe);
  }

  private Optional<MySqlTable> load(ObjectPath path) {
    return connections.call(
        "reading the schema of " + path.getFullName(),
        c -> MySqlSchemaReader.table(c, path.getDatabaseName(), path.getObjectName()));
  }

  private static SourceTable describe(MySqlTable table) {
    return new SourceTable(
        table.columns().stream()
            .map(
                c ->
                    new SourceTable.Column(
                        c.name(),
                        c.type(),
                        c.nativeType(),
                        Optional.of(c.comment()).filter(text -> !text.isEmpty())))
            .toList(),
        table.primaryKey(),
        List.of(),
        Optional.of(table.comment()).filter(text -> !text.isEmpty()),
        table.refused(),
        Map.of(),
        table.rowEstimate());
  }

  @Override
  public DynamicTableSource read(TableRequest request) {
    MySqlTable table = existing(request.path());
    boolean pushdown =
        Optional.ofNullable(request.options().get(PUSHDOWN))
            .map(Boolean::parseBoolean)
            .or(() -> request.session().getOptional(SESSION_PUSHDOWN))
            .orElse(pushdownByDefault);
    return new MySqlTableSource(
        connections.address(),
        table,
        columns(table, request),
        request.schema().toPhysicalRowDataType(),
        pushdown);
  }

  @Override
  public DynamicTableSink write(TableRequest request) {
    MySqlTable table = existing(request.path());
    return new MySqlTableSink(connections.address(), table, columns(table, request));
  }

  private MySqlTable existing(ObjectPath path) {
    return cache
        .get(path, this::load)
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

  private List<MySqlColumn> columns(MySqlTable table, TableRequest request) {
    return request.schema().getColumnNames().stream()
        .map(
            name ->
                table.columns().stream()
                    .filter(c -> c.name().equals(name))
                    .findFirst()
                    .orElseThrow(
                        () ->
                            new SluiceException(
                                ErrorCode.SOURCE_DRIFT,
                                "Column "
                                    + name
                                    + " of "
                                    + datasource.name()
                                    + '.'
                                    + request.path().getFullName()
                                    + " went away while the statement was planned. Run it again.")))
        .toList();
  }

  @Override
  public Set<String> hints() {
    return Set.of(PUSHDOWN);
  }

  @Override
  public List<String> databases() {
    return connections.call("listing databases", MySqlSchemaReader::databases);
  }

  @Override
  public List<String> tables(String database) {
    return connections.call(
        "listing the tables of " + database, c -> MySqlSchemaReader.tables(c, database));
  }

  @Override
  public boolean readsViews() {
    return true;
  }

  @Override
  public void close() {
    connections.close();
  }
}
