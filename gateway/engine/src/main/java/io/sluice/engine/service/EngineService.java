/* SPDX-License-Identifier: Apache-2.0 */
package io.sluice.engine.service;

import static java.util.Objects.requireNonNull;

import io.netty.buffer.ByteBuf;
import io.sluice.config.Settings;
import io.sluice.engine.operation.Operation;
import io.sluice.engine.result.ResultWindow;
import io.sluice.engine.sql.SqlEngine;
import io.sluice.engine.sql.SqlSession;
import io.sluice.error.ErrorCode;
import io.sluice.error.SluiceException;
import io.sluice.protocol.Handle;
import io.sluice.protocol.HiveService;
import io.sluice.protocol.Peer;
import io.sluice.protocol.ProtocolVersions;
import io.sluice.thrift.hive.TCancelOperationReq;
import io.sluice.thrift.hive.TCancelOperationResp;
import io.sluice.thrift.hive.TCloseOperationReq;
import io.sluice.thrift.hive.TCloseOperationResp;
import io.sluice.thrift.hive.TCloseSessionReq;
import io.sluice.thrift.hive.TCloseSessionResp;
import io.sluice.thrift.hive.TExecuteStatementReq;
import io.sluice.thrift.hive.TExecuteStatementResp;
import io.sluice.thrift.hive.TFetchOrientation;
import io.sluice.thrift.hive.TFetchResultsReq;
import io.sluice.thrift.hive.TGetInfoReq;
import io.sluice.thrift.hive.TGetInfoResp;
import io.sluice.thrift.hive.TGetInfoValue;
import io.sluice.thrift.hive.TGetOperationStatusReq;
import io.sluice.thrift.hive.TGetOperationStatusResp;
import io.sluice.thrift.hive.TGetResultSetMetadataReq;
import io.sluice.thrift.hive.TGetResultSetMetadataResp;
import io.sluice.thrift.hive.TOpenSessionReq;
import io.sluice.thrift.hive.TOpenSessionResp;
import io.sluice.thrift.hive.TOperationType;
import io.sluice.thrift.hive.TProtocolVersion;
import java.security.SecureRandom;
import java.time.Duration;
import java.time.InstantSource;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Serves the sessions of a {@link SqlEngine} to gateways. Calls arrive on event loops and never
 * block there: opening and closing sessions and running statements go to the engine's threads;
 * status and fetch wait as futures, so a cancel or close is never behind them.
 *
 * <p>Handles are the gateway's choice ({@link SessionKeys}); whoever may connect to this port is a
 * gateway, and the gateway has checked whose handle it is.
 */
