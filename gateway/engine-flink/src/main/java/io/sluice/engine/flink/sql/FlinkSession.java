/* SPDX-License-Identifier: Apache-2.0 */
package io.sluice.engine.flink.sql;

import static java.util.Objects.requireNonNull;

import io.sluice.engine.sql.SqlSession;
import io.sluice.engine.sql.StatementRun;
import io.sluice.error.ErrorCode;
import io.sluice.error.SluiceException;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.CompletionStage;
import org.apache.flink.table.catalog.CatalogManager;

/**
 * A session on Flink. Statements are parsed, planned and submitted one after the other, for Flink's
 * planner is not for several threads; then their jobs run at once.
 */
final class FlinkSession implements SqlSession {
  private static final Duration STOP_GRACE = Duration.ofSeconds(5);

  private final SessionSettings settings;
  private final SessionTables tables;
  private final StatementRunner runner;
  private final PlanningTurns planning;

  FlinkSession(SessionSettings settings, SessionTables tables, StatementRunner runner) {
    this.settings = requireNonNull(settings, "settings is null");
    this.tables = requireNonNull(tables, "tables is null");
    this.runner = requireNonNull(runner, "runner is null");
    this.planning = new PlanningTurns(STOP_GRACE, tables::renewPlanner);
  }

  /**
   * Makes a catalog and database current. Hive clients always name a database, {@code default} if
   * the person named none: that is nothing to complain of. A name that is no database of the
   * current catalog may be a catalog's, alone or with a database: {@code mysql_biz}, {@code
   * mysql_biz.shop}.
   *
   * @throws SluiceException CATALOG_NOT_FOUND, SCHEMA_NOT_FOUND
   */
  void use(Optional<String> catalog, Optional<String> database) {
    CatalogManager catalogs = tables.catalogs();
    catalog.ifPresent(catalogs::setCurrentCatalog);
    if (database.isEmpty()) {
      return;
    }
    String name = database.get();
    if (catalogs.getCatalogOrThrowException(catalogs.getCurrentCatalog()).databaseExists(name)) {
      catalogs.setCurrentDatabase(name);
    } else if (name.equals("default")) {
      return;
    } else if (catalog.isEmpty() && catalogs.getCatalog(name).isPresent()) {
      catalogs.setCurrentCatalog(name);
    } else {
      useQualified(catalogs, name);
    }
  }

  private static void useQualified(CatalogManager catalogs, String name) {
    int dot = name.indexOf('.');
    if (dot > 0 && catalogs.getCatalog(name.substring(0, dot)).isPresent()) {
      catalogs.setCurrentCatalog(name.substring(0, dot));
      if (catalogs
          .getCatalogOrThrowException(catalogs.getCurrentCatalog())
          .databaseExists(name.substring(dot + 1))) {
        catalogs.setCurrentDatabase(name.substring(dot + 1));
        return;
      }
    }
    throw new SluiceException(
        ErrorCode.SCHEMA_NOT_FOUND,
        "There is no database '"
            + name
            + "' to connect to; SHOW CATALOGS and SHOW DATABASES list what there is. Name datasource or datasource.database in the URL, or nothing.");
  }

  @Override
  public CompletionStage<Void> execute(StatementRun run) throws Exception {
    String statement = StatementText.trim(run.text());
    Optional<SetStatement> set = SetStatement.parse(statement);
    try (PlanningTurns.Turn turn = planning.take()) {
      run.onStop(turn::endSoon);
      if (set.isPresent()) {
        return SetStatements.run(set.get(), settings, run);
      }
      return runner.run(statement, run, settings(run));
    } catch (SluiceException | InterruptedException e) {
      throw e;
    } catch (Exception | Error e) {
      throw FlinkErrors.ofStatement(
          e, statement, name -> tables.catalogs().listCatalogs().contains(name));
    }
  }

  private Map<String, String> settings(StatementRun run) {
    if (run.overlay().isEmpty()) {
      return settings.forFlink();
    }
    Map<String, String> merged = new TreeMap<>(settings.forFlink());
    merged.putAll(new SessionSettings(tables.root(), run.overlay()).forFlink());
    return merged;
  }

  @Override
  public void close() {
    tables.close();
  }
}
