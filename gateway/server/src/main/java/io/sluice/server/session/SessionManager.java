/* SPDX-License-Identifier: Apache-2.0 */
package io.sluice.server.session;

import static java.util.Objects.requireNonNull;

import io.sluice.config.Settings;
import io.sluice.engine.launch.ShareLevel;
import io.sluice.engine.operation.OperationState;
import io.sluice.error.ErrorCode;
import io.sluice.error.SluiceException;
import io.sluice.protocol.Handle;
import io.sluice.protocol.HiveErrors;
import io.sluice.protocol.Peer;
import io.sluice.protocol.ProtocolVersions;
import io.sluice.server.engine.Engines;
import io.sluice.server.engine.LaunchOptions;
import io.sluice.server.engine.RoutingKey;
import io.sluice.server.operation.Operation;
import io.sluice.server.operation.OperationOptions;
import io.sluice.server.session.Session.Owner;
import io.sluice.thrift.hive.TOpenSessionReq;
import io.sluice.thrift.hive.TOperationHandle;
import io.sluice.thrift.hive.TSessionHandle;
import java.security.SecureRandom;
import java.time.Duration;
import java.time.InstantSource;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentHashMap;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * All sessions and operations of the gateway, by handle. A handle is good for the person who got it
 * alone; a wrong owner, a wrong secret and an unknown handle get one and the same answer.
 */
