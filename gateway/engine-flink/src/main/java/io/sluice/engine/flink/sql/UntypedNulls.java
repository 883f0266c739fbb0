/* SPDX-License-Identifier: Apache-2.0 */
package io.sluice.engine.flink.sql;

import org.apache.calcite.sql.SqlBasicTypeNameSpec;
import org.apache.calcite.sql.SqlCall;
import org.apache.calcite.sql.SqlDataTypeSpec;
import org.apache.calcite.sql.SqlKind;
import org.apache.calcite.sql.SqlLiteral;
import org.apache.calcite.sql.SqlNode;
import org.apache.calcite.sql.SqlNodeList;
import org.apache.calcite.sql.SqlOrderBy;
import org.apache.calcite.sql.SqlSelect;
import org.apache.calcite.sql.SqlWith;
import org.apache.calcite.sql.fun.SqlStdOperatorTable;
import org.apache.calcite.sql.parser.SqlParserPos;
import org.apache.calcite.sql.type.SqlTypeName;

/**
 * Makes {@code SELECT NULL} a STRING. Flink refuses a NULL without a type, while clients and tools
 * send it and every other engine answers.
 */
final class UntypedNulls {
  private UntypedNulls() {}

  /** Changes the select list of a query's outermost SELECT. */
  static void giveType(SqlNode query) {
    if (query instanceof SqlOrderBy orderBy) {
      giveType(orderBy.query);
    } else if (query instanceof SqlWith with) {
      giveType(with.body);
    } else if (query instanceof SqlSelect select) {
      SqlNodeList items = select.getSelectList();
      for (int i = 0; i < items.size(); i++) {
        SqlNode item = items.get(i);
        if (isNull(item)) {
          items.set(i, typed(item.getParserPosition()));
        } else if (item.getKind() == SqlKind.AS && isNull(((SqlCall) item).operand(0))) {
          ((SqlCall) item).setOperand(0, typed(item.getParserPosition()));
        }
      }
    }
  }

  static boolean isNull(SqlNode node) {
    return node instanceof SqlLiteral literal && literal.getTypeName() == SqlTypeName.NULL;
  }

  private static SqlNode typed(SqlParserPos position) {
    SqlDataTypeSpec string =
        new SqlDataTypeSpec(
            new SqlBasicTypeNameSpec(SqlTypeName.VARCHAR, Integer.MAX_VALUE, position), position);
    return SqlStdOperatorTable.CAST.createCall(position, SqlLiteral.createNull(position), string);
  }
}
