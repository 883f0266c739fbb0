/* SPDX-License-Identifier: Apache-2.0 */
package io.sluice.engine.flink.sql;

import io.sluice.engine.flink.assignment.AssigningPlanner;
import io.sluice.engine.flink.cluster.ClusterExecutors;
import io.sluice.engine.flink.planning.FiniteConstants;
import io.sluice.engine.flink.planning.PlanningStop;
import org.apache.calcite.plan.RelOptPlanner;
import org.apache.flink.configuration.Configuration;
import org.apache.flink.configuration.DeploymentOptions;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;
import org.apache.flink.table.api.TableConfig;
import org.apache.flink.table.api.internal.TableEnvironmentImpl;
import org.apache.flink.table.catalog.CatalogManager;
import org.apache.flink.table.catalog.FunctionCatalog;
import org.apache.flink.table.delegation.Executor;
import org.apache.flink.table.factories.PlannerFactoryUtil;
import org.apache.flink.table.module.ModuleManager;
import org.apache.flink.table.planner.calcite.FlinkPlannerImpl;
import org.apache.flink.table.planner.delegation.DefaultExecutor;
import org.apache.flink.table.planner.delegation.PlannerBase;
import org.apache.flink.table.resource.ResourceManager;

/**
 * A table environment over objects that belong to the session: catalogs, functions and settings
 * outlive it, for a change of settings needs a new planner.
 */
final class SluiceTableEnvironment extends TableEnvironmentImpl {
  private final PlannerBase planner;

  private SluiceTableEnvironment(
      CatalogManager catalogs,
      ModuleManager modules,
      ResourceManager resources,
      TableConfig config,
      Executor executor,
      FunctionCatalog functions,
      PlannerBase planner,
      PlanningStop stop,
      boolean isStreaming) {
    super(
        catalogs,
        modules,
        resources,
        config,
        executor,
        functions,
        new AssigningPlanner(planner, stop),
        isStreaming);
    this.planner = planner;
  }

  static SluiceTableEnvironment create(
      ClusterExecutors executors,
      Configuration root,
      ClassLoader classLoader,
      CatalogManager catalogs,
      ModuleManager modules,
      ResourceManager resources,
      TableConfig config,
      FunctionCatalog functions,
      PlanningStop stop,
      boolean isStreaming) {
    Configuration configuration = new Configuration(root);
    configuration.set(DeploymentOptions.TARGET, ClusterExecutors.TARGET);
    Executor executor =
        new DefaultExecutor(new StreamExecutionEnvironment(executors, configuration, classLoader));
    PlannerBase planner =
        (PlannerBase)
            PlannerFactoryUtil.createPlanner(
                executor, config, classLoader, modules, catalogs, functions);
    RelOptPlanner calcite = planner.plannerContext().getCluster().getPlanner();
    FiniteConstants.fold(calcite);
    stop.watch(calcite);
    return new SluiceTableEnvironment(
        catalogs, modules, resources, config, executor, functions, planner, stop, isStreaming);
  }

  /** Calcite's side of the planner, for parsing and validating. */
  FlinkPlannerImpl calcite() {
    return planner.createFlinkPlanner();
  }
}
