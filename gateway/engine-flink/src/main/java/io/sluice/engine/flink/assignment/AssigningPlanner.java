/* SPDX-License-Identifier: Apache-2.0 */
package io.sluice.engine.flink.assignment;

import static java.util.Objects.requireNonNull;

import io.sluice.engine.flink.planning.PlanningStop;
import java.io.IOException;
import java.util.List;
import org.apache.flink.api.dag.Transformation;
import org.apache.flink.table.api.ExplainDetail;
import org.apache.flink.table.api.ExplainFormat;
import org.apache.flink.table.api.PlanReference;
import org.apache.flink.table.delegation.InternalPlan;
import org.apache.flink.table.delegation.Parser;
import org.apache.flink.table.delegation.Planner;
import org.apache.flink.table.operations.ModifyOperation;
import org.apache.flink.table.operations.Operation;
import org.apache.flink.table.operations.SinkModifyOperation;

/**
 * Flink's planner, with checked assignments in everything that writes: each road of INSERT, UPDATE,
 * CREATE TABLE AS and statement sets ends here.
 */
public final class AssigningPlanner implements Planner {
  private final Planner flink;
  private final PlanningStop stop;

  /**
   * @param stop keeps a statement that was stopped while it was planned from being run
   */
  public AssigningPlanner(Planner flink, PlanningStop stop) {
    this.flink = requireNonNull(flink, "flink is null");
    this.stop = requireNonNull(stop, "stop is null");
  }

  @Override
  public Parser getParser() {
    return flink.getParser();
  }

  @Override
  public List<Transformation<?>> translate(List<ModifyOperation> operations) {
    List<Transformation<?>> translated = flink.translate(checked(operations));
    stop.check();
    return translated;
  }

  @Override
  public String explain(
      List<Operation> operations, ExplainFormat format, ExplainDetail... extraDetails) {
    return flink.explain(
        operations.stream()
            .map(
                operation ->
                    operation instanceof SinkModifyOperation write
                        ? CheckedWrites.checked(write)
                        : operation)
            .toList(),
        format,
        extraDetails);
  }

  private static List<ModifyOperation> checked(List<ModifyOperation> operations) {
    return operations.stream()
        .map(
            operation ->
                operation instanceof SinkModifyOperation write
                    ? CheckedWrites.checked(write)
                    : operation)
        .toList();
  }

  @Override
  public InternalPlan loadPlan(PlanReference reference) throws IOException {
    return flink.loadPlan(reference);
  }

  @Override
  public InternalPlan compilePlan(List<ModifyOperation> operations) {
    return flink.compilePlan(checked(operations));
  }

  @Override
  public List<Transformation<?>> translatePlan(InternalPlan plan) {
    return flink.translatePlan(plan);
  }

  @Override
  public String explainPlan(InternalPlan plan, ExplainDetail... extraDetails) {
    return flink.explainPlan(plan, extraDetails);
  }
}
