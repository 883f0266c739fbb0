/* SPDX-License-Identifier: Apache-2.0 */
package io.sluice.metadata.aspect;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.sluice.metadata.ColumnMetadata;
import io.sluice.metadata.TableKind;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

final class GoldenFilesTest {
  private static final ObjectMapper JSON = new ObjectMapper();

  @Test
  void noFileGivesAColumnWithAPathForAName() throws IOException {
    try (Stream<Path> files = Files.walk(Path.of("src/test/resources/datahub"))) {
      for (Path file : files.filter(f -> f.toString().endsWith(".json")).toList()) {
        String name = Path.of("src/test/resources/datahub").relativize(file).toString();
        for (Dataset dataset : Records.datasets(name)) {
          assertThat(dataset.skipped().orElse("")).as(name).doesNotContain("cannot be read");
          assertThat(dataset.columns())
              .as(name)
              .extracting(ColumnMetadata::name)
              .doesNotHaveDuplicates()
              .noneMatch(column -> column.contains("[version=") || column.contains("[type="));
        }
      }
    }
  }

  @Test
  void oneDatasetInChangeEventsAndProposalsIsOne() throws IOException {
    List<Dataset> datasets = Records.datasets("mysql__mysql_mces_with_db_golden.json");

    assertThat(datasets).hasSize(2).allMatch(d -> d.skipped().isEmpty());
    assertThat(Records.columns(datasets.get(1)))
        .containsExactly("id INT NOT NULL", "description VARCHAR(50)", "customer_id INT NOT NULL");
    assertThat(datasets.get(1).primaryKey()).containsExactly("id");
  }

  @Test
  void hivePathsOfBothVersionsInOneTableAreColumnsOnce() throws IOException {
    Dataset dataset = Records.dataset("hive__hive_mces_golden.json", "nested_struct_test");

    assertThat(Records.columns(dataset))
        .containsExactly(
            "property_id INT",
            "service ROW<`type` STRING, `provider` ROW<`name` VARCHAR(50), `id` TINYINT>>");
  }

  @Test
  void aUnionColumnIsRefusedAndItsTableStays() throws IOException {
    Dataset dataset = Records.dataset("hive__hive_mces_golden.json", "union_test");

    assertThat(dataset.skipped()).isEmpty();
    assertThat(Records.columns(dataset)).containsExactly("foo UNSUPPORTED");
  }

  @Test
  void aNativeStringWinsOverTheClassAndTheKeyOfAMapIsTaken() throws IOException {
    assertThat(Records.columns(Records.dataset("hive__hive_mces_golden.json", "map_test")))
        .containsExactly("keyvalue STRING", "recordid MAP<INT, STRING>");
    assertThat(
            Records.columns(
                Records.dataset("hive__2021_linkedin_hive_mces_golden.json", "struct_test")))
        .containsExactly("property_id INT", "service ROW<`type` STRING, `provider` ARRAY<INT>>");
  }

  @Test
  void everyIcebergTypeIsReadAndADottedColumnKeepsItsName() throws IOException {
    Dataset dataset = Records.dataset("derived/iceberg_nested_all_types.json", "nested_all");

    assertThat(Records.columns(dataset))
        .contains(
            "id BIGINT NOT NULL",
            "ts TIMESTAMP(6)",
            "tstz TIMESTAMP_LTZ(6)",
            "weird.name STRING",
            "[x] INT",
            "ms MAP<STRING, ROW<`a` INT, `b` ARRAY<BIGINT>>>",
            "mk MAP<ROW<`k1` INT NOT NULL>, STRING>");
  }

