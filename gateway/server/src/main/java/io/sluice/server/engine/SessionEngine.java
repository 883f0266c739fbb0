/* SPDX-License-Identifier: Apache-2.0 */
package io.sluice.server.engine;

import static java.util.Objects.requireNonNull;

import io.sluice.engine.launch.ShareLevel;
import io.sluice.error.ErrorCode;
import io.sluice.error.SluiceException;
import io.sluice.protocol.HiveCall;
import io.sluice.protocol.HiveErrors;
import io.sluice.thrift.hive.TCloseSessionReq;
import io.sluice.thrift.hive.TOpenSessionReq;
import io.sluice.thrift.hive.TSessionHandle;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * One session's place on an engine. It is taken at the first statement that needs an engine, and
 * taken anew, on another engine, at the first statement after the engine was lost: the session is
 * opened there with the settings, catalog and database it has by then, and the client is told in
 * the statement's log that temporary objects are gone.
 *
 * <p>States: unbound, binding (all who ask share one future), bound, closed. Guarded by the
 * monitor; calls and callbacks happen outside it.
 */
public final class SessionEngine {
  private static final Logger LOG = LoggerFactory.getLogger(SessionEngine.class);

  /** The session is open on this engine. */
  public record Bound(EngineConnection engine, TSessionHandle handle) {
    public Bound {
      requireNonNull(engine, "engine is null");
      requireNonNull(handle, "handle is null");
    }
  }

  private final RoutingKey key;
  private final Engines engines;
  private final Supplier<TOpenSessionReq> request;
  private final Duration requestTimeout;
  private final List<Consumer<String>> listeners = new ArrayList<>();
  private Optional<Bound> bound = Optional.empty();
  private Optional<CompletableFuture<Bound>> binding = Optional.empty();
  private Optional<EngineWaiter> waiter = Optional.empty();
  private boolean closed;

  /**
   * @param request makes the request that opens the session, as the session is at that moment
   */
  public SessionEngine(
      RoutingKey key, Engines engines, Supplier<TOpenSessionReq> request, Duration requestTimeout) {
    this.key = requireNonNull(key, "key is null");
    this.engines = requireNonNull(engines, "engines is null");
    this.request = requireNonNull(request, "request is null");
    this.requestTimeout = requireNonNull(requestTimeout, "requestTimeout is null");
  }

  public RoutingKey key() {
    return key;
  }

  /** Most time an engine may take to answer one call. */
  public Duration requestTimeout() {
    return requestTimeout;
  }

  /** Where the session is open now. */
  public synchronized Optional<Bound> current() {
    return bound.filter(b -> b.engine().isOpen());
  }

  /**
   * Has the session open on an engine.
   *
   * @param log told what the client should know while it waits
   */
  public CompletionStage<Bound> bind(Consumer<String> log) {
    CompletableFuture<Bound> future;
    synchronized (this) {
      if (closed) {
        return CompletableFuture.failedFuture(sessionClosed());
      }
      if (bound.isPresent() && bound.get().engine().isOpen()) {
        return CompletableFuture.completedFuture(bound.get());
      }
      listeners.add(log);
      if (binding.isPresent()) {
        return binding.get();
      }
      Optional<String> lostEngine = bound.map(b -> b.engine().engineId());
      bound = Optional.empty();
      future = new CompletableFuture<>();
      binding = Optional.of(future);
      lostEngine.ifPresent(
          id ->
              log.accept(
                  "Engine "
                      + id
                      + " of this session was lost. The session goes on with a new engine: settings, current catalog and database are kept; temporary tables, views and functions are gone."));
    }
    attempt(future, true);
    return future;
  }

  private void attempt(CompletableFuture<Bound> future, boolean mayRetry) {
    EngineWaiter asked = engines.acquire(key, this::tell);
    boolean gone;
    synchronized (this) {
      gone = closed;
      waiter = Optional.of(asked);
    }
    if (gone) {
      asked.close();
    }
    asked
        .engine()
        .thenCompose(this::open)
        .whenComplete(
            (opened, failure) -> {
              if (failure == null) {
                succeed(future, opened);
              } else if (mayRetry && isEngineGone(failure)) {
                // It was about to exit, for lack of sessions, while we came.
                attempt(future, false);
              } else {
                fail(future, failure);
              }
            });
  }

  private CompletionStage<Bound> open(EngineConnection engine) {
    return engine
        .call(HiveCall.OPEN_SESSION, request.get(), requestTimeout)
        .handle(
            (answer, failure) -> {
              try {
                if (failure != null) {
                  throw HiveErrors.toException(failure);
                }
                HiveErrors.check(answer.getStatus());
                return new Bound(engine, answer.getSessionHandle());
              } catch (SluiceException e) {
                if (key.level() == ShareLevel.CONNECTION) {
                  engines.retire(engine);
                }
                throw e;
              }
            });
  }

  private static boolean isEngineGone(Throwable failure) {
    ErrorCode code = HiveErrors.toException(failure).code();
    return code == ErrorCode.ENGINE_LOST || code == ErrorCode.SHUTTING_DOWN;
  }

  private void succeed(CompletableFuture<Bound> future, Bound opened) {
    boolean late;
    synchronized (this) {
      late = closed;
      binding = Optional.empty();
      waiter = Optional.empty();
      listeners.clear();
      if (!late) {
        bound = Optional.of(opened);
      }
    }
    if (late) {
      leave(opened);
      future.completeExceptionally(sessionClosed());
      return;
    }
    future.complete(opened);
  }

  private void fail(CompletableFuture<Bound> future, Throwable failure) {
    synchronized (this) {
      binding = Optional.empty();
      waiter = Optional.empty();
      listeners.clear();
    }
    future.completeExceptionally(HiveErrors.toException(failure));
  }

  private void tell(String line) {
    List<Consumer<String>> hearing;
    synchronized (this) {
      hearing = List.copyOf(listeners);
    }
    hearing.forEach(listener -> listener.accept(line));
  }

  /** Leaves the engine, or stops waiting for it. Does not block. */
  public void close() {
    Optional<Bound> leaving;
    Optional<EngineWaiter> waiting;
    synchronized (this) {
      closed = true;
      leaving = bound;
      waiting = waiter;
      bound = Optional.empty();
    }
    waiting.ifPresent(EngineWaiter::close);
    leaving.ifPresent(this::leave);
  }

  private void leave(Bound which) {
    which
        .engine()
        .call(HiveCall.CLOSE_SESSION, new TCloseSessionReq(which.handle()), requestTimeout)
        .whenComplete(
            (answer, failure) -> {
              if (failure != null) {
                LOG.info(
                    "The session on {} was not closed: {}", which.engine(), failure.toString());
              }
              if (key.level() == ShareLevel.CONNECTION) {
                engines.retire(which.engine());
              }
            });
  }

  private static SluiceException sessionClosed() {
    return new SluiceException(ErrorCode.INVALID_HANDLE, "The session is closed. Open a new one.");
  }
}
