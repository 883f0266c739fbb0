/* SPDX-License-Identifier: Apache-2.0 */
package io.sluice.harvest;

import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.harvest.HarvestRun.Result;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.apache.hadoop.conf.Configuration;
import org.apache.hudi.common.model.HoodieTableType;
import org.apache.hudi.common.table.HoodieTableMetaClient;
import org.apache.hudi.storage.hadoop.HadoopStorageConfiguration;
import org.apache.iceberg.Schema;
import org.apache.iceberg.catalog.TableIdentifier;
import org.apache.iceberg.hadoop.HadoopCatalog;
import org.apache.iceberg.types.Types;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A warehouse that is away, as when a disk is not mounted, is no warehouse without tables. */
final class MissingFolderTest {
  @TempDir private Path folder;

  private void lake(String name) throws IOException {
    try (HadoopCatalog catalog =
        new HadoopCatalog(new Configuration(), folder.resolve(name).toUri().toString())) {
      catalog.createTable(
          TableIdentifier.of("ods", "t"),
          new Schema(Types.NestedField.optional(1, "a", Types.IntegerType.get())));
    }
  }

  @Test
  void isOneErrorLineAndRemovesNothingAndStopsNoOther() throws IOException {
    lake("away");
    lake("there");
    HoodieTableMetaClient.newTableBuilder()
        .setTableType(HoodieTableType.COPY_ON_WRITE)
        .setTableName("t")
        .setTableVersion(9)
        .setRecordKeyFields("a")
        .setTableCreateSchema(
            "{\"type\":\"record\",\"name\":\"t\",\"fields\":[{\"name\":\"a\",\"type\":\"int\"}]}")
        .initTable(
            new HadoopStorageConfiguration(new Configuration()),
            folder.resolve("hudi/ods/t").toString());
    HarvestRun harvest =
        new HarvestRun(folder)
            .datasources(
                """
                datasources:
                  - name: away
                    platform: iceberg
                    catalog: {type: hadoop, warehouse: "%1$saway"}
                  - name: hudi
                    platform: hudi
                    path: "%1$shudi"
                  - name: there
                    platform: iceberg
                    catalog: {type: hadoop, warehouse: "%1$sthere"}
                """
                    .formatted(folder.toUri()));
    assertThat(harvest.run().exitCode()).isZero();
    Files.move(folder.resolve("away"), folder.resolve("away.unmounted"));
    Files.move(folder.resolve("hudi"), folder.resolve("hudi.unmounted"));

    Result result = harvest.run();

    assertThat(result.exitCode()).isEqualTo(1);
    assertThat(result.err().lines().filter(line -> line.contains("[SOURCE_UNAVAILABLE]")))
        .hasSize(2)
        .anyMatch(line -> line.contains("Datasource away") && line.contains("/away"))
        .anyMatch(line -> line.contains("Datasource hudi") && line.contains("/hudi"))
        .allMatch(line -> line.contains("in datasources.yaml"));
    assertThat(result.err()).doesNotContain("\tat ");
    assertThat(result.out()).contains("there: 1 tables");
    for (String datasource : new String[] {"away", "hudi", "there"}) {
      assertThat(harvest.tables(datasource, "ods")).as(datasource).containsExactly("t");
    }
  }
}
