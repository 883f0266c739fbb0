/* SPDX-License-Identifier: Apache-2.0 */
package io.sluice.system;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.sluice.fixtures.HiveDrivers;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.ResultSetMetaData;
import java.sql.SQLException;
import java.sql.Statement;
import java.sql.Types;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.assertj.core.api.SoftAssertions;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** The shapes that tools rely on: of metadata, of small statements, of labels. */
@ExtendWith(GatewayExtension.class)
@Timeout(300)
class ShapesTest {
  private static final Set<Integer> NUMBERS =
      Set.of(
          Types.TINYINT,
          Types.SMALLINT,
          Types.INTEGER,
          Types.BIGINT,
          Types.FLOAT,
          Types.DOUBLE,
          Types.DECIMAL);

  @BeforeAll
  static void makeTables(GatewayFixture gateway) throws Exception {
    gateway
        .mysql()
        .execute(
            "CREATE DATABASE shapes",
            "CREATE TABLE shapes.kinds (ti TINYINT NOT NULL PRIMARY KEY, si SMALLINT, i INT, l BIGINT,"
                + " bu BIGINT UNSIGNED, f FLOAT, d DOUBLE, dc DECIMAL(20,4), big DECIMAL(38,0), b1 BIT(1),"
                + " s TEXT NOT NULL, dt DATE, tm TIME(3), ts0 DATETIME, ts3 DATETIME(3), ts6 DATETIME(6),"
                + " tz TIMESTAMP(6) NULL, vb VARBINARY(9))",
            "CREATE TABLE shapes.texts (c CHAR(5), v VARCHAR(70))");
    gateway.harvest("mysql_biz");
    try (Connection connection = gateway.connect()) {
      Sql.execute(
          connection,
          "CREATE DATABASE lake.shapes",
          "CREATE TABLE lake.shapes.kinds (bo BOOLEAN, i INT NOT NULL, l BIGINT, f FLOAT, d DOUBLE,"
              + " dc DECIMAL(20,4), big DECIMAL(38,0), s STRING, dt DATE, ts TIMESTAMP(6),"
              + " tz TIMESTAMP_LTZ(6), b BYTES, a ARRAY<INT>, m MAP<STRING, INT>,"
              + " r ROW<a INT, b ROW<c STRING>>)",
          "CREATE TABLE lake.shapes.parts (id INT, v STRING, d STRING) PARTITIONED BY (d)");
    }
  }

  @ParameterizedTest
  @EnumSource
  void getColumnsAndTheResultSayTheSame(HiveDrivers driver, GatewayFixture gateway)
      throws SQLException {
    try (Connection connection = gateway.connect(driver)) {
      same(connection, "lake", "kinds", 15);
      same(connection, "mysql_biz", "kinds", 18);
    }
  }

  private static void same(Connection connection, String catalog, String table, int count)
      throws SQLException {
    SoftAssertions all = new SoftAssertions();
    try (Statement statement = connection.createStatement();
        ResultSet rows = statement.executeQuery("SELECT * FROM " + catalog + ".shapes." + table);
        // Hive's drivers do not send the catalog.
        ResultSet columns = connection.getMetaData().getColumns(catalog, "shapes", table, null)) {
      ResultSetMetaData result = rows.getMetaData();
      int at = 0;
      while (columns.next()) {
        if (!columns.getString("TABLE_CAT").equals(catalog)) {
          continue;
        }
        at++;
        int type = columns.getInt("DATA_TYPE");
        String name = columns.getString("COLUMN_NAME") + " " + columns.getString("TYPE_NAME");
        all.assertThat(columns.getInt("ORDINAL_POSITION")).as(name).isEqualTo(at);
        all.assertThat(result.getColumnLabel(at)).isEqualTo(columns.getString("COLUMN_NAME"));
        all.assertThat(result.getColumnType(at)).as(name).isEqualTo(type);
        all.assertThat(columns.getString("TYPE_NAME"))
            .as(name)
            .startsWithIgnoringCase(result.getColumnTypeName(at));
        if (type != Types.ARRAY && type != Types.STRUCT && type != Types.JAVA_OBJECT) {
          all.assertThat(result.getPrecision(at))
              .as("size of " + name)
              .isEqualTo(columns.getInt("COLUMN_SIZE"));
          all.assertThat(result.getScale(at))
              .as("digits of " + name)
              .isEqualTo(columns.getInt("DECIMAL_DIGITS"));
        }
        columns.getInt("NUM_PREC_RADIX");
        all.assertThat(columns.wasNull()).as("radix of " + name).isEqualTo(!NUMBERS.contains(type));
        all.assertThat(columns.getInt("NULLABLE"))
            .as("nullable of " + name)
            .isEqualTo(columns.getString("IS_NULLABLE").equals("NO") ? 0 : 1);
        for (String told : List.of("TABLE_SCHEM", "TABLE_NAME", "IS_AUTOINCREMENT")) {
          all.assertThat(columns.getString(told)).as(told + " of " + name).isNotNull();
        }
      }
      all.assertThat(at).isEqualTo(count).isEqualTo(result.getColumnCount());
    }
    all.assertAll();
  }