public final class SessionManager implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(SessionManager.class);

  private record OpenOperation(Session session, Operation operation) {}

  private final Settings settings;
  private final SettingRules rules;
  private final ProxyRules proxies;
  private final SessionLimits limits;
  private final NamespaceResolver namespaces;
  private final Engines engines;
  private final InstantSource clock;
  private final SecureRandom random = new SecureRandom();
  private final boolean closeOnDisconnect;
  private final Map<UUID, Session> sessions = new ConcurrentHashMap<>();
  private final Map<UUID, OpenOperation> operations = new ConcurrentHashMap<>();
  private volatile boolean closing;

  public SessionManager(
      Settings settings,
      SettingRules rules,
      NamespaceResolver namespaces,
      Engines engines,
      InstantSource clock) {
    this.settings = requireNonNull(settings, "settings is null");
    this.rules = requireNonNull(rules, "rules is null");
    this.proxies = new ProxyRules(settings);
    this.limits = new SessionLimits(settings);
    this.namespaces = requireNonNull(namespaces, "namespaces is null");
    this.engines = requireNonNull(engines, "engines is null");
    this.clock = requireNonNull(clock, "clock is null");
    this.closeOnDisconnect = settings.get(SessionOptions.CLOSE_ON_DISCONNECT);
  }

  public SettingRules rules() {
    return rules;
  }

  public SessionLimits limits() {
    return limits;
  }

  public int sessionCount() {
    return sessions.size();
  }

  public int operationCount() {
    return operations.size();
  }

  /** Operations whose work is under way. */
  public int runningCount() {
    return (int)
        operations.values().stream()
            .filter(open -> open.operation().state() == OperationState.RUNNING)
            .count();
  }

  /** A new handle for a session or an operation. */
  public Handle newHandle() {
    return Handle.random(random);
  }

  /**
   * Opens a session. No engine is started, unless only an engine can tell whether the database that
   * the client asks for exists. However the opening fails, nothing of it is left.
   */
  public CompletionStage<Session> open(Peer peer, TOpenSessionReq request) {
    if (closing) {
      throw new SluiceException(
          ErrorCode.SHUTTING_DOWN, "The gateway is stopping. Try again later.");
    }
    String address = peer.remote().getAddress().getHostAddress();
    SessionRequest wanted = SessionRequest.read(request.getConfiguration(), rules);
    String user = proxies.sessionUser(peer.identity().user(), wanted.proxyUser(), address);
    Owner owner = new Owner(peer.identity().user(), user, address);
    ClientConnection connection = connection(peer);
    SessionLimits.Permit permit = limits.acquire(user, address);
    CompletionStage<Session> opening;
    try {
      opening =
          namespaces
              .resolve(wanted)
              .thenCompose(place -> create(request, wanted, owner, place, permit, connection));
    } catch (RuntimeException e) {
      permit.close();
      throw e;
    }
    return opening.whenComplete(
        (session, failure) -> {
          if (failure != null) {
            permit.close();
          } else if (!register(session, connection)) {
            LOG.info(
                "Session {} of {} is closed: its client left while it opened",
                session.handle(),
                user);
            close(session);
          }
        });
  }

  private CompletionStage<Session> create(
      TOpenSessionReq request,
      SessionRequest wanted,
      Owner owner,
      NamespaceResolver.Place place,
      SessionLimits.Permit permit,
      ClientConnection connection) {
    Settings own = settings.with(wanted.settings());
    Handle handle = newHandle();
    ShareLevel level = own.get(LaunchOptions.SHARE_LEVEL);
    RoutingKey key =
        new RoutingKey(
            own.get(LaunchOptions.ENGINE_TYPE),
            level,
            owner.user(),
            level == ShareLevel.CONNECTION
                ? handle.id().toString()
                : own.get(LaunchOptions.SUBDOMAIN));
    Session session =
        new Session(
            handle,
            owner,
            ProtocolVersions.negotiate(request.getClient_protocol()),
            wanted,
            place.namespace(),
            key,
            engines,
            settings.get(LaunchOptions.REQUEST_TIMEOUT),
            idleTimeout(own),
            clock,
            permit);
    if (place.certain()) {
      return CompletableFuture.completedFuture(session);
    }
    if (!connection.begin(session)) {
      session.close();
    }
    return session
        .engine()
        .bind(line -> LOG.info("Session {}: {}", handle, line))
        .handle(
            (bound, failure) -> {
              if (failure != null) {
                connection.remove(session);
                session.close();
                throw HiveErrors.toException(failure);
              }
              return session;
            });
  }

  private Duration idleTimeout(Settings own) {
    Duration limit = settings.get(SessionOptions.IDLE_TIMEOUT);
    Duration wanted = own.get(SessionOptions.IDLE_TIMEOUT);
    return wanted.compareTo(limit) < 0 ? wanted : limit;
  }

  private boolean register(Session session, ClientConnection connection) {
    sessions.put(session.handle().id(), session);
    LOG.info(
        "Session {} of {} from {} opened, engine {}",
        session.handle(),
        session.owner().user(),
        session.owner().address(),
        session.engine().key());
    return connection.add(session) && !closing;
  }

  private ClientConnection connection(Peer peer) {
    synchronized (peer) {
      return peer.attached(ClientConnection.class)
          .orElseGet(
              () -> {
                ClientConnection fresh = new ClientConnection();
                peer.attach(ClientConnection.class, fresh);
                return fresh;
              });
    }
  }

  /**
   * The session of a handle, which its client thereby has used.
   *
   * @throws SluiceException INVALID_HANDLE
   */
  public Session session(Peer peer, TSessionHandle thrift) {
    Handle handle = Handle.of(thrift);
    Session session = sessions.get(handle.id());
    if (session == null
        || !session.handle().equals(handle)
        || !session.owner().login().equals(peer.identity().user())) {
      throw new SluiceException(
          ErrorCode.INVALID_HANDLE,
          "Invalid SessionHandle [" + handle.id() + "]: no such session. It may have been closed.");
    }
    session.touch();
    return session;
  }

  /**
   * The operation of a handle, which its client thereby has used.
   *
   * @throws SluiceException INVALID_HANDLE
   */
  public Operation operation(Peer peer, TOperationHandle thrift) {
    return openOperation(peer, thrift).operation();
  }

  private OpenOperation openOperation(Peer peer, TOperationHandle thrift) {
    Handle handle = Handle.of(thrift);
    OpenOperation open = operations.get(handle.id());
    if (open == null
        || !open.operation().handle().equals(handle)
        || !open.session().owner().login().equals(peer.identity().user())) {
      throw new SluiceException(
          ErrorCode.INVALID_HANDLE,
          "Invalid OperationHandle ["
              + handle.id()
              + "]: no such operation. It may have been closed.");
    }
    open.session().touch();
    open.operation().touch();
    return open;
  }

  /** Makes an operation known under its handle. */
  public <O extends Operation> O register(Session session, O operation) {
    operations.put(operation.handle().id(), new OpenOperation(session, operation));
    if (!session.add(operation)) {
      operations.remove(operation.handle().id());
      operation.close();
      throw new SluiceException(ErrorCode.INVALID_HANDLE, "The session is closed. Open a new one.");
    }
    session.takeNotes().forEach(operation::log);
    return operation;
  }

  /** Closes an operation for its client. */
  public void closeOperation(Peer peer, TOperationHandle handle) {
    close(openOperation(peer, handle));
  }

  private void close(OpenOperation open) {
    operations.remove(open.operation().handle().id());
    open.session().remove(open.operation());
    open.operation().close();
  }

  /** Closes a session for its client. */
  public void close(Peer peer, TSessionHandle handle) {
    Session session = session(peer, handle);
    connection(peer).remove(session);
    close(session);
  }

  private void close(Session session) {
    sessions.remove(session.handle().id());
    session.operations().forEach(operation -> operations.remove(operation.handle().id()));
    if (session.close()) {
      LOG.info("Session {} of {} closed", session.handle(), session.owner().user());
    }
  }

  /** A connection has ended; its sessions end with it, unless a setting says otherwise. */
  public void disconnected(Peer peer) {
    ClientConnection.Left left = connection(peer).end();
    left.opening().forEach(Session::close);
    if (closeOnDisconnect) {
      left.open().forEach(this::close);
    }
  }

  /** Closes sessions and operations that have been idle too long. */
  public void sweep() {
    Duration operationLimit = settings.get(OperationOptions.IDLE_TIMEOUT);
    for (OpenOperation open : operations.values()) {
      if (open.operation().isIdle(operationLimit)) {
        LOG.info("Operation {} is closed: idle for {}", open.operation().handle(), operationLimit);
        close(open);
      }
    }
    for (Session session : sessions.values()) {
      if (session.isIdle()) {
        LOG.info("Session {} is idle", session.handle());
        close(session);
      }
    }
  }

  /** Closes every session; no new one opens. */
  @Override
  public void close() {
    closing = true;
    sessions.values().forEach(this::close);
  }
}
