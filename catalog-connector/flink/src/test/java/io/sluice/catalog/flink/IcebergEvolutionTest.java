/* SPDX-License-Identifier: Apache-2.0 */
package io.sluice.catalog.flink;

import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.error.ErrorCode;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.util.List;
import java.util.UUID;
import org.apache.iceberg.DataFile;
import org.apache.iceberg.Schema;
import org.apache.iceberg.Table;
import org.apache.iceberg.catalog.TableIdentifier;
import org.apache.iceberg.data.GenericRecord;
import org.apache.iceberg.data.Record;
import org.apache.iceberg.data.parquet.GenericParquetWriter;
import org.apache.iceberg.io.DataWriter;
import org.apache.iceberg.parquet.Parquet;
import org.apache.iceberg.types.Types;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;

/** Schemas that change from outside (I04), types beside another writer (I05), filters (I08). */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
final class IcebergEvolutionTest {
  private IcebergLake lake;
  private Sql sql;

  @BeforeAll
  void start(@TempDir Path folder) {
    lake = IcebergLake.start(folder);
    sql = lake.sql();
  }

  @AfterAll
  void stop() throws Exception {
    lake.close();
  }

  @Test
  void columnsGoByTheirIdsAndNotTheirNames() {
    sql.run("CREATE TABLE lake.ods.columns (id INT, a STRING, v INT)");
    sql.run("INSERT INTO lake.ods.columns VALUES (1, 'old', 10)");
    lake.table("columns").updateSchema().renameColumn("a", "b").commit();
    sql.run("INSERT INTO lake.ods.columns (id, b, v) VALUES (2, 'new', 20)");
    assertThat(sql.rows("SELECT id, b, v FROM lake.ods.columns ORDER BY id"))
        .containsExactly("+I[1, old, 10]", "+I[2, new, 20]");
    assertThat(sql.rows("SELECT id FROM lake.ods.columns WHERE b = 'old'"))
        .containsExactly("+I[1]");
    lake.table("columns").updateSchema().deleteColumn("v").commit();
    lake.table("columns").updateSchema().addColumn("v", Types.IntegerType.get()).commit();
    sql.run("INSERT INTO lake.ods.columns VALUES (3, 'again', 30)");
    assertThat(sql.rows("SELECT * FROM lake.ods.columns ORDER BY id"))
        .containsExactly("+I[1, old, null]", "+I[2, new, null]", "+I[3, again, 30]");
    assertThat(sql.rows("SELECT id FROM lake.ods.columns WHERE v IS NULL ORDER BY id"))
        .containsExactly("+I[1]", "+I[2]");
    assertThat(sql.rows("SELECT id FROM lake.ods.columns WHERE v = 10")).isEmpty();
  }

  @Test
  void typesThatGrewReadOldFiles() {
    sql.run(
        "CREATE TABLE lake.ods.wider (i INT, f FLOAT, n DECIMAL(9, 2), s ROW<x INT, y STRING>)");
    sql.run(
        "INSERT INTO lake.ods.wider VALUES (2147483647, CAST(1.5 AS FLOAT), CAST(1234567.89 AS DECIMAL(9, 2)), ROW(1, 'y'))");
    lake.table("wider")
        .updateSchema()
        .updateColumn("i", Types.LongType.get())
        .updateColumn("f", Types.DoubleType.get())
        .updateColumn("n", Types.DecimalType.of(18, 2))
        .addColumn("s", "z", Types.IntegerType.get())
        .moveFirst("s.z")
        .moveFirst("n")
        .commit();
    sql.run(
        "INSERT INTO lake.ods.wider SELECT CAST(1234567890123456.78 AS DECIMAL(18, 2)), 3000000000, 2.5E0, ROW(9, 2, 'Y')");
    assertThat(sql.rows("SELECT * FROM lake.ods.wider ORDER BY i"))
        .containsExactly(
            "+I[1234567.89, 2147483647, 1.5, +I[null, 1, y]]",
            "+I[1234567890123456.78, 3000000000, 2.5, +I[9, 2, Y]]");
    assertThat(sql.rows("SELECT n FROM lake.ods.wider WHERE i = 2147483647 AND n = 1234567.89"))
        .containsExactly("+I[1234567.89]");
  }

