/* SPDX-License-Identifier: Apache-2.0 */
package io.sluice.harvest;

import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.fixtures.HiveMetastore;
import io.sluice.fixtures.IcebergRest;
import io.sluice.fixtures.MariaDb;
import io.sluice.fixtures.MariaDbExtension;
import io.sluice.harvest.HarvestRun.Result;
import io.sluice.metadata.ColumnMetadata;
import io.sluice.metadata.TableKind;
import io.sluice.metadata.TableMetadata;
import java.io.Closeable;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.hadoop.conf.Configuration;
import org.apache.iceberg.CatalogUtil;
import org.apache.iceberg.PartitionSpec;
import org.apache.iceberg.Schema;
import org.apache.iceberg.catalog.Catalog;
import org.apache.iceberg.catalog.Namespace;
import org.apache.iceberg.catalog.SupportsNamespaces;
import org.apache.iceberg.catalog.TableIdentifier;
import org.apache.iceberg.catalog.ViewCatalog;
import org.apache.iceberg.hadoop.HadoopCatalog;
import org.apache.iceberg.jdbc.JdbcCatalog;
import org.apache.iceberg.types.Types;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;

@ExtendWith(MariaDbExtension.class)
final class IcebergHarvestTest {
  private static final Schema EVERY_TYPE =
      new Schema(
          List.of(
              Types.NestedField.required(1, "id", Types.LongType.get(), "the key (never null)"),
              Types.NestedField.optional(2, "price", Types.DecimalType.of(38, 10)),
              Types.NestedField.optional(3, "at", Types.TimestampType.withZone()),
              Types.NestedField.optional(4, "wall", Types.TimestampType.withoutZone()),
              Types.NestedField.optional(5, "t", Types.TimeType.get()),
              Types.NestedField.optional(6, "u", Types.UUIDType.get()),
              Types.NestedField.optional(7, "hash", Types.FixedType.ofLength(16)),
              Types.NestedField.optional(8, "weird.name", Types.StringType.get()),
              Types.NestedField.optional(9, "名前", Types.StringType.get()),
              Types.NestedField.optional(
                  10,
                  "lines",
                  Types.ListType.ofOptional(
                      11,
                      Types.StructType.of(
                          Types.NestedField.required(12, "sku", Types.StringType.get()),
                          Types.NestedField.optional(13, "n", Types.IntegerType.get())))),
              Types.NestedField.optional(
                  14,
                  "m",
                  Types.MapType.ofOptional(
                      15, 16, Types.StringType.get(), Types.DoubleType.get()))),
          java.util.Set.of(1));

  @TempDir private Path folder;

  private HarvestRun hadoopLake() throws IOException {
    String warehouse = folder.resolve("lake").toUri().toString();
    try (HadoopCatalog catalog = new HadoopCatalog(new Configuration(), warehouse)) {
      catalog.createTable(
          TableIdentifier.of("ods", "every"),
          EVERY_TYPE,
          PartitionSpec.builderFor(EVERY_TYPE).day("at").bucket("id", 4).build(),
          Map.of("comment", "all types", "owner", "alice"));
      catalog.createTable(
          TableIdentifier.of(Namespace.of("prod", "reports"), "t"),
          new Schema(Types.NestedField.optional(1, "a", Types.IntegerType.get())));
    }
    return new HarvestRun(folder)
        .datasources(
            """
            datasources:
              - name: lake
                platform: iceberg
                catalog: {type: hadoop, warehouse: "%s"}
            """
                .formatted(warehouse));
  }

  @Test
  void everyTypeKeyAndPartitionOfATableIsRead() throws IOException {
    HarvestRun harvest = hadoopLake();

    Result result = harvest.run();

    assertThat(result.exitCode()).as(result.err()).isZero();
    TableMetadata table = harvest.table("lake", "ods", "every").orElseThrow();
    assertThat(table.columns())
        .extracting(c -> c.name() + ' ' + c.type().text() + (c.nullable() ? "" : " NOT NULL"))
        .containsExactly(
            "id BIGINT NOT NULL",
            "price DECIMAL(38, 10)",
            "at TIMESTAMP_LTZ(6)",
            "wall TIMESTAMP(6)",
            "t TIME(6)",
            "u BINARY(16)",
            "hash BINARY(16)",
            "weird.name STRING",
            "名前 STRING",
            "lines ARRAY<ROW<`sku` STRING NOT NULL, `n` INT>>",
            "m MAP<STRING, DOUBLE>");
    assertThat(table.primaryKey()).containsExactly("id");
    assertThat(table.partitionKeys()).containsExactly("day(at)", "bucket[4](id)");
    assertThat(table.comment()).contains("all types");
    assertThat(table.column("id").orElseThrow().comment()).contains("the key (never null)");
    assertThat(table.properties())
        .containsKeys("location", "format-version")
        .containsEntry("owner", "alice");
  }