public final class EngineService implements HiveService, AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(EngineService.class);

  private final SqlEngine engine;
  private final Settings settings;
  private final InstantSource clock;
  private final EngineThreads threads;
  private final SessionWatch watch;
  private final Statements statements;
  private final SecureRandom random = new SecureRandom();
  private final Map<UUID, EngineSession> sessions = new ConcurrentHashMap<>();
  private final Map<UUID, OpenOperation> operations = new ConcurrentHashMap<>();

  private record OpenOperation(EngineSession session, Operation operation) {}

  /**
   * @param onIdle called once, on a thread of the service, when the engine should exit: idle for
   *     its time, or the one session of a CONNECTION engine has closed
   */
  public EngineService(
      SqlEngine engine,
      Settings settings,
      boolean oneSession,
      InstantSource clock,
      Runnable onIdle) {
    this.engine = requireNonNull(engine, "engine is null");
    this.settings = requireNonNull(settings, "settings is null");
    this.clock = requireNonNull(clock, "clock is null");
    this.threads = new EngineThreads(settings.get(EngineOptions.THREADS));
    this.statements = new Statements(threads);
    this.watch =
        new SessionWatch(
            settings, oneSession, clock, threads, this::expire, engine::hasBackgroundWork, onIdle);
  }

  /** Open sessions now. */
  public int sessionCount() {
    return sessions.size();
  }

  @Override
  public CompletionStage<TOpenSessionResp> openSession(Peer peer, TOpenSessionReq request) {
    Map<String, String> configuration =
        request.isSetConfiguration() ? request.getConfiguration() : Map.of();
    String given = configuration.get(SessionKeys.SESSION_HANDLE);
    Handle handle = given == null ? Handle.random(random) : Handle.decode(given);
    String user =
        request.isSetUsername() && !request.getUsername().isEmpty()
            ? request.getUsername()
            : peer.identity().user();
    TProtocolVersion version = ProtocolVersions.negotiate(request.getClient_protocol());
    return threads.supply(
        () -> {
          SqlSession sql =
              engine.openSession(SessionKeys.spec(handle.id().toString(), user, configuration));
          EngineSession session =
              new EngineSession(
                  handle,
                  user,
                  version,
                  settings.with(SessionKeys.settings(configuration)),
                  sql,
                  settings.get(EngineOptions.SESSION_OPERATIONS));
          session.touch(peer);
          if (sessions.putIfAbsent(handle.id(), session) != null) {
            sql.close();
            throw new SluiceException(
                ErrorCode.INVALID_HANDLE, "Session " + handle.id() + " is open already.");
          }
          watch.opened();
          if (peer.attached(Gone.class).isPresent()) {
            session.leave(peer, clock.instant());
          }
          LOG.info("Session {} of {} opened", handle.id(), user);
          TOpenSessionResp answer = new TOpenSessionResp(Statuses.success(), version);
          answer.setSessionHandle(handle.toSessionHandle());
          answer.setConfiguration(Map.of());
          return answer;
        });
  }

  @Override
  public CompletionStage<TCloseSessionResp> closeSession(Peer peer, TCloseSessionReq request) {
    EngineSession session = session(peer, Handle.of(request.getSessionHandle()));
    return threads.supply(
        () -> {
          end(session, "The session was closed.");
          return new TCloseSessionResp(Statuses.success());
        });
  }

  /** Answered at once and for any session handle: gateways ask it to see that the engine lives. */
  @Override
  public CompletionStage<TGetInfoResp> getInfo(Peer peer, TGetInfoReq request) {
    TGetInfoValue value =
        switch (request.getInfoType()) {
          case CLI_SERVER_NAME, CLI_DBMS_NAME -> TGetInfoValue.stringValue(engine.name());
          case CLI_DBMS_VER -> TGetInfoValue.stringValue(engine.version());
          default ->
              throw new SluiceException(
                  ErrorCode.NOT_SUPPORTED,
                  "GetInfo " + request.getInfoType() + " is not answered by an engine.");
        };
    return CompletableFuture.completedFuture(new TGetInfoResp(Statuses.success(), value));
  }

  @Override
  public CompletionStage<TExecuteStatementResp> executeStatement(
      Peer peer, TExecuteStatementReq request) {
    EngineSession session = session(peer, Handle.of(request.getSessionHandle()));
    Map<String, String> overlay = request.isSetConfOverlay() ? request.getConfOverlay() : Map.of();
    String given = overlay.get(SessionKeys.OPERATION_HANDLE);
    Handle handle = given == null ? Handle.random(random) : Handle.decode(given);
    Settings forStatement = session.settings().with(SessionKeys.settings(overlay));
    Operation operation =
        new Operation(
            handle,
            request.getStatement(),
            SessionKeys.settings(overlay),
            forStatement.get(EngineOptions.RESULT_WINDOW),
            threads,
            clock);
    if (operations.putIfAbsent(handle.id(), new OpenOperation(session, operation)) != null) {
      throw new SluiceException(
          ErrorCode.INVALID_HANDLE, "Operation " + handle.id() + " is open already.");
    }
    try {
      session.add(operation);
    } catch (SluiceException e) {
      operations.remove(handle.id());
      throw e;
    }
    Duration limit =
        shorter(
            forStatement.get(EngineOptions.QUERY_TIMEOUT),
            Duration.ofSeconds(request.isSetQueryTimeout() ? request.getQueryTimeout() : 0));
    statements.start(session.sql(), operation, limit);
    TExecuteStatementResp answer = new TExecuteStatementResp(Statuses.success());
    // Whether there will be rows is known once it is planned: GetOperationStatus tells.
    answer.setOperationHandle(handle.toOperationHandle(TOperationType.EXECUTE_STATEMENT, false));
    return CompletableFuture.completedFuture(answer);
  }

  @Override
  public CompletionStage<TGetOperationStatusResp> getOperationStatus(
      Peer peer, TGetOperationStatusReq request) {
    OpenOperation open = operation(peer, Handle.of(request.getOperationHandle()));
    boolean withProgress = request.isSetGetProgressUpdate() && request.isGetProgressUpdate();
    Supplier<TGetOperationStatusResp> answer =
        () -> Statuses.of(open.operation().status(), open.session().version(), withProgress);
    if (open.operation().status().state().isSettled()) {
      return CompletableFuture.completedFuture(answer.get());
    }
    long wait = settings.get(EngineOptions.STATUS_POLLING_TIMEOUT).toMillis();
    return open.operation()
        .settled()
        .toCompletableFuture()
        .copy()
        .completeOnTimeout(null, wait, TimeUnit.MILLISECONDS)
        .thenApply(settled -> answer.get());
  }

  @Override
  public CompletionStage<TCancelOperationResp> cancelOperation(
      Peer peer, TCancelOperationReq request) {
    operation(peer, Handle.of(request.getOperationHandle())).operation().cancel();
    return CompletableFuture.completedFuture(new TCancelOperationResp(Statuses.success()));
  }

  @Override
  public CompletionStage<TCloseOperationResp> closeOperation(
      Peer peer, TCloseOperationReq request) {
    OpenOperation open = operation(peer, Handle.of(request.getOperationHandle()));
    operations.remove(open.operation().handle().id());
    open.session().remove(open.operation());
    open.operation().close("The operation was closed.");
    return CompletableFuture.completedFuture(new TCloseOperationResp(Statuses.success()));
  }

  @Override
  public CompletionStage<TGetResultSetMetadataResp> getResultSetMetadata(
      Peer peer, TGetResultSetMetadataReq request) {
    Operation operation = operation(peer, Handle.of(request.getOperationHandle())).operation();
    return operation
        .settled()
        .thenApply(
            settled -> {
              TGetResultSetMetadataResp answer = new TGetResultSetMetadataResp(Statuses.success());
              answer.setSchema(Fetches.resultOf(operation).schema().toThrift());
              return answer;
            });
  }

  @Override
  public CompletionStage<ByteBuf> fetchResults(Peer peer, TFetchResultsReq request) {
    OpenOperation open = operation(peer, Handle.of(request.getOperationHandle()));
    boolean first = request.getOrientation() == TFetchOrientation.FETCH_FIRST;
    if (!first && request.getOrientation() != TFetchOrientation.FETCH_NEXT) {
      throw new SluiceException(
          ErrorCode.INVALID_FETCH,
          request.getOrientation() + " is not supported; fetch with FETCH_NEXT or FETCH_FIRST.");
    }
    int maxRows = (int) Math.min(Integer.MAX_VALUE, Math.max(1, request.getMaxRows()));
    TProtocolVersion version = open.session().version();
    if (request.isSetFetchType() && request.getFetchType() == 1) {
      return CompletableFuture.completedFuture(
          Fetches.log(open.operation().operationLog(), first, maxRows, version));
    }
    return open.operation()
        .settled()
        .thenCompose(
            settled -> {
              ResultWindow window = Fetches.resultOf(open.operation());
              if (first) {
                window.rewind();
              }
              return Fetches.rows(window, maxRows, open.session().settings(), version);
            });
  }

  @Override
  public void disconnected(Peer peer) {
    peer.attach(Gone.class, new Gone());
    for (EngineSession session : sessions.values()) {
      session.leave(peer, clock.instant());
    }
  }

  /** Closes every session and gives up the threads; the engine itself is the caller's. */
  @Override
  public void close() {
    watch.close();
    for (EngineSession session : sessions.values()) {
      end(session, "The engine is shutting down.");
    }
    threads.close();
  }

  private void expire() {
    Duration lease = settings.get(EngineOptions.SESSION_LEASE);
    for (EngineSession session : sessions.values()) {
      if (session.leaseIsOver(lease, clock.instant())) {
        LOG.warn(
            "Session {} of {} is closed: its gateway has been gone for {}",
            session.handle(),
            session.user(),
            lease);
        end(session, "The session was closed: its gateway went away.");
      }
    }
  }

  private void end(EngineSession session, String why) {
    if (!sessions.remove(session.handle().id(), session)) {
      return;
    }
    for (Operation operation : session.end()) {
      operations.remove(operation.handle().id());
      operation.close(why);
    }
    try {
      session.sql().close();
    } catch (RuntimeException e) {
      LOG.warn("Session {}: giving it up failed", session.handle(), e);
    } finally {
      LOG.info("Session {} of {} closed", session.handle(), session.user());
      watch.closed(sessions.size());
    }
  }

  private EngineSession session(Peer peer, Handle handle) {
    EngineSession session = sessions.get(handle.id());
    if (session == null || !session.handle().equals(handle)) {
      throw new SluiceException(
          ErrorCode.INVALID_HANDLE,
          "Session "
              + handle.id()
              + " is not open on this engine; it was closed, or the engine was restarted. Connect again.");
    }
    session.touch(peer);
    return session;
  }

  private OpenOperation operation(Peer peer, Handle handle) {
    OpenOperation open = operations.get(handle.id());
    if (open == null || !open.operation().handle().equals(handle)) {
      throw new SluiceException(
          ErrorCode.INVALID_HANDLE,
          "Operation "
              + handle.id()
              + " is not open on this engine; it was closed, or its session ended.");
    }
    open.session().touch(peer);
    return open;
  }

  private static Duration shorter(Duration one, Duration other) {
    if (one.isZero() || other.isZero()) {
      return one.isZero() ? other : one;
    }
    return one.compareTo(other) < 0 ? one : other;
  }

  /** Marks a peer whose connection ended, for an open that was still under way. */
  private record Gone() {}
}