  private static final Schema TYPES =
      new Schema(
          Types.NestedField.required(1, "id", Types.IntegerType.get()),
          Types.NestedField.optional(2, "ts", Types.TimestampType.withoutZone()),
          Types.NestedField.optional(3, "tz", Types.TimestampType.withZone()),
          Types.NestedField.optional(4, "d", Types.DateType.get()),
          Types.NestedField.optional(5, "u", Types.UUIDType.get()),
          Types.NestedField.optional(6, "f", Types.FixedType.ofLength(16)),
          Types.NestedField.optional(7, "b", Types.BinaryType.get()),
          Types.NestedField.optional(8, "n", Types.DecimalType.of(38, 10)),
          Types.NestedField.optional(
              9,
              "l",
              Types.ListType.ofOptional(
                  10,
                  Types.StructType.of(
                      Types.NestedField.optional(11, "k", Types.StringType.get()),
                      Types.NestedField.optional(12, "at", Types.TimestampType.withoutZone())))),
          Types.NestedField.optional(
              13,
              "m",
              Types.MapType.ofOptional(
                  14,
                  15,
                  Types.StringType.get(),
                  Types.StructType.of(
                      Types.NestedField.optional(16, "x", Types.DecimalType.of(9, 2))))),
          Types.NestedField.optional(17, "t", Types.TimeType.get()));

  private static void append(Table table, List<Record> records) throws Exception {
    DataWriter<Record> writer =
        Parquet.writeData(
                table
                    .io()
                    .newOutputFile(table.location() + "/data/" + UUID.randomUUID() + ".parquet"))
            .schema(table.schema())
            .createWriterFunc(GenericParquetWriter::create)
            .overwrite()
            .withSpec(table.spec())
            .build();
    try (writer) {
      records.forEach(writer::write);
    }
    DataFile file = writer.toDataFile();
    table.newAppend().appendFile(file).commit();
  }

  @Test
  void whatAnotherProgramWroteIsReadValueByValue() throws Exception {
    Table table = lake.outside().createTable(TableIdentifier.of("ods", "types"), TYPES);
    LocalDateTime edge = LocalDateTime.parse("1969-12-31T23:59:59.999999");
    GenericRecord full = GenericRecord.create(TYPES);
    full.setField("id", 1);
    full.setField("ts", edge);
    full.setField("tz", edge.atOffset(java.time.ZoneOffset.UTC));
    full.setField("d", java.time.LocalDate.parse("0001-01-01"));
    full.setField("u", UUID.fromString("00112233-4455-6677-8899-aabbccddeeff"));
    full.setField("f", new byte[16]);
    full.setField("b", ByteBuffer.wrap(new byte[] {0, -1}));
    full.setField("n", new java.math.BigDecimal("-1234567890123456789012345678.0123456789"));
    GenericRecord item =
        GenericRecord.create(TYPES.findType("l").asListType().elementType().asStructType());
    item.setField("k", "k");
    item.setField("at", edge);
    GenericRecord hollow = item.copy();
    hollow.setField("k", null);
    hollow.setField("at", null);
    full.setField("l", java.util.Arrays.asList(item, null, hollow));
    GenericRecord value =
        GenericRecord.create(TYPES.findType("m").asMapType().valueType().asStructType());
    value.setField("x", new java.math.BigDecimal("-0.01"));
    full.setField("m", java.util.Map.of("p", value));
    full.setField("t", LocalTime.parse("23:59:59.999999"));
    GenericRecord empty = GenericRecord.create(TYPES);
    empty.setField("id", 2);
    append(table, List.of(full, empty));

    assertThat(sql.rows("SELECT id, ts, tz, d, f, b, n, l, m FROM lake.ods.types ORDER BY id"))
        .containsExactly(
            "+I[1, 1969-12-31T23:59:59.999999, 1969-12-31T23:59:59.999999Z, 0001-01-01, [0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0], [0, -1], -1234567890123456789012345678.0123456789, [+I[k, 1969-12-31T23:59:59.999999], null, +I[null, null]], {p=+I[-0.01]}]",
            "+I[2, null, null, null, null, null, null, null, null]");
    assertThat(
            sql.rows(
                "SELECT id FROM lake.ods.types WHERE ts = TIMESTAMP '1969-12-31 23:59:59.999999'"))
        .containsExactly("+I[1]");
    assertThat(
            sql.rows(
                "SELECT id FROM lake.ods.types WHERE ts > TIMESTAMP '1969-12-31 23:59:59.999998999'"))
        .containsExactly("+I[1]");
  }

