/* SPDX-License-Identifier: Apache-2.0 */
package io.sluice.engine.service;

import static java.util.Objects.requireNonNull;

import io.sluice.config.Settings;
import io.sluice.engine.operation.Operation;
import io.sluice.engine.sql.SqlSession;
import io.sluice.error.ErrorCode;
import io.sluice.error.SluiceException;
import io.sluice.protocol.Handle;
import io.sluice.protocol.Peer;
import io.sluice.thrift.hive.TProtocolVersion;
import java.time.Duration;
import java.time.Instant;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;

/**
 * A session on an engine, with its open operations. Its lease runs while no connection that used it
 * is open: then a gateway has died, and nobody else will close it.
 */
final class EngineSession {
  private final Handle handle;
  private final String user;
  private final TProtocolVersion version;
  private final Settings settings;
  private final SqlSession sql;
  private final int maxOperations;
  private final Map<UUID, Operation> operations = new ConcurrentHashMap<>();
  private final Set<String> peers = new HashSet<>();
  private Instant orphanedAt;
  private boolean closed;

  EngineSession(
      Handle handle,
      String user,
      TProtocolVersion version,
      Settings settings,
      SqlSession sql,
      int maxOperations) {
    this.handle = requireNonNull(handle, "handle is null");
    this.user = requireNonNull(user, "user is null");
    this.version = requireNonNull(version, "version is null");
    this.settings = requireNonNull(settings, "settings is null");
    this.sql = requireNonNull(sql, "sql is null");
    this.maxOperations = maxOperations;
  }

  Handle handle() {
    return handle;
  }

  String user() {
    return user;
  }

  TProtocolVersion version() {
    return version;
  }

  Settings settings() {
    return settings;
  }

  SqlSession sql() {
    return sql;
  }

  /** A connection has used the session. */
  synchronized void touch(Peer peer) {
    peers.add(peer.id());
    orphanedAt = null;
  }

  /** A connection has ended. */
  synchronized void leave(Peer peer, Instant now) {
    if (peers.remove(peer.id()) && peers.isEmpty()) {
      orphanedAt = now;
    }
  }

  synchronized boolean leaseIsOver(Duration lease, Instant now) {
    return orphanedAt != null && !now.isBefore(orphanedAt.plus(lease));
  }

  /**
   * @throws SluiceException LIMIT_REACHED, or INVALID_HANDLE if the session is closed
   */
  synchronized void add(Operation operation) {
    if (closed) {
      throw new SluiceException(ErrorCode.INVALID_HANDLE, "The session is closed.");
    }
    if (operations.size() >= maxOperations) {
      throw new SluiceException(
          ErrorCode.LIMIT_REACHED,
          "The session holds "
              + operations.size()
              + " open operations, its limit ("
              + EngineOptions.SESSION_OPERATIONS.key()
              + "); close some of its statements.");
    }
    operations.put(operation.handle().id(), operation);
  }

  void remove(Operation operation) {
    operations.remove(operation.handle().id());
  }

  /** Ends the session for new operations; its operations, to be closed by the caller. */
  synchronized List<Operation> end() {
    closed = true;
    List<Operation> open = List.copyOf(operations.values());
    operations.clear();
    return open;
  }
}
