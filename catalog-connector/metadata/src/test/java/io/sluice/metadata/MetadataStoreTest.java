/* SPDX-License-Identifier: Apache-2.0 */
package io.sluice.metadata;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import io.sluice.config.Settings;
import io.sluice.error.ErrorCode;
import io.sluice.error.SluiceException;
import io.sluice.fixtures.MariaDb;
import io.sluice.fixtures.MariaDbExtension;
import io.sluice.fixtures.PostgreSql;
import io.sluice.fixtures.PostgreSqlExtension;
import io.sluice.metadata.aspect.Aspect;
import io.sluice.metadata.aspect.Records;
import io.sluice.metadata.type.ColumnType;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicLong;
import org.assertj.core.groups.Tuple;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;

@ExtendWith({MariaDbExtension.class, PostgreSqlExtension.class})
final class MetadataStoreTest {
  private static final String ACTOR = "urn:li:corpuser:test";
  private static final Settings AT_ONCE = Settings.empty().with(MetadataOptions.MAX_STALENESS, "0");

  @TempDir private Path data;

  private static final Datasources DATASOURCES =
      Datasources.of(
          List.of(
              Datasource.of("biz", Platform.MYSQL, Map.of("url", "jdbc:mysql://h/")),
              Datasource.of("lake", Platform.ICEBERG, Map.of()),
              Datasource.of("wh", Platform.HIVE, Map.of())));

