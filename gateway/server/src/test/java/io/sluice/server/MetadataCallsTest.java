/* SPDX-License-Identifier: Apache-2.0 */
package io.sluice.server;

import static io.sluice.server.GatewayJdbcTest.query;
import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.fixtures.HiveDrivers;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DatabaseMetaData;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Types;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * What a tool's tree asks for, through the drivers people have; no engine is started. Hive's
 * drivers do not send the catalog argument of getTables and getColumns, so a database's name alone
 * chooses.
 */
class MetadataCallsTest {
  @TempDir static Path folder;
  private static TestGateway gateway;

  @BeforeAll
  static void start() {
    gateway = TestGateway.start(folder, Map.of());
    for (String table : List.of("a_c", "abc", "a+c", "a$c")) {
      gateway.table("shop", "mysql", "sales_eu." + table, List.of("id"), "id bigint NOT NULL");
    }
    gateway.table(
        "shop",
        "mysql",
        "salesXeu.typed",
        List.of("k2", "k1"),
        "k1 int NOT NULL",
        "k2 varchar(70) NOT NULL",
        "d decimal(20,4)",
        "b tinyint(1)",
        "c char(5)",
        "ts datetime(6)",
        "bin varbinary(16)",
        "day date",
        "f double",
        "odd frobnicate(3)",
        "t text");
    gateway.table("depot", "mariadb", "stock.parts", List.of(), "id int");
  }

  @AfterAll
  static void stop() {
    assertThat(gateway.gateway().engines().processCount()).isZero();
    gateway.close();
  }

  @ParameterizedTest
  @EnumSource
  void opensTheTree(HiveDrivers driver) throws SQLException {
    try (Connection connection = driver.connect(gateway.url(), "bi", "secret")) {
      DatabaseMetaData data = connection.getMetaData();
      assertThat(rows(data.getCatalogs(), "TABLE_CAT")).containsExactly("depot", "shop");
      assertThat(rows(data.getSchemas("shop", "%"), "TABLE_SCHEM", "TABLE_CATALOG"))
          .containsExactly("salesXeu shop", "sales_eu shop");
      assertThat(rows(data.getTableTypes(), "TABLE_TYPE")).containsExactly("TABLE", "VIEW");
      assertThat(rows(data.getTypeInfo(), "TYPE_NAME")).contains("BIGINT", "DECIMAL", "STRUCT");
      assertThat(rows(data.getFunctions(null, "%", "%"), "FUNCTION_NAME")).isEmpty();
      assertThat(
              rows(
                  data.getTables("depot", "stock", "%", new String[] {"TABLE"}),
                  "TABLE_CAT",
                  "TABLE_SCHEM",
                  "TABLE_NAME",
                  "TABLE_TYPE"))
          .containsExactly("depot stock parts TABLE");
      assertThat(rows(data.getPrimaryKeys("shop", "salesXeu", "typed"), "COLUMN_NAME", "KEY_SEQ"))
          .containsExactly("k1 2", "k2 1");
      assertThat(data.getDatabaseProductName()).isEqualTo("Sluice");
    }
  }

  @Test
  void patternsAreJdbcPatterns() throws SQLException {
    try (Connection connection = gateway.connect("bi")) {
      DatabaseMetaData data = connection.getMetaData();
      assertThat(tables(data, "sales\\_eu", "a\\_c")).containsExactly("a_c");
      assertThat(tables(data, "sales_eu", "a_c")).containsExactly("a$c", "a+c", "a_c", "abc");
      assertThat(tables(data, "sales\\_eu", "a+c")).containsExactly("a+c");
      assertThat(tables(data, "sales\\_eu", "[")).isEmpty();
      for (String all : new String[] {null, "", "%", "*"}) {
        assertThat(rows(data.getSchemas(null, all), "TABLE_SCHEM")).hasSize(3);
      }
    }
  }

