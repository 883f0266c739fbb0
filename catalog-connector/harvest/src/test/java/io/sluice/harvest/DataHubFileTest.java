/* SPDX-License-Identifier: Apache-2.0 */
package io.sluice.harvest;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.sluice.harvest.HarvestRun.Result;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class DataHubFileTest {
  private static final Path GOLDEN = Path.of("../metadata/src/test/resources/datahub");

  @TempDir private Path folder;
  private HarvestRun harvest;

  @BeforeEach
  void configure() throws IOException {
    harvest =
        new HarvestRun(folder)
            .datasources(
                """
                datasources:
                  - name: biz
                    platform: mysql
                    url: jdbc:mysql://127.0.0.1/
                """);
  }

  private static String golden(String name) {
    return GOLDEN.resolve(name).toString();
  }

  @Test
  void aFileIsStoredAndItsTablesAreListedUnderTheirDatasource() throws IOException {
    Result result = harvest.run("--file", golden("mysql__mysql_mces_with_db_golden.json"));

    assertThat(result.exitCode()).as(result.err()).isZero();
    assertThat(harvest.tables("biz", "northwind")).containsExactly("customers", "orders");
    JsonNode orders = result.dataset("northwind", "orders");
    List<String> keys = new ArrayList<>();
    orders.fieldNames().forEachRemaining(keys::add);
    assertThat(keys)
        .containsExactly("urn", "datasource", "database", "table", "columns", "skipped");
    assertThat(orders.path("datasource").asText()).isEqualTo("biz");
    assertThat(orders.path("skipped").isNull()).isTrue();
    JsonNode column = orders.path("columns").get(1);
    keys.clear();
    column.fieldNames().forEachRemaining(keys::add);
    assertThat(keys).containsExactly("name", "native", "type", "nullable");
    assertThat(column.path("native").asText()).isEqualTo("VARCHAR(50)");
  }

  @Test
  void aDatasetOfNoConfiguredDatasourceIsListedAndSaidSo() throws IOException {
    Result result = harvest.run("--file", golden("iceberg__iceberg_ingest_mcps_golden.json"));

    assertThat(result.dataset("nyc", "taxis").path("datasource").asText()).isEqualTo("iceberg");
    assertThat(result.dataset("nyc", "taxis").path("skipped").isNull()).isTrue();
    assertThat(result.err()).contains("'iceberg', which datasources.yaml does not have yet");
  }

  @Test
  void aDryRunStoresNothing() throws IOException {
    Result result =
        harvest.run("--file", golden("mysql__mysql_mces_with_db_golden.json"), "--dry-run");

    assertThat(result.out()).contains("biz.northwind.orders (3 columns)");
    assertThat(result.listing()).hasSize(2);
    assertThat(harvest.data()).doesNotExist();
  }

  @Test
  void aPatchIsAppliedToWhatIsStored() throws IOException {
    Path patch = folder.resolve("patch.json");
    Files.writeString(
        patch,
        """
        [{"entityType":"dataset","entityUrn":"urn:li:dataset:(urn:li:dataPlatform:mysql,northwind.orders,PROD)",
          "changeType":"PATCH","aspectName":"datasetProperties",
          "aspect":{"json":[{"op":"add","path":"/customProperties/a~1b","value":"1"}]}}]
        """);
    harvest.run("--file", golden("mysql__mysql_mces_with_db_golden.json"));

    Result result = harvest.run("--file", patch.toString());

    assertThat(result.out()).contains("1 aspects changed");
    assertThat(harvest.table("biz", "northwind", "orders").orElseThrow().properties())
        .containsEntry("a/b", "1");
  }

  @Test
  void aBadRecordIsToldAndTheOthersAreTaken() throws IOException {
    Path file = folder.resolve("mixed.json");
    String good = Files.readString(GOLDEN.resolve("mysql__mysql_mces_with_db_golden.json")).strip();
    Files.writeString(
        file, "[{\"no\":\"record\"}, 7," + good.substring(1, good.length() - 1) + "]");

    Result result = harvest.run("--file", file.toString(), "--dry-run");

    assertThat(result.exitCode()).isZero();
    assertThat(result.out()).contains("record 1: it is neither", "record 2: it is not an object");
    assertThat(result.listing()).hasSize(2);
  }

  @Test
  void aFileThatIsNotCompleteIsRefusedWithItsPlace() throws IOException {
    Path file = folder.resolve("half.json");
    Files.writeString(file, "[{\"aspectName\":\"status\",\n \"entityUrn\":");

    Result result = harvest.run("--file", file.toString());

    assertThat(result.exitCode()).isEqualTo(1);
    assertThat(result.err()).contains("is not JSON at line 2").contains("not complete");
  }

  @Test
  void filesThatAreNotDataHubsAreRefused() throws IOException {
    Path file = folder.resolve("other.json");
    Files.writeString(file, "{\"hello\": 1}");

    assertThat(harvest.run("--file", file.toString()).err()).contains("holds no record of DataHub");
    assertThat(harvest.run("--file", folder.resolve("none.json").toString()).err())
        .contains("There is no file");
  }

  @Test
  void namesAndFilesTogetherAreWrongUse() throws IOException {
    assertThat(harvest.run("biz", "--file", "x.json").exitCode()).isEqualTo(2);
  }
}
