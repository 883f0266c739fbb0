/* SPDX-License-Identifier: Apache-2.0 */
package io.sluice.system;

import io.sluice.fixtures.EmbeddedDirectory;
import io.sluice.fixtures.Folders;
import io.sluice.fixtures.Gateway;
import io.sluice.fixtures.HiveDrivers;
import io.sluice.fixtures.MariaDb;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * The distribution at work as a user has it: a gateway process with its engines, a MariaDB, an
 * Iceberg warehouse and a Hudi folder as datasources {@code mysql_biz}, {@code lake} and {@code
 * hudi_lake}, and a directory with {@code alice} and {@code bob}. {@code broken_biz} is a
 * datasource whose server is down, {@code locked_biz} one whose password is wrong.
 *
 * <p>Tests take it as a parameter ({@link GatewayExtension}); all share one. They make databases of
 * their own, harvest what they make outside ({@link #harvest}), and leave other datasources alone.
 */
public final class GatewayFixture implements AutoCloseable {
  private final Path folder;
  private final MariaDb mysql;
  private final EmbeddedDirectory directory;
  private final Gateway gateway;
  private final String url;

  private GatewayFixture(
      Path folder, MariaDb mysql, EmbeddedDirectory directory, Gateway gateway, String url) {
    this.folder = folder;
    this.mysql = mysql;
    this.directory = directory;
    this.gateway = gateway;
    this.url = url;
  }

  /** Starts everything, with settings on top of the fixture's own. */
  public static GatewayFixture start(Map<String, String> settings) throws IOException {
    Path folder = Files.createTempDirectory("sluice-system");
    MariaDb mysql = MariaDb.builder().folder(folder.resolve("mysql")).start();
    EmbeddedDirectory directory = EmbeddedDirectory.start();
    directory.person("alice", "alice-secret").person("bob", "bob-secret");
    Path conf = Files.createDirectories(folder.resolve("conf"));
    Map<String, String> all = new TreeMap<>();
    all.put("sluice.frontend.thrift.binary.bind.host", "127.0.0.1");
    all.put("sluice.frontend.thrift.binary.bind.port", "0");
    all.put("sluice.authentication", "LDAP");
    all.put("sluice.authentication.ldap.url", directory.url());
    all.put("sluice.authentication.ldap.baseDN", EmbeddedDirectory.PEOPLE_DN);
    // Tests harvest what they have made, and ask for it at once.
    all.put("sluice.metadata.cache.max-staleness", "PT0S");
    all.putAll(settings);
    Files.write(
        conf.resolve("sluice.properties"),
        all.entrySet().stream().map(e -> e.getKey() + " = " + e.getValue()).toList());
    mysql.execute(
        "CREATE DATABASE shop",
        "CREATE TABLE shop.customer (id BIGINT PRIMARY KEY, name VARCHAR(40))",
        "INSERT INTO shop.customer VALUES (1, 'Ada')");
    mysql.createUser("shop", "shop-secret", "%");
    Files.createDirectories(folder.resolve("lake"));
    Files.createDirectories(folder.resolve("hudi"));
    Gateway gateway = new Gateway(distribution(), conf, folder.resolve("data"));
    try {
      Path datasources = conf.resolve("datasources.yaml");
      Files.writeString(datasources, datasources(folder, mysql, mysql.port(), "shop-secret"));
      gateway.harvest();
      // Known from better days, and out of order from now on.
      Files.writeString(datasources, datasources(folder, mysql, freePort(), "not-the-secret"));
      return new GatewayFixture(folder, mysql, directory, gateway, gateway.start());
    } catch (RuntimeException | IOException e) {
      directory.close();
      mysql.close();
      throw e;
    }
  }

  /** The distribution that the build has put together. */
  public static Path distribution() {
    return Path.of(System.getProperty("sluice.dist"));
  }

  private static String datasources(
      Path folder, MariaDb mysql, int brokenPort, String lockedPassword) {
    return """
    datasources:
      - name: mysql_biz
        platform: mysql
        url: %1$s
        user: shop
        password: shop-secret
      - name: lake
        platform: iceberg
        catalog: {type: hadoop, warehouse: "%2$s"}
      - name: hudi_lake
        platform: hudi
        path: "%3$s"
      - name: broken_biz
        platform: mysql
        url: jdbc:mysql://127.0.0.1:%4$d/
        user: shop
        password: shop-secret
      - name: locked_biz
        platform: mysql
        url: %1$s
        user: shop
        password: %5$s
    """
        .formatted(
            mysql.mysqlUrl(),
            folder.resolve("lake").toUri(),
            folder.resolve("hudi").toUri(),
            brokenPort,
            lockedPassword);
  }

  private static int freePort() throws IOException {
    try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      return socket.getLocalPort();
    }
  }

  /** {@code jdbc:hive2://127.0.0.1:<port>/} */
  public String url() {
    return url;
  }

  public MariaDb mysql() {
    return mysql;
  }

  public EmbeddedDirectory directory() {
    return directory;
  }

  /** The gateway's settings. */
  public Path conf() {
    return folder.resolve("conf");
  }

  /** The gateway's data folder: metadata DB, secrets, logs. */
  public Path data() {
    return folder.resolve("data");
  }

  /** Reads the metadata of datasources again, after something was made at the source. */
  public void harvest(String... datasources) throws IOException {
    gateway.harvest(datasources);
  }

  /** A connection of alice, by Hive JDBC 3.1.3. */
  public Connection connect() throws SQLException {
    return connect(HiveDrivers.HIVE_3_1_3);
  }

  /** A connection of alice. */
  public Connection connect(HiveDrivers driver) throws SQLException {
    return driver.connect(url, "alice", "alice-secret");
  }

  /** Stops everything; fails if a process had to be killed. */
  @Override
  public void close() throws IOException {
    List<String> left = gateway.stop();
    directory.close();
    mysql.close();
    if (!left.isEmpty()) {
      throw new IllegalStateException(String.join("\n", left));
    }
    Folders.delete(folder);
  }
}
