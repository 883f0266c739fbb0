/* SPDX-License-Identifier: Apache-2.0 */
package io.sluice.engine.registry;

import static java.util.Objects.requireNonNull;

import io.sluice.error.ErrorCode;
import io.sluice.error.SluiceException;
import java.io.IOException;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.apache.curator.framework.CuratorFramework;
import org.apache.curator.framework.CuratorFrameworkFactory;
import org.apache.curator.framework.recipes.cache.ChildData;
import org.apache.curator.framework.recipes.cache.CuratorCache;
import org.apache.curator.framework.recipes.cache.CuratorCacheListener;
import org.apache.curator.framework.recipes.nodes.PersistentNode;
import org.apache.curator.retry.ExponentialBackoffRetry;
import org.apache.zookeeper.CreateMode;
import org.apache.zookeeper.KeeperException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The running engines, kept in ZooKeeper as ephemeral nodes {@code /<namespace>/engines/<routing
 * key>/<engine id>}. An engine that dies is gone after the ZooKeeper session timeout; an engine
 * whose ZooKeeper session was lost writes its node again.
 *
 * <p>Every method but {@link #watch} asks ZooKeeper and may block for the connection timeout.
 */
public final class EngineRegistry implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(EngineRegistry.class);
  private static final Duration REGISTER_TIMEOUT = Duration.ofSeconds(20);

  private final CuratorFramework curator;
  private final boolean owned;

  private EngineRegistry(CuratorFramework curator, boolean owned) {
    this.curator = requireNonNull(curator, "curator is null");
    this.owned = owned;
  }

  /** A registry on a client of its own, which closes with it. */
  public static EngineRegistry connect(String connectString) {
    CuratorFramework curator =
        CuratorFrameworkFactory.builder()
            .connectString(connectString)
            .sessionTimeoutMs(15_000)
            .connectionTimeoutMs(10_000)
            .retryPolicy(new ExponentialBackoffRetry(200, 5, 3_000))
            .build();
    curator.start();
    return new EngineRegistry(curator, true);
  }

  /** A registry on a started client that belongs to the caller. */
  public static EngineRegistry on(CuratorFramework curator) {
    return new EngineRegistry(curator, false);
  }

  /**
   * The path of a routing key. Parts are escaped, so a user named {@code a/b} or {@code ..} stays
   * one part.
   */
  public static String path(String namespace, String... routingKey) {
    StringBuilder path = new StringBuilder("/").append(segment(namespace)).append("/engines");
    for (String part : routingKey) {
      path.append('/').append(segment(part));
    }
    return path.toString();
  }

  /**
   * Announces an engine until the returned handle is closed, across lost ZooKeeper sessions.
   *
   * @throws SluiceException ENGINE_START_FAILED if ZooKeeper did not take the node in time
   */
  public AutoCloseable register(String path, EngineRegistration registration) {
    PersistentNode node =
        new PersistentNode(
            curator,
            CreateMode.EPHEMERAL,
            false,
            path + '/' + segment(registration.engineId()),
            registration.toBytes());
    node.start();
    boolean created = false;
    try {
      created = node.waitForInitialCreate(REGISTER_TIMEOUT.toMillis(), TimeUnit.MILLISECONDS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    if (!created) {
      close(node);
      throw new SluiceException(
          ErrorCode.ENGINE_START_FAILED,
          "Engine "
              + registration.engineId()
              + " could not register at "
              + path
              + " in ZooKeeper "
              + curator.getZookeeperClient().getCurrentConnectionString()
              + " within "
              + REGISTER_TIMEOUT.toSeconds()
              + " s; check that ZooKeeper runs and can be reached.");
    }
    return node;
  }

  /**
   * The engines registered at a path now. Entries that cannot be read are left out and logged. The
   * caller still has to check {@link EngineRegistration#isProvenBy}.
   *
   * @throws SluiceException METADATA_UNAVAILABLE if ZooKeeper does not answer
   */
  public List<EngineRegistration> find(String path) {
    List<EngineRegistration> found = new ArrayList<>();
    try {
      for (String name : curator.getChildren().forPath(path)) {
        read(path + '/' + name, found);
      }
    } catch (KeeperException.NoNodeException e) {
      return List.of();
    } catch (Exception e) {
      throw unavailable(path, e);
    }
    return found;
  }

  /**
   * All engines below a path now, by any routing key. As for {@link #find}, the caller still has to
   * check the proofs.
   *
   * @throws SluiceException METADATA_UNAVAILABLE if ZooKeeper does not answer
   */
  public List<EngineRegistration> findAll(String path) {
    List<EngineRegistration> found = new ArrayList<>(find(path));
    try {
      for (String name : curator.getChildren().forPath(path)) {
        found.addAll(findAll(path + '/' + name));
      }
    } catch (KeeperException.NoNodeException e) {
      LOG.debug("{} went away while it was listed", path);
    } catch (SluiceException e) {
      throw e;
    } catch (Exception e) {
      throw unavailable(path, e);
    }
    return found;
  }

  /**
   * Calls the listener with the engines of a path, now and on every change. The calls come from a
   * ZooKeeper thread, one at a time, and must not block.
   */
  public AutoCloseable watch(String path, Consumer<List<EngineRegistration>> listener) {
    CuratorCache cache = CuratorCache.build(curator, path);
    Runnable tell =
        () -> {
          List<EngineRegistration> engines = new ArrayList<>();
          cache.stream()
              .filter(node -> isChild(path, node.getPath()))
              .forEach(node -> parse(node, engines));
          listener.accept(List.copyOf(engines));
        };
    cache
        .listenable()
        .addListener(
            CuratorCacheListener.builder()
                .forInitialized(tell)
                .forAll((type, before, after) -> tell.run())
                .build());
    cache.start();
    return cache;
  }

  /** Removes an engine's node, whoever wrote it: for an engine that is known to be dead. */
  public void remove(String path, String engineId) {
    try {
      curator.delete().quietly().forPath(path + '/' + segment(engineId));
    } catch (Exception e) {
      throw unavailable(path, e);
    }
  }

  @Override
  public void close() {
    if (owned) {
      curator.close();
    }
  }

  private void read(String node, List<EngineRegistration> found) throws Exception {
    try {
      byte[] data = curator.getData().forPath(node);
      parse(new ChildData(node, null, data), found);
    } catch (KeeperException.NoNodeException e) {
      LOG.debug("{} went away while it was listed", node);
    }
  }

  private static void parse(ChildData node, List<EngineRegistration> found) {
    byte[] data = node.getData();
    if (data == null || data.length == 0) {
      return;
    }
    try {
      found.add(EngineRegistration.fromBytes(data));
    } catch (IOException | RuntimeException e) {
      LOG.warn(
          "{} is not an engine's registration and is left out: {}", node.getPath(), e.toString());
    }
  }

  private static boolean isChild(String path, String node) {
    return node.startsWith(path + '/') && node.indexOf('/', path.length() + 1) < 0;
  }

  private static void close(PersistentNode node) {
    try {
      node.close();
    } catch (IOException e) {
      LOG.warn("A registry node could not be removed; it goes with the ZooKeeper session", e);
    }
  }

  private SluiceException unavailable(String path, Exception e) {
    if (e instanceof InterruptedException) {
      Thread.currentThread().interrupt();
    }
    return new SluiceException(
        ErrorCode.METADATA_UNAVAILABLE,
        "ZooKeeper "
            + curator.getZookeeperClient().getCurrentConnectionString()
            + " did not answer for "
            + path
            + " ("
            + e.getMessage()
            + "); check that it runs and can be reached.",
        e);
  }

  private static String segment(String text) {
    String encoded = URLEncoder.encode(text, StandardCharsets.UTF_8).replace("*", "%2A");
    return encoded.equals(".") || encoded.equals("..") || encoded.isEmpty()
        ? encoded.replace(".", "%2E") + (encoded.isEmpty() ? "%00" : "")
        : encoded;
  }
}
