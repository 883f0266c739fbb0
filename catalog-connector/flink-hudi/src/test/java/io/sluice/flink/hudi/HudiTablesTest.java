/* SPDX-License-Identifier: Apache-2.0 */
package io.sluice.flink.hudi;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.sluice.error.ErrorCode;
import io.sluice.error.SluiceException;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.ObjectInputStream;
import java.io.ObjectOutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.apache.flink.table.api.DataTypes;
import org.apache.flink.table.types.logical.RowType;
import org.apache.hadoop.conf.Configuration;
import org.apache.hudi.common.model.HoodieTableType;
import org.apache.hudi.common.table.HoodieTableMetaClient;
import org.apache.hudi.storage.hadoop.HadoopStorageConfiguration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class HudiTablesTest {
  private static final Configuration HADOOP = new Configuration();

  @TempDir Path base;

  private String path(String database, String table) {
    return HudiTables.path(base.toString(), database, table);
  }

  private HudiTable create(String database, String table) {
    return create(database, table, HADOOP);
  }

  private HudiTable create(String database, String table, Configuration configuration) {
    return HudiTables.create(
        path(database, table),
        new HudiTableSpec(
            table,
            (RowType)
                DataTypes.ROW(
                        DataTypes.FIELD("id", DataTypes.BIGINT().notNull()),
                        DataTypes.FIELD("day", DataTypes.STRING().notNull()),
                        DataTypes.FIELD("v", DataTypes.INT().notNull(), "a value"))
                    .getLogicalType(),
            List.of("id"),
            List.of("day"),
            List.of("v"),
            HudiTableType.MERGE_ON_READ,
            true,
            9),
        configuration);
  }

  @Test
  void aTableThatCannotBeMadeLeavesItsName() {
    assertThatThrownBy(() -> create("db", "t", FullDisk.configuration()))
        .hasStackTraceContaining("No space left on device");
    assertThat(HudiTables.exists(path("db", "t"), HADOOP)).isFalse();
    assertThat(HudiTables.tables(base.toString(), "db", HADOOP)).isEmpty();
    assertThat(create("db", "t").name()).isEqualTo("t");
  }

  @Test
  void aTableIsWhatItWasMadeAs() throws Exception {
    HudiTable table = create("db", "t");

    assertThat(table.name()).isEqualTo("t");
    assertThat(table.type()).isEqualTo(HudiTableType.MERGE_ON_READ);
    assertThat(table.version()).isEqualTo(9);
    assertThat(table.recordKeys()).containsExactly("id");
    assertThat(table.partitionKeys()).containsExactly("day");
    assertThat(table.orderingFields()).containsExactly("v");
    assertThat(table.schema().getPrimaryKey().orElseThrow().getColumns())
        .containsExactly("day", "id");
    assertThat(table.schema().getColumn("v").orElseThrow().getComment()).contains("a value");
    assertThat(table.rowType())
        .hasToString("ROW<`id` BIGINT NOT NULL, `day` STRING NOT NULL, `v` INT NOT NULL> NOT NULL");
  }

  @Test
  void listsFoldersThatAreTables() throws Exception {
    create("a", "t2");
    create("a", "t1");
    create("b", "t");
    Files.createDirectories(base.resolve("b/no_table"));
    Files.createDirectories(base.resolve(".hidden/t"));

    assertThat(HudiTables.databases(base.toString(), HADOOP)).containsExactly("a", "b");
    assertThat(HudiTables.list(base.toString(), HADOOP))
        .extracting(location -> location.database() + '.' + location.table())
        .containsExactly("a.t1", "a.t2", "b.t");
    assertThat(HudiTables.tables(base.toString(), "c", HADOOP)).isEmpty();
  }

  @Test
  void noTableIsAnErrorAndSoIsASecondOne() throws Exception {
    create("db", "t");
    Files.createDirectories(base.resolve("db/empty"));

    assertThatThrownBy(() -> HudiTable.open(path("db", "empty"), HADOOP))
        .isInstanceOf(SluiceException.class)
        .hasMessageContaining("no .hoodie")
        .extracting(e -> ((SluiceException) e).code())
        .isEqualTo(ErrorCode.SOURCE_TABLE_GONE);
    assertThatThrownBy(() -> create("db", "t"))
        .extracting(e -> ((SluiceException) e).code())
        .isEqualTo(ErrorCode.TABLE_EXISTS);
    HudiTables.drop(path("db", "t"), HADOOP);
    assertThat(base.resolve("db/t")).doesNotExist();
    assertThatThrownBy(() -> HudiTables.drop(path("db", "empty"), HADOOP))
        .extracting(e -> ((SluiceException) e).code())
        .isEqualTo(ErrorCode.SOURCE_TABLE_GONE);
    assertThat(base.resolve("db/empty")).exists();
  }

  @Test
  void travelsToTasks() throws Exception {
    Configuration configuration = new Configuration();
    configuration.set("fs.example.key", "value");
    create("db", "t");
    HudiTable table = HudiTable.open(path("db", "t"), configuration);
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try (ObjectOutputStream out = new ObjectOutputStream(bytes)) {
      out.writeObject(table);
    }

    try (ObjectInputStream in =
        new ObjectInputStream(new ByteArrayInputStream(bytes.toByteArray()))) {
      HudiTable copy = (HudiTable) in.readObject();
      assertThat(copy.schema()).isEqualTo(table.schema());
      assertThat(copy.conf().storage().unwrap().get("fs.example.key")).isEqualTo("value");
    }

    assertThat(bytes.size()).isLessThan(16_384);
  }

  @Test
  void anOddColumnHidesOnlyItself() throws Exception {
    String path = path("db", "odd");
    HoodieTableMetaClient.newTableBuilder()
        .setTableType(HoodieTableType.COPY_ON_WRITE)
        .setTableName("odd")
        .setTableVersion(9)
        .setRecordKeyFields("id")
        .setTableCreateSchema(
            """
            {"type":"record","name":"r","fields":[{"name":"id","type":"int"},
             {"name":"u","type":["int","string"]}]}""")
        .initTable(new HadoopStorageConfiguration(HADOOP), path);

    HudiTable table = HudiTable.open(path, HADOOP);

    assertThat(table.schema().getColumnNames()).containsExactly("id");
    assertThat(table.unsupportedColumns())
        .singleElement()
        .satisfies(column -> assertThat(column.name()).isEqualTo("u"))
        .satisfies(column -> assertThat(column.reason()).contains("a union of 2 types"));
  }

  @Test
  void timesToTravelToAreReadInSeveralForms() {
    assertThat(HudiReadOptions.instant("20240102030405")).isEqualTo("20240102030405999");
    assertThat(HudiReadOptions.instant("20240102030405006")).isEqualTo("20240102030405006");
    assertThat(HudiReadOptions.instant("2024-01-02 03:04:05")).isEqualTo("20240102030405999");
    assertThat(HudiReadOptions.instant("2024-01-02T03:04:05.6")).isEqualTo("20240102030405600");
    assertThat(HudiReadOptions.instant("2024-01-02")).isEqualTo("20240102000000000");
    assertThatThrownBy(() -> HudiReadOptions.instant("yesterday"))
        .isInstanceOf(SluiceException.class)
        .hasMessageContaining("yesterday");
  }
}
