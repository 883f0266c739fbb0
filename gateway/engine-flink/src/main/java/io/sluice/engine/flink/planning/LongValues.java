/* SPDX-License-Identifier: Apache-2.0 */
package io.sluice.engine.flink.planning;

import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.IntStream;
import org.apache.calcite.plan.RelOptUtil;
import org.apache.calcite.rel.RelNode;
import org.apache.calcite.rel.core.Project;
import org.apache.calcite.rel.core.Union;
import org.apache.calcite.rel.core.Values;
import org.apache.calcite.rel.logical.LogicalUnion;
import org.apache.calcite.rel.logical.LogicalValues;
import org.apache.calcite.rel.type.RelDataType;
import org.apache.calcite.rel.type.RelDataTypeField;
import org.apache.calcite.rex.RexBuilder;
import org.apache.calcite.rex.RexCall;
import org.apache.calcite.rex.RexLiteral;
import org.apache.calcite.rex.RexNode;
import org.apache.calcite.sql.SqlKind;
import org.apache.flink.calcite.shaded.com.google.common.collect.ImmutableList;
import org.apache.flink.table.api.Schema;
import org.apache.flink.table.catalog.CatalogTable;
import org.apache.flink.table.catalog.ContextResolvedTable;
import org.apache.flink.table.catalog.ResolvedCatalogTable;
import org.apache.flink.table.catalog.ResolvedSchema;
import org.apache.flink.table.data.GenericRowData;
import org.apache.flink.table.data.RowData;
import org.apache.flink.table.plan.stats.TableStats;
import org.apache.flink.table.planner.calcite.FlinkTypeFactory;
import org.apache.flink.table.planner.connectors.DynamicSourceUtils;
import org.apache.flink.table.planner.plan.optimize.program.FlinkOptimizeContext;
import org.apache.flink.table.planner.plan.stats.FlinkStatistic;
import org.apache.flink.table.planner.plan.utils.RexLiteralUtil;
import org.apache.flink.table.types.logical.LogicalType;
import org.apache.flink.table.types.logical.LogicalTypeRoot;
import org.apache.flink.table.types.logical.RowType;
import org.apache.flink.table.types.utils.TypeConversions;

/**
 * Makes one list of rows of {@code VALUES (…), (…)} and of {@code SELECT 1 UNION ALL SELECT 2 …}. A
 * single typed NULL or number of another type in a VALUES makes a union of it, and each of its rows
 * a source and tasks of its own: 300 rows took 6 s, 1,000 more than a minute.
 */
final class LongValues {
  private static final int LONG = 4;

  /** Flink makes code of rows; beyond some thousand it does not compile. */
  private static final int DATA = 64;

  private static final Set<LogicalTypeRoot> AS_DATA =
      EnumSet.of(
          LogicalTypeRoot.BOOLEAN,
          LogicalTypeRoot.TINYINT,
          LogicalTypeRoot.SMALLINT,
          LogicalTypeRoot.INTEGER,
          LogicalTypeRoot.BIGINT,
          LogicalTypeRoot.FLOAT,
          LogicalTypeRoot.DOUBLE,
          LogicalTypeRoot.DECIMAL,
          LogicalTypeRoot.CHAR,
          LogicalTypeRoot.VARCHAR,
          LogicalTypeRoot.BINARY,
          LogicalTypeRoot.VARBINARY,
          LogicalTypeRoot.DATE,
          LogicalTypeRoot.TIME_WITHOUT_TIME_ZONE,
          LogicalTypeRoot.TIMESTAMP_WITHOUT_TIME_ZONE);

  private LongValues() {}

  /** The union as rows, with what is more than literals beside them; empty if it stays as it is. */
  static Optional<RelNode> of(Union union) {
    if (!union.all) {
      return Optional.empty();
    }
    List<RelNode> inputs = new ArrayList<>();
    boolean nested = collect(union, inputs);
    if (inputs.size() < LONG) {
      return Optional.empty();
    }
    List<RelNode> others = new ArrayList<>();
    ImmutableList.Builder<ImmutableList<RexLiteral>> rows = ImmutableList.builder();
    for (RelNode input : inputs) {
      Optional<ImmutableList<RexLiteral>> row = row(input, union.getRowType());
      if (nested && row.isEmpty()) {
        return Optional.empty();
      }
      row.ifPresentOrElse(rows::add, () -> others.add(input));
    }
    if (others.size() > inputs.size() - LONG) {
      return Optional.empty();
    }
    RelNode values = LogicalValues.create(union.getCluster(), union.getRowType(), rows.build());
    if (others.isEmpty()) {
      return Optional.of(values);
    }
    others.add(0, values);
    return Optional.of(LogicalUnion.create(others, true));
  }