  @Test
  void whatIsWrittenHereIsReadByAnotherProgram() throws Exception {
    sql.run(
        "CREATE TABLE lake.ods.written (id INT, ts TIMESTAMP(6), tz TIMESTAMP_LTZ(6), d DATE, f BINARY(2), b BYTES, n DECIMAL(38, 10), l ARRAY<ROW<k STRING>>)");
    sql.run(
        "INSERT INTO lake.ods.written SELECT 1, TIMESTAMP '1969-12-31 23:59:59.999999', CAST(TIMESTAMP '1969-12-31 23:59:59.999999' AS TIMESTAMP_LTZ(6)), DATE '0001-01-01', x'00ff', x'00ff', CAST('-1234567890123456789012345678.0123456789' AS DECIMAL(38, 10)), ARRAY[ROW('k'), CAST(NULL AS ROW<k STRING>)]");
    Record row = lake.records("written").get(0);
    assertThat(row.getField("ts")).isEqualTo(LocalDateTime.parse("1969-12-31T23:59:59.999999"));
    assertThat(row.getField("tz")).hasToString("1969-12-31T23:59:59.999999Z");
    assertThat(row.getField("d")).hasToString("0001-01-01");
    assertThat(row.getField("f")).isEqualTo(new byte[] {0, -1});
    assertThat(row.getField("n")).hasToString("-1234567890123456789012345678.0123456789");
    assertThat((List<?>) row.getField("l")).hasSize(2).last().isNull();
  }

  @Test
  void digitsBehindMicrosecondsAreCut() throws Exception {
    sql.run("CREATE TABLE lake.ods.fine (ts TIMESTAMP(6))");
    sql.run(
        "INSERT INTO lake.ods.fine SELECT CAST('2024-01-01 00:00:00.123456789' AS TIMESTAMP(9))");
    sql.run(
        "INSERT INTO lake.ods.fine SELECT CAST('1969-12-31 23:59:59.999999999' AS TIMESTAMP(9))");
    assertThat(lake.records("fine"))
        .extracting(row -> row.getField("ts").toString())
        .containsExactlyInAnyOrder("2024-01-01T00:00:00.123456", "1969-12-31T23:59:59.999999");
    Failures.assertFails(
        () -> sql.run("CREATE TABLE lake.ods.finer (ts TIMESTAMP(9))"),
        ErrorCode.UNSUPPORTED_TYPE,
        "Column ts",
        "microseconds");
  }

