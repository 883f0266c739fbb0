/* SPDX-License-Identifier: Apache-2.0 */
package io.sluice.engine.flink.assignment;

import io.sluice.engine.flink.planning.PlanFunctions;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.apache.calcite.rel.RelNode;
import org.apache.calcite.rel.core.Project;
import org.apache.calcite.rel.logical.LogicalProject;
import org.apache.calcite.rel.logical.LogicalTableModify;
import org.apache.calcite.rex.RexNode;
import org.apache.flink.table.catalog.Column;
import org.apache.flink.table.catalog.ResolvedSchema;
import org.apache.flink.table.operations.QueryOperation;
import org.apache.flink.table.operations.SinkModifyOperation;
import org.apache.flink.table.operations.StagedSinkModifyOperation;
import org.apache.flink.table.planner.calcite.FlinkTypeFactory;
import org.apache.flink.table.planner.operations.PlannerQueryOperation;
import org.apache.flink.table.planner.utils.ShortcutUtils;
import org.apache.flink.table.types.logical.LocalZonedTimestampType;
import org.apache.flink.table.types.logical.LogicalType;
import org.apache.flink.table.types.logical.LogicalTypeFamily;
import org.apache.flink.table.types.logical.TimestampType;
import org.apache.flink.table.types.logical.utils.LogicalTypeChecks;

/**
 * Puts an {@link AssignmentFunction} on each value whose type has values that its column has not,
 * before the planner puts its own casts there: after that a cast that a person wrote, which may
 * round, looks like one of Flink's.
 */
final class CheckedWrites {
  private CheckedWrites() {}

  static SinkModifyOperation checked(SinkModifyOperation write) {
    if (write.isDelete() || !(write.getChild() instanceof PlannerQueryOperation query)) {
      return write;
    }
    write
        .getStaticPartitions()
        .forEach(
            (name, value) -> schema(write).getColumn(name).ifPresent(c -> check(write, c, value)));
    RelNode tree = query.getCalciteTree();
    RelNode checked =
        tree instanceof LogicalTableModify update ? ofUpdate(write, update) : ofInsert(write, tree);
    return checked == tree ? write : over(write, new PlannerQueryOperation(checked, () -> ""));
  }

  private static SinkModifyOperation over(SinkModifyOperation write, QueryOperation child) {
    SinkModifyOperation.ModifyType kind =
        write.isUpdate()
            ? SinkModifyOperation.ModifyType.UPDATE
            : SinkModifyOperation.ModifyType.INSERT;
    return write instanceof StagedSinkModifyOperation staged
        ? new StagedSinkModifyOperation(
            write.getContextResolvedTable(),
            child,
            write.getStaticPartitions(),
            write.getTargetColumns(),
            write.isOverwrite(),
            write.getDynamicOptions(),
            kind,
            staged.getDynamicTableSink())
        : new SinkModifyOperation(
            write.getContextResolvedTable(),
            child,
            write.getStaticPartitions(),
            write.getTargetColumns(),
            write.isOverwrite(),
            write.getDynamicOptions(),
            kind);
  }

  private static RelNode ofInsert(SinkModifyOperation write, RelNode query) {
    List<Column> columns = schema(write).getColumns().stream().filter(Column::isPersisted).toList();
    if (columns.size() != query.getRowType().getFieldCount()) {
      return query; // Flink says what is wrong.
    }
    List<RexNode> values = new ArrayList<>();
    boolean changed = false;
    for (int i = 0; i < columns.size(); i++) {
      RexNode value = query.getCluster().getRexBuilder().makeInputRef(query, i);
      RexNode assigned = assigned(write, query, value, columns.get(i));
      changed |= assigned != value;
      values.add(assigned);
    }
    return changed
        ? LogicalProject.create(query, List.of(), values, query.getRowType().getFieldNames())
        : query;
  }

  /** The projection under an update holds all columns, then the new values in the SET's order. */
  private static RelNode ofUpdate(SinkModifyOperation write, LogicalTableModify update) {
    List<String> names = update.getUpdateColumnList();
    if (names == null || !(update.getInput() instanceof Project project)) {
      return update;
    }
    List<RexNode> values = new ArrayList<>(project.getProjects());
    int first = values.size() - names.size();
    boolean changed = false;
    for (int i = 0; i < names.size(); i++) {
      RexNode value = values.get(first + i);
      Optional<Column> column = schema(write).getColumn(names.get(i));
      if (column.isPresent()) {
        RexNode assigned = assigned(write, update, value, column.get());
        changed |= assigned != value;
        values.set(first + i, assigned);
      }
    }
    if (!changed) {
      return update;
    }
    RelNode checked =
        LogicalProject.create(
            project.getInput(), project.getHints(), values, project.getRowType().getFieldNames());
    return update.copy(update.getTraitSet(), List.of(checked));
  }

  /** PARTITION (k = …): Flink has already put its own cast on the value. */
  private static void check(SinkModifyOperation write, Column column, String value) {
    LogicalType to = column.getDataType().getLogicalType();
    Target target = target(write, column);
    if (to.is(LogicalTypeFamily.NUMERIC)) {
      NumberAssignments.check(value, to, target);
    } else if (to.is(LogicalTypeFamily.CHARACTER_STRING)) {
      TextAssignments.check(value, to, target);
    }
  }

  private static Target target(SinkModifyOperation write, Column column) {
    return new Target(
        write.getContextResolvedTable().getIdentifier().asSummaryString(),
        column.getName(),
        column.getDataType().getLogicalType());
  }

  private static ResolvedSchema schema(SinkModifyOperation write) {
    return write.getContextResolvedTable().getResolvedSchema();
  }

  private static RexNode assigned(
      SinkModifyOperation write, RelNode node, RexNode value, Column column) {
    LogicalType from = FlinkTypeFactory.toLogicalType(value.getType());
    LogicalType to = column.getDataType().getLogicalType().copy(from.isNullable());
    if (Assignments.isLossless(from, to)) {
      return value;
    }
    FlinkTypeFactory types = ShortcutUtils.unwrapTypeFactory(node);
    RexNode argument = value;
    LogicalType argumentType = from;
    if (from.is(LogicalTypeFamily.TIMESTAMP)
        && to.is(LogicalTypeFamily.TIMESTAMP)
        && !from.is(to.getTypeRoot())) {
      argumentType = withPrecision(to, LogicalTypeChecks.getPrecision(from));
      argument =
          node.getCluster()
              .getRexBuilder()
              .makeAbstractCast(types.createFieldTypeFromLogicalType(argumentType), value);
    }
    Target target = target(write, column);
    Optional<Assignment> assignment = Assignments.between(argumentType, to, target);
    if (assignment.isEmpty()) {
      return value;
    }
    return PlanFunctions.call(
        node.getCluster(),
        "ASSIGN TO " + target.table() + '.' + target.column(),
        new AssignmentFunction(argumentType, to, assignment.get()),
        types.createFieldTypeFromLogicalType(to),
        List.of(argument));
  }

  private static LogicalType withPrecision(LogicalType type, int precision) {
    return type instanceof TimestampType
        ? new TimestampType(type.isNullable(), precision)
        : new LocalZonedTimestampType(type.isNullable(), precision);
  }
}
