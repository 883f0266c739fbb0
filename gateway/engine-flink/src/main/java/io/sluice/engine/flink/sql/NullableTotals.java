/* SPDX-License-Identifier: Apache-2.0 */
package io.sluice.engine.flink.sql;

import java.util.Locale;
import java.util.Set;
import org.apache.calcite.sql.SqlBasicCall;
import org.apache.calcite.sql.SqlCall;
import org.apache.calcite.sql.SqlFunction;
import org.apache.calcite.sql.SqlLiteral;
import org.apache.calcite.sql.SqlNode;
import org.apache.calcite.sql.SqlNodeList;
import org.apache.calcite.sql.SqlSelect;
import org.apache.calcite.sql.fun.SqlStdOperatorTable;
import org.apache.calcite.sql.util.SqlBasicVisitor;
import org.apache.calcite.sql.util.SqlShuttle;

/**
 * Lets the total of no rows be NULL. Calcite 1.32 says that {@code SUM(x)} is never NULL where x is
 * not and there is a GROUP BY, though ROLLUP, CUBE and GROUPING SETS have a group that may have no
 * rows. With {@code FILTER (WHERE TRUE)} it says otherwise.
 */
final class NullableTotals {
  private static final Set<String> NULL_OF_NO_ROWS =
      Set.of(
          "SUM",
          "MIN",
          "MAX",
          "AVG",
          "STDDEV_POP",
          "STDDEV_SAMP",
          "STDDEV",
          "VAR_POP",
          "VAR_SAMP",
          "VARIANCE",
          "LISTAGG",
          "FIRST_VALUE",
          "LAST_VALUE");

  private NullableTotals() {}

  /** Changes the select lists and HAVING of such queries, wherever in the statement. */
  static void allow(SqlNode statement) {
    statement.accept(
        new SqlBasicVisitor<Void>() {
          @Override
          public Void visit(SqlCall call) {
            if (call instanceof SqlSelect select && hasTotals(select.getGroup())) {
              select.setSelectList((SqlNodeList) select.getSelectList().accept(new Filtered()));
              if (select.getHaving() != null) {
                select.setHaving(select.getHaving().accept(new Filtered()));
              }
            }
            return super.visit(call);
          }
        });
  }

  private static boolean hasTotals(SqlNodeList group) {
    return group != null
        && group.getList().stream()
            .anyMatch(
                item ->
                    switch (item.getKind()) {
                      case ROLLUP, CUBE, GROUPING_SETS -> true;
                      default -> false;
                    });
  }

  private static final class Filtered extends SqlShuttle {
    @Override
    public SqlNode visit(SqlCall call) {
      return switch (call.getKind()) {
        // They have their own, or are no aggregates; a query inside has its own groups.
        case FILTER, OVER, WITHIN_GROUP, SELECT, UNION, INTERSECT, EXCEPT, WITH, ORDER_BY -> call;
        default ->
            call instanceof SqlBasicCall
                    && call.getOperator() instanceof SqlFunction function
                    && NULL_OF_NO_ROWS.contains(function.getName().toUpperCase(Locale.ROOT))
                ? SqlStdOperatorTable.FILTER.createCall(
                    call.getParserPosition(),
                    call,
                    SqlLiteral.createBoolean(true, call.getParserPosition()))
                : super.visit(call);
      };
    }
  }
}
