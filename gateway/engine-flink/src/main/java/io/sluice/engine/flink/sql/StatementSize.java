/* SPDX-License-Identifier: Apache-2.0 */
package io.sluice.engine.flink.sql;

import io.sluice.error.ErrorCode;
import io.sluice.error.SluiceException;
import java.util.EnumSet;
import java.util.Set;
import org.apache.calcite.sql.SqlCall;
import org.apache.calcite.sql.SqlKind;
import org.apache.calcite.sql.SqlNode;
import org.apache.calcite.sql.fun.SqlCase;
import org.apache.calcite.sql.util.SqlBasicVisitor;

/**
 * Refuses what Flink would plan for longer than anybody waits, and cannot be stopped at: the code
 * of a CASE is cut into methods in time that grows with the cube of its branches (200 take 2 s, 500
 * take 23 s, 2,000 did not end in 100 s), and nested expressions are compared with each other
 * (2,500 additions take 4 s, 4,000 take 15 s, 20,000 functions more than two minutes).
 */
final class StatementSize extends SqlBasicVisitor<Void> {
  private static final int MAX_BRANCHES = 600;
  private static final int MAX_DEPTH = 3_000;

  /** Long lists of them are common, and the parser nests them. */
  private static final Set<SqlKind> LISTS =
      EnumSet.of(SqlKind.AND, SqlKind.OR, SqlKind.UNION, SqlKind.INTERSECT, SqlKind.EXCEPT);

  private int branches;
  private int depth;
  private int deepest;

  private StatementSize() {}

  /**
   * @throws SluiceException LIMIT_REACHED
   */
  static void check(SqlNode statement) {
    StatementSize size = new StatementSize();
    statement.accept(size);
    if (size.deepest > MAX_DEPTH) {
      throw new SluiceException(
          ErrorCode.LIMIT_REACHED,
          "The statement is nested too deeply: "
              + size.deepest
              + " operators and functions inside each other; at most "
              + MAX_DEPTH
              + " can be planned. Do it in several statements with a table in between.");
    }
    if (size.branches > MAX_BRANCHES) {
      throw new SluiceException(
          ErrorCode.LIMIT_REACHED,
          "The statement's CASE expressions have "
              + size.branches
              + " WHEN branches; at most "
              + MAX_BRANCHES
              + " can be planned. Put the pairs into a table, or JOIN (VALUES (…), …) AS t (k, v).");
    }
  }

  @Override
  public Void visit(SqlCall call) {
    if (call.getKind() == SqlKind.CASE) {
      branches += ((SqlCase) call).getWhenOperands().size();
    }
    int level = LISTS.contains(call.getKind()) ? 0 : 1;
    depth += level;
    deepest = Math.max(deepest, depth);
    super.visit(call);
    depth -= level;
    return null;
  }
}
