/* SPDX-License-Identifier: Apache-2.0 */
package io.sluice.engine.flink.sql;

import io.sluice.error.ErrorCode;
import io.sluice.error.SluiceException;
import java.util.List;
import java.util.Optional;
import org.apache.calcite.sql.SqlNode;
import org.apache.flink.table.catalog.CatalogManager;
import org.apache.flink.table.operations.Operation;
import org.apache.flink.table.planner.calcite.FlinkPlannerImpl;
import org.apache.flink.table.planner.operations.SqlNodeToOperationConversion;
import org.apache.flink.table.planner.parse.ExtendedParser;

/**
 * A validated statement.
 *
 * @param operation what Flink makes of it
 * @param labels of a query's columns as written, see {@link ColumnLabels}
 */
record ParsedStatement(Operation operation, List<String> labels) {
  static ParsedStatement parse(
      String statement, SluiceTableEnvironment environment, CatalogManager catalogs) {
    Optional<Operation> command = ExtendedParser.INSTANCE.parse(statement);
    if (command.isPresent()) {
      return new ParsedStatement(command.get(), List.of());
    }
    FlinkPlannerImpl calcite = environment.calcite();
    List<SqlNode> nodes = nodes(statement, calcite);
    if (nodes.size() != 1) {
      throw new SluiceException(
          ErrorCode.INVALID_STATEMENT,
          "There are " + nodes.size() + " statements in one; send them one after the other.");
    }
    StatementSize.check(nodes.get(0));
    // Validation rewrites the tree; the labels are those of the text.
    List<String> labels = ColumnLabels.written(nodes.get(0));
    UntypedNulls.giveType(nodes.get(0));
    NullableTotals.allow(nodes.get(0));
    InsertedNulls.giveType(nodes.get(0), calcite, catalogs);
    Operation operation =
        SqlNodeToOperationConversion.convert(calcite, catalogs, nodes.get(0))
            .orElseThrow(
                () ->
                    new SluiceException(
                        ErrorCode.NOT_SUPPORTED,
                        "Flink has no such statement: " + nodes.get(0).getKind() + "."));
    return new ParsedStatement(operation, labels);
  }

  private static List<SqlNode> nodes(String statement, FlinkPlannerImpl calcite) {
    try {
      return calcite.parser().parseSqlList(statement).getList();
    } catch (NullPointerException e) {
      // The parser makes an exception without a message of a stack that overflows, and Flink looks
      // into the message.
      throw FlinkErrors.tooDeep(e);
    }
  }
}
