/* SPDX-License-Identifier: Apache-2.0 */
package io.sluice.system;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import java.io.IOException;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.ExtendWith;

/** MySQL's odd corners, read and written by a person's driver through the whole system. */
@ExtendWith(GatewayExtension.class)
@Timeout(300)
class MySqlTest {
  @BeforeAll
  static void makeTables(GatewayFixture gateway) throws IOException {
    gateway
        .mysql()
        .execute(
            "CREATE DATABASE odd",
            "SET SESSION sql_mode = ''",
            "CREATE TABLE odd.big (id BIGINT UNSIGNED PRIMARY KEY, t1 TINYINT(1), i INT UNSIGNED)",
            "INSERT INTO odd.big VALUES (18446744073709551615, 2, 4294967295),"
                + " (9223372036854775808, -1, 1), (7, 1, 1), (8, 0, NULL), (9, NULL, NULL)",
            "CREATE TABLE odd.forms (id INT PRIMARY KEY, e ENUM('a,b','it''s'), y YEAR,"
                + " tm TIME(6), d65 DECIMAL(65,30), dt6 DATETIME(6), c CHAR(5))",
            "INSERT INTO odd.forms VALUES (1, 'a,b', 1901, '12:34:56.123456', 1.5,"
                + " '2024-12-31 23:59:59.999999', 'ab '), (2, 'wrong', 0, '24:00:00', NULL,"
                + " '2024-12-31 23:59:59.999998', 'cd')",
            "CREATE TABLE odd.`Order` (`partition` INT PRIMARY KEY, `value` VARCHAR(9), `a.b` INT,"
                + " `time` INT, `columnA` INT)",
            "CREATE TABLE odd.`order` (id INT PRIMARY KEY)",
            "CREATE TABLE odd.modes (id INT PRIMARY KEY, v VARCHAR(20))",
            "INSERT INTO odd.modes VALUES (1, 'back\\\\slash'), (2, 'say \"hi\"'), (3, 'o''neil'),"
                + " (4, '100%')",
            "CREATE TABLE odd.source (name VARCHAR(20), age_text VARCHAR(20))",
            "INSERT INTO odd.source VALUES ('ann', '30'), ('ben', '40')",
            "CREATE TABLE odd.sink (age VARCHAR(20), name VARCHAR(20), n DECIMAL(10,2))",
            "CREATE TABLE odd.keyed (id INT PRIMARY KEY, v VARCHAR(5))",
            "CREATE TABLE odd.keyless (id INT, v VARCHAR(5))",
            "CREATE TABLE odd.moments (id INT PRIMARY KEY, dt DATETIME(3), ts TIMESTAMP(3) NULL)");
    gateway.harvest("mysql_biz");
  }

  @Test
  void unsignedNumbersAreKeysOfFiltersGroupsAndJoins(GatewayFixture gateway) throws SQLException {
    try (Connection connection = gateway.connect()) {
      assertThat(
              Sql.query(
                  connection,
                  "SELECT i FROM mysql_biz.odd.big"
                      + " WHERE id = CAST('18446744073709551615' AS DECIMAL(20, 0))"))
          .containsExactly(List.of("4294967295"));
      assertThat(
              Sql.query(
                  connection,
                  "SELECT id, COUNT(*) FROM mysql_biz.odd.big WHERE id > 9223372036854775807"
                      + " GROUP BY id ORDER BY id"))
          .containsExactly(
              List.of("9223372036854775808", "1"), List.of("18446744073709551615", "1"));
      assertThat(
              Sql.query(
                  connection,
                  "SELECT a.id FROM mysql_biz.odd.big a JOIN mysql_biz.odd.big b ON a.id = b.id"
                      + " WHERE b.i = 4294967295"))
          .containsExactly(List.of("18446744073709551615"));
    }
  }

