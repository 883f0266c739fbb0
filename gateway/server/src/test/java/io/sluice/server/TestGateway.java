/* SPDX-License-Identifier: Apache-2.0 */
package io.sluice.server;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.sluice.config.Settings;
import io.sluice.error.ErrorCode;
import io.sluice.error.SluiceException;
import io.sluice.fixtures.HiveDrivers;
import io.sluice.metadata.MetadataDb;
import io.sluice.metadata.aspect.Aspect;
import io.sluice.protocol.sasl.Identity;
import io.sluice.protocol.sasl.PlainAuthenticator;
import io.sluice.server.engine.EngineType;
import io.sluice.server.toy.ToyEngineMain;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;

/**
 * A gateway in this JVM with a real embedded ZooKeeper and metadata DB; its engines are real
 * processes with a toy language. Whoever gives the password {@code secret} may log in.
 */
final class TestGateway implements AutoCloseable {
  static final String YAML =
      """
      datasources:
        - name: shop
          platform: mysql
          url: jdbc:mysql://127.0.0.1:1/
          user: nobody
          password: none
        - name: depot
          platform: mariadb
          url: jdbc:mariadb://127.0.0.1:1/
          user: nobody
          password: none
      """;

  private final Path folder;
  private final Gateway gateway;

  private TestGateway(Path folder, Gateway gateway) {
    this.folder = folder;
    this.gateway = gateway;
  }

  static TestGateway start(Path folder, Map<String, String> settings) {
    return start(folder, settings, InstantSource.system());
  }

  static TestGateway start(Path folder, Map<String, String> settings, InstantSource clock) {
    try {
      Path conf = Files.createDirectories(folder.resolve("conf"));
      Files.writeString(conf.resolve("datasources.yaml"), YAML);
      Map<String, String> all = new TreeMap<>(settings);
      all.putIfAbsent("sluice.frontend.thrift.binary.bind.host", "127.0.0.1");
      all.putIfAbsent("sluice.frontend.thrift.binary.bind.port", "0");
      return new TestGateway(folder, Gateway.start(config(folder, Settings.of(all), clock)));
    } catch (IOException e) {
      throw new java.io.UncheckedIOException(e);
    }
  }

  static GatewayConfig config(Path folder, Settings settings, InstantSource clock) {
    return new GatewayConfig(
        folder,
        folder.resolve("conf"),
        folder.resolve("data"),
        settings,
        Optional.of(login()),
        Map.of(EngineType.FLINK_SQL, (id, workDirectory) -> toyCommand()),
        clock);
  }

  private static PlainAuthenticator login() {
    return (user, password, remote) ->
        password.equals("secret")
            ? CompletableFuture.completedFuture(Identity.of(user))
            : CompletableFuture.failedFuture(
                new SluiceException(ErrorCode.LOGIN_FAILED, "Wrong name or password."));
  }

  private static List<String> toyCommand() {
    return List.of(
        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
        "-Xmx64m",
        "-XX:TieredStopAtLevel=1",
        "-XX:+UseSerialGC",
        "-cp",
        System.getProperty("surefire.test.class.path", System.getProperty("java.class.path")),
        ToyEngineMain.class.getName());
  }

  Gateway gateway() {
    return gateway;
  }

  String url() {
    return "jdbc:hive2://127.0.0.1:" + gateway.address().getPort() + "/";
  }

  Connection connect(String user) throws SQLException {
    return connect(user, "");
  }

  /**
   * @param rest what follows the slash of the URL
   */
  Connection connect(String user, String rest) throws SQLException {
    return HiveDrivers.HIVE_3_1_3.connect(url() + rest, user, "secret");
  }

  /** Writes a table of a datasource into the metadata DB, as a harvest would. */
  void table(
      String datasource, String platform, String name, List<String> keys, String... columns) {
    ObjectMapper json = new ObjectMapper();
    ObjectNode schema = json.createObjectNode();
    schema.put("schemaName", name).put("platform", "urn:li:dataPlatform:" + platform);
    keys.forEach(schema.putArray("primaryKeys")::add);
    List<ObjectNode> fields = new ArrayList<>();
    for (String column : columns) {
      String[] parts = column.split(" ", 2);
      ObjectNode field = json.createObjectNode();
      field.put("fieldPath", parts[0]);
      field.put("nullable", !parts[1].endsWith(" NOT NULL"));
      field.put("nativeDataType", parts[1].replace(" NOT NULL", ""));
      field.putObject("type").putObject("type").putObject("com.linkedin.schema.NullType");
      fields.add(field);
    }
    fields.forEach(schema.putArray("fields")::add);
    String urn =
        "urn:li:dataset:(urn:li:dataPlatform:"
            + platform
            + ','
            + datasource
            + '.'
            + name
            + ",PROD)";
    ObjectNode instance = json.createObjectNode();
    instance.put("platform", "urn:li:dataPlatform:" + platform);
    instance.put(
        "instance",
        "urn:li:dataPlatformInstance:(urn:li:dataPlatform:" + platform + ',' + datasource + ')');
    try (MetadataDb db = MetadataDb.open(Settings.empty(), folder.resolve("data"))) {
      db.write(
          List.of(
              new Aspect(urn, "schemaMetadata", schema),
              new Aspect(urn, "dataPlatformInstance", instance)),
          "urn:li:corpuser:test",
          "test");
    }
  }

  /** Waits, within a bound, until a condition holds. */
  static void eventually(String what, BooleanSupplier condition) {
    long end = System.nanoTime() + Duration.ofSeconds(60).toNanos();
    while (!condition.getAsBoolean() && System.nanoTime() < end) {
      LockSupport.parkNanos(Duration.ofMillis(20).toNanos());
    }
    assertThat(condition.getAsBoolean()).as(what).isTrue();
  }

  @Override
  public void close() {
    gateway.close();
    eventually("no engine process is left", () -> gateway.engines().processCount() == 0);
    assertThat(gateway.sessions().sessionCount()).as("sessions left").isZero();
    assertThat(gateway.sessions().operationCount()).as("operations left").isZero();
    assertThat(gateway.sessions().limits().isEmpty()).as("no permit left").isTrue();
  }
}