  @Test
  void hudiOfAllThreeAgesIsReadFromItsAvroSchema() throws IOException {
    for (String file :
        List.of(
            "hudi_gen1_0.11-0.13_style",
            "hudi_gen2_versiontoken_style",
            "hudi_gen3_1.0_schematron_style")) {
      Dataset dataset = Records.dataset("derived/" + file + ".json", "orders");

      assertThat(dataset.env()).isEqualTo("DEV");
      assertThat(Records.columns(dataset))
          .as(file)
          .endsWith(
              "order_id BIGINT NOT NULL",
              "customer STRING",
              "amount DECIMAL(10, 2)",
              "created_at TIMESTAMP_LTZ(6)",
              "event_local TIMESTAMP(6)",
              "d DATE",
              "tags ARRAY<STRING>",
              "props MAP<STRING, INT>",
              "address ROW<`city` STRING, `zip` INT NOT NULL>",
              "dt STRING NOT NULL");
    }
  }

  @Test
  void aPatchWithoutAnEarlierAspectStartsFromEmpty() throws IOException {
    Dataset hive = Records.dataset("hive-metastore__hive_metastore_mces_golden_1.json", "map_test");
    assertThat(hive.properties()).isNotEmpty();

    Dataset hudi = Records.dataset("derived/hudi_gen3_1.0_schematron_style.json", "orders");
    assertThat(hudi.properties())
        .containsEntry("hudi.table.type", "COPY_ON_WRITE")
        .containsEntry("last_commit_time_sync", "20240501101112345");
    assertThat(hudi.partitionKeys()).containsExactly("dt");
  }

  @Test
  void removedDatasetsAndViewsWithoutASchemaAreSkippedWithTheReason() throws IOException {
    assertThat(Records.datasets("iceberg__iceberg_deleted_table_mcps_golden.json"))
        .extracting(d -> d.skipped().orElse(""))
        .containsExactlyInAnyOrder("", "it is marked as removed");
    Dataset view = Records.dataset("iceberg__iceberg_views_mcps_golden.json", "events_summary");
    assertThat(view.kind()).isEqualTo(TableKind.VIEW);
    assertThat(view.skipped()).contains("the view has no schema in its record");
  }

  @Test
  void lineageOnlyDatasetsAreNoTables() throws IOException {
    assertThat(Records.datasets("flink__flink_no_gw_mces_golden.json"))
        .isNotEmpty()
        .allMatch(d -> d.skipped().equals(Optional.of("the dataset has no schema in its record")));
  }

  @Test
  void avroWrappedValuesAndNullsAreRead() throws IOException {
    Dataset dataset = Records.datasets("unit_serde__test_serde_backwards_compat.json").get(0);

    assertThat(dataset.columns()).hasSize(11);
    assertThat(dataset.columns())
        .filteredOn(c -> !c.type().isSupported())
        .extracting(ColumnMetadata::nativeType)
        .containsOnly("NullType()");
  }

  @Test
  void theWriterOfEarlierDataHubIsRead() throws IOException {
    Dataset dataset = Records.dataset("mysql__v0.8.45_mysql_mces_golden.json", "employees");

    assertThat(dataset.database()).contains("datacharmer");
    assertThat(Records.columns(dataset))
        .contains(
            "emp_no INT NOT NULL", "gender STRING NOT NULL", "first_name VARCHAR(14) NOT NULL");
  }

  @Test
  void keyFieldsOfTopicsAreNoColumns() throws IOException {
    assertThat(Records.columns(Records.dataset("kafka__kafka_mces_golden.json", "key_value_topic")))
        .containsExactly("email STRING", "firstName STRING NOT NULL", "lastName STRING");
  }

  @Test
  void anAspectOfAnotherFormHidesNoOtherDataset() throws IOException {
    ObjectNode broken = JSON.createObjectNode();
    broken.putObject("fields").put("not", "a list");
    String urn = "urn:li:dataset:(urn:li:dataPlatform:mysql,shop.broken,PROD)";
    List<Aspect> aspects =
        List.of(
            new Aspect(urn, "schemaMetadata", broken),
            new Aspect("urn:li:dataset:nonsense", "status", JSON.createObjectNode()),
            new Aspect(
                "urn:li:dataset:(urn:li:dataPlatform:mysql,shop.good,PROD)",
                "schemaMetadata",
                JSON.readTree(
                    """
                    {"fields":[{"fieldPath":"a","nativeDataType":"INTEGER",
                     "type":{"type":{"com.linkedin.schema.NumberType":{}}}}]}""")));

    List<Dataset> datasets = new DatasetReader(new Containers(aspects), List.of()).read(aspects);

    assertThat(datasets)
        .extracting(d -> d.table().orElse("?"), d -> d.skipped().isPresent())
        .containsExactly(
            org.assertj.core.groups.Tuple.tuple("broken", true),
            org.assertj.core.groups.Tuple.tuple("?", true),
            org.assertj.core.groups.Tuple.tuple("good", false));
    assertThat(datasets.get(2).columns().get(0).nullable()).as("absent means unknown").isTrue();
  }

