/* SPDX-License-Identifier: Apache-2.0 */
package io.sluice.server.router;

import static java.util.Objects.requireNonNull;

import io.sluice.config.Settings;
import io.sluice.engine.service.EngineOptions;
import io.sluice.metadata.MetadataStore;
import io.sluice.server.operation.EngineOperation;
import io.sluice.server.operation.LocalOperation;
import io.sluice.server.operation.LocalResult;
import io.sluice.server.operation.Operation;
import io.sluice.server.operation.OperationOptions;
import io.sluice.server.session.Session;
import io.sluice.server.session.SessionManager;
import io.sluice.server.session.SettingRules;
import io.sluice.server.statement.Statement;
import io.sluice.thrift.hive.TOperationType;
import java.time.Duration;
import java.time.InstantSource;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Executor;
import java.util.concurrent.ScheduledExecutorService;

/**
 * Starts the operation of a statement: one that the gateway answers, or one that an engine does.
 */
final class Operations {
  private final SessionManager sessions;
  private final MetadataStore metadata;
  private final Executor metadataExecutor;
  private final ScheduledExecutorService timers;
  private final Settings settings;
  private final InstantSource clock;

  Operations(
      SessionManager sessions,
      MetadataStore metadata,
      Executor metadataExecutor,
      ScheduledExecutorService timers,
      Settings settings,
      InstantSource clock) {
    this.sessions = requireNonNull(sessions, "sessions is null");
    this.metadata = requireNonNull(metadata, "metadata is null");
    this.metadataExecutor = requireNonNull(metadataExecutor, "metadataExecutor is null");
    this.timers = requireNonNull(timers, "timers is null");
    this.settings = requireNonNull(settings, "settings is null");
    this.clock = requireNonNull(clock, "clock is null");
  }

  /** Answered at the gateway. */
  CompletionStage<Operation> now(Request request, LocalResult result) {
    return later(request, CompletableFuture.completedFuture(result));
  }

  /** Answered at the gateway once the result is there. */
  CompletionStage<Operation> later(Request request, CompletionStage<LocalResult> result) {
    Session session = request.session();
    LocalOperation operation =
        LocalOperation.start(
            sessions.newHandle(),
            TOperationType.EXECUTE_STATEMENT,
            session.version(),
            clock,
            result);
    return CompletableFuture.completedFuture(sessions.register(session, operation));
  }

  /** The statement goes to the session's engine as it is. */
  CompletionStage<Operation> engine(Request request) {
    return engine(request, request.statement().text(), () -> {});
  }

  /**
   * Goes to the session's engine.
   *
   * @param text what the engine is sent
   * @param onSuccess what the session remembers of it
   */
  CompletionStage<Operation> engine(Request request, String text, Runnable onSuccess) {
    Session session = request.session();
    Statement statement = request.statement();
    Runnable whenDone = onSuccess;
    if (statement.changesNames()) {
      session.namesChanged();
      // Other sessions' listings should see it too, at once.
      whenDone =
          () -> {
            onSuccess.run();
            metadataExecutor.execute(metadata::invalidate);
          };
    }
    EngineOperation operation =
        EngineOperation.start(
            sessions.newHandle(),
            session.version(),
            clock,
            session.engine(),
            new EngineOperation.Work(
                text,
                statement.reads(),
                statement.givesRows(),
                overlay(request),
                limit(request),
                settings.get(OperationOptions.READ_AHEAD),
                whenDone),
            timers);
    return CompletableFuture.completedFuture(sessions.register(session, operation));
  }

  /** The session's own settings for the statement, and on top what the client gave it. */
  private Map<String, String> overlay(Request request) {
    Map<String, String> overlay = new TreeMap<>();
    request
        .session()
        .settings()
        .forEach(
            (key, value) -> {
              if (key.startsWith("sluice.")) {
                overlay.put(key, value);
              }
            });
    if (request.thrift().isSetConfOverlay()) {
      request
          .thrift()
          .getConfOverlay()
          .forEach(
              (key, value) -> {
                SettingRules.Setting setting = sessions.rules().check(key, value);
                if (setting.kept()) {
                  overlay.put(setting.key(), setting.value());
                }
              });
    }
    return overlay;
  }

  private Duration limit(Request request) {
    Duration own = settings.with(request.session().settings()).get(EngineOptions.QUERY_TIMEOUT);
    long seconds = request.thrift().isSetQueryTimeout() ? request.thrift().getQueryTimeout() : 0;
    Duration asked = seconds <= 0 ? Duration.ZERO : Duration.ofSeconds(seconds);
    if (own.isZero() || asked.isZero()) {
      return own.plus(asked);
    }
    return own.compareTo(asked) < 0 ? own : asked;
  }
}
