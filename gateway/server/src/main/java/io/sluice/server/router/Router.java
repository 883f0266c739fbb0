/* SPDX-License-Identifier: Apache-2.0 */
package io.sluice.server.router;

import static java.util.Objects.requireNonNull;

import io.sluice.config.Option;
import io.sluice.config.Settings;
import io.sluice.engine.service.EngineOptions;
import io.sluice.error.ErrorCode;
import io.sluice.error.SluiceException;
import io.sluice.metadata.CatalogOptions;
import io.sluice.metadata.MetadataStore;
import io.sluice.server.engine.LaunchOptions;
import io.sluice.server.operation.EngineOperation;
import io.sluice.server.operation.LocalOperation;
import io.sluice.server.operation.LocalResult;
import io.sluice.server.operation.Operation;
import io.sluice.server.operation.OperationOptions;
import io.sluice.server.session.Namespace;
import io.sluice.server.session.Session;
import io.sluice.server.session.SessionManager;
import io.sluice.server.session.SessionOptions;
import io.sluice.server.session.SettingRules;
import io.sluice.server.statement.LocalStatement;
import io.sluice.server.statement.LocalStatement.ChangeSetting;
import io.sluice.server.statement.LocalStatement.ListSettings;
import io.sluice.server.statement.LocalStatement.Probe;
import io.sluice.server.statement.LocalStatement.ResetSetting;
import io.sluice.server.statement.LocalStatement.ShowCatalogs;
import io.sluice.server.statement.LocalStatement.ShowCurrentCatalog;
import io.sluice.server.statement.LocalStatement.ShowCurrentDatabase;
import io.sluice.server.statement.LocalStatement.ShowDatabases;
import io.sluice.server.statement.LocalStatement.ShowSetting;
import io.sluice.server.statement.LocalStatement.ShowTables;
import io.sluice.server.statement.LocalStatement.UseCatalog;
import io.sluice.server.statement.LocalStatement.UseDatabase;
import io.sluice.server.statement.Statement;
import io.sluice.thrift.hive.TExecuteStatementReq;
import io.sluice.thrift.hive.TOperationType;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Executor;
import java.util.concurrent.ScheduledExecutorService;

/**
 * Decides who answers a statement. The gateway does where it surely knows the answer that an engine
 * would give: probes, settings, USE and listings. Whatever it does not know surely goes to an
 * engine. SET and USE mean the same to the engine afterwards: they are sent on to a session that is
 * open there, and are part of the request that opens one later.
 */
public final class Router {
  /** Settings that are taken when a session opens; later they would have no effect. */
  private static final Set<Option<?>> OPEN_ONLY =
      Set.of(
          LaunchOptions.ENGINE_TYPE,
          LaunchOptions.SHARE_LEVEL,
          LaunchOptions.SUBDOMAIN,
          SessionOptions.IDLE_TIMEOUT);

  private final SessionManager sessions;
  private final MetadataStore metadata;
  private final Executor metadataExecutor;
  private final ScheduledExecutorService timers;
  private final Settings settings;
  private final List<Option<?>> sessionOptions;
  private final boolean listsFromSource;
  private final String version;
  private final InstantSource clock;

  /**
   * @param metadataExecutor runs what asks the metadata DB
   * @param options every option the gateway knows
   * @param version Sluice's version
   */
  public Router(
      SessionManager sessions,
      MetadataStore metadata,
      Executor metadataExecutor,
      ScheduledExecutorService timers,
      Settings settings,
      List<Option<?>> options,
      String version,
      InstantSource clock) {
    this.sessions = requireNonNull(sessions, "sessions is null");
    this.metadata = requireNonNull(metadata, "metadata is null");
    this.metadataExecutor = requireNonNull(metadataExecutor, "metadataExecutor is null");
    this.timers = requireNonNull(timers, "timers is null");
    this.settings = requireNonNull(settings, "settings is null");
    this.sessionOptions =
        options.stream().filter(o -> o.audience() == Option.Audience.SESSION).toList();
    this.listsFromSource = settings.get(CatalogOptions.LISTING) == CatalogOptions.Listing.SOURCE;
    this.version = requireNonNull(version, "version is null");
    this.clock = requireNonNull(clock, "clock is null");
  }

  /** One statement on its way. */
  private record Request(Session session, Statement statement, TExecuteStatementReq thrift) {}