  @Test
  void namespacesOfSeveralLevelsAreDatabasesWithDots() throws IOException {
    HarvestRun harvest = hadoopLake();

    harvest.run();

    assertThat(harvest.tables("lake", "prod.reports")).containsExactly("t");
  }

  @Test
  void aTableWithBrokenMetadataHidesNoOtherAndIsNotRemoved() throws IOException {
    HarvestRun harvest = hadoopLake();
    harvest.run();
    Path metadata = folder.resolve("lake/prod/reports/t/metadata/v1.metadata.json");
    Files.writeString(metadata, "{ not json", StandardCharsets.UTF_8);
    Files.deleteIfExists(metadata.resolveSibling(".v1.metadata.json.crc"));

    Result result = harvest.run();

    assertThat(result.exitCode()).isZero();
    assertThat(result.out()).contains("skipped lake.prod.reports.t: its metadata cannot be read");
    assertThat(harvest.tables("lake", "ods")).containsExactly("every");
    assertThat(harvest.tables("lake", "prod.reports")).containsExactly("t");
  }

  @Test
  void aMissingWarehouseIsAnErrorThatNamesTheDatasource() throws IOException {
    HarvestRun harvest =
        new HarvestRun(folder)
            .datasources(
                """
                datasources:
                  - name: lake
                    platform: iceberg
                    catalog: {type: hadoop, warehouse: "file:/no/such/place"}
                """);

    Result result = harvest.run();

    assertThat(result.exitCode()).isEqualTo(1);
    assertThat(result.err()).contains("[SOURCE_UNAVAILABLE] Datasource lake");
  }

  @Test
  void aCatalogIsRefusedByTheClassItLacks() throws IOException {
    HarvestRun harvest =
        new HarvestRun(folder)
            .datasources(
                """
                datasources:
                  - name: glue
                    platform: iceberg
                    catalog: {catalog-impl: org.apache.iceberg.aws.glue.GlueCatalog}
                """);

    Result result = harvest.run();

    assertThat(result.exitCode()).isEqualTo(1);
    assertThat(result.err()).contains("[NOT_SUPPORTED] Datasource glue", "lib/harvest");
  }

  @Test
  void tablesAndViewsOfAJdbcCatalogAreRead(MariaDb server) throws IOException {
    server.execute("CREATE DATABASE IF NOT EXISTS icebergs");
    String warehouse = folder.resolve("jdbc-lake").toUri().toString();
    Map<String, String> properties =
        Map.of(
            "uri", server.jdbcUrl() + "icebergs",
            "jdbc.user", "root",
            "jdbc.password", "",
            "jdbc.schema-version", "V1",
            "warehouse", warehouse);
    try (JdbcCatalog catalog = new JdbcCatalog()) {
      catalog.setConf(new Configuration());
      catalog.initialize("shared", properties);
      catalog.createNamespace(Namespace.of("dwh"));
      catalog.createTable(TableIdentifier.of("dwh", "facts"), EVERY_TYPE);
      catalog
          .buildView(TableIdentifier.of("dwh", "v"))
          .withSchema(EVERY_TYPE)
          .withDefaultNamespace(Namespace.of("dwh"))
          .withQuery("spark", "SELECT * FROM facts")
          .create();
    }
    HarvestRun harvest =
        new HarvestRun(folder)
            .datasources(
                """
                datasources:
                  - name: wh
                    platform: iceberg
                    catalog:
                      type: jdbc
                      name: shared
                      uri: %sicebergs
                      jdbc.user: root
                      jdbc.password: ""
                      jdbc.schema-version: V1
                      warehouse: "%s"
                """
                    .formatted(server.jdbcUrl(), warehouse));

    Result result = harvest.run();

    assertThat(result.exitCode()).as(result.err()).isZero();
    assertThat(harvest.tables("wh", "dwh")).containsExactly("facts", "v");
    TableMetadata view = harvest.table("wh", "dwh", "v").orElseThrow();
    assertThat(view.kind()).isEqualTo(TableKind.VIEW);
    assertThat(view.viewText()).contains("SELECT * FROM facts");
    assertThat(view.columns()).extracting(ColumnMetadata::name).contains("weird.name");
  }

