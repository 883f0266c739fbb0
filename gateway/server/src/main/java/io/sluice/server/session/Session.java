/* SPDX-License-Identifier: Apache-2.0 */
package io.sluice.server.session;

import static java.util.Objects.requireNonNull;

import io.sluice.engine.service.SessionKeys;
import io.sluice.protocol.Handle;
import io.sluice.server.engine.Engines;
import io.sluice.server.engine.RoutingKey;
import io.sluice.server.engine.SessionEngine;
import io.sluice.server.operation.Operation;
import io.sluice.thrift.hive.TOpenSessionReq;
import io.sluice.thrift.hive.TProtocolVersion;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;

/**
 * A client's session: who it is, what it has set, and what it has running. Settings, catalog and
 * database are kept here even while an engine has them too, so that the session can be opened on
 * another engine.
 */
public final class Session {
  /**
   * Who a session belongs to.
   *
   * @param login the person logged in, who alone may use its handle
   * @param user whom it runs as; differs from {@code login} for an allowed proxy only
   * @param address the client's
   */
  public record Owner(String login, String user, String address) {
    public Owner {
      requireNonNull(login, "login is null");
      requireNonNull(user, "user is null");
      requireNonNull(address, "address is null");
    }
  }

  private final Handle handle;
  private final Owner owner;
  private final TProtocolVersion version;
  private final Map<String, String> variables;
  private final Map<String, String> initialSettings;
  private final Duration idleTimeout;
  private final InstantSource clock;
  private final SessionLimits.Permit permit;
  private final SessionEngine engine;
  private final Map<UUID, Operation> operations = new ConcurrentHashMap<>();
  private SortedMap<String, String> settings;
  private Namespace namespace;
  private List<String> notes;
  private boolean namesChanged;
  private Instant lastAccess;
  private boolean closed;

  Session(
      Handle handle,
      Owner owner,
      TProtocolVersion version,
      SessionRequest request,
      Namespace namespace,
      RoutingKey key,
      Engines engines,
      Duration engineRequestTimeout,
      Duration idleTimeout,
      InstantSource clock,
      SessionLimits.Permit permit) {
    this.handle = requireNonNull(handle, "handle is null");
    this.owner = requireNonNull(owner, "owner is null");
    this.version = requireNonNull(version, "version is null");
    this.variables = request.variables();
    this.initialSettings = request.settings();
    this.settings = new TreeMap<>(request.settings());
    this.notes = request.notes();
    this.namespace = requireNonNull(namespace, "namespace is null");
    this.idleTimeout = requireNonNull(idleTimeout, "idleTimeout is null");
    this.clock = requireNonNull(clock, "clock is null");
    this.permit = requireNonNull(permit, "permit is null");
    this.lastAccess = clock.instant();
    this.engine = new SessionEngine(key, engines, this::engineRequest, engineRequestTimeout);
  }

  public Handle handle() {
    return handle;
  }

  public Owner owner() {
    return owner;
  }

  public TProtocolVersion version() {
    return version;
  }

  public SessionEngine engine() {
    return engine;
  }

  /** Values for {@code ${name}} in statements. */
  public Map<String, String> variables() {
    return variables;
  }

  /** What the session has set. */
  public synchronized SortedMap<String, String> settings() {
    return new TreeMap<>(settings);
  }

  public synchronized void set(String key, String value) {
    settings.put(key, value);
  }

  /** Back to what the session was opened with. */
  public synchronized void reset(Optional<String> key) {
    if (key.isEmpty()) {
      settings = new TreeMap<>(initialSettings);
    } else if (initialSettings.containsKey(key.get())) {
      settings.put(key.get(), initialSettings.get(key.get()));
    } else {
      settings.remove(key.get());
    }
  }

  public synchronized Namespace namespace() {
    return namespace;
  }

  public synchronized void use(Namespace next) {
    namespace = requireNonNull(next, "next is null");
  }

  /** A statement ran that may have created, dropped or altered something on the engine. */
  public synchronized void namesChanged() {
    namesChanged = true;
  }

  /** True if the engine may know names, temporary ones for one, that the metadata DB does not. */
  public synchronized boolean mayHaveOwnNames() {
    return namesChanged;
  }

  /** What the client should be told once, in the log of its first operation. */
  public synchronized List<String> takeNotes() {
    List<String> taken = notes;
    notes = List.of();
    return taken;
  }

  /** The request that opens this session, as it is now, on an engine. */
  private synchronized TOpenSessionReq engineRequest() {
    Map<String, String> configuration = new TreeMap<>(settings);
    configuration.put(SessionKeys.SESSION_HANDLE, handle.encoded());
    namespace.catalog().ifPresent(c -> configuration.put(SessionKeys.USE_CATALOG, c));
    namespace.database().ifPresent(d -> configuration.put(SessionKeys.USE_DATABASE, d));
    TOpenSessionReq request = new TOpenSessionReq(version);
    request.setUsername(owner.user());
    request.setConfiguration(configuration);
    return request;
  }

  /** The client made a call. The sweep never calls this (apache/kyuubi#347). */
  synchronized void touch() {
    lastAccess = clock.instant();
  }

  /** True if the client has been silent for the session's time and nothing runs for it. */
  boolean isIdle() {
    synchronized (this) {
      if (clock.instant().isBefore(lastAccess.plus(idleTimeout))) {
        return false;
      }
    }
    return operations.values().stream().allMatch(operation -> operation.state().isSettled());
  }

  /**
   * @return false if the session has closed meanwhile
   */
  boolean add(Operation operation) {
    synchronized (this) {
      if (!closed) {
        operations.put(operation.handle().id(), operation);
        return true;
      }
    }
    return false;
  }

  void remove(Operation operation) {
    operations.remove(operation.handle().id());
  }

  Collection<Operation> operations() {
    return List.copyOf(operations.values());
  }

  /**
   * Ends the session: its statements stop, its engine is left, its permit given back.
   *
   * @return false if it had ended before
   */
  boolean close() {
    synchronized (this) {
      if (closed) {
        return false;
      }
      closed = true;
    }
    try {
      operations().forEach(Operation::close);
      operations.clear();
    } finally {
      try {
        engine.close();
      } finally {
        permit.close();
      }
    }
    return true;
  }
}