  /**
   * Begins a statement.
   *
   * @throws SluiceException for a statement or setting that is wrong in itself
   */
  public CompletionStage<Operation> execute(Session session, TExecuteStatementReq thrift) {
    String text = Variables.substitute(KyuubiStatements.text(thrift), session.variables());
    Request request = new Request(session, Statement.parse(text), thrift);
    LocalStatement local = request.statement().local();
    if (local instanceof Probe probe) {
      return Answers.canAnswer(probe.items(), session.namespace())
          ? now(request, Answers.probe(probe.items(), session, version))
          : engine(request);
    } else if (local instanceof ListSettings) {
      return now(request, Answers.settings(effectiveSettings(session)));
    } else if (local instanceof ShowSetting show) {
      return now(
          request,
          Answers.setting(
              show.key(), effectiveSettings(session).getOrDefault(show.key(), "<undefined>")));
    } else if (local instanceof ChangeSetting change) {
      return change(request, change);
    } else if (local instanceof ResetSetting reset) {
      return reset(request, reset);
    } else if (local instanceof UseCatalog use) {
      return use(request, Optional.of(use.catalog()), Optional.empty());
    } else if (local instanceof UseDatabase use) {
      return use(request, use.catalog(), Optional.of(use.database()));
    } else if (local instanceof ShowCurrentCatalog) {
      return now(
          request,
          current("current catalog name", session.namespace().catalog(), Names.DEFAULT_CATALOG));
    } else if (local instanceof ShowCurrentDatabase) {
      return currentDatabase(request);
    } else if (local instanceof ShowCatalogs show) {
      return showCatalogs(request, show);
    } else if (local instanceof ShowDatabases show) {
      return showDatabases(request, show);
    } else if (local instanceof ShowTables show) {
      return showTables(request, show);
    }
    return engine(request);
  }

  // ---- settings

  private SortedMap<String, String> effectiveSettings(Session session) {
    SortedMap<String, String> all = new TreeMap<>();
    for (Option<?> option : sessionOptions) {
      if (!option.isSecret()) {
        settings.find(option).ifPresent(value -> all.put(option.key(), String.valueOf(value)));
      }
    }
    all.putAll(session.settings());
    return all;
  }

  private CompletionStage<Operation> change(Request request, ChangeSetting change) {
    refuseOpenOnly(change.key());
    SettingRules.Setting setting = sessions.rules().check(change.key(), change.value());
    Session session = request.session();
    if (!setting.kept()) {
      return now(request, LocalResult.none())
          .thenApply(operation -> noted(operation, setting.note()));
    }
    Runnable keep = () -> session.set(setting.key(), setting.value());
    if (setting.key().startsWith("sluice.") || session.engine().current().isEmpty()) {
      keep.run();
      return now(request, LocalResult.none());
    }
    return engine(request, "SET " + quoted(setting.key()) + " = " + quoted(setting.value()), keep);
  }

  private CompletionStage<Operation> reset(Request request, ResetSetting reset) {
    reset.key().ifPresent(Router::refuseOpenOnly);
    Session session = request.session();
    Runnable keep = () -> session.reset(reset.key());
    boolean own = reset.key().map(key -> key.startsWith("sluice.")).orElse(false);
    if (own || session.engine().current().isEmpty()) {
      keep.run();
      return now(request, LocalResult.none());
    }
    return engine(request, "RESET" + reset.key().map(key -> " " + quoted(key)).orElse(""), keep);
  }

  private static void refuseOpenOnly(String key) {
    String own = key.startsWith("kyuubi.") ? "sluice." + key.substring("kyuubi.".length()) : key;
    if (OPEN_ONLY.stream().anyMatch(option -> option.key().equals(own))) {
      throw new SluiceException(
          ErrorCode.INVALID_SETTING,
          "Setting " + own + " is taken when a session opens. Put it into the connection's URL.");
    }
  }

  private static Operation noted(Operation operation, Optional<String> note) {
    note.ifPresent(operation::log);
    return operation;
  }

  private static String quoted(String text) {
    return '\'' + text.replace("'", "''") + '\'';
  }

  // ---- USE

  private CompletionStage<Operation> use(
      Request request, Optional<String> catalog, Optional<String> database) {
    Session session = request.session();
    Namespace before = session.namespace();
    Optional<String> target = catalog.or(before::catalog);
    if (database.filter(Names.HIVE_DEFAULT::equalsIgnoreCase).isPresent()
        && catalog.isEmpty()
        && Names.isDefaultCatalog(before)) {
      // Hive tools say it to any server; the session is in the one default there is.
      return now(request, LocalResult.none());
    }
    Namespace after = new Namespace(target, database);
    if (session.engine().current().isPresent() || session.mayHaveOwnNames()) {
      return engine(request, request.statement().text(), () -> session.use(after));
    }
    if (Names.isDefaultCatalog(after)) {
      return useInDefaultCatalog(request, database);
    }
    metadata.datasources().get(target.get());
    if (database.isEmpty()) {
      session.use(after);
      return now(request, LocalResult.none());
    }
    return knows(target.get(), database.get())
        .thenCompose(
            known -> {
              if (known) {
                session.use(after);
                return now(request, LocalResult.none());
              }
              return engine(request, request.statement().text(), () -> session.use(after));
            });
  }

