/* SPDX-License-Identifier: Apache-2.0 */
package io.sluice.catalog.flink;

import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.fixtures.MariaDb;
import io.sluice.metadata.Datasource;
import io.sluice.metadata.Platform;
import java.math.BigDecimal;
import java.nio.file.Path;
import java.time.Instant;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.util.Map;
import org.apache.flink.types.Row;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Values of every type, written with the server's own SQL and read through both drivers. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class MySqlReadTest {
  private static final String PASSWORD = "S3cr!t/x?y&z";

  private MariaDb server;
  private Sql sql;

  @BeforeAll
  void start(@TempDir Path dataDir) {
    server = MariaDb.start();
    server.execute(
        "CREATE DATABASE shop",
        "SET SESSION sql_mode = ''",
        "CREATE TABLE shop.odd (id BIGINT UNSIGNED NOT NULL PRIMARY KEY, t1 TINYINT(1), tu TINYINT"
            + " UNSIGNED, su SMALLINT UNSIGNED, mu MEDIUMINT UNSIGNED, iu INT UNSIGNED, b1 BIT(1),"
            + " b8 BIT(8), b64 BIT(64), d65 DECIMAL(65,30), du DECIMAL(10,2) UNSIGNED, f FLOAT, f7"
            + " FLOAT(7,3), d DOUBLE, dz INT(8) ZEROFILL, dt DATE, dt6 DATETIME(6), ts TIMESTAMP(3)"
            + " NULL, tm TIME, tm6 TIME(6), y YEAR, e ENUM('N/A','a,b','it''s'), s"
            + " SET('x','y','z'), j JSON, g GEOMETRY, c CHAR(5), vb VARBINARY(16), bi BINARY(3),"
            + " txt LONGTEXT, u UUID, ip INET6)",
        "INSERT INTO shop.odd VALUES (18446744073709551615, 2, 255, 65535, 16777215, 4294967295,"
            + " b'1', b'10000001', 0xFFFFFFFFFFFFFFFF,"
            + " 12345678901234567890123456789012345.123456789012345678901234567890, 12.30,"
            + " 16777217.5, 1.234, 0.1, 42, '2024-02-29', '2024-12-31 23:59:59.999999', NULL,"
            + " '23:59:59', '-12:34:56.123456', 0, 'it''s', 'x,z', '{\"k\":[1,null]}',"
            + " ST_GeomFromText('POINT(1 2)'), 'ab ', x'00FF10', x'01', 'naïve 😀 𠜎',"
            + " '123e4567-e89b-12d3-a456-426655440000', '::1')",
        "INSERT INTO shop.odd (id, dt, dt6, y, e, tm) VALUES (1, '0000-00-00', '0000-00-00"
            + " 00:00:00', 1901, '', '838:59:59')");
    server.createUser("shop", PASSWORD, "shop");
    sql =
        Sql.over(
            dataDir,
            datasource("maria", Map.of()),
            datasource("connectorj", Map.of("properties.driver", "mysql")));
  }

  private Datasource datasource(String name, Map<String, String> more) {
    Map<String, String> properties = new java.util.HashMap<>(more);
    properties.put("url", server.mysqlUrl());
    properties.put("user", "shop");
    properties.put("password", PASSWORD);
    return Datasource.of(name, Platform.MYSQL, properties);
  }

  @AfterAll
  void stop() {
    if (sql != null) {
      sql.close();
    }
    server.close();
  }

  @ParameterizedTest
  @ValueSource(strings = {"maria", "connectorj"})
  void extremeValuesAreExact(String catalog) {
    Row row = sql.row("SELECT * FROM " + catalog + ".shop.odd WHERE id > 9e18");
    assertThat(row.getField("id")).isEqualTo(new BigDecimal("18446744073709551615"));
    assertThat(row.getField("t1")).isEqualTo((byte) 2);
    assertThat(row.getField("tu")).isEqualTo((short) 255);
    assertThat(row.getField("su")).isEqualTo(65535);
    assertThat(row.getField("mu")).isEqualTo(16777215);
    assertThat(row.getField("iu")).isEqualTo(4294967295L);
    assertThat(row.getField("b1")).isEqualTo(true);
    assertThat(row.getField("b8")).isEqualTo(new byte[] {(byte) 0x81});
    assertThat(row.getField("b64")).isEqualTo(new byte[] {-1, -1, -1, -1, -1, -1, -1, -1});
    assertThat(row.getField("d65"))
        .isEqualTo("12345678901234567890123456789012345.123456789012345678901234567890");
    assertThat(row.getField("du")).isEqualTo(new BigDecimal("12.30"));
    assertThat(row.getField("f")).isEqualTo(16777217.5f);
    assertThat(row.getField("f7")).isEqualTo(1.234f);
    assertThat(row.getField("d")).isEqualTo(0.1);
    assertThat(row.getField("dz")).isEqualTo(42L);
    assertThat(row.getField("dt")).hasToString("2024-02-29");
    assertThat(row.getField("dt6")).isEqualTo(LocalDateTime.parse("2024-12-31T23:59:59.999999"));
    assertThat(row.getField("tm")).isEqualTo(LocalTime.parse("23:59:59"));
    assertThat(row.getField("tm6")).isEqualTo("-12:34:56.123456");
    assertThat(row.getField("y")).isEqualTo(0);
    assertThat(row.getField("e")).isEqualTo("it's");
    assertThat(row.getField("s")).isEqualTo("x,z");
    assertThat(row.getField("j")).isEqualTo("{\"k\":[1,null]}");
    assertThat((byte[]) row.getField("g")).hasSize(25);
    assertThat(row.getField("c")).isEqualTo("ab");
    assertThat(row.getField("vb")).isEqualTo(new byte[] {0, -1, 0x10});
    assertThat(row.getField("bi")).isEqualTo(new byte[] {1, 0, 0});
    assertThat(row.getField("txt")).isEqualTo("naïve 😀 𠜎");
    assertThat(row.getField("u")).isEqualTo("123e4567-e89b-12d3-a456-426655440000");
    assertThat(row.getField("ip")).isEqualTo("::1");
  }

  @ParameterizedTest
  @ValueSource(strings = {"maria", "connectorj"})
  void zeroDatesReadAsNull(String catalog) {
    assertThat(sql.rows("SELECT dt, dt6, y, e FROM " + catalog + ".shop.odd WHERE id = 1"))
        .containsExactly("+I[null, null, 1901, ]");
    assertThat(sql.rows("SELECT id FROM " + catalog + ".shop.odd WHERE dt IS NULL"))
        .containsExactly("+I[1]");
    assertThat(sql.rows("SELECT id FROM " + catalog + ".shop.odd WHERE dt < DATE '2024-01-01'"))
        .isEmpty();
  }

  @ParameterizedTest
  @ValueSource(strings = {"maria", "connectorj"})
  void timeBeyondADayIsAnErrorThatNamesColumnAndKey(String catalog) {
    Failures.assertFails(
        () -> sql.rows("SELECT id, tm FROM " + catalog + ".shop.odd"),
        io.sluice.error.ErrorCode.INVALID_VALUE,
        "Column tm of " + catalog + ".shop.odd",
        "838:59:59",
        "id = 1");
  }

  @ParameterizedTest
  @ValueSource(strings = {"maria", "connectorj"})
  void instantsDoNotDependOnAnyZone(String catalog) {
    server.execute(
        "CREATE OR REPLACE TABLE shop.moments (id INT PRIMARY KEY, ts TIMESTAMP(3) NULL, dt DATETIME(3))",
        "SET time_zone = '+05:00'",
        "INSERT INTO shop.moments VALUES (1, '2024-03-31 06:30:00.123', '2024-03-31 02:30:00.123')");
    String before = System.getProperty("user.timezone");
    java.util.TimeZone zone = java.util.TimeZone.getDefault();
    try {
      java.util.TimeZone.setDefault(java.util.TimeZone.getTimeZone("Europe/Berlin"));
      Row row = sql.row("SELECT ts, dt FROM " + catalog + ".shop.moments");
      assertThat(row.getField(0)).isEqualTo(Instant.parse("2024-03-31T01:30:00.123Z"));
      assertThat(row.getField(1)).isEqualTo(LocalDateTime.parse("2024-03-31T02:30:00.123"));
      assertThat(
              sql.rows(
                  "SELECT id FROM "
                      + catalog
                      + ".shop.moments WHERE dt = TIMESTAMP '2024-03-31 02:30:00.123'"))
          .containsExactly("+I[1]");
    } finally {
      java.util.TimeZone.setDefault(zone);
      assertThat(System.getProperty("user.timezone")).isEqualTo(before);
    }
  }

  @Test
  void secretsAreNowhere() {
    String shown =
        sql.rows("SHOW CREATE TABLE maria.shop.odd")
            + "\n"
            + sql.rows("DESCRIBE CATALOG EXTENDED maria")
            + "\n"
            + sql.explain("SELECT * FROM maria.shop.odd");
    assertThat(shown).contains("'connector' = 'sluice'").doesNotContain(PASSWORD, "127.0.0.1");
  }

  @Test
  void namesOfAnyShapeWork() {
    server.execute(
        "CREATE TABLE shop.`Order` (`select` INT, `from` VARCHAR(10), `a.b` INT, `with space` INT, `back``tick` INT, `名前` INT)",
        "CREATE TABLE shop.`order` (id INT)",
        "INSERT INTO shop.`Order` VALUES (1, 'x', 2, 3, 4, 5)");
    assertThat(sql.rows("SELECT * FROM maria.shop.`Order` WHERE `a.b` = 2"))
        .containsExactly("+I[1, x, 2, 3, 4, 5]");
    assertThat(sql.rows("SELECT `back``tick`, `名前` FROM maria.shop.`Order` WHERE `select` = 1"))
        .containsExactly("+I[4, 5]");
    assertThat(sql.rows("SELECT COUNT(*) FROM maria.shop.`order`")).containsExactly("+I[0]");
    assertThat(sql.rows("SHOW TABLES IN maria.shop")).contains("+I[Order]", "+I[order]");
  }
}
