/* SPDX-License-Identifier: Apache-2.0 */
package io.sluice.harvest.mysql;

import io.sluice.harvest.Source;
import io.sluice.metadata.Datasource;
import io.sluice.metadata.TableKind;
import io.sluice.metadata.aspect.DescribedColumn;
import io.sluice.metadata.aspect.DescribedTable;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A MySQL or MariaDB server, read from {@code information_schema} with a handful of statements per
 * database however many tables it has. Names are compared as bytes, so tables that differ in case
 * only stay two.
 */
public final class MySqlSource implements Source {
  private static final Logger LOG = LoggerFactory.getLogger(MySqlSource.class);

  private static final String DATABASES =
      "SELECT schema_name FROM information_schema.schemata WHERE LOWER(schema_name) NOT IN"
          + " ('information_schema', 'performance_schema', 'mysql', 'sys') ORDER BY schema_name";
  private static final String TABLES =
      "SELECT table_name, table_type, engine, table_collation, row_format, create_options,"
          + " table_comment FROM information_schema.tables WHERE BINARY table_schema = ?"
          + " ORDER BY table_name";
  private static final String COLUMNS =
      "SELECT table_name, column_name, column_type, is_nullable, column_comment, extra"
          + " FROM information_schema.columns WHERE BINARY table_schema = ?"
          + " ORDER BY table_name, ordinal_position";
  private static final String KEYS =
      "SELECT table_name, column_name FROM information_schema.statistics"
          + " WHERE BINARY table_schema = ? AND index_name = 'PRIMARY'"
          + " ORDER BY table_name, seq_in_index";
  private static final String VIEWS =
      "SELECT table_name, view_definition FROM information_schema.views"
          + " WHERE BINARY table_schema = ?";

  private final Datasource datasource;
  private final Connection connection;

  private MySqlSource(Datasource datasource, Connection connection) {
    this.datasource = datasource;
    this.connection = connection;
  }

  /**
   * @throws io.sluice.error.SluiceException SOURCE_UNAVAILABLE, SOURCE_REFUSED
   */
  public static MySqlSource open(Datasource datasource) {
    return new MySqlSource(datasource, MySqlConnection.open(datasource));
  }

  @Override
  public List<String> databases() {
    List<String> databases = new ArrayList<>();
    try (PreparedStatement statement = connection.prepareStatement(DATABASES);
        ResultSet rows = statement.executeQuery()) {
      while (rows.next()) {
        databases.add(rows.getString(1));
      }
      return databases;
    } catch (SQLException e) {
      throw MySqlConnection.failure(datasource, e);
    }
  }

  @Override
  public List<DescribedTable> tables(String database) {
    try {
      Map<String, List<DescribedColumn>> columns = columns(database);
      Map<String, List<String>> keys = keys(database);
      Map<String, String> views = views(database);
      List<DescribedTable> tables = new ArrayList<>();
      query(
          TABLES,
          database,
          row -> {
            String name = row.getString(1);
            tables.add(
                table(
                    database,
                    row,
                    columns.getOrDefault(name, List.of()),
                    keys.getOrDefault(name, List.of()),
                    Optional.ofNullable(views.get(name))));
          });
      return tables;
    } catch (SQLException e) {
      throw MySqlConnection.failure(datasource, e);
    }
  }

  private static DescribedTable table(
      String database,
      ResultSet row,
      List<DescribedColumn> columns,
      List<String> key,
      Optional<String> viewText)
      throws SQLException {
    String name = row.getString(1);
    String type = row.getString(2);
    String comment = row.getString(7);
    boolean view = type != null && type.contains("VIEW");
    if (view && comment != null && comment.startsWith("View '") && columns.isEmpty()) {
      return DescribedTable.unreadable(database, name, "the view is broken: " + comment);
    }
    if (columns.isEmpty()) {
      return DescribedTable.unreadable(
          database, name, "the server tells no column of it: " + comment);
    }
    Map<String, String> properties = new LinkedHashMap<>();
    put(properties, "table_type", type);
    put(properties, "engine", row.getString(3));
    put(properties, "table_collation", row.getString(4));
    put(properties, "row_format", row.getString(5));
    put(properties, "create_options", row.getString(6));
    return new DescribedTable(
        database,
        name,
        view ? TableKind.VIEW : TableKind.TABLE,
        Optional.ofNullable(comment).filter(c -> !c.isBlank() && !(view && c.equals("VIEW"))),
        columns,
        key,
        List.of(),
        properties,
        viewText.filter(text -> !text.isBlank()),
        "",
        Optional.empty());
  }

  private static void put(Map<String, String> properties, String key, String value) {
    if (value != null && !value.isBlank()) {
      properties.put(key, value);
    }
  }

  private Map<String, List<DescribedColumn>> columns(String database) throws SQLException {
    Map<String, List<DescribedColumn>> columns = new LinkedHashMap<>();
    query(
        COLUMNS,
        database,
        row -> {
          String exact = row.getString(3);
          MySqlNativeType nativeType = MySqlNativeType.of(exact);
          String comment = row.getString(5);
          String extra = row.getString(6);
          if (extra != null && extra.contains("INVISIBLE")) {
            LOG.debug("Column {}.{}.{} is invisible", database, row.getString(1), row.getString(2));
          }
          columns
              .computeIfAbsent(row.getString(1), t -> new ArrayList<>())
              .add(
                  new DescribedColumn(
                      row.getString(2),
                      List.of(),
                      nativeType.text(),
                      Optional.of(exact),
                      nativeType.typeClass(),
                      !"NO".equals(row.getString(4)),
                      Optional.ofNullable(comment).filter(c -> !c.isBlank()),
                      List.of()));
        });
    return columns;
  }

  private Map<String, List<String>> keys(String database) throws SQLException {
    Map<String, List<String>> keys = new LinkedHashMap<>();
    query(
        KEYS,
        database,
        row ->
            keys.computeIfAbsent(row.getString(1), t -> new ArrayList<>()).add(row.getString(2)));
    return keys;
  }

  private Map<String, String> views(String database) throws SQLException {
    Map<String, String> views = new LinkedHashMap<>();
    query(VIEWS, database, row -> views.put(row.getString(1), row.getString(2)));
    return views;
  }

  private void query(String sql, String database, RowReader reader) throws SQLException {
    try (PreparedStatement statement = connection.prepareStatement(sql)) {
      statement.setString(1, database);
      try (ResultSet rows = statement.executeQuery()) {
        while (rows.next()) {
          reader.read(rows);
        }
      }
    }
  }

  @Override
  public void close() {
    try {
      connection.close();
    } catch (SQLException e) {
      LOG.debug("Closing the connection to {} failed", datasource.name(), e);
    }
  }

  /** Reads one row. */
  private interface RowReader {
    void read(ResultSet row) throws SQLException;
  }
}
