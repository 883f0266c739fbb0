/* SPDX-License-Identifier: Apache-2.0 */
package io.sluice.server.discovery;

/** Names of the small files in a gateway's data folder that other commands read. */
public final class GatewayFiles {
  /** Process id of the running gateway. */
  public static final String PID = "gateway.pid";

  /** Address of the running gateway's Thrift front end, as {@code host:port}. */
  public static final String ADDRESS = "gateway.address";

  /** The embedded ZooKeeper's port, taken again at the next start if it is free. */
  static final String ZOOKEEPER_PORT = "zookeeper.port";

  private GatewayFiles() {}
}
