/* SPDX-License-Identifier: Apache-2.0 */
package io.sluice.catalog.flink;

import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.fixtures.MariaDb;
import io.sluice.fixtures.MariaDbExtension;
import io.sluice.metadata.Datasource;
import io.sluice.metadata.Platform;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;

/** Engines run with object reuse: one row object for all the rows that an operator gives out. */
@ExtendWith(MariaDbExtension.class)
class MySqlObjectReuseTest {
  @Test
  void anAggregateIsWrittenRowByRow(MariaDb server, @TempDir Path dataDir) {
    server.execute(
        "CREATE DATABASE reuse",
        "CREATE TABLE reuse.offers (supplier BIGINT, cost DECIMAL(12,2))",
        "INSERT INTO reuse.offers SELECT seq % 100, seq FROM reuse.seq_1_to_1000",
        "CREATE TABLE reuse.stock (supplier BIGINT PRIMARY KEY, name VARCHAR(20), offers BIGINT,"
            + " dearest DECIMAL(12,2))",
        "INSERT INTO reuse.stock VALUES (7, 'stale', 0, 0), (700, 'kept', 0, 0)");
    Datasource datasource =
        Datasource.of(
            "maria",
            Platform.MYSQL,
            Map.of("url", server.mysqlUrl(), "user", server.user(), "password", server.password()));
    try (Sql sql = Sql.over(dataDir, datasource)) {
      sql.set("pipeline.object-reuse", "true")
          .run(
              "INSERT INTO maria.reuse.stock SELECT supplier, CONCAT('s', CAST(supplier AS STRING)),"
                  + " COUNT(*), MAX(cost) FROM maria.reuse.offers GROUP BY supplier");
    }
    assertThat(server.query("SELECT COUNT(*), COUNT(DISTINCT name), SUM(offers) FROM reuse.stock"))
        .hasToString("[[101, 101, 1000]]");
    assertThat(server.query("SELECT name FROM reuse.stock WHERE supplier IN (7, 700) ORDER BY 1"))
        .isEqualTo(List.of(List.of("kept"), List.of("s7")));
  }
}