  @Test
  void typesOfTablesThatAreNotThereAreEmpty() throws SQLException {
    try (Connection connection = gateway.connect("bi")) {
      DatabaseMetaData data = connection.getMetaData();
      assertThat(
              rows(data.getTables("shop", null, "%", new String[] {"NO SUCH TYPE"}), "TABLE_NAME"))
          .isEmpty();
      assertThat(rows(data.getTables("shop", null, "%", new String[] {"VIEW"}), "TABLE_NAME"))
          .isEmpty();
      assertThat(rows(data.getTables("shop", "sales%", "%", null), "TABLE_NAME")).hasSize(5);
      assertThat(rows(data.getTables("shop", "nowhere", "%", null), "TABLE_NAME")).isEmpty();
    }
  }

  @Test
  void columnsTellTypeSizeAndPosition() throws SQLException {
    try (Connection connection = gateway.connect("bi")) {
      ResultSet columns = connection.getMetaData().getColumns("shop", "salesXeu", "typed", "%");
      List<String> lines =
          rows(
              columns,
              "COLUMN_NAME",
              "DATA_TYPE",
              "TYPE_NAME",
              "COLUMN_SIZE",
              "DECIMAL_DIGITS",
              "ORDINAL_POSITION",
              "IS_NULLABLE");
      assertThat(lines)
          .contains(
              "k1 " + Types.INTEGER + " INT 10 0 1 NO",
              "k2 " + Types.VARCHAR + " VARCHAR 70 0 2 NO",
              "d " + Types.DECIMAL + " DECIMAL 20 4 3 YES",
              "c " + Types.CHAR + " CHAR 5 0 5 YES",
              "day " + Types.DATE + " DATE 10 0 8 YES")
          .noneMatch(line -> line.startsWith("odd "))
          .anyMatch(line -> line.startsWith("t " + Types.VARCHAR + " STRING"));
    }
  }

  @ParameterizedTest
  @EnumSource
  void whatThereIsNoneOfIsEmptyAndHasItsColumns(HiveDrivers driver) throws SQLException {
    try (Connection connection = driver.connect(gateway.url(), "bi", "secret")) {
      DatabaseMetaData data = connection.getMetaData();
      assertThat(rows(data.getProcedures(null, "%", "%"), "PROCEDURE_NAME")).isEmpty();
      assertThat(rows(data.getImportedKeys("shop", "salesXeu", "typed"), "FKTABLE_NAME")).isEmpty();
      assertThat(
              rows(
                  data.getCrossReference("shop", "salesXeu", "typed", "shop", "sales_eu", "abc"),
                  "FKTABLE_NAME"))
          .isEmpty();
      emptyOrRefusedByTheDriver(() -> data.getExportedKeys("shop", "salesXeu", "typed"));
      emptyOrRefusedByTheDriver(() -> data.getIndexInfo("shop", "salesXeu", "typed", false, false));
      for (String[] types : new String[][] {null, {}, {"TABLE"}, {"TABLE", "VIEW"}}) {
        assertThat(rows(data.getTables("depot", "stock", "%", types), "TABLE_NAME"))
            .containsExactly("parts");
      }
      assertThat(
              rows(
                  data.getTables("depot", "stock", "%", new String[] {"BASE TABLE"}), "TABLE_NAME"))
          .isEmpty();
      assertThat(query(connection, "SELECT 1")).containsExactly("1");
    }
  }

  /** Some drivers do not ask the server: SQLFeatureNotSupportedException, or "not supported". */
  private static void emptyOrRefusedByTheDriver(Callable<ResultSet> call) {
    try (ResultSet rows = call.call()) {
      assertThat(rows.next()).isFalse();
    } catch (Exception e) {
      assertThat(e).isInstanceOf(SQLException.class).hasMessageContaining("not supported");
    }
  }

  private static List<String> tables(DatabaseMetaData data, String schema, String table)
      throws SQLException {
    return rows(data.getTables("shop", schema, table, null), "TABLE_NAME");
  }

  private static List<String> rows(ResultSet rows, String... columns) throws SQLException {
    try (rows) {
      List<String> lines = new ArrayList<>();
      while (rows.next()) {
        List<String> values = new ArrayList<>();
        for (String column : columns) {
          values.add(rows.getString(column));
        }
        lines.add(String.join(" ", values));
      }
      return lines;
    }
  }
}
