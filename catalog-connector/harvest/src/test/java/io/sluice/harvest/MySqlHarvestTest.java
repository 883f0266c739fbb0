/* SPDX-License-Identifier: Apache-2.0 */
package io.sluice.harvest;

import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.fixtures.MariaDb;
import io.sluice.fixtures.MariaDbExtension;
import io.sluice.harvest.HarvestRun.Result;
import io.sluice.metadata.ColumnMetadata;
import io.sluice.metadata.TableKind;
import io.sluice.metadata.TableMetadata;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;

@ExtendWith(MariaDbExtension.class)
final class MySqlHarvestTest {
  @TempDir private Path folder;
  private MariaDb server;
  private HarvestRun harvest;

  @BeforeEach
  void fill(MariaDb mariaDb) throws IOException, SQLException {
    server = mariaDb;
    String sql =
        new String(
            MySqlHarvestTest.class.getResourceAsStream("/oddtypes.sql").readAllBytes(),
            StandardCharsets.UTF_8);
    try (Connection connection = server.connect("");
        Statement statement = connection.createStatement()) {
      statement.execute(sql);
    }
    harvest =
        new HarvestRun(folder)
            .datasources(
                """
                datasources:
                  - name: biz
                    platform: mysql
                    url: %s
                    user: root
                """
                    .formatted(server.mysqlUrl()));
  }

  @Test
  void everyTypeOfTheOddTableIsKeptInItsOwnWordsAndMapped() throws IOException {
    Result result = harvest.run("biz");

    assertThat(result.exitCode()).as(result.err()).isZero();
    assertType(result, "id", "bigint(20) unsigned", "DECIMAL(20, 0)");
    assertType(result, "t1", "tinyint(1)", "TINYINT");
    assertType(result, "tu", "tinyint(3) unsigned", "SMALLINT");
    assertType(result, "su", "smallint(5) unsigned", "INT");
    assertType(result, "mu", "mediumint(8) unsigned", "INT");
    assertType(result, "iu", "int(10) unsigned", "BIGINT");
    assertType(result, "b1", "bit(1)", "BOOLEAN");
    assertType(result, "b8", "bit(8)", "BYTES");
    assertType(result, "d65", "decimal(65,30)", "STRING");
    assertType(result, "du", "decimal(10,2) unsigned", "DECIMAL(10, 2)");
    assertType(result, "f", "float(7,3)", "FLOAT");
    assertType(result, "dz", "int(8) unsigned zerofill", "BIGINT");
    assertType(result, "dt6", "datetime(6)", "TIMESTAMP(6)");
    assertType(result, "ts", "timestamp(3)", "TIMESTAMP_LTZ(3)");
    assertType(result, "tm6", "time(6)", "TIME(6)");
    assertType(result, "y", "year(4)", "INT");
    assertType(result, "e", "enum('N/A','a,b','it''s')", "STRING");
    assertType(result, "s", "set('x','y','z')", "STRING");
    assertType(result, "g", "geometry", "BYTES");
    assertType(result, "c", "char(5)", "CHAR(5)");
    assertType(result, "txt", "longtext", "STRING");
  }

  private static void assertType(Result result, String column, String nativeType, String type) {
    assertThat(result.column("shop", "odd_types", column).path("native").asText())
        .as(column)
        .isEqualTo(nativeType);
    assertThat(result.type("shop", "odd_types", column)).as(column).isEqualTo(type);
  }

  @Test
  void tablesThatDifferInCaseAndOddColumnNamesStayApart() throws IOException {
    harvest.run("biz");

    assertThat(harvest.tables("biz", "shop"))
        .contains("Order", "order", "odd_types", "nopk", "v_nopk", "ci");
    assertThat(harvest.table("biz", "shop", "Order").orElseThrow().columns())
        .extracting(ColumnMetadata::name)
        .containsExactly(
            "select", "from", "user", "value", "time", "a.b", "with space", "back`tick", "columnA");
    assertThat(harvest.table("biz", "shop", "order").orElseThrow().columns())
        .extracting(ColumnMetadata::name)
        .containsExactly("id");
  }

  @Test
  void keysCommentsAndViewsAreRead() throws IOException {
    server.execute(
        "CREATE DATABASE IF NOT EXISTS keyed",
        "CREATE OR REPLACE TABLE keyed.t (a INT, b INT COMMENT 'the second', c VARCHAR(3) NOT NULL,"
            + " PRIMARY KEY (b, a)) COMMENT 'of two keys'",
        "CREATE OR REPLACE VIEW keyed.v AS SELECT a FROM keyed.t");

    harvest.run("biz");

    TableMetadata table = harvest.table("biz", "keyed", "t").orElseThrow();
    assertThat(table.primaryKey()).containsExactly("b", "a");
    assertThat(table.comment()).contains("of two keys");
    assertThat(table.column("b").orElseThrow().comment()).contains("the second");
    assertThat(table.column("c").orElseThrow().nullable()).isFalse();
    assertThat(table.properties()).containsEntry("engine", "InnoDB");
    TableMetadata view = harvest.table("biz", "keyed", "v").orElseThrow();
    assertThat(view.kind()).isEqualTo(TableKind.VIEW);
    assertThat(view.viewText().orElseThrow()).contains("select");
  }

