/* SPDX-License-Identifier: Apache-2.0 */
package io.sluice.server.discovery;

import io.sluice.config.Option;
import java.util.List;

/** Settings of the registry of engines. */
public final class DiscoveryOptions {
  public static final Option<String> ADDRESSES =
      Option.string("sluice.ha.addresses")
          .doc(
              "ZooKeeper servers as `host:port,host:port`. If not set, the gateway runs a ZooKeeper of its own on the loopback address, and its engines stop with it.")
          .build();

  public static final Option<String> NAMESPACE =
      Option.string("sluice.ha.namespace")
          .must("not be empty and hold no slash", s -> !s.isBlank() && !s.contains("/"))
          .defaultsTo("sluice")
          .doc("Root node in ZooKeeper. Gateways with the same one share engines.")
          .build();

  public static final Option<String> CLUSTER_SECRET =
      Option.string("sluice.cluster.secret")
          .must("be 64 hexadecimal digits", s -> s.matches("[0-9a-fA-F]{64}"))
          .secret()
          .doc(
              "Secret from which each engine's own secret is made, as 64 hexadecimal digits; give it as `${file:/path}`. Needed only where several gateways share engines. If not set, a random one is made at first start and kept in the data folder.")
          .unknownToKyuubi()
          .build();

  private DiscoveryOptions() {}

  /** Every option of this class. */
  public static List<Option<?>> all() {
    return List.of(ADDRESSES, NAMESPACE, CLUSTER_SECRET);
  }
}
