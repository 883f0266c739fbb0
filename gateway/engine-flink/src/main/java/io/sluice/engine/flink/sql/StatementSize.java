/* SPDX-License-Identifier: Apache-2.0 */
package io.sluice.engine.flink.sql;

import io.sluice.error.ErrorCode;
import io.sluice.error.SluiceException;
import org.apache.calcite.sql.SqlCall;
import org.apache.calcite.sql.SqlKind;
import org.apache.calcite.sql.SqlNode;
import org.apache.calcite.sql.fun.SqlCase;
import org.apache.calcite.sql.util.SqlBasicVisitor;

/**
 * Refuses what Flink would plan for longer than anybody waits, and cannot be stopped at: the code
 * of a CASE is cut into methods in time that grows with the cube of its branches (200 take 2 s, 500
 * take 23 s, 2,000 more than half an hour).
 */
final class StatementSize extends SqlBasicVisitor<Void> {
  private static final int MAX_BRANCHES = 600;

  private int branches;

  private StatementSize() {}

  /**
   * @throws SluiceException LIMIT_REACHED
   */
  static void check(SqlNode statement) {
    StatementSize size = new StatementSize();
    statement.accept(size);
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
    return super.visit(call);
  }
}
