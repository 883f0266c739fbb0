/* SPDX-License-Identifier: Apache-2.0 */
package io.sluice.engine.flink.sql;

import static java.util.Objects.requireNonNull;

import io.sluice.catalog.flink.SessionCatalog;
import io.sluice.engine.flink.cluster.ClusterExecutors;
import io.sluice.engine.flink.connector.AllowedConnectors;
import io.sluice.engine.flink.connector.ConnectorModule;
import io.sluice.engine.flink.planning.Optimizer;
import io.sluice.engine.flink.planning.PlanningStop;
import java.time.ZoneId;
import java.util.Map;
import org.apache.flink.api.common.RuntimeExecutionMode;
import org.apache.flink.configuration.Configuration;
import org.apache.flink.configuration.ExecutionOptions;
import org.apache.flink.table.api.TableConfig;
import org.apache.flink.table.catalog.CatalogManager;
import org.apache.flink.table.catalog.CatalogStore;
import org.apache.flink.table.catalog.CatalogStoreHolder;
import org.apache.flink.table.catalog.FunctionCatalog;
import org.apache.flink.table.module.ModuleManager;
import org.apache.flink.table.resource.ResourceManager;
import org.apache.flink.util.FlinkUserCodeClassLoaders;
import org.apache.flink.util.MutableURLClassLoader;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A session's own catalogs, functions, temporary tables and planner. The planner is made anew when
 * settings have changed: it keeps what it has read of them. Not thread-safe.
 */
final class SessionTables implements AutoCloseable {
  /** Flink's in-memory catalog, one per session: for temporary things of the session. */
  static final String DEFAULT_CATALOG = "default_catalog";

  static final String DEFAULT_DATABASE = "default_database";
  private static final Logger LOG = LoggerFactory.getLogger(SessionTables.class);

  private final Configuration root;
  private final ClusterExecutors executors;
  private final MutableURLClassLoader classLoader;
  private final TableConfig config;
  private final ModuleManager modules = new ModuleManager();
  private final ResourceManager resources;
  private final CatalogManager catalogs;
  private final FunctionCatalog functions;
  private PlanningStop stop = new PlanningStop();
  private SluiceTableEnvironment environment;
  private Map<String, String> built = Map.of();

  SessionTables(
      Configuration root,
      ClusterExecutors executors,
      CatalogStore store,
      AllowedConnectors connectors,
      ClassLoader parent) {
    this.root = requireNonNull(root, "root is null");
    this.executors = requireNonNull(executors, "executors is null");
    this.classLoader = FlinkUserCodeClassLoaders.create(new java.net.URL[0], parent, root);
    this.config = TableConfig.getDefault();
    this.config.setRootConfiguration(root);
    this.resources = new ResourceManager(root, classLoader);
    this.catalogs =
        CatalogManager.newBuilder()
            .classLoader(classLoader)
            .config(config)
            .defaultCatalog(DEFAULT_CATALOG, new SessionCatalog(DEFAULT_CATALOG, DEFAULT_DATABASE))
            .catalogStoreHolder(
                CatalogStoreHolder.newBuilder()
                    .catalogStore(requireNonNull(store, "store is null"))
                    .config(config)
                    .classloader(classLoader)
                    .build())
            .build();
    this.modules.loadModule(
        ConnectorModule.NAME, new ConnectorModule(connectors, catalogs::getCatalog));
    this.functions = new FunctionCatalog(config, resources, catalogs, modules);
  }

  Configuration root() {
    return root;
  }

  CatalogManager catalogs() {
    return catalogs;
  }

  ClassLoader classLoader() {
    return classLoader;
  }

  /** The environment for these settings. */
  SluiceTableEnvironment environment(Map<String, String> settings) {
    if (environment == null || !built.equals(settings)) {
      Configuration merged = new Configuration(root);
      merged.addAll(Configuration.fromMap(settings));
      built.keySet().forEach(key -> config.getConfiguration().removeKey(key));
      settings.forEach(config::set);
      // Flink takes the mode from two places; the environment's own must agree with the planner's.
      RuntimeExecutionMode mode = merged.get(ExecutionOptions.RUNTIME_MODE);
      config.set(ExecutionOptions.RUNTIME_MODE, mode);
      config.setPlannerConfig(Optimizer.config(config, stop));
      environment =
          SluiceTableEnvironment.create(
              executors,
              root,
              classLoader,
              catalogs,
              modules,
              resources,
              config,
              functions,
              stop,
              mode == RuntimeExecutionMode.STREAMING);
      built = Map.copyOf(settings);
    }
    return environment;
  }

  /** Ends the planning of the statement that the environment plans now. */
  PlanningStop planningStop() {
    return stop;
  }

  /** The next statement gets a planner of its own. From any thread that holds the turn to plan. */
  void renewPlanner() {
    stop = new PlanningStop();
    environment = null;
  }

  boolean isStreaming() {
    return config.get(ExecutionOptions.RUNTIME_MODE) == RuntimeExecutionMode.STREAMING;
  }

  ZoneId zone() {
    return config.getLocalTimeZone();
  }

  @Override
  public void close() {
    try {
      catalogs.close();
    } catch (RuntimeException e) {
      LOG.warn("A session's catalogs did not close cleanly", e);
    }
    try {
      resources.close();
    } catch (java.io.IOException e) {
      LOG.warn("A session's resources did not close cleanly", e);
    }
  }
}
