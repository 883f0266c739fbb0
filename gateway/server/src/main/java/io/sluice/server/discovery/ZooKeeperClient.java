/* SPDX-License-Identifier: Apache-2.0 */
package io.sluice.server.discovery;

import io.sluice.error.ErrorCode;
import io.sluice.error.SluiceException;
import java.util.concurrent.TimeUnit;
import org.apache.curator.framework.CuratorFramework;
import org.apache.curator.framework.CuratorFrameworkFactory;
import org.apache.curator.retry.ExponentialBackoffRetry;

/** The gateway's connection to ZooKeeper. */
public final class ZooKeeperClient {
  private static final int SESSION_MILLIS = 15_000;
  private static final int CONNECT_MILLIS = 10_000;

  private ZooKeeperClient() {}

  /**
   * Connects.
   *
   * @throws SluiceException INVALID_CONFIGURATION if nobody answers in time
   */
  public static CuratorFramework start(String connectString) {
    CuratorFramework curator =
        CuratorFrameworkFactory.newClient(
            connectString, SESSION_MILLIS, CONNECT_MILLIS, new ExponentialBackoffRetry(100, 4));
    curator.start();
    boolean connected = false;
    try {
      connected = curator.blockUntilConnected(CONNECT_MILLIS, TimeUnit.MILLISECONDS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    if (!connected) {
      curator.close();
      throw new SluiceException(
          ErrorCode.INVALID_CONFIGURATION,
          "ZooKeeper at "
              + connectString
              + " ("
              + DiscoveryOptions.ADDRESSES
              + ") does not answer. Check the address, or leave the setting out to use the embedded one.");
    }
    return curator;
  }
}
