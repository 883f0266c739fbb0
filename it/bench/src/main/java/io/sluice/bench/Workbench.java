/* SPDX-License-Identifier: Apache-2.0 */
package io.sluice.bench;

import io.sluice.engine.launch.EngineSecret;
import io.sluice.engine.registry.EngineRegistration;
import io.sluice.engine.registry.EngineRegistry;
import io.sluice.fixtures.Command;
import io.sluice.fixtures.CommandFailure;
import io.sluice.fixtures.EmbeddedDirectory;
import io.sluice.fixtures.Gateway;
import io.sluice.fixtures.MariaDb;
import io.sluice.protocol.EventLoops;
import io.sluice.protocol.sasl.ClientLogin;
import io.sluice.protocol.sasl.SharedSecret;
import java.io.IOException;
import java.io.PrintStream;
import java.net.InetSocketAddress;
import java.net.URI;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.sql.Driver;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.EnumSet;
import java.util.HexFormat;
import java.util.List;
import java.util.Set;

/**
 * Everything under measurement, started for this run on free ports in a folder of its own: a
 * MariaDB, an Iceberg warehouse, the gateway with its engine, and Spark Thrift Server if it can be
 * had. {@link #close} stops all of it, newest first.
 */
final class Workbench implements AutoCloseable {
  private static final String USER = "bench";
  private static final String PASSWORD = "bench-password";
  private static final Duration LIMIT = Duration.ofMinutes(3);

  /** The same heap for the engine and for its peer. */
  private static final String HEAP = "2g";

  private static final Set<Bench> QUICK = EnumSet.of(Bench.CONNECT, Bench.SELECT1, Bench.POINT);

  private final Path home;
  private final Path work;
  private final PrintStream out;
  private final Deque<AutoCloseable> started = new ArrayDeque<>();

  Workbench(Path home, Path work, PrintStream out) {
    this.home = home;
    this.work = work;
    this.out = out;
  }

  /** Starts everything; the subjects are ready and warm connections have been made. */
  List<Subject> start(Path peers, Set<Bench> benches) throws Exception {
    out.println("Setting up in " + work);
    MariaDb mysql = started(MariaDb.builder().folder(work.resolve("mysql")).start());
    fill(mysql);
    Path lake = work.resolve("lake");
    writeNumbers(lake);
    EmbeddedDirectory directory = started(EmbeddedDirectory.start());
    directory.person(USER, PASSWORD);
    Path conf = Files.createDirectories(work.resolve("conf"));
    Path data = Files.createDirectories(work.resolve("gateway"));
    configure(conf, lake, mysql, directory);
    Gateway gateway = new Gateway(home, conf, data);
    gateway.harvest();
    started.push(() -> gateway.stop().forEach(out::println));
    String url = gateway.start();
    EventLoops loops = started(EventLoops.start("bench", 1));
    Driver driver = driver();

    String point = "SELECT id, name FROM mysql_biz.bench.points WHERE id = ";
    String fetch = "SELECT id, name, score FROM lake.bench.numbers";
    URI parts = URI.create(url.substring("jdbc:".length()).replaceAll(";.*", ""));
    InetSocketAddress address = new InetSocketAddress(parts.getHost(), parts.getPort());
    Set<Bench> jdbc = EnumSet.of(Bench.FETCH_JDBC);
    jdbc.addAll(QUICK);
    Subject throughGateway =
        new Subject(
            "gateway",
            jdbc,
            () -> JdbcClient.open(driver, url, USER, PASSWORD),
            key -> point + key,
            fetch);
    out.println("First statement, which starts the engine...");
    try (Client client = throughGateway.opening().open()) {
      client.query(point + 1);
    }
    Subject rawThroughGateway =
        new Subject(
            "gateway",
            EnumSet.of(Bench.FETCH_RAW),
            () -> RawClient.open(loops, address, ClientLogin.plain(USER, PASSWORD), USER),
            key -> point + key,
            fetch);
    Subject quickRawThroughGateway =
        new Subject("gateway-raw", QUICK, rawThroughGateway.opening(), key -> point + key, fetch);
    EngineRegistration engine = engine(data);
    ClientLogin login =
        ClientLogin.hmac(
            SharedSecret.of(secret(data, engine).bytes()), "bench", new SecureRandom());
    InetSocketAddress enginePort = new InetSocketAddress(engine.host(), engine.port());
    Set<Bench> raw = EnumSet.of(Bench.FETCH_RAW);
    raw.addAll(QUICK);
    Subject straight =
        new Subject(
            "engine",
            raw,
            () -> RawClient.open(loops, enginePort, login, USER),
            key -> point + key,
            fetch);
    List<Subject> own =
        List.of(throughGateway, rawThroughGateway, quickRawThroughGateway, straight);
    try {
      SparkThriftServer spark =
          started(SparkThriftServer.start(peers, work.resolve("spark"), "-Xmx" + HEAP, out));
      return java.util.stream.Stream.concat(
              own.stream(), sparkSubjects(spark, driver, loops, mysql, lake).stream())
          .toList();
    } catch (CommandFailure | IOException e) {
      out.println("Without spark-thrift-server: " + e.getMessage());
      return own;
    }
  }