  /** Many rows as a source that has them as data; few as they are. */
  static RelNode asData(Values values, FlinkOptimizeContext context) {
    RowType type = FlinkTypeFactory.toLogicalRowType(values.getRowType());
    if (values.getTuples().size() < DATA
        || !type.getChildren().stream().allMatch(t -> AS_DATA.contains(t.getTypeRoot()))) {
      return values;
    }
    List<RowData> rows = new ArrayList<>();
    for (List<RexLiteral> tuple : values.getTuples()) {
      GenericRowData row = new GenericRowData(tuple.size());
      for (int i = 0; i < tuple.size(); i++) {
        row.setField(i, value(tuple.get(i), type.getTypeAt(i)));
      }
      rows.add(row);
    }
    // Names in a list of values may come twice, in a schema they may not.
    List<String> names = IntStream.range(0, type.getFieldCount()).mapToObj(i -> "c" + i).toList();
    ResolvedSchema schema =
        ResolvedSchema.physical(
            names,
            type.getChildren().stream().map(TypeConversions::fromLogicalToDataType).toList());
    CatalogTable table =
        CatalogTable.newBuilder()
            .schema(Schema.newBuilder().fromResolvedSchema(schema).build())
            .build();
    RelNode scan =
        DynamicSourceUtils.convertSourceToRel(
            context.isBatchMode(),
            context.getTableConfig(),
            context.getFlinkRelBuilder(),
            ContextResolvedTable.anonymous("values", new ResolvedCatalogTable(table, schema)),
            FlinkStatistic.builder().tableStats(new TableStats(rows.size())).build(),
            List.of(),
            new RowsSource(rows, type));
    return RelOptUtil.createCastRel(scan, values.getRowType(), true);
  }

  private static Object value(RexLiteral literal, LogicalType type) {
    Comparable<?> value = literal.getValueAs(Comparable.class);
    return value == null ? null : RexLiteralUtil.toFlinkInternalValue(value, type);
  }

  /** True if there is a union in the union; an inner one may change types on the way. */
  private static boolean collect(Union union, List<RelNode> inputs) {
    boolean nested = false;
    for (RelNode input : union.getInputs()) {
      if (input instanceof Union inner && inner.all) {
        collect(inner, inputs);
        nested = true;
      } else {
        inputs.add(input);
      }
    }
    return nested;
  }

  private static Optional<ImmutableList<RexLiteral>> row(RelNode input, RelDataType type) {
    if (!(input instanceof Project project)
        || !(project.getInput() instanceof Values one)
        || one.getTuples().size() != 1) {
      return Optional.empty();
    }
    RexBuilder builder = input.getCluster().getRexBuilder();
    ImmutableList.Builder<RexLiteral> literals = ImmutableList.builder();
    List<RelDataTypeField> columns = type.getFieldList();
    for (int i = 0; i < columns.size(); i++) {
      Optional<RexLiteral> literal =
          literal(project.getProjects().get(i), columns.get(i).getType(), builder);
      if (literal.isEmpty()) {
        return Optional.empty();
      }
      literals.add(literal.get());
    }
    return Optional.of(literals.build());
  }

  /** The value as a literal of the column's type, if it is one without being computed. */
  private static Optional<RexLiteral> literal(RexNode value, RelDataType type, RexBuilder builder) {
    if (value instanceof RexLiteral literal) {
      RexNode cast =
          literal.isNull() ? builder.makeNullLiteral(type) : builder.makeCast(type, value);
      return cast instanceof RexLiteral typed ? Optional.of(typed) : Optional.empty();
    }
    return value.getKind() == SqlKind.CAST
            && ((RexCall) value).getOperands().get(0) instanceof RexLiteral inner
            && inner.isNull()
        ? literal(inner, type, builder)
        : Optional.empty();
  }
}
