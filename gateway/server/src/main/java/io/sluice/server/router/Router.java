/* SPDX-License-Identifier: Apache-2.0 */
package io.sluice.server.router;

import static java.util.Objects.requireNonNull;

import io.sluice.config.Option;
import io.sluice.config.Settings;
import io.sluice.error.SluiceException;
import io.sluice.metadata.CatalogOptions;
import io.sluice.metadata.MetadataStore;
import io.sluice.server.operation.Operation;
import io.sluice.server.session.Session;
import io.sluice.server.session.SessionManager;
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
import java.time.InstantSource;
import java.util.List;
import java.util.Optional;
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
  private final Operations operations;
  private final SettingStatements settingStatements;
  private final UseStatements useStatements;
  private final Listings listings;
  private final String version;

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
    this.operations = new Operations(sessions, metadata, metadataExecutor, timers, settings, clock);
    this.settingStatements = new SettingStatements(operations, sessions.rules(), settings, options);
    this.useStatements = new UseStatements(operations, metadata, metadataExecutor);
    this.listings =
        new Listings(
            operations,
            metadata,
            metadataExecutor,
            settings.get(CatalogOptions.LISTING) == CatalogOptions.Listing.SOURCE);
    this.version = requireNonNull(version, "version is null");
  }

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
          ? operations.now(request, Answers.probe(probe.items(), session, version))
          : operations.engine(request);
    } else if (local instanceof ListSettings) {
      return settingStatements.list(request);
    } else if (local instanceof ShowSetting show) {
      return settingStatements.show(request, show);
    } else if (local instanceof ChangeSetting change) {
      return settingStatements.change(request, change);
    } else if (local instanceof ResetSetting reset) {
      return settingStatements.reset(request, reset);
    } else if (local instanceof UseCatalog use) {
      return useStatements.use(request, Optional.of(use.catalog()), Optional.empty());
    } else if (local instanceof UseDatabase use) {
      return useStatements.use(request, use.catalog(), Optional.of(use.database()));
    } else if (local instanceof ShowCurrentCatalog) {
      return listings.currentCatalog(request);
    } else if (local instanceof ShowCurrentDatabase) {
      return listings.currentDatabase(request);
    } else if (local instanceof ShowCatalogs show) {
      return listings.showCatalogs(request, show);
    } else if (local instanceof ShowDatabases show) {
      return listings.showDatabases(request, show);
    } else if (local instanceof ShowTables show) {
      return listings.showTables(request, show);
    }
    return operations.engine(request);
  }
}
