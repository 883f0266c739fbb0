/* SPDX-License-Identifier: Apache-2.0 */
package io.sluice.protocol;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.sluice.fixtures.HiveDrivers;
import io.sluice.protocol.rowset.HiveColumn;
import io.sluice.protocol.rowset.RowSchema;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.ResultSetMetaData;
import java.sql.SQLException;
import java.sql.Statement;
import java.sql.Types;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** The drivers people have, against the server, over real sockets. */
class DriverTest {
  private static RunningServer server;

  @BeforeAll
  static void start() {
    server = RunningServer.forClients(SampleTables.in(new TableService()));
  }

  @AfterAll
  static void stop() {
    server.close();
  }

  @ParameterizedTest
  @EnumSource
  void readsEveryTypeAndItsNull(HiveDrivers driver) throws SQLException {
    try (Connection connection = connect(driver);
        Statement statement = connection.createStatement();
        ResultSet rows = statement.executeQuery("all_types")) {
      SampleTables.checkAllTypes(rows);
    }
  }

  @ParameterizedTest
  @EnumSource
  void tellsTypesAndSizesAsHiveTypeDoes(HiveDrivers driver) throws SQLException {
    RowSchema schema = SampleTables.allTypes(false).schema();
    try (Connection connection = connect(driver);
        Statement statement = connection.createStatement();
        ResultSet rows = statement.executeQuery("no_rows")) {
      assertThat(rows.next()).isFalse();
      ResultSetMetaData told = rows.getMetaData();
      assertThat(told.getColumnCount()).isEqualTo(schema.size());
      for (int i = 1; i <= schema.size(); i++) {
        HiveColumn column = schema.columns().get(i - 1);
        assertThat(told.getColumnName(i)).isEqualTo(column.name());
        assertThat(told.getColumnType(i)).as(column.name()).isEqualTo(column.type().jdbcType());
        if (column.type().jdbcType() != Types.OTHER) {
          assertThat(told.getPrecision(i)).as(column.name()).isEqualTo(column.type().columnSize());
          assertThat(told.getScale(i)).as(column.name()).isEqualTo(column.type().decimalDigits());
        }
      }
    }
  }

  @ParameterizedTest
  @EnumSource
  void keepsNullsApartAtByteEdgesOfRowsAndColumns(HiveDrivers driver) throws SQLException {
    try (Connection connection = connect(driver);
        Statement statement = connection.createStatement()) {
      statement.setFetchSize(29); // So that a row set begins within a byte of a block's bitmap.
      try (ResultSet rows = statement.executeQuery("edges")) {
        SampleTables.checkEdges(rows);
      }
    }
  }

  @ParameterizedTest
  @EnumSource
  void fetchesALongResultInManyBatches(HiveDrivers driver) throws SQLException {
    try (Connection connection = connect(driver);
        Statement statement = connection.createStatement();
        ResultSet rows = statement.executeQuery("long")) {
      SampleTables.checkLong(rows);
    }
  }

  @ParameterizedTest
  @EnumSource
  void carriesAnyTextInNamePasswordAndStatement(HiveDrivers driver) throws SQLException {
    String text = "it's \"🦑\" \\ \u0001 ünï 漢字 {}[];--/*?*/";
    try (Connection connection = driver.connect(server.url(), "jürgen🦑", "jürgen🦑-pw");
        Statement statement = connection.createStatement();
        ResultSet rows = statement.executeQuery("echo " + text)) {
      assertThat(rows.next()).isTrue();
      assertThat(rows.getString(1)).isEqualTo(text);
    }
  }

  @ParameterizedTest
  @EnumSource
  void tellsAnErrorWithStateAndCodeAndGoesOn(HiveDrivers driver) throws SQLException {
    try (Connection connection = connect(driver);
        Statement statement = connection.createStatement()) {
      assertThatThrownBy(() -> statement.executeQuery("nothing"))
          .isInstanceOfSatisfying(
              SQLException.class,
              e -> {
                assertThat(e.getSQLState()).isEqualTo("42S02");
                assertThat(e.getErrorCode()).isEqualTo(1005);
              })
          .hasMessageContaining("[TABLE_NOT_FOUND] There is no table nothing. Name one that is.");
      assertThatThrownBy(() -> statement.executeQuery("fault"))
          .hasMessageContaining("[INTERNAL]")
          .hasMessageNotContaining("nobody should see");
      try (ResultSet rows = statement.executeQuery("echo still here")) {
        assertThat(rows.next()).isTrue();
      }
    }
  }

  @ParameterizedTest
  @EnumSource
  void survivesACallTheServerDoesNotHave(HiveDrivers driver) throws SQLException {
    try (Connection connection = connect(driver)) {
      assertThatThrownBy(() -> connection.getMetaData().getTables(null, "%", "%", null))
          .isInstanceOf(SQLException.class)
          .hasMessageContaining("GetTables is not supported");
      try (Statement statement = connection.createStatement();
          ResultSet rows = statement.executeQuery("echo still here")) {
        assertThat(rows.next()).isTrue();
      }
    }
  }

  @ParameterizedTest
  @EnumSource
  void showsWhyALoginIsRefused(HiveDrivers driver) {
    assertThatThrownBy(() -> driver.connect(server.url(), "ann", "guess").close())
        .isInstanceOf(SQLException.class)
        .hasStackTraceContaining("[LOGIN_FAILED] Wrong name or password.");
  }

  private static Connection connect(HiveDrivers driver) throws SQLException {
    return driver.connect(server.url(), "ann", "ann-pw");
  }
}
