/* SPDX-License-Identifier: Apache-2.0 */
package io.sluice.engine.flink;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Statements that Flink 1.20 answers wrongly by itself (ADR 028), with PostgreSQL's answers. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class JoinAnswersTest {
  private FlinkEngineFixture engine;
  private EngineClient client;
  private EngineClient.Session session;

  @BeforeAll
  void start(@TempDir Path folder) {
    engine = new FlinkEngineFixture(Map.of("sluice.engine.flink.connectors", "filesystem"));
    client = engine.connect();
    session = client.open(Map.of());
    // Tables, for Flink plans rows of VALUES otherwise.
    table(folder, "g", "(id INT NOT NULL, x INT, y INT)");
    session.query(
        "INSERT INTO g VALUES (1, -1, 2), (2, 0, NULL), (3, NULL, 1), (4, 2, 2), (5, NULL, NULL)");
    session.query("CREATE TEMPORARY VIEW nil AS SELECT * FROM g WHERE id > 5");
    table(folder, "money", "(id INT, d DECIMAL(34, 2))");
    session.query(
        "INSERT INTO money VALUES (1, CAST('99999999999999999999999999999999.99' AS DECIMAL(34, 2))),"
            + " (1, 0.01)");
  }

  private void table(Path folder, String name, String columns) {
    session.query(
        "CREATE TEMPORARY TABLE "
            + name
            + columns
            + " WITH ('connector' = 'filesystem', 'format' = 'json', 'path' = '"
            + folder.resolve(name).toUri()
            + "')");
  }

  @AfterAll
  void stop() {
    session.close();
    client.close();
    engine.close();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          # Conditions over more than two tables, and beside outer joins.
          SELECT a.id, b.id, c.id FROM g a, g b, g c WHERE a.x + b.x + c.x < -2 | [[1, 1, 1]]
          SELECT COUNT(*) FROM g a, g b, g c, g d WHERE a.x + b.x + c.x = d.x AND a.y > 0 | [[5]]
          SELECT a.id FROM g a LEFT JOIN nil b ON a.x = b.x JOIN g c ON c.y = b.y | []
          SELECT b.id FROM nil a CROSS JOIN g c RIGHT JOIN g b ON c.y = b.id WHERE a.y < 7 | []
          SELECT a.id, c.id FROM g a LEFT JOIN nil b ON a.y = b.x LEFT JOIN g c ON b.id IS NULL AND c.id = 1 JOIN g d ON a.x = d.x WHERE d.id = 4 | [[4, 1]]
          SELECT a.y FROM g a FULL JOIN nil b ON a.x = b.id JOIN g c ON a.id = c.x | [[null]]
          # Aggregates above joins.
          SELECT a.y, COUNT(b.id) FROM nil a CROSS JOIN g b GROUP BY a.y | []
          SELECT COUNT(*), SUM(b.y) FROM nil a, g b | [[0, null]]
          SELECT a.id, SUM(a.d) FROM money a JOIN money b ON a.id = b.id GROUP BY a.id | [[1, 200000000000000000000000000000000.00]]
          # A value compared with itself.
          SELECT id FROM g WHERE NOT (x <> x) ORDER BY id | [[1], [2], [4]]
          SELECT id FROM g WHERE (x >= x) IS NULL ORDER BY id | [[3], [5]]
          SELECT id FROM (SELECT id, x AS p, x AS q FROM g) WHERE NOT (p < q) ORDER BY id | [[1], [2], [4]]
          SELECT id FROM (SELECT id, x + 1 AS p, x + 1 AS q FROM g) WHERE (p = q) IS UNKNOWN ORDER BY id | [[3], [5]]
          SELECT a.id, b.id FROM g a JOIN nil b ON NOT (a.x <> a.x) RIGHT JOIN g c ON NOT (c.x > c.x) WHERE c.id = 3 | [[null, null]]
          SELECT COUNT(*) FROM g a JOIN g b ON NOT (a.x <> b.x) | [[3]]
          # Sub-queries beside each other.
          SELECT a.id, b.y FROM g a, g b WHERE b.y IN (SELECT x FROM g WHERE y = a.y) OR a.id NOT IN (SELECT y FROM g) | [[1, 2], [1, 2], [4, 2], [4, 2]]
          SELECT a.id FROM g a WHERE a.id IN (SELECT y FROM g) OR a.y NOT IN (SELECT x FROM g WHERE x < 1) ORDER BY 1 | [[1], [2], [3], [4]]
          SELECT a.id FROM g a WHERE NOT (NOT EXISTS (SELECT 1 FROM nil) AND a.x < (SELECT COUNT(*) FROM g b WHERE b.x = a.y)) ORDER BY 1 | [[2], [4]]
          SELECT a.id FROM g a WHERE (1 IN (SELECT 1 FROM nil) OR a.x > (SELECT MAX(x) FROM g b WHERE b.y = a.id)) | []
          SELECT a.id FROM g a, (SELECT DISTINCT 1 AS c FROM nil) b WHERE a.x < (SELECT COUNT(*) FROM g c WHERE c.x = a.y) | []
          SELECT id, x IN (SELECT y FROM nil b WHERE b.id = a.id), x NOT IN (SELECT y FROM g b WHERE b.x = a.y) FROM g a ORDER BY id | [[1, false, true], [2, false, true], [3, false, true], [4, false, false], [5, false, true]]
          SELECT id FROM g a WHERE id > 9 OR x NOT IN (SELECT y FROM g b WHERE b.x = a.y) ORDER BY id | [[1], [2], [3], [5]]
          SELECT id FROM g a WHERE NOT (id > 0 AND x IN (SELECT y FROM g b WHERE b.id < a.id)) ORDER BY id | [[1], [2]]
          SELECT id FROM g a WHERE x NOT IN (SELECT y FROM g b WHERE b.id < a.id) ORDER BY id | [[1], [2]]
          SELECT id FROM g a WHERE (x, id) IN (SELECT b.y, b.id FROM g b WHERE b.id >= a.id) | [[4]]
          SELECT id FROM g a WHERE (x, id) NOT IN (SELECT b.y, b.id FROM g b WHERE b.id >= a.id) | [[1]]
          SELECT id FROM g a WHERE (x, id) NOT IN (SELECT b.y, b.id FROM g b) | [[1]]
          SELECT id FROM g a WHERE id > 4 OR (x, id) IN (SELECT b.y, b.id FROM g b) ORDER BY id | [[4], [5]]
          # Conditions of a sub-query that are not unknown of NULL.
          SELECT id FROM g a WHERE EXISTS (SELECT 1 FROM g b WHERE b.y IS NOT DISTINCT FROM a.x) ORDER BY id | [[3], [4], [5]]
          SELECT id FROM g a WHERE EXISTS (SELECT 1 FROM g b WHERE a.x IS NULL AND b.id = a.id) ORDER BY id | [[3], [5]]
          SELECT id FROM g a WHERE NOT EXISTS (SELECT 1 FROM g b WHERE (b.y = a.x) IS NULL AND b.id = 4) ORDER BY id | [[1], [2], [4]]
          SELECT id, (SELECT COUNT(*) FROM g b WHERE b.y = a.x OR a.x IS NULL) FROM g a ORDER BY id | [[1, 0], [2, 0], [3, 5], [4, 2], [5, 5]]
          SELECT id, (SELECT MAX(b.id) FROM g b WHERE COALESCE(a.x, 1) = b.y) FROM g a ORDER BY id | [[1, null], [2, null], [3, 3], [4, 4], [5, 3]]
          # Sets whose other parts are empty.
          SELECT y FROM g WHERE y = 2 UNION SELECT y FROM g WHERE 1 = 0 | [[2]]
          SELECT y FROM g WHERE y = 2 UNION SELECT y FROM g WHERE y = 5 AND y = 6 UNION SELECT y FROM g WHERE FALSE | [[2]]
          SELECT y FROM g WHERE y = 2 EXCEPT SELECT y FROM g WHERE 1 = 0 | [[2]]
          (SELECT y FROM g WHERE y = 2 EXCEPT SELECT 7) EXCEPT SELECT y FROM g WHERE 1 = 0 | [[2]]
          SELECT y FROM g WHERE y = 2 INTERSECT SELECT y FROM g | [[2]]
          SELECT y FROM g WHERE y = 2 EXCEPT ALL SELECT y FROM g WHERE 1 = 0 | [[2], [2]]
          # Totals of no rows.
          SELECT x, COUNT(*) FROM nil GROUP BY ROLLUP (x) | [[null, 0]]
          SELECT x, y, COUNT(*), SUM(y), GROUPING(x, y), GROUPING(y) FROM nil GROUP BY CUBE (x, y) | [[null, null, 0, null, 3, 1]]
          SELECT y, COUNT(*) FROM g WHERE y > 1 GROUP BY ROLLUP (y) ORDER BY y NULLS LAST | [[2, 2], [null, 2]]
          SELECT x, COUNT(*) FROM nil GROUP BY x | []
          SELECT y, SUM(id), MIN(id), AVG(id), SUM(id) + 1 FROM nil GROUP BY ROLLUP (y) | [[null, null, null, null, null]]
          SELECT y, SUM(id), MAX(id) FROM g WHERE y = 2 GROUP BY ROLLUP (y) HAVING SUM(id) > 0 ORDER BY y NULLS LAST | [[2, 5, 4], [null, 5, 4]]
          SELECT COUNT(*) FROM nil GROUP BY ROLLUP (x) HAVING COUNT(*) > 0 | []
          """)
  void anAnswerIsRight(String sql, String rows) {
    assertThat(session.query(sql)).hasToString(rows);
  }
}