  private List<Subject> sparkSubjects(
      SparkThriftServer spark, Driver driver, EventLoops loops, MariaDb mysql, Path lake) {
    String url = "jdbc:hive2://127.0.0.1:" + spark.address().getPort() + "/";
    String view =
        "CREATE TEMPORARY VIEW points USING jdbc OPTIONS (url '%s', driver 'org.mariadb.jdbc.Driver', dbtable 'bench.points', user '%s', password '%s')"
            .formatted(
                mysql.jdbcUrl() + "?sessionVariables=sql_mode=ANSI_QUOTES",
                mysql.user(),
                mysql.password());
    String fetch =
        "SELECT id, name, score FROM parquet.`" + lake.resolve("bench/numbers/data").toUri() + "`";
    return List.of(
        new Subject(
            "spark-thrift-server",
            EnumSet.of(Bench.CONNECT, Bench.SELECT1, Bench.FETCH_JDBC),
            () -> JdbcClient.open(driver, url, USER, PASSWORD),
            key -> "",
            fetch),
        new Subject(
            "spark-thrift-server",
            EnumSet.of(Bench.POINT),
            () -> {
              JdbcClient client = JdbcClient.open(driver, url, USER, PASSWORD);
              client.execute(view);
              return client;
            },
            key -> "SELECT id, name FROM points WHERE id = " + key,
            fetch),
        new Subject(
            "spark-thrift-server",
            EnumSet.of(Bench.FETCH_RAW),
            () -> RawClient.open(loops, spark.address(), ClientLogin.plain(USER, PASSWORD), USER),
            key -> "",
            fetch));
  }

  private static void fill(MariaDb mysql) {
    mysql.execute(
        "CREATE DATABASE bench",
        "CREATE TABLE bench.points (id BIGINT NOT NULL PRIMARY KEY, name VARCHAR(40) NOT NULL)",
        "INSERT INTO bench.points SELECT seq, CONCAT('name-', seq) FROM bench.seq_0_to_"
            + (Measurement.POINT_ROWS - 1));
  }

  private void writeNumbers(Path lake) throws IOException {
    String own =
        Path.of(
                URI.create(
                    NumbersMain.class
                        .getProtectionDomain()
                        .getCodeSource()
                        .getLocation()
                        .toString()))
            .toString();
    Command.Result result =
        Command.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-Xmx1g",
                "-cp",
                home.resolve("lib/flink") + "/*:" + own,
                NumbersMain.class.getName(),
                lake.toString())
            .run(LIMIT);
    if (result.code() != 0) {
      throw new CommandFailure("The table to fetch was not written:\n" + result.errors());
    }
  }

  private static void configure(Path conf, Path lake, MariaDb mysql, EmbeddedDirectory directory)
      throws IOException {
    Files.writeString(
        conf.resolve("sluice.properties"),
        """
        sluice.frontend.thrift.binary.bind.host = 127.0.0.1
        sluice.frontend.thrift.binary.bind.port = 0
        sluice.authentication = LDAP
        sluice.authentication.ldap.url = %s
        sluice.authentication.ldap.baseDN = %s
        sluice.engine.flink.memory = %s
        """
            .formatted(directory.url(), EmbeddedDirectory.PEOPLE_DN, HEAP));
    Files.writeString(
        conf.resolve("datasources.yaml"),
        """
        datasources:
          - name: mysql_biz
            platform: mysql
            url: %s
            user: %s
            password: ""
          - name: lake
            platform: iceberg
            catalog: {type: hadoop, warehouse: "%s"}
        """
            .formatted(mysql.mysqlUrl(), mysql.user(), lake.toUri()));
  }

  /** Finds the engine as a gateway does: in the registry, believed when it proves itself. */
  private static EngineRegistration engine(Path data) throws IOException {
    String zooKeeper = "127.0.0.1:" + Files.readString(data.resolve("zookeeper.port")).strip();
    String path = EngineRegistry.path("sluice", "FLINK_SQL", "USER", USER, "default");
    try (EngineRegistry registry = EngineRegistry.connect(zooKeeper)) {
      for (EngineRegistration engine : registry.find(path)) {
        if (engine.isProvenBy(secret(data, engine))) {
          return engine;
        }
      }
    }
    throw new CommandFailure("No engine is registered at " + path);
  }

  private static EngineSecret secret(Path data, EngineRegistration engine) throws IOException {
    byte[] cluster =
        HexFormat.of().parseHex(Files.readString(data.resolve("cluster.secret")).strip());
    return EngineSecret.derive(cluster, engine.engineId());
  }

  private Driver driver() throws ReflectiveOperationException, IOException {
    Path beeline = home.resolve("lib/beeline");
    List<URL> jars = new ArrayList<>();
    // The driver logs through slf4j, which complains on the terminal when nothing takes the log.
    try (DirectoryStream<Path> files =
        Files.newDirectoryStream(beeline, "{hive-jdbc-*-standalone,slf4j-nop-*}.jar")) {
      for (Path jar : files) {
        jars.add(jar.toUri().toURL());
      }
    }
    URLClassLoader loader =
        started(new URLClassLoader(jars.toArray(URL[]::new), ClassLoader.getPlatformClassLoader()));
    return (Driver)
        loader.loadClass("org.apache.hive.jdbc.HiveDriver").getConstructor().newInstance();
  }

  private <T extends AutoCloseable> T started(T thing) {
    started.push(thing);
    return thing;
  }

  @Override
  public void close() throws Exception {
    Exception first = null;
    while (!started.isEmpty()) {
      try {
        started.pop().close();
      } catch (Exception e) {
        if (first == null) {
          first = e;
        } else {
          first.addSuppressed(e);
        }
      }
    }
    if (first != null) {
      throw first;
    }
  }
}