  @Test
  void filtersKeepTheRowsThatTheyKeepWithoutPushdown() {
    List<String> doubles =
        List.of(
            "1.0E0",
            "CAST(NULL AS DOUBLE)",
            "CAST('NaN' AS DOUBLE)",
            "CAST('-0.0' AS DOUBLE)",
            "CAST('Infinity' AS DOUBLE)",
            "-2.5E0");
    List<String> texts = List.of("'abc'", "CAST(NULL AS STRING)", "''", "'a_c'", "'x'", "'%'");
    List<String> times =
        List.of(
            "TIMESTAMP '1969-12-31 23:59:59.999999'",
            "CAST(NULL AS TIMESTAMP(6))",
            "TIMESTAMP '1970-01-01 00:00:00.000000'",
            "TIMESTAMP '2024-01-01 00:00:00.000001'",
            "TIMESTAMP '2024-01-01 00:00:00.000002'",
            "TIMESTAMP '9999-12-31 23:59:59.999999'");
    sql.run("CREATE TABLE lake.ods.filtered (id INT, d DOUBLE, s STRING, ts TIMESTAMP(6))");
    for (int i = 0; i < doubles.size(); i++) {
      String row =
          i
              + ", "
              + doubles.get(i)
              + ", "
              + texts.get(i)
              + ", CAST("
              + times.get(i)
              + " AS TIMESTAMP(6))";
      // Each row in a file of its own, so that a file can be skipped.
      sql.run("INSERT INTO lake.ods.filtered SELECT " + row);
    }
    // No filter gets through MAX to the source, and none is worked out by the planner.
    sql.run(
        "CREATE TEMPORARY VIEW held AS SELECT id, MAX(d) AS d, MAX(s) AS s, MAX(ts) AS ts FROM lake.ods.filtered GROUP BY id");
    assertThat(sql.explain("SELECT id FROM lake.ods.filtered WHERE d > 1.0E0"))
        .contains("filter=[>(d, 1.0E0");
    assertThat(sql.explain("SELECT id FROM held WHERE d > 1.0E0")).doesNotContain("filter=[>(d");
    for (String filter :
        List.of(
            "d = d",
            "d <> 1",
            "d <> 1.0E0",
            "NOT (d = 1)",
            "NOT (d = 1.0E0)",
            "d IS DISTINCT FROM 1",
            "d IS NOT DISTINCT FROM 1.0E0",
            "d > 0",
            "d >= 0.0E0",
            "d < 0.0E0",
            "d = 0.0E0",
            "d <> 0.0E0",
            "d > -2.5E0",
            "d < 2.0E0",
            "NOT (d > 1.0E0)",
            "NOT (d < 1.0E0)",
            "d = CAST('NaN' AS DOUBLE)",
            "d IN (1.0E0, -2.5E0)",
            "d NOT IN (1.0E0, -2.5E0)",
            "d BETWEEN -3.0E0 AND 1.0E0",
            "d IS NULL OR d > 1.0E0",
            "s LIKE '%%'",
            "s LIKE 'a_c%'",
            "s LIKE 'a!_c%' ESCAPE '!'",
            "s LIKE 'a%'",
            "s NOT LIKE 'a%'",
            "s NOT IN ('x', NULL)",
            "s NOT IN ('x', 'abc')",
            "s <> ''",
            "s IS DISTINCT FROM 'x'",
            "ts = TIMESTAMP '2024-01-01 00:00:00.000001'",
            "ts < TIMESTAMP '2024-01-01 00:00:00.000002'",
            "ts <= TIMESTAMP '1969-12-31 23:59:59.999999'",
            "ts > TIMESTAMP '2024-01-01 00:00:00.0000011'",
            "ts = TIMESTAMP '2024-01-01 00:00:00.0000011'",
            "ts <> TIMESTAMP '1970-01-01 00:00:00'")) {
      assertThat(sql.rows("SELECT id FROM lake.ods.filtered WHERE " + filter + " ORDER BY id"))
          .as(filter)
          .isEqualTo(sql.rows("SELECT id FROM held WHERE " + filter + " ORDER BY id"));
    }
  }

  @Test
  void aChangelogWithinOneCommitEndsAsInOrder() throws Exception {
    sql.run(
        "CREATE TABLE lake.ods.changelog (id INT, n BIGINT, PRIMARY KEY (id) NOT ENFORCED) WITH ('format-version'='2', 'write.upsert.enabled'='true')");
    Sql streaming = sql.streaming();
    streaming.set("parallelism.default", "1");
    // One key counts up, so -U and +U follow each other; one appears and is taken back.
    streaming.run(
        "INSERT INTO lake.ods.changelog SELECT id, n FROM (SELECT id, COUNT(*) AS n FROM (VALUES (1), (2), (1), (2), (1)) AS t(id) GROUP BY id) WHERE id = 1 OR n < 2");
    assertThat(sql.rows("SELECT * FROM lake.ods.changelog")).containsExactly("+I[1, 3]");
    streaming.run(
        "INSERT INTO lake.ods.changelog SELECT id, COUNT(*) FROM (VALUES (1), (3)) AS t(id) GROUP BY id");
    assertThat(sql.rows("SELECT * FROM lake.ods.changelog ORDER BY id"))
        .containsExactly("+I[1, 1]", "+I[3, 1]");
    assertThat(lake.records("changelog")).as("the same without Flink").hasSize(2);
    assertThat(sql.rows("SELECT COUNT(*) FROM lake.ods.`changelog$snapshots`"))
        .as("a commit per statement")
        .containsExactly("+I[2]");
  }
}
