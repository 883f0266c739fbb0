/* SPDX-License-Identifier: Apache-2.0 */
package io.sluice.engine.flink.sql;

import io.sluice.error.ErrorCode;
import io.sluice.error.SluiceException;
import org.apache.flink.table.operations.CompileAndExecutePlanOperation;
import org.apache.flink.table.operations.Operation;
import org.apache.flink.table.operations.command.AddJarOperation;
import org.apache.flink.table.operations.command.ClearOperation;
import org.apache.flink.table.operations.command.ExecutePlanOperation;
import org.apache.flink.table.operations.command.HelpOperation;
import org.apache.flink.table.operations.command.QuitOperation;
import org.apache.flink.table.operations.command.RemoveJarOperation;
import org.apache.flink.table.operations.ddl.CompilePlanOperation;
import org.apache.flink.table.operations.ddl.CreateCatalogFunctionOperation;
import org.apache.flink.table.operations.ddl.CreateTempSystemFunctionOperation;

/** What an engine does not run, because it is shared, or because the statement is a shell's. */
final class StatementRules {
  private StatementRules() {}

  static void check(Operation operation) {
    if (operation instanceof AddJarOperation || operation instanceof RemoveJarOperation) {
      throw refused("ADD JAR and REMOVE JAR", "an engine runs only the code it was started with");
    }
    if (operation instanceof ExecutePlanOperation
        || operation instanceof CompilePlanOperation
        || operation instanceof CompileAndExecutePlanOperation) {
      throw refused("COMPILE PLAN and EXECUTE PLAN", "they read and write files of the engine");
    }
    if (operation instanceof QuitOperation
        || operation instanceof ClearOperation
        || operation instanceof HelpOperation) {
      throw refused("QUIT, CLEAR and HELP", "they are commands of Flink's SQL shell");
    }
    boolean withJar =
        operation instanceof CreateCatalogFunctionOperation function
                && !function.getCatalogFunction().getFunctionResources().isEmpty()
            || operation instanceof CreateTempSystemFunctionOperation temporary
                && !temporary.getCatalogFunction().getFunctionResources().isEmpty();
    if (withJar) {
      throw refused(
          "CREATE FUNCTION … USING JAR", "an engine runs only the code it was started with");
    }
  }

  private static SluiceException refused(String what, String why) {
    return new SluiceException(ErrorCode.NOT_SUPPORTED, what + " are not offered: " + why + ".");
  }
}
