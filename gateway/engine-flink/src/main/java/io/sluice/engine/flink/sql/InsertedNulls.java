/* SPDX-License-Identifier: Apache-2.0 */
package io.sluice.engine.flink.sql;

import static java.util.Objects.requireNonNull;

import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;
import org.apache.calcite.sql.SqlCall;
import org.apache.calcite.sql.SqlIdentifier;
import org.apache.calcite.sql.SqlKind;
import org.apache.calcite.sql.SqlNode;
import org.apache.calcite.sql.SqlNodeList;
import org.apache.calcite.sql.SqlOrderBy;
import org.apache.calcite.sql.SqlSelect;
import org.apache.calcite.sql.SqlWith;
import org.apache.flink.sql.parser.dml.RichSqlInsert;
import org.apache.flink.table.catalog.CatalogManager;
import org.apache.flink.table.catalog.Column;
import org.apache.flink.table.catalog.ContextResolvedTable;
import org.apache.flink.table.catalog.ResolvedSchema;
import org.apache.flink.table.catalog.UnresolvedIdentifier;
import org.apache.flink.table.planner.calcite.FlinkPlannerImpl;
import org.apache.flink.table.types.logical.LogicalType;

/**
 * Gives a bare NULL in {@code INSERT INTO t VALUES (1, NULL)} or {@code … SELECT 1, NULL} the type
 * of its column. Flink knows no NULL without a type and refuses the statement.
 */
final class InsertedNulls {
  private final FlinkPlannerImpl calcite;
  private final Supplier<List<LogicalType>> columns;
  private List<LogicalType> types;

  private InsertedNulls(FlinkPlannerImpl calcite, Supplier<List<LogicalType>> columns) {
    this.calcite = requireNonNull(calcite, "calcite is null");
    this.columns = requireNonNull(columns, "columns is null");
  }

  /** Changes the tree of an INSERT; the table is looked at only if there is such a NULL. */
  static void giveType(SqlNode statement, FlinkPlannerImpl calcite, CatalogManager catalogs) {
    if (statement instanceof RichSqlInsert insert
        && insert.getTargetTable() instanceof SqlIdentifier table) {
      new InsertedNulls(calcite, () -> types(insert, table, catalogs)).query(insert.getSource());
    }
  }

  /** Of the columns a query has to give, in its order; empty if Flink will have to say more. */
  private static List<LogicalType> types(
      RichSqlInsert insert, SqlIdentifier table, CatalogManager catalogs) {
    Optional<ContextResolvedTable> target =
        catalogs.getTable(catalogs.qualifyIdentifier(UnresolvedIdentifier.of(table.names)));
    if (target.isEmpty() || !insert.getStaticPartitions().isEmpty()) {
      return List.of();
    }
    ResolvedSchema schema = target.get().getResolvedSchema();
    SqlNodeList named = insert.getTargetColumnList();
    if (named == null) {
      return schema.getColumns().stream()
          .filter(Column::isPersisted)
          .map(InsertedNulls::type)
          .toList();
    }
    List<Optional<Column>> columns =
        named.getList().stream().map(name -> schema.getColumn(name.toString())).toList();
    return columns.stream().allMatch(Optional::isPresent)
        ? columns.stream().map(column -> type(column.get())).toList()
        : List.of();
  }

  private static LogicalType type(Column column) {
    return column.getDataType().getLogicalType().copy(true);
  }

  private void query(SqlNode query) {
    if (query instanceof SqlOrderBy orderBy) {
      query(orderBy.query);
    } else if (query instanceof SqlWith with) {
      query(with.body);
    } else if (query instanceof SqlSelect select) {
      SqlNodeList items = select.getSelectList();
      for (int i = 0; i < items.size(); i++) {
        if (UntypedNulls.isNull(items.get(i))) {
          items.set(i, typed(items.get(i), i));
        }
      }
    } else if (query.getKind() == SqlKind.VALUES || query.getKind() == SqlKind.UNION) {
      ((SqlCall) query).getOperandList().forEach(this::query);
    } else if (query.getKind() == SqlKind.ROW) {
      SqlCall row = (SqlCall) query;
      for (int i = 0; i < row.operandCount(); i++) {
        if (UntypedNulls.isNull(row.operand(i))) {
          row.setOperand(i, typed(row.operand(i), i));
        }
      }
    }
  }

  private SqlNode typed(SqlNode literal, int column) {
    if (types == null) {
      types = columns.get();
    }
    return column < types.size()
        ? calcite
            .parser()
            .parseExpression("CAST(NULL AS " + types.get(column).asSerializableString() + ")")
        : literal;
  }
}