  @Test
  void aJdbcCatalogWithoutTablesIsToldAndStaysWithoutThem(MariaDb server) throws IOException {
    server.execute("CREATE DATABASE IF NOT EXISTS empty_catalog");
    HarvestRun harvest =
        new HarvestRun(folder)
            .datasources(
                """
                datasources:
                  - name: wh
                    platform: iceberg
                    catalog: {type: jdbc, uri: "%sempty_catalog", jdbc.user: root, warehouse: "file:/tmp/x"}
                """
                    .formatted(server.jdbcUrl()));

    Result result = harvest.run();

    assertThat(result.exitCode()).isEqualTo(1);
    assertThat(result.err()).contains("[SOURCE_UNAVAILABLE] Datasource wh");
    assertThat(server.query("SHOW TABLES IN empty_catalog")).isEmpty();
  }

  /** What another program has put into a catalog with a server. */
  private static void fill(Map<String, String> properties) throws IOException {
    Catalog catalog = CatalogUtil.buildIcebergCatalog("outside", properties, new Configuration());
    ((SupportsNamespaces) catalog).createNamespace(Namespace.of("ods"));
    catalog
        .buildTable(TableIdentifier.of("ods", "every"), EVERY_TYPE)
        .withProperty("comment", "all types")
        .create();
    ((ViewCatalog) catalog)
        .buildView(TableIdentifier.of("ods", "v"))
        .withSchema(EVERY_TYPE)
        .withDefaultNamespace(Namespace.of("ods"))
        .withQuery("spark", "SELECT * FROM every")
        .create();
    if (catalog instanceof Closeable closeable) {
      closeable.close();
    }
  }

  @Test
  void aRestCatalogIsReadThroughItsServer() throws IOException {
    try (IcebergRest server = IcebergRest.start("s3cret-token", "sluice:s3cret-client")) {
      fill(new HashMap<>(Map.of("type", "rest", "uri", server.uri(), "token", server.token())));
      Path token = Files.writeString(folder.resolve("token"), server.token());
      HarvestRun harvest =
          new HarvestRun(folder)
              .datasources(
                  """
                  datasources:
                    - name: by_token
                      platform: iceberg
                      catalog: {type: rest, uri: "%1$s", token: "${file:%2$s}"}
                    - name: by_credential
                      platform: iceberg
                      catalog: {type: rest, uri: "%1$s", credential: "sluice:s3cret-client"}
                    - name: refused
                      platform: iceberg
                      catalog: {type: rest, uri: "%1$s", token: wrong-token}
                    - name: unknown
                      platform: iceberg
                      catalog: {type: rest, uri: "%1$s", credential: "sluice:wrong-client"}
                    - name: down
                      platform: iceberg
                      catalog: {type: rest, uri: "http://127.0.0.1:1/", token: s3cret-token}
                  """
                      .formatted(server.uri(), token));

      Result result = harvest.run();

      assertThat(result.exitCode()).isEqualTo(1);
      for (String name : List.of("by_token", "by_credential")) {
        assertThat(harvest.tables(name, "ods")).as(result.err()).containsExactly("every", "v");
        assertThat(harvest.table(name, "ods", "every").orElseThrow().comment())
            .contains("all types");
      }
      assertThat(result.err())
          .contains(
              "refused: [SOURCE_REFUSED] Datasource refused",
              "unknown: [SOURCE_REFUSED] Datasource unknown",
              "down: [SOURCE_UNAVAILABLE] Datasource down")
          .doesNotContain("wrong-token", "wrong-client", "s3cret");
      assertThat(result.out()).doesNotContain("s3cret");
    }
  }

  @Test
  void aHiveMetastoreIsReadThroughItsServer() throws IOException {
    try (HiveMetastore server = HiveMetastore.start()) {
      String warehouse = folder.resolve("hive").toUri().toString();
      fill(new HashMap<>(Map.of("type", "hive", "uri", server.uri(), "warehouse", warehouse)));
      HarvestRun harvest =
          new HarvestRun(folder)
              .datasources(
                  """
                  datasources:
                    - name: hms
                      platform: iceberg
                      catalog: {type: hive, uri: "%s", warehouse: "%s"}
                    - name: down
                      platform: iceberg
                      catalog: {type: hive, uri: "thrift://127.0.0.1:1"}
                  """
                      .formatted(server.uri(), warehouse));

      Result result = harvest.run();

      assertThat(result.exitCode()).isEqualTo(1);
      assertThat(harvest.tables("hms", "ods")).as(result.err()).containsExactly("every", "v");
      assertThat(harvest.table("hms", "ods", "every").orElseThrow().primaryKey())
          .containsExactly("id");
      assertThat(result.err()).contains("down: [SOURCE_UNAVAILABLE] Datasource down");
    }
  }
}
