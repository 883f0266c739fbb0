/* SPDX-License-Identifier: Apache-2.0 */
package io.sluice.flink.hudi;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.apache.flink.table.api.DataTypes;
import org.apache.flink.table.api.TableEnvironment;
import org.apache.flink.table.types.logical.RowType;
import org.apache.hadoop.conf.Configuration;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * Case U02: timestamps and decimals through files and logs, as values, in the key, as the ordering.
 */
final class HudiTypesTest {
  private static final RowType ROW =
      (RowType)
          DataTypes.ROW(
                  DataTypes.FIELD("at", DataTypes.TIMESTAMP(6).notNull()),
                  DataTypes.FIELD("id", DataTypes.INT().notNull()),
                  DataTypes.FIELD("seen", DataTypes.TIMESTAMP(3).notNull()),
                  DataTypes.FIELD("z3", DataTypes.TIMESTAMP_LTZ(3)),
                  DataTypes.FIELD("z6", DataTypes.TIMESTAMP_LTZ(6)),
                  DataTypes.FIELD("small", DataTypes.DECIMAL(14, 2)),
                  DataTypes.FIELD("large", DataTypes.DECIMAL(38, 18)),
                  DataTypes.FIELD("day", DataTypes.DATE()),
                  DataTypes.FIELD("t", DataTypes.TIME(3)),
                  DataTypes.FIELD("raw", DataTypes.BYTES()),
                  DataTypes.FIELD(
                      "nested",
                      DataTypes.ROW(
                          DataTypes.FIELD("list", DataTypes.ARRAY(DataTypes.DECIMAL(5, 1))),
                          DataTypes.FIELD(
                              "map",
                              DataTypes.MAP(
                                  DataTypes.STRING().notNull(), DataTypes.TIMESTAMP(6))))))
              .getLogicalType();

  @RegisterExtension static final FlinkCluster FLINK = new FlinkCluster();

  @TempDir Path folder;

  @ParameterizedTest
  @CsvSource({"COPY_ON_WRITE, 9", "MERGE_ON_READ, 6"})
  void valuesAreTheSameFromFilesAndLogs(HudiTableType type, int version) throws Exception {
    String path = folder.resolve("t").toString();
    HudiTables.create(
        path,
        new HudiTableSpec(
            "t", ROW, List.of("id", "at"), List.of(), List.of("seen"), type, true, version),
        new Configuration());
    TableEnvironment environment = FLINK.batch();
    FlinkCluster.register(environment, "t", path, Map.of());

    String at = "1990-01-02 03:04:05.678";
    FlinkCluster.query(environment, "INSERT INTO t " + row(at, at, 1));
    FlinkCluster.query(environment, "INSERT INTO t " + row(at, "1989-01-01 00:00:00.001", 2));
    FlinkCluster.query(
        environment,
        "INSERT INTO t "
            + row(at, "1990-01-02 03:04:05.679", 3)
            + " UNION ALL "
            + row("0001-01-01 00:00:00.000001", "9999-12-31 23:59:59.999", 4));

    assertThat(FlinkCluster.query(environment, "SELECT * FROM t"))
        .containsExactly(
            "+I[0001-01-01T00:00:00.000001, 1, 9999-12-31T23:59:59.999, 1990-01-02T03:04:05.678Z, 1990-01-02T03:04:05.678901Z, 4.25, 12345678901234567890.123456789012345678, 1969-12-31, 23:59:59, [0, -1], +I[[0.1, null], {k=1990-01-02T03:04:05.000001}]]",
            "+I[1990-01-02T03:04:05.678, 1, 1990-01-02T03:04:05.679, 1990-01-02T03:04:05.678Z, 1990-01-02T03:04:05.678901Z, 3.25, 12345678901234567890.123456789012345678, 1969-12-31, 23:59:59, [0, -1], +I[[0.1, null], {k=1990-01-02T03:04:05.000001}]]");
  }

  private static String row(String at, String seen, int number) {
    return """
        SELECT TIMESTAMP '%s', 1, TIMESTAMP '%s',
          CAST(TIMESTAMP '1990-01-02 03:04:05.678' AS TIMESTAMP_LTZ(3)),
          CAST(TIMESTAMP '1990-01-02 03:04:05.678901' AS TIMESTAMP_LTZ(6)),
          CAST(%d.25 AS DECIMAL(14, 2)),
          CAST('12345678901234567890.123456789012345678' AS DECIMAL(38, 18)),
          DATE '1969-12-31', TIME '23:59:59', x'00ff',
          ROW(ARRAY[CAST(0.1 AS DECIMAL(5, 1)), CAST(NULL AS DECIMAL(5, 1))],
              MAP['k', TIMESTAMP '1990-01-02 03:04:05.000001'])
        """
        .formatted(at, seen, number);
  }
}