  @Test
  void aTinyintOfOneDigitIsANumber(GatewayFixture gateway) throws SQLException {
    try (Connection connection = gateway.connect()) {
      assertThat(
              Sql.query(
                  connection, "SELECT SUM(t1), COUNT(t1), MAX(t1), MIN(t1) FROM mysql_biz.odd.big"))
          .containsExactly(List.of("2", "4", "2", "-1"));
      assertThat(Sql.query(connection, "SELECT i FROM mysql_biz.odd.big WHERE t1 = 2"))
          .containsExactly(List.of("4294967295"));
      Sql.execute(
          connection,
          "CREATE DATABASE IF NOT EXISTS lake.odd",
          "CREATE TABLE lake.odd.tiny (t1 INT)",
          "INSERT INTO lake.odd.tiny SELECT t1 FROM mysql_biz.odd.big");
      assertThat(Sql.query(connection, "SELECT t1 FROM lake.odd.tiny ORDER BY t1"))
          .containsExactly(
              Arrays.asList((String) null),
              List.of("-1"),
              List.of("0"),
              List.of("1"),
              List.of("2"));
    }
  }

  @Test
  void oddValuesKeepTheirForm(GatewayFixture gateway) throws SQLException {
    try (Connection connection = gateway.connect()) {
      assertThat(
              Sql.query(
                  connection, "SELECT e, y, tm, d65, dt6, c FROM mysql_biz.odd.forms WHERE id = 1"))
          .containsExactly(
              List.of(
                  "a,b",
                  "1901",
                  "12:34:56.123456",
                  "1.500000000000000000000000000000",
                  "2024-12-31 23:59:59.999999",
                  "ab"));
      assertThat(Sql.query(connection, "SELECT e, y FROM mysql_biz.odd.forms WHERE id = 2"))
          .containsExactly(List.of("", "0"));
      assertThat(
              Sql.query(
                  connection,
                  "SELECT a.id FROM mysql_biz.odd.forms a JOIN mysql_biz.odd.forms b"
                      + " ON a.dt6 = b.dt6 ORDER BY a.id"))
          .as("keys that differ in a microsecond")
          .containsExactly(List.of("1"), List.of("2"));
    }
  }

  @Test
  void twinsAndReservedNamesAreWrittenAndRead(GatewayFixture gateway) throws SQLException {
    try (Connection connection = gateway.connect()) {
      Sql.execute(
          connection,
          "INSERT INTO mysql_biz.odd.`Order` (`a.b`, `partition`, `value`, `time`, `columnA`)"
              + " VALUES (5, 1, 'x', 2, 3)",
          "INSERT INTO mysql_biz.odd.`order` VALUES (9)");
      assertThat(
              Sql.query(
                  connection,
                  "SELECT `partition`, `value`, `a.b`, `time`, `columnA` FROM mysql_biz.odd.`Order`"
                      + " WHERE `a.b` = 5 AND `value` = 'x'"))
          .containsExactly(List.of("1", "x", "5", "2", "3"));
      assertThat(Sql.query(connection, "SELECT * FROM mysql_biz.odd.`order`"))
          .containsExactly(List.of("9"));
      assertThat(Sql.query(connection, "SHOW TABLES IN mysql_biz.odd"))
          .contains(List.of("Order"), List.of("order"));
      assertThat(Sql.query(connection, "DESCRIBE mysql_biz.odd.`Order`").toString())
          .contains("partition", "a.b", "columnA");
      assertThat(
              Sql.query(
                  connection,
                  "SELECT p.k, o.`a.b` FROM (SELECT k, PROCTIME() AS pt FROM (VALUES (1), (2)) t (k)) p"
                      + " JOIN mysql_biz.odd.`Order` FOR SYSTEM_TIME AS OF p.pt AS o"
                      + " ON p.k = o.`partition`"))
          .containsExactly(List.of("1", "5"));
    }
  }

  @Test
  void textFiltersMeanTheSameWhateverTheServersMode(GatewayFixture gateway) throws SQLException {
    String before = gateway.mysql().query("SELECT @@GLOBAL.sql_mode").get(0).get(0).toString();
    for (String mode : List.of("NO_BACKSLASH_ESCAPES", "ANSI_QUOTES,NO_BACKSLASH_ESCAPES")) {
      gateway.mysql().execute("SET GLOBAL sql_mode = '" + mode + "'");
      try (Connection connection = gateway.connect()) {
        for (String filter :
            List.of(
                "v = 'back\\slash'",
                "v LIKE '%\\\\%'",
                "v = 'say \"hi\"'",
                "v = 'o''neil'",
                "v LIKE '100\\%'",
                "v LIKE '100!%' ESCAPE '!'")) {
          String pushed = "SELECT id FROM mysql_biz.odd.modes WHERE " + filter;
          String kept =
              "SELECT id FROM mysql_biz.odd.modes /*+ OPTIONS('pushdown'='false') */ WHERE "
                  + filter;
          assertThat(Sql.query(connection, pushed))
              .as(mode + ": " + filter)
              .isEqualTo(Sql.query(connection, kept));
        }
        assertThat(
                Sql.query(connection, "SELECT id FROM mysql_biz.odd.modes WHERE v = 'back\\slash'"))
            .containsExactly(List.of("1"));
      } finally {
        gateway.mysql().execute("SET GLOBAL sql_mode = '" + before + "'");
      }
    }
  }

