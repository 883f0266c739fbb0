/* SPDX-License-Identifier: Apache-2.0 */
package io.sluice.protocol;

import static java.util.Objects.requireNonNull;

import io.sluice.protocol.sasl.Identity;
import java.net.InetSocketAddress;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;

/** A logged-in connection. Safe for use by any thread; one object from login to disconnect. */
public final class Peer {
  private final String id;
  private final InetSocketAddress remote;
  private final Identity identity;
  private final Runnable disconnect;
  private final Map<Class<?>, Object> attributes = new ConcurrentHashMap<>();

  public Peer(String id, InetSocketAddress remote, Identity identity, Runnable disconnect) {
    this.id = requireNonNull(id, "id is null");
    this.remote = requireNonNull(remote, "remote is null");
    this.identity = requireNonNull(identity, "identity is null");
    this.disconnect = requireNonNull(disconnect, "disconnect is null");
  }

  /** Names the connection in logs; unique within a server's life. */
  public String id() {
    return id;
  }

  public InetSocketAddress remote() {
    return remote;
  }

  public Identity identity() {
    return identity;
  }

  /** Closes the connection; {@link HiveService#disconnected} follows. */
  public void disconnect() {
    disconnect.run();
  }

  /** Keeps a value of the service's own with the connection, one per class. */
  public <T> void attach(Class<T> key, T value) {
    attributes.put(key, requireNonNull(value, "value is null"));
  }

  public <T> Optional<T> attached(Class<T> key) {
    return Optional.ofNullable(key.cast(attributes.get(key)));
  }

  @Override
  public String toString() {
    return identity.user() + '@' + remote.getHostString() + ':' + remote.getPort() + '#' + id;
  }
}
