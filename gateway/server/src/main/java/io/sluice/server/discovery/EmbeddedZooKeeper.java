/* SPDX-License-Identifier: Apache-2.0 */
package io.sluice.server.discovery;

import static java.util.Objects.requireNonNull;

import io.sluice.error.ErrorCode;
import io.sluice.error.SluiceException;
import java.io.File;
import java.io.IOException;
import java.net.BindException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.Optional;
import org.apache.zookeeper.server.NIOServerCnxnFactory;
import org.apache.zookeeper.server.ServerCnxnFactory;
import org.apache.zookeeper.server.ZooKeeperServer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A ZooKeeper in the gateway process, for one gateway without a cluster. It listens on the loopback
 * address. The port of the last run is taken again if it is free, so that an engine that outlived a
 * crashed gateway finds it and registers anew.
 */
public final class EmbeddedZooKeeper implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(EmbeddedZooKeeper.class);
  private static final int TICK_MILLIS = 1_000;
  private static final int MAX_CONNECTIONS_PER_HOST = 1_000;

  private final ServerCnxnFactory factory;

  private EmbeddedZooKeeper(ServerCnxnFactory factory) {
    this.factory = requireNonNull(factory, "factory is null");
  }

  /**
   * Starts the server with its files in the data folder.
   *
   * @throws SluiceException INVALID_CONFIGURATION or DISK_FULL if it cannot start
   */
  public static EmbeddedZooKeeper start(DataDirectory data) {
    // The administration page is a Jetty server that this class path does not carry.
    System.setProperty("zookeeper.admin.enableServer", "false");
    File folder = data.folder("zookeeper").toFile();
    try {
      ZooKeeperServer server = new ZooKeeperServer(folder, folder, TICK_MILLIS);
      ServerCnxnFactory factory = bind(lastPort(data));
      factory.startup(server);
      data.write(GatewayFiles.ZOOKEEPER_PORT, String.valueOf(factory.getLocalPort()));
      LOG.info("Embedded ZooKeeper at 127.0.0.1:{}, files in {}", factory.getLocalPort(), folder);
      return new EmbeddedZooKeeper(factory);
    } catch (IOException e) {
      throw DataDirectory.failure(folder.toPath(), e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new SluiceException(ErrorCode.SHUTTING_DOWN, "The start was interrupted.", e);
    }
  }

  private static Optional<Integer> lastPort(DataDirectory data) {
    return DataDirectory.read(data.root(), GatewayFiles.ZOOKEEPER_PORT)
        .filter(text -> text.matches("\\d{1,5}"))
        .map(Integer::valueOf);
  }

  private static ServerCnxnFactory bind(Optional<Integer> lastPort) throws IOException {
    if (lastPort.isPresent()) {
      try {
        return bind(lastPort.get());
      } catch (BindException e) {
        LOG.info("Port {} of the last run is taken; using another", lastPort.get());
      }
    }
    return bind(0);
  }

  private static ServerCnxnFactory bind(int port) throws IOException {
    NIOServerCnxnFactory factory = new NIOServerCnxnFactory();
    InetAddress loopback = InetAddress.getByAddress(new byte[] {127, 0, 0, 1});
    try {
      factory.configure(new InetSocketAddress(loopback, port), MAX_CONNECTIONS_PER_HOST);
    } catch (IOException e) {
      factory.shutdown();
      throw e;
    }
    return factory;
  }

  /** What a client connects to. */
  public String connectString() {
    return "127.0.0.1:" + factory.getLocalPort();
  }

  @Override
  public void close() {
    factory.shutdown();
  }
}