  @Test
  void theEmbeddedDbKeepsWhatWasWritten() throws IOException {
    keepsWhatWasWritten(Settings.empty());

    Path folder = data.resolve("metadata");
    assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(folder)))
        .isEqualTo("rwx------");
    assertThat(
            PosixFilePermissions.toString(
                Files.getPosixFilePermissions(folder.resolve("password"))))
        .isEqualTo("rw-------");
  }

  @Test
  void mariaDbKeepsWhatWasWritten(MariaDb server) throws IOException {
    server.execute("CREATE OR REPLACE DATABASE sluice_meta");

    keepsWhatWasWritten(at(server.jdbcUrl() + "sluice_meta", "root", ""));
  }

  @Test
  void mySqlUrlsWorkToo(MariaDb server) throws IOException {
    server.execute("CREATE OR REPLACE DATABASE sluice_meta2");

    keepsWhatWasWritten(at(server.mysqlUrl() + "sluice_meta2", "root", ""));
  }

  @Test
  void postgreSqlKeepsWhatWasWritten(PostgreSql server) throws IOException {
    server.createDatabase("sluice_meta");

    keepsWhatWasWritten(at(server.jdbcUrl("sluice_meta"), server.user(), server.password()));
  }

  private static Settings at(String url, String user, String password) {
    return Settings.of(
        Map.of(
            MetadataOptions.JDBC_URL.key(), url,
            MetadataOptions.JDBC_USER.key(), user,
            MetadataOptions.JDBC_PASSWORD.key(), password));
  }

  private void keepsWhatWasWritten(Settings settings) throws IOException {
    List<Aspect> aspects =
        new ArrayList<>(Records.aspects("mysql__mysql_mces_with_db_golden.json"));
    aspects.add(status("urn:li:dataset:(urn:li:dataPlatform:mysql,销售.订单é😀,PROD)", false));
    try (MetadataDb db = MetadataDb.open(settings, data)) {
      assertThat(db.write(aspects, ACTOR, "run-1")).isEqualTo(aspects.size());
      assertThat(db.write(aspects, ACTOR, "run-2")).as("nothing changed").isZero();
    }
    try (MetadataDb db = MetadataDb.open(settings, data)) {
      MetadataStore store = new MetadataStore(db, DATASOURCES, AT_ONCE);
      assertThat(store.databases("biz")).containsExactly("northwind");
      assertThat(store.tables("biz", "northwind")).containsExactly("customers", "orders");
      TableMetadata orders = store.table("biz", "northwind", "orders").orElseThrow();
      assertThat(orders.primaryKey()).containsExactly("id");
      assertThat(store.databases("lake")).isEmpty();
      assertThat(store.snapshot("biz").skipped())
          .extracting(SkippedDataset::reason)
          .containsExactly("the dataset has no schema in its record");

      assertThat(db.write(List.of(status(orders.urn(), true)), ACTOR, "run-3")).isEqualTo(1);
      assertThat(store.tables("biz", "northwind")).containsExactly("customers");
      assertThat(db.write(List.of(status(orders.urn(), false)), ACTOR, "run-4")).isEqualTo(1);
      assertThat(store.tables("biz", "northwind")).containsExactly("customers", "orders");
    }
  }

  private static Aspect status(String urn, boolean removed) {
    return new Aspect(urn, "status", JsonNodeFactory.instance.objectNode().put("removed", removed));
  }

  @Test
  void aLiveDataHubInMySqlIsReadAndNotWritten(MariaDb server) throws IOException, SQLException {
    server.execute("CREATE OR REPLACE DATABASE datahub CHARACTER SET utf8mb4");
    load(server.connect("datahub"), "metadata_aspect_v2_mysql.sql");

    readsALiveDataHub(at(server.jdbcUrl() + "datahub", "root", ""));
  }

  @Test
  void aLiveDataHubInPostgreSqlIsRead(PostgreSql server) throws IOException, SQLException {
    server.createDatabase("datahub");
    load(server.connect("datahub"), "metadata_aspect_v2_postgres.sql");

    readsALiveDataHub(at(server.jdbcUrl("datahub"), server.user(), server.password()));
  }

  private static void load(Connection connection, String dump) throws IOException, SQLException {
    try (connection;
        Statement statement = connection.createStatement()) {
      statement.execute(
          Files.readString(
              Path.of("src/test/resources/datahub/derived").resolve(dump), StandardCharsets.UTF_8));
    }
  }

  private void readsALiveDataHub(Settings settings) {
    Settings readOnly = settings.with(MetadataOptions.READ_ONLY, "true");
    try (MetadataDb db = MetadataDb.open(readOnly, data)) {
      MetadataStore store = new MetadataStore(db, DATASOURCES, AT_ONCE);

      assertThat(store.tables("biz", "northwind")).containsExactly("customers", "orders");
      assertThat(store.table("biz", "northwind", "customers").orElseThrow().columns())
          .as("version 0, not the history row")
          .hasSize(6);
      assertThat(store.tables("lake", "nyc")).containsExactly("taxis");
      assertThat(store.tables("wh", "spark_catalog.test_db")).containsExactly("users");
      assertThat(store.snapshot("lake").skipped())
          .extracting(SkippedDataset::reason)
          .contains("it is marked as removed");
      assertThatThrownBy(() -> db.write(List.of(status("urn:li:dataset:x", true)), ACTOR, "run"))
          .isInstanceOfSatisfying(
              SluiceException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.NOT_SUPPORTED));
    }
  }

  @Test
  void aChangeIsSeenWithinTheBoundAndNotAskedForBefore() throws IOException {
    AtomicLong now = new AtomicLong();
    try (MetadataDb db = MetadataDb.open(Settings.empty(), data)) {
      MetadataStore store =
          new MetadataStore(
              db,
              DATASOURCES,
              Settings.empty().with(MetadataOptions.MAX_STALENESS, "2s"),
              now::get);
      assertThat(store.databases("biz")).isEmpty();
      db.write(Records.aspects("mysql__mysql_mces_with_db_golden.json"), ACTOR, "run");

      assertThat(store.databases("biz")).as("still fresh").isEmpty();
      now.addAndGet(Duration.ofSeconds(3).toNanos());
      assertThat(store.databases("biz")).containsExactly("northwind");
      DatasourceSnapshot snapshot = store.snapshot("biz");
      now.addAndGet(Duration.ofSeconds(3).toNanos());
      assertThat(store.snapshot("biz")).as("nothing changed, nothing read").isSameAs(snapshot);
      now.addAndGet(Duration.ofMinutes(6).toNanos());
      assertThat(store.snapshot("biz")).as("read anew in the end").isNotSameAs(snapshot);
    }
  }

  @Test
  void theLastSnapshotServesWhileTheDbIsAway() throws IOException {
    MetadataDb db = MetadataDb.open(Settings.empty(), data);
    MetadataStore store = new MetadataStore(db, DATASOURCES, AT_ONCE);
    db.write(Records.aspects("mysql__mysql_mces_with_db_golden.json"), ACTOR, "run");
    assertThat(store.databases("biz")).containsExactly("northwind");

    db.close();

    assertThat(store.databases("biz")).containsExactly("northwind");
  }

  @Test
  void aTableThatAStatementMadeIsListedAtOnceAndGoneWhenDropped() {
    try (MetadataDb db = MetadataDb.open(Settings.empty(), data)) {
      MetadataStore store =
          new MetadataStore(
              db, DATASOURCES, Settings.empty().with(MetadataOptions.MAX_STALENESS, "1h"));
      assertThat(store.databases("lake")).isEmpty();
      TableMetadata made =
          new TableMetadata(
              "",
              new TableName("lake", "ods.new", "x"),
              TableKind.TABLE,
              Optional.of("made here"),
              List.of(
                  column("id", "long", ColumnType.Simple.BIGINT, false),
                  column("at", "timestamptz", new ColumnType.TimestampLtz(6), true),
                  column(
                      "tags",
                      "list<string>",
                      new ColumnType.Array(ColumnType.Simple.STRING, true),
                      true)),
              List.of("id"),
              List.of(),
              Map.of(),
              Optional.empty());

      assertThat(store.record(made)).isTrue();

      TableMetadata read = store.table("lake", "ods.new", "x").orElseThrow();
      assertThat(read.columns())
          .extracting(ColumnMetadata::name, ColumnMetadata::type, ColumnMetadata::nullable)
          .containsExactlyElementsOf(
              made.columns().stream()
                  .map(c -> Tuple.tuple(c.name(), c.type(), c.nullable()))
                  .toList());
      assertThat(read.primaryKey()).containsExactly("id");
      assertThat(read.comment()).contains("made here");
      store.forget(read);
      assertThat(store.tables("lake", "ods.new")).isEmpty();
    }
  }

  private static ColumnMetadata column(
      String name, String nativeType, ColumnType type, boolean nullable) {
    return new ColumnMetadata(name, nativeType, type, nullable, Optional.empty(), false);
  }

  @Test
  void twoInstancesAreTwoDatasourcesAndEnvsStayApart() throws IOException {
    Datasources two =
        Datasources.of(
            List.of(
                new Datasource("a", Platform.MYSQL, Map.of(), "PROD", Optional.of("inst_a")),
                new Datasource("b", Platform.MYSQL, Map.of(), "PROD", Optional.of("inst_b")),
                new Datasource("d", Platform.MYSQL, Map.of(), "DEV", Optional.empty())));
    try (MetadataDb db = MetadataDb.open(Settings.empty(), data)) {
      List<Aspect> aspects = new ArrayList<>();
      for (String name : List.of("inst_a.shop.orders", "inst_b.shop.orders")) {
        aspects.addAll(table("urn:li:dataset:(urn:li:dataPlatform:mysql," + name + ",PROD)", name));
      }
      aspects.addAll(table("urn:li:dataset:(urn:li:dataPlatform:mysql,shop.dev,DEV)", ""));
      aspects.addAll(table("urn:li:dataset:(urn:li:dataPlatform:mysql,shop.prod,PROD)", ""));
      db.write(aspects, ACTOR, "run");
      MetadataStore store = new MetadataStore(db, two, AT_ONCE);

      assertThat(store.table("a", "shop", "orders").orElseThrow().urn()).contains("inst_a");
      assertThat(store.table("b", "shop", "orders").orElseThrow().urn()).contains("inst_b");
      assertThat(store.tables("a", "shop")).containsExactly("orders");
      assertThat(store.tables("d", "shop")).containsExactly("dev");
    }
  }

  private static List<Aspect> table(String urn, String instancedName) {
    var nodes = JsonNodeFactory.instance;
    var schema = nodes.objectNode();
    schema.putArray("fields").addObject().put("fieldPath", "id").put("nativeDataType", "BIGINT");
    List<Aspect> aspects = new ArrayList<>();
    aspects.add(new Aspect(urn, "schemaMetadata", schema));
    if (!instancedName.isEmpty()) {
      String instance = instancedName.substring(0, instancedName.indexOf('.'));
      aspects.add(
          new Aspect(
              urn,
              "dataPlatformInstance",
              nodes
                  .objectNode()
                  .put("platform", "urn:li:dataPlatform:mysql")
                  .put(
                      "instance",
                      "urn:li:dataPlatformInstance:(urn:li:dataPlatform:mysql," + instance + ")")));
    }
    return aspects;
  }

  @Test
  void aDatasetThatMayBelongToTwoDatasourcesIsNobodys() throws IOException {
    Datasources two =
        Datasources.of(
            List.of(
                Datasource.of("a", Platform.MYSQL, Map.of()),
                Datasource.of("b", Platform.MYSQL, Map.of())));
    try (MetadataDb db = MetadataDb.open(Settings.empty(), data)) {
      db.write(Records.aspects("mysql__mysql_mces_with_db_golden.json"), ACTOR, "run");
      MetadataStore store = new MetadataStore(db, two, AT_ONCE);

      assertThat(store.databases("a")).isEmpty();
      assertThat(store.snapshot("a").skipped())
          .allSatisfy(s -> assertThat(s.reason()).contains("set platform_instance"));
    }
  }

  @Test
  void anUnreachableDbIsToldWithoutItsPassword() {
    assertThatThrownBy(
            () ->
                MetadataDb.open(
                    at("jdbc:postgresql://127.0.0.1:1/x?loggerLevel=OFF", "u", "Hidden99"), data))
        .isInstanceOfSatisfying(
            SluiceException.class,
            e -> assertThat(e.code()).isEqualTo(ErrorCode.METADATA_UNAVAILABLE))
        .hasMessageContaining("jdbc:postgresql://127.0.0.1:1/x")
        .hasMessageNotContaining("Hidden99");
  }
}