  @Test
  void aDatasetInARemovedContainerIsSkipped() throws IOException {
    List<Aspect> aspects =
        new java.util.ArrayList<>(Records.aspects("mysql__mysql_mces_with_db_golden.json"));
    String container =
        aspects.stream()
            .filter(a -> a.name().equals("container"))
            .map(a -> a.value().path("container").asText())
            .findFirst()
            .orElseThrow();
    aspects.add(new Aspect(container, "status", JSON.createObjectNode().put("removed", true)));

    assertThat(new DatasetReader(new Containers(aspects), List.of()).read(aspects))
        .extracting(d -> d.skipped().orElse(""))
        .containsOnly("its database is marked as removed");
  }

  @Test
  void childrenBeforeTheirParentAndColumnsWithDotsAreRight() throws IOException {
    var schema =
        JSON.readTree(
            """
            {"fields":[
             {"fieldPath":"[version=2.0].[type=struct].[type=struct].device.[type=string].kind","nativeDataType":"x","type":{"type":{"StringType":{}}}},
             {"fieldPath":"[version=2.0].[type=struct].[type=struct].device","nativeDataType":"struct","type":{"type":{"RecordType":{}}}},
             {"fieldPath":"[version=2.0].[type=struct].[type=struct].device.[type=struct].maker.[type=int].code","nativeDataType":"x","type":{"type":{"NumberType":{}}}},
             {"fieldPath":"[version=2.0].[type=struct].[type=array].[type=struct].events.[type=long].at","nativeDataType":"x","type":{"type":{"NumberType":{}}}},
             {"fieldPath":"[version=2.0].[type=struct].[type=array].[type=struct].events","nativeDataType":"?","type":{"type":{"ArrayType":{}}}}]}""");

    assertThat(SchemaReader.columns("other", schema, new NativeTypeCache()))
        .extracting(c -> c.name() + ' ' + c.type().text())
        .containsExactly(
            "device ROW<`kind` STRING, `maker` ROW<`code` INT>>", "events ARRAY<ROW<`at` BIGINT>>");
    assertThat(
            SchemaReader.columns(
                "mysql",
                JSON.readTree(
                    """
                    {"fields":[{"fieldPath":"a","nativeDataType":"JSON"},
                     {"fieldPath":"a.b","nativeDataType":"INTEGER"}]}"""),
                new NativeTypeCache()))
        .extracting(ColumnMetadata::name)
        .containsExactly("a", "a.b");
  }

  @Test
  void editedCommentsWin() throws IOException {
    List<Aspect> aspects =
        new java.util.ArrayList<>(Records.aspects("mysql__mysql_mces_with_db_golden.json"));
    String urn = "urn:li:dataset:(urn:li:dataPlatform:mysql,northwind.orders,PROD)";
    aspects.add(
        new Aspect(
            urn,
            "editableSchemaMetadata",
            JSON.readTree(
                "{\"editableSchemaFieldInfo\":[{\"fieldPath\":\"id\",\"description\":\"by hand\"}]}")));
    aspects.add(
        new Aspect(
            urn,
            "editableDatasetProperties",
            JSON.valueToTree(Map.of("description", "our orders"))));

    Dataset orders =
        new DatasetReader(new Containers(aspects), List.of())
            .read(aspects).stream().filter(d -> d.urn().equals(urn)).findFirst().orElseThrow();

    assertThat(orders.comment()).contains("our orders");
    assertThat(orders.columns().get(0).comment()).contains("by hand");
  }
}