  /** A STRING in results, as Flink would cut what is written to a VARCHAR; the length is told. */
  @ParameterizedTest
  @EnumSource
  void lengthsOfMySqlsTextsAreInGetColumns(HiveDrivers driver, GatewayFixture gateway)
      throws SQLException {
    try (Connection connection = gateway.connect(driver);
        ResultSet columns =
            connection.getMetaData().getColumns("mysql_biz", "shapes", "texts", null);
        Statement statement = connection.createStatement();
        ResultSet rows = statement.executeQuery("SELECT * FROM mysql_biz.shapes.texts")) {
      List<List<Object>> told = new ArrayList<>();
      while (columns.next()) {
        told.add(
            List.of(
                columns.getInt("DATA_TYPE"),
                columns.getString("TYPE_NAME"),
                columns.getInt("COLUMN_SIZE"),
                columns.getInt("CHAR_OCTET_LENGTH")));
      }
      assertThat(told)
          .containsExactly(
              List.of(Types.CHAR, "CHAR", 5, 5), List.of(Types.VARCHAR, "VARCHAR", 70, 70));
      for (int i = 1; i <= 2; i++) {
        assertThat(rows.getMetaData().getColumnTypeName(i)).isEqualToIgnoringCase("string");
      }
    }
  }

  @ParameterizedTest
  @EnumSource
  void smallStatementsHaveOneShapeEach(HiveDrivers driver, GatewayFixture gateway)
      throws SQLException {
    try (Connection connection = gateway.connect(driver)) {
      Sql.execute(connection, "USE CATALOG lake", "USE shapes");
      assertShape(connection, "SHOW TABLES", "[table name]", "[[kinds], [parts]]");
      assertShape(
          connection, "SHOW TABLES IN mysql_biz.shapes", "[table name]", "[[kinds], [texts]]");
      assertShape(
          connection, "SHOW TABLES FROM lake.shapes LIKE 'p%'", "[table name]", "[[parts]]");
      for (String listing : List.of("SHOW SCHEMAS", "SHOW DATABASES")) {
        try (Statement statement = connection.createStatement();
            ResultSet rows = statement.executeQuery(listing)) {
          assertThat(labels(rows)).containsExactly("database name");
          assertThat(Sql.rows(rows)).contains(List.of("shapes"));
        }
      }
      assertShape(connection, "SHOW CURRENT CATALOG", "[current catalog name]", "[[lake]]");
      assertShape(connection, "SHOW CURRENT DATABASE", "[current database name]", "[[shapes]]");
      // No section of partitions after the columns, which tools would read as columns.
      for (String describe : List.of("DESCRIBE lake.shapes.parts", "DESC parts")) {
        assertShape(
            connection,
            describe,
            "[name, type, null, key, extras, watermark]",
            "[[id, INT, true, null, null, null], [v, STRING, true, null, null, null],"
                + " [d, STRING, true, null, null, null]]");
      }
      assertThatThrownBy(() -> Sql.query(connection, "DESC FORMATTED lake.shapes.parts"))
          .isInstanceOf(SQLException.class)
          .hasMessageContaining("[SYNTAX_ERROR]");
      assertShape(
          connection,
          "SELECT a.id, b.id, 1 AS uno, 1 FROM (VALUES (7)) AS a (id) JOIN (VALUES (7)) AS b (id) ON a.id = b.id",
          "[id, id, uno, EXPR$3]",
          "[[7, 7, 1, 1]]");
    }
  }

  @ParameterizedTest
  @EnumSource
  void settingsAreAnsweredAsKeyAndValue(HiveDrivers driver, GatewayFixture gateway)
      throws SQLException {
    try (Connection connection = gateway.connect(driver);
        Statement statement = connection.createStatement()) {
      assertThat(statement.execute("SET 'table.local-time-zone' = 'Asia/Tokyo'")).isFalse();
      assertThat(statement.execute("USE mysql_biz.shapes")).isFalse();
      assertShape(
          connection,
          "SET table.local-time-zone",
          "[key, value]",
          "[[table.local-time-zone, Asia/Tokyo]]");
      try (ResultSet all = statement.executeQuery("SET")) {
        assertThat(labels(all)).containsExactly("key", "value");
        assertThat(Sql.rows(all)).contains(List.of("table.local-time-zone", "Asia/Tokyo"));
      }
      assertThat(statement.execute("RESET 'table.local-time-zone'")).isFalse();
      assertThat(Sql.query(connection, "SHOW TABLES")).contains(List.of("kinds"));
    }
  }

  private static void assertShape(Connection connection, String sql, String labels, String rows)
      throws SQLException {
    try (Statement statement = connection.createStatement();
        ResultSet result = statement.executeQuery(sql)) {
      assertThat(labels(result)).as(sql).hasToString(labels);
      assertThat(Sql.rows(result)).as(sql).hasToString(rows);
    }
  }

  private static List<String> labels(ResultSet rows) throws SQLException {
    List<String> labels = new ArrayList<>();
    for (int i = 1; i <= rows.getMetaData().getColumnCount(); i++) {
      labels.add(rows.getMetaData().getColumnLabel(i));
    }
    return labels;
  }
}