  @Test
  void columnsGoByNameAndOverflowIsAnError(GatewayFixture gateway) throws SQLException {
    try (Connection connection = gateway.connect()) {
      Sql.execute(
          connection,
          "INSERT INTO mysql_biz.odd.sink (name, age)"
              + " SELECT name, age_text FROM mysql_biz.odd.source");
      assertThat(gateway.mysql().query("SELECT name, age FROM odd.sink ORDER BY name"))
          .hasToString("[[ann, 30], [ben, 40]]");
      assertThatThrownBy(
              () ->
                  Sql.execute(
                      connection, "INSERT OVERWRITE mysql_biz.odd.sink VALUES ('1', 'a', 1)"))
          .hasMessageContaining("OVERWRITE");
      SQLException tooLong =
          catchThrowableOfType(
              SQLException.class,
              () ->
                  Sql.execute(
                      connection,
                      "INSERT INTO mysql_biz.odd.keyed VALUES (1, 'short'), (2, 'too long')"));
      assertThat((Throwable) tooLong).isNotNull();
      assertThat(tooLong.getMessage()).contains("odd.keyed").contains("Nothing was written");
      assertThat(gateway.mysql().query("SELECT COUNT(*) FROM odd.keyed")).hasToString("[[0]]");
    }
  }

  @Test
  void aRerunIntoAKeyedTableWritesNothingTwice(GatewayFixture gateway) throws SQLException {
    try (Connection connection = gateway.connect()) {
      for (int run = 0; run < 2; run++) {
        Sql.execute(
            connection,
            "INSERT INTO mysql_biz.odd.keyless VALUES (1, 'a'), (2, 'b')",
            "INSERT INTO mysql_biz.odd.moments (id) SELECT id FROM mysql_biz.odd.keyless");
      }
      assertThat(gateway.mysql().query("SELECT COUNT(*) FROM odd.moments WHERE id IN (1, 2)"))
          .hasToString("[[2]]");
      assertThat(gateway.mysql().query("SELECT COUNT(*) FROM odd.keyless")).hasToString("[[4]]");
      Sql.execute(
          connection, "INSERT INTO mysql_biz.odd.keyless SELECT * FROM mysql_biz.odd.keyless");
      assertThat(gateway.mysql().query("SELECT COUNT(*) FROM odd.keyless"))
          .as("a table read and written by one statement")
          .hasToString("[[8]]");
    }
  }

  @Test
  void anInstantIntoADatetimeIsTheSessionsWallClock(GatewayFixture gateway) throws SQLException {
    try (Connection connection = gateway.connect()) {
      Sql.execute(
          connection,
          "SET 'table.local-time-zone' = 'Asia/Tokyo'",
          "INSERT INTO mysql_biz.odd.moments SELECT 100, CAST(TO_TIMESTAMP_LTZ(0, 3) AS TIMESTAMP(3)),"
              + " TO_TIMESTAMP_LTZ(86400000, 3)");
      assertThat(
              gateway
                  .mysql()
                  .query(
                      "SELECT CAST(dt AS CHAR), UNIX_TIMESTAMP(ts) DIV 1 FROM odd.moments"
                          + " WHERE id = 100"))
          .hasToString("[[1970-01-01 09:00:00.000, 86400]]");
      assertThat(
              Sql.query(connection, "SELECT dt, ts FROM mysql_biz.odd.moments WHERE id = 100")
                  .toString())
          .contains("1970-01-01 09:00:00", "1970-01-02 09:00:00");
    }
  }
}
