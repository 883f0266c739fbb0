/* SPDX-License-Identifier: Apache-2.0 */
package io.sluice.engine.flink.planning;

import static java.util.Objects.requireNonNull;

import org.apache.calcite.util.CancelFlag;
import org.apache.flink.table.api.TableConfig;
import org.apache.flink.table.catalog.CatalogManager;
import org.apache.flink.table.catalog.FunctionCatalog;
import org.apache.flink.table.module.ModuleManager;
import org.apache.flink.table.planner.calcite.FlinkRelBuilder;
import org.apache.flink.table.planner.calcite.RexFactory;
import org.apache.flink.table.planner.plan.optimize.program.BatchOptimizeContext;
import org.apache.flink.table.planner.plan.optimize.program.FlinkOptimizeContext;
import org.apache.flink.table.planner.plan.optimize.program.StreamOptimizeContext;
import org.apache.flink.table.planner.plan.trait.MiniBatchInterval;

/** Flink's optimizer contexts, which hold a flag that stops Calcite's planner. */
final class StoppableContexts {
  private StoppableContexts() {}

  private abstract static class Base<C extends FlinkOptimizeContext>
      implements FlinkOptimizeContext {
    final C flink;
    private final PlanningStop stop;

    Base(C flink, PlanningStop stop) {
      this.flink = requireNonNull(flink, "flink is null");
      this.stop = requireNonNull(stop, "stop is null");
    }

    @Override
    public <T> T unwrap(Class<T> type) {
      return type == CancelFlag.class ? type.cast(new CancelFlag(stop.flag())) : flink.unwrap(type);
    }

    @Override
    public FlinkRelBuilder getFlinkRelBuilder() {
      return flink.getFlinkRelBuilder();
    }

    @Override
    public boolean needFinalTimeIndicatorConversion() {
      return flink.needFinalTimeIndicatorConversion();
    }

    @Override
    public boolean isBatchMode() {
      return flink.isBatchMode();
    }

    @Override
    public ClassLoader getClassLoader() {
      return flink.getClassLoader();
    }

    @Override
    public TableConfig getTableConfig() {
      return flink.getTableConfig();
    }

    @Override
    public FunctionCatalog getFunctionCatalog() {
      return flink.getFunctionCatalog();
    }

    @Override
    public CatalogManager getCatalogManager() {
      return flink.getCatalogManager();
    }

    @Override
    public ModuleManager getModuleManager() {
      return flink.getModuleManager();
    }

    @Override
    public RexFactory getRexFactory() {
      return flink.getRexFactory();
    }
  }

  static final class Batch extends Base<BatchOptimizeContext> implements BatchOptimizeContext {
    Batch(BatchOptimizeContext flink, PlanningStop stop) {
      super(flink, stop);
    }
  }

  static final class Stream extends Base<StreamOptimizeContext> implements StreamOptimizeContext {
    Stream(StreamOptimizeContext flink, PlanningStop stop) {
      super(flink, stop);
    }

    @Override
    public boolean isUpdateBeforeRequired() {
      return flink.isUpdateBeforeRequired();
    }

    @Override
    public MiniBatchInterval getMiniBatchInterval() {
      return flink.getMiniBatchInterval();
    }
  }
}
