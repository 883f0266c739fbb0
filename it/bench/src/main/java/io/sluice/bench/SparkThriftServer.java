/* SPDX-License-Identifier: Apache-2.0 */
package io.sluice.bench;

import io.sluice.fixtures.Command;
import io.sluice.fixtures.CommandFailure;
import java.io.IOException;
import java.io.InputStream;
import java.io.PrintStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

/**
 * Spark Thrift Server 3.5.4 as a process, from Maven's artifacts: fetched once with Maven, when a
 * bench first needs it.
 */
final class SparkThriftServer implements AutoCloseable {
  private static final Duration FETCH_LIMIT = Duration.ofMinutes(15);
  private static final Duration START_LIMIT = Duration.ofMinutes(2);

  /** Spark's own list for Java 17 (org.apache.spark.launcher.JavaModuleOptions). */
  private static final List<String> OPENED =
      List.of(
          "java.base/java.lang",
          "java.base/java.lang.invoke",
          "java.base/java.lang.reflect",
          "java.base/java.io",
          "java.base/java.net",
          "java.base/java.nio",
          "java.base/java.util",
          "java.base/java.util.concurrent",
          "java.base/java.util.concurrent.atomic",
          "java.base/jdk.internal.ref",
          "java.base/sun.nio.ch",
          "java.base/sun.nio.cs",
          "java.base/sun.security.action",
          "java.base/sun.util.calendar");

  private final Process process;
  private final int port;

  private SparkThriftServer(Process process, int port) {
    this.process = process;
    this.port = port;
  }

  /**
   * Starts the server and waits until it listens.
   *
   * @param peers where the jars are kept from run to run
   * @param work a folder for this run
   * @throws CommandFailure if it cannot be had or does not start
   */
  static SparkThriftServer start(Path peers, Path work, String heap, PrintStream out)
      throws IOException {
    Path jars = peers.resolve("spark-thrift-server-3.5.4");
    if (!Files.isDirectory(jars)) {
      out.println("Fetching Spark Thrift Server 3.5.4 with Maven, once (some 190 jars)...");
      fetch(peers, jars);
    }
    Files.createDirectories(work);
    int port = freePort();
    copy("log4j2-quiet.properties", work.resolve("log4j2.properties"));
    List<String> words = new ArrayList<>();
    words.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    words.add(heap);
    OPENED.forEach(name -> words.add("--add-opens=" + name + "=ALL-UNNAMED"));
    words.addAll(
        List.of(
            "-Dlog4j2.configurationFile=" + work.resolve("log4j2.properties"),
            "-Dspark.master=local[2]",
            "-Dspark.app.name=bench",
            "-Dspark.ui.enabled=false",
            "-Dspark.driver.host=127.0.0.1",
            "-Dspark.driver.bindAddress=127.0.0.1",
            "-Dspark.local.dir=" + work.resolve("local"),
            "-Dspark.sql.warehouse.dir=" + work.resolve("warehouse"),
            "-Dspark.sql.catalogImplementation=in-memory",
            "-Dspark.hadoop.javax.jdo.option.ConnectionURL=jdbc:derby:memory:bench;create=true",
            "-Dderby.system.home=" + work,
            "-cp",
            jars + "/*",
            "org.apache.spark.sql.hive.thriftserver.HiveThriftServer2",
            "--hiveconf",
            "hive.server2.thrift.bind.host=127.0.0.1",
            "--hiveconf",
            "hive.server2.thrift.port=" + port));
    Path log = work.resolve("spark-thrift-server.log");
    Process process =
        new ProcessBuilder(words)
            .directory(work.toFile())
            .redirectInput(Path.of("/dev/null").toFile())
            .redirectErrorStream(true)
            .redirectOutput(log.toFile())
            .start();
    SparkThriftServer server = new SparkThriftServer(process, port);
    Runtime.getRuntime().addShutdownHook(new Thread(server::close, "spark-thrift-server-stop"));
    if (!server.listens()) {
      server.close();
      throw new CommandFailure("Spark Thrift Server did not start; its log is " + log);
    }
    return server;
  }

  private static void fetch(Path peers, Path jars) throws IOException {
    Files.createDirectories(peers);
    Path pom = peers.resolve("pom.xml");
    copy("spark-thrift-server.xml", pom);
    Path partial = Files.createTempDirectory(peers, "fetching");
    Command.Result result =
        Command.of(
                "mvn",
                "-q",
                "-B",
                "-f",
                pom.toString(),
                "dependency:copy-dependencies",
                "-DincludeScope=runtime",
                "-DoutputDirectory=" + partial)
            .run(FETCH_LIMIT);
    if (result.code() != 0) {
      throw new CommandFailure("Maven did not fetch Spark Thrift Server: " + result.output());
    }
    Files.move(partial, jars, StandardCopyOption.ATOMIC_MOVE);
  }

  private static void copy(String resource, Path file) throws IOException {
    try (InputStream in = SparkThriftServer.class.getResourceAsStream(resource)) {
      Files.copy(in, file, StandardCopyOption.REPLACE_EXISTING);
    }
  }

  private boolean listens() throws IOException {
    long end = System.nanoTime() + START_LIMIT.toNanos();
    try {
      while (System.nanoTime() < end) {
        if (process.waitFor(200, TimeUnit.MILLISECONDS)) {
          return false;
        }
        try (Socket socket = new Socket()) {
          socket.connect(address(), 1000);
          return true;
        } catch (IOException e) {
          // Not yet: nothing listens on the port before the server is ready.
          continue;
        }
      }
      return false;
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return false;
    }
  }

  InetSocketAddress address() {
    return new InetSocketAddress(InetAddress.getLoopbackAddress(), port);
  }

  private static int freePort() throws IOException {
    try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      return socket.getLocalPort();
    }
  }

  @Override
  public void close() {
    process.descendants().forEach(ProcessHandle::destroyForcibly);
    process.destroyForcibly();
  }
}