  @Test
  void namesWithDotsAreCutRight() throws IOException {
    server.execute(
        "CREATE DATABASE IF NOT EXISTS `we.ird db`",
        "CREATE OR REPLACE TABLE `we.ird db`.`t.1` (a INT)",
        "CREATE OR REPLACE TABLE `we.ird db`.`a,b (c)` (a INT)");

    Result result = harvest.run("biz");

    assertThat(harvest.tables("biz", "we.ird db")).containsExactly("a,b (c)", "t.1");
    assertThat(result.dataset("we.ird db", "a,b (c)").path("urn").asText())
        .isEqualTo("urn:li:dataset:(urn:li:dataPlatform:mysql,biz.we.ird db.a%2Cb %28c%29,PROD)");
  }

  @Test
  void systemDatabasesAreLeftOut() throws IOException {
    Result result = harvest.run("biz");

    assertThat(result.listing())
        .extracting(d -> d.path("database").asText())
        .doesNotContain("mysql", "sys", "information_schema", "performance_schema");
  }

  @Test
  void anEmptyDatabaseIsKeptAsLongAsItIsThere() throws IOException {
    server.execute("CREATE DATABASE hollow");
    harvest.run("biz");
    assertThat(harvest.databases("biz")).contains("hollow", "shop");
    assertThat(harvest.tables("biz", "hollow")).isEmpty();

    server.execute("DROP DATABASE hollow");
    harvest.run("biz");
    assertThat(harvest.databases("biz")).contains("shop").doesNotContain("hollow");

    server.execute("CREATE DATABASE hollow");
    harvest.run("biz");
    assertThat(harvest.databases("biz")).contains("hollow");
  }

  @Test
  void whatIsGoneAtTheSourceIsRemovedAndComesBackWithIt() throws IOException {
    server.execute(
        "CREATE DATABASE IF NOT EXISTS brief", "CREATE OR REPLACE TABLE brief.here (a INT)");
    harvest.run("biz");
    assertThat(harvest.tables("biz", "brief")).containsExactly("here");

    server.execute("DROP TABLE brief.here");
    assertThat(harvest.run("biz").out()).contains("1 removed");
    assertThat(harvest.tables("biz", "brief")).isEmpty();

    server.execute("CREATE TABLE brief.here (a INT)");
    harvest.run("biz");
    assertThat(harvest.tables("biz", "brief")).containsExactly("here");

    server.execute("DROP DATABASE brief");
    harvest.run("biz");
    assertThat(harvest.tables("biz", "brief")).isEmpty();
  }

  @Test
  void whatIsUnchangedIsNotWrittenAgain() throws IOException {
    harvest.run("biz");

    assertThat(harvest.run("biz").out()).contains("0 aspects changed");
  }

  @Test
  void aDryRunStoresNothingAndPrintsTheTables() throws IOException {
    Result result = harvest.run("--dry-run");

    assertThat(result.exitCode()).isZero();
    assertThat(result.out()).contains("biz.shop.odd_types (28 columns)").contains("nothing stored");
    assertThat(harvest.data()).doesNotExist();
  }

  @Test
  void aWrongPasswordIsToldWithoutItAndTheOtherSourcesAreRead() throws IOException {
    server.execute(
        "CREATE OR REPLACE USER 'shop'@'%' IDENTIFIED BY 'S3cr!t/x?y&z'",
        "GRANT SELECT ON shop.* TO 'shop'@'%'");
    harvest.datasources(
        """
        datasources:
          - name: wrong
            platform: mysql
            url: %1$s
            user: shop
            password: Wr0ng!pass
          - name: down
            platform: mariadb
            url: jdbc:mariadb://127.0.0.1:1/?password=Hidden99
            user: shop
          - name: nowhere
            platform: mysql
            url: jdbc:mysql://no-such-host.invalid:3306/
            user: shop
          - name: unset
            platform: mysql
            url: %1$s
            user: shop
            password: ${env:SLUICE_NO_SUCH_PASSWORD}
          - name: right
            platform: mysql
            url: %1$s
            user: shop
            password: S3cr!t/x?y&z
        """
            .formatted(server.mysqlUrl()));

    Result result = harvest.run();

    assertThat(result.exitCode()).isEqualTo(1);
    assertThat(result.err())
        .contains("wrong: [SOURCE_REFUSED]")
        .contains("down: [SOURCE_UNAVAILABLE]", "127.0.0.1:1 refused the connection. Check")
        .contains("nowhere: [SOURCE_UNAVAILABLE]", "no-such-host.invalid:3306 cannot be reached")
        .doesNotContain("Communications", "..")
        .contains("unset: [INVALID_CONFIGURATION]", "SLUICE_NO_SUCH_PASSWORD")
        .doesNotContain("Wr0ng", "Hidden99", "S3cr!t");
    assertThat(harvest.tables("right", "shop")).contains("odd_types");
  }

  @Test
  void aSourceThatFailsLosesNothing() throws IOException {
    harvest.run("biz");
    harvest.datasources(
        """
        datasources:
          - name: biz
            platform: mysql
            url: jdbc:mysql://127.0.0.1:1/
            user: root
        """);

    assertThat(harvest.run("biz").exitCode()).isEqualTo(1);
    assertThat(harvest.tables("biz", "shop")).contains("odd_types");
  }

  @Test
  void anUnknownDatasourceIsNamed() throws IOException {
    Result result = harvest.run("nope");

    assertThat(result.exitCode()).isEqualTo(1);
    assertThat(result.err()).contains("[CATALOG_NOT_FOUND]", "nope", "biz");
  }
}
