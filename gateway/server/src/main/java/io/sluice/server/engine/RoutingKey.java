/* SPDX-License-Identifier: Apache-2.0 */
package io.sluice.server.engine;

import static java.util.Objects.requireNonNull;

import io.sluice.engine.launch.ShareLevel;
import io.sluice.engine.registry.EngineRegistry;

/**
 * What decides which engine serves a session: sessions with the same key share one.
 *
 * @param owner the user, for CONNECTION and USER
 * @param subdomain the session's subdomain; for CONNECTION the session's id
 */
public record RoutingKey(EngineType type, ShareLevel level, String owner, String subdomain) {
  public RoutingKey {
    requireNonNull(type, "type is null");
    requireNonNull(level, "level is null");
    requireNonNull(owner, "owner is null");
    requireNonNull(subdomain, "subdomain is null");
  }

  /** Path of the key's engines in the registry. */
  String registryPath(String namespace) {
    return EngineRegistry.path(namespace, type.name(), level.name(), owner, subdomain);
  }

  /** Path of the lock under which the key's engine is started. */
  String lockPath(String namespace) {
    String root = EngineRegistry.path(namespace);
    return root.substring(0, root.lastIndexOf('/'))
        + "/locks"
        + registryPath(namespace).substring(root.length());
  }

  /** For logs and messages: {@code FLINK_SQL/USER/alice/default}. */
  @Override
  public String toString() {
    return type + "/" + level + '/' + owner + '/' + subdomain;
  }
}
