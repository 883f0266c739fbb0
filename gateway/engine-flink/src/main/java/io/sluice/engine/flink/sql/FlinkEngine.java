/* SPDX-License-Identifier: Apache-2.0 */
package io.sluice.engine.flink.sql;

import static java.util.Objects.requireNonNull;

import io.sluice.engine.flink.cluster.ClusterExecutors;
import io.sluice.engine.flink.cluster.EngineCluster;
import io.sluice.engine.flink.connector.AllowedConnectors;
import io.sluice.engine.sql.SessionSpec;
import io.sluice.engine.sql.SqlEngine;
import io.sluice.engine.sql.SqlSession;
import java.net.InetSocketAddress;
import java.util.function.Supplier;
import org.apache.flink.runtime.util.EnvironmentInformation;
import org.apache.flink.table.catalog.CatalogStore;

/** Flink SQL on one cluster, with catalogs that all sessions see. Both belong to the caller. */
public final class FlinkEngine implements SqlEngine {
  private final EngineCluster cluster;
  private final Supplier<CatalogStore> catalogs;
  private final AllowedConnectors connectors;
  private final InetSocketAddress resultPort;
  private final Jobs jobs = new Jobs();

  /**
   * @param connectors of the tables that sessions make themselves
   * @param resultPort where tasks of other processes bring results; null if tasks run in this one
   */
  public FlinkEngine(
      EngineCluster cluster,
      Supplier<CatalogStore> catalogs,
      AllowedConnectors connectors,
      InetSocketAddress resultPort) {
    this.cluster = requireNonNull(cluster, "cluster is null");
    this.catalogs = requireNonNull(catalogs, "catalogs is null");
    this.connectors = requireNonNull(connectors, "connectors is null");
    this.resultPort = resultPort;
  }

  @Override
  public String name() {
    return "Apache Flink";
  }

  @Override
  public String version() {
    return EnvironmentInformation.getVersion();
  }

  @Override
  public SqlSession openSession(SessionSpec spec) {
    SessionSettings settings = new SessionSettings(cluster.configuration(), spec.settings());
    SessionTables tables =
        new SessionTables(
            cluster.configuration(),
            new ClusterExecutors(cluster),
            catalogs.get(),
            connectors,
            FlinkEngine.class.getClassLoader());
    FlinkSession session =
        new FlinkSession(
            settings,
            tables,
            new StatementRunner(
                spec.user(), tables, new StatementRules(connectors), resultPort, jobs));
    try {
      session.use(spec.catalog(), spec.database());
      return session;
    } catch (RuntimeException e) {
      session.close();
      throw FlinkErrors.ofStatement(e);
    }
  }

  @Override
  public boolean hasBackgroundWork() {
    return !jobs.isEmpty();
  }

  @Override
  public void close() {
    // Cluster and catalogs are the caller's.
  }
}