  private CompletionStage<Operation> useInDefaultCatalog(
      Request request, Optional<String> database) {
    if (database.filter(d -> !d.equals(Names.DEFAULT_DATABASE)).isPresent()) {
      String name = database.get();
      throw new SluiceException(
          ErrorCode.SCHEMA_NOT_FOUND,
          "There is no database "
              + name
              + " in "
              + Names.DEFAULT_CATALOG
              + ". "
              + (metadata.datasources().find(name).isPresent()
                  ? name + " is a datasource: say USE CATALOG " + name + "."
                  : "Say USE datasource.database."));
    }
    request.session().use(Namespace.initial());
    return now(request, LocalResult.none());
  }

  private CompletionStage<Boolean> knows(String catalog, String database) {
    return CompletableFuture.supplyAsync(
        () -> metadata.databases(catalog).contains(database), metadataExecutor);
  }

  // ---- listings

  private static LocalResult current(String column, Optional<String> name, String otherwise) {
    return Answers.names(column, List.of(name.orElse(otherwise)), Optional.empty());
  }

  private CompletionStage<Operation> currentDatabase(Request request) {
    Namespace namespace = request.session().namespace();
    if (namespace.database().isEmpty() && !Names.isDefaultCatalog(namespace)) {
      return engine(request);
    }
    return now(
        request, current("current database name", namespace.database(), Names.DEFAULT_DATABASE));
  }

  private CompletionStage<Operation> showCatalogs(Request request, ShowCatalogs show) {
    if (request.session().mayHaveOwnNames()) {
      return engine(request);
    }
    List<String> names = new ArrayList<>(metadata.datasources().names());
    names.add(Names.DEFAULT_CATALOG);
    names.sort(null);
    return now(request, Answers.names("catalog name", names, show.like()));
  }

  private CompletionStage<Operation> showDatabases(Request request, ShowDatabases show) {
    Session session = request.session();
    Optional<String> catalog = show.catalog().or(() -> session.namespace().catalog());
    if (session.mayHaveOwnNames() || listsFromSource) {
      return engine(request, Rewrites.showDatabases(show), () -> {});
    }
    if (Names.isDefaultCatalog(new Namespace(catalog, Optional.empty()))) {
      return now(
          request, Answers.names("database name", List.of(Names.DEFAULT_DATABASE), show.like()));
    }
    metadata.datasources().get(catalog.get());
    return later(
        request,
        CompletableFuture.supplyAsync(
            () -> Answers.names("database name", metadata.databases(catalog.get()), show.like()),
            metadataExecutor));
  }

  private CompletionStage<Operation> showTables(Request request, ShowTables show) {
    Session session = request.session();
    Namespace current = session.namespace();
    Optional<String> catalog = show.catalog().or(current::catalog);
    Optional<String> database =
        show.database().or(() -> show.catalog().isEmpty() ? current.database() : Optional.empty());
    if (session.mayHaveOwnNames() || listsFromSource) {
      return engine(request);
    }
    if (Names.isDefaultCatalog(new Namespace(catalog, database))) {
      return database.filter(d -> !d.equals(Names.DEFAULT_DATABASE)).isPresent()
          ? engine(request)
          : now(request, Answers.names("table name", List.of(), show.like()));
    }
    metadata.datasources().get(catalog.get());
    if (database.isEmpty()) {
      return engine(request);
    }
    return CompletableFuture.supplyAsync(
            () -> metadata.tables(catalog.get(), database.get()), metadataExecutor)
        .thenCompose(
            tables ->
                // No table may mean no database; the engine tells one from the other.
                tables.isEmpty()
                    ? engine(request)
                    : now(request, Answers.names("table name", tables, show.like())));
  }

  // ---- who answers

  private CompletionStage<Operation> now(Request request, LocalResult result) {
    return later(request, CompletableFuture.completedFuture(result));
  }

  private CompletionStage<Operation> later(Request request, CompletionStage<LocalResult> result) {
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

  private CompletionStage<Operation> engine(Request request) {
    return engine(request, request.statement().text(), () -> {});
  }

  private CompletionStage<Operation> engine(Request request, String text, Runnable onSuccess) {
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
