/* SPDX-License-Identifier: Apache-2.0 */
package io.sluice.engine.flink.sql;

import static java.util.Objects.requireNonNull;

import io.sluice.engine.flink.connector.AllowedConnectors;
import io.sluice.error.ErrorCode;
import io.sluice.error.SluiceException;
import java.util.Map;
import org.apache.flink.table.catalog.CatalogFunction;
import org.apache.flink.table.catalog.CatalogTable;
import org.apache.flink.table.catalog.FunctionLanguage;
import org.apache.flink.table.catalog.ObjectIdentifier;
import org.apache.flink.table.factories.FactoryUtil;
import org.apache.flink.table.operations.CompileAndExecutePlanOperation;
import org.apache.flink.table.operations.CreateTableASOperation;
import org.apache.flink.table.operations.ExplainOperation;
import org.apache.flink.table.operations.LoadModuleOperation;
import org.apache.flink.table.operations.Operation;
import org.apache.flink.table.operations.ReplaceTableAsOperation;
import org.apache.flink.table.operations.SinkModifyOperation;
import org.apache.flink.table.operations.StatementSetOperation;
import org.apache.flink.table.operations.TruncateTableOperation;
import org.apache.flink.table.operations.UnloadModuleOperation;
import org.apache.flink.table.operations.UseModulesOperation;
import org.apache.flink.table.operations.command.AddJarOperation;
import org.apache.flink.table.operations.command.ClearOperation;
import org.apache.flink.table.operations.command.ExecutePlanOperation;
import org.apache.flink.table.operations.command.HelpOperation;
import org.apache.flink.table.operations.command.QuitOperation;
import org.apache.flink.table.operations.command.RemoveJarOperation;
import org.apache.flink.table.operations.ddl.AlterCatalogCommentOperation;
import org.apache.flink.table.operations.ddl.AlterCatalogFunctionOperation;
import org.apache.flink.table.operations.ddl.AlterCatalogOptionsOperation;
import org.apache.flink.table.operations.ddl.AlterCatalogResetOperation;
import org.apache.flink.table.operations.ddl.AlterTableChangeOperation;
import org.apache.flink.table.operations.ddl.AlterTableOptionsOperation;
import org.apache.flink.table.operations.ddl.AnalyzeTableOperation;
import org.apache.flink.table.operations.ddl.CompilePlanOperation;
import org.apache.flink.table.operations.ddl.CreateCatalogFunctionOperation;
import org.apache.flink.table.operations.ddl.CreateCatalogOperation;
import org.apache.flink.table.operations.ddl.CreateTableOperation;
import org.apache.flink.table.operations.ddl.CreateTempSystemFunctionOperation;
import org.apache.flink.table.operations.ddl.DropCatalogOperation;
import org.apache.flink.table.operations.materializedtable.MaterializedTableOperation;

/** What an engine does not run, because it is shared, or because the statement is a shell's. */
final class StatementRules {
  private static final String OWN_CONNECTOR = "sluice";

  private final AllowedConnectors connectors;

  StatementRules(AllowedConnectors connectors) {
    this.connectors = requireNonNull(connectors, "connectors is null");
  }

  void check(Operation operation) {
    commands(operation);
    catalogs(operation);
    functions(operation);
    tables(operation);
  }

  private static void commands(Operation operation) {
    if (operation instanceof AddJarOperation || operation instanceof RemoveJarOperation) {
      throw refused("ADD JAR and REMOVE JAR", "an engine runs only the code it was started with");
    }
    if (operation instanceof LoadModuleOperation
        || operation instanceof UnloadModuleOperation
        || operation instanceof UseModulesOperation) {
      throw refused(
          "LOAD MODULE, UNLOAD MODULE and USE MODULES",
          "an engine has the modules it was started with");
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
    if (operation instanceof AnalyzeTableOperation) {
      throw refused("ANALYZE TABLE statements", "the statistics of a table come from its source");
    }
    if (operation instanceof TruncateTableOperation truncate) {
      throw new SluiceException(
          ErrorCode.NOT_SUPPORTED,
          "TRUNCATE TABLE is not offered, so "
              + truncate.getTableIdentifier().asSummaryString()
              + " is as it was. Use DELETE FROM, or INSERT OVERWRITE where the source takes it.");
    }
    if (operation instanceof MaterializedTableOperation) {
      throw refused("Materialized tables", "nothing here keeps them fresh");
    }
  }

  /** Flink 1.20 puts a new catalog into the session before its store can refuse it. */
  private static void catalogs(Operation operation) {
    if (operation instanceof CreateCatalogOperation
        || operation instanceof DropCatalogOperation
        || operation instanceof AlterCatalogOptionsOperation
        || operation instanceof AlterCatalogResetOperation
        || operation instanceof AlterCatalogCommentOperation) {
      throw refused(
          "CREATE CATALOG, ALTER CATALOG and DROP CATALOG",
          "a catalog is a datasource, and those are declared in datasources.yaml");
    }
  }

  private static void functions(Operation operation) {
    if (operation instanceof CreateCatalogFunctionOperation function) {
      function(function.getCatalogFunction());
    } else if (operation instanceof CreateTempSystemFunctionOperation function) {
      function(function.getCatalogFunction());
    } else if (operation instanceof AlterCatalogFunctionOperation function) {
      function(function.getCatalogFunction());
    }
  }

  private static void function(CatalogFunction function) {
    if (!function.getFunctionResources().isEmpty()) {
      throw refused(
          "CREATE FUNCTION … USING JAR", "an engine runs only the code it was started with");
    }
    if (function.getFunctionLanguage() == FunctionLanguage.PYTHON) {
      throw refused("Functions in Python", "an engine runs only the code it was started with");
    }
    FunctionClasses.check(function.getClassName());
  }

  private void tables(Operation operation) {
    if (operation instanceof CreateTableOperation create) {
      table(create.getTableIdentifier(), create.getCatalogTable(), create.isTemporary());
    } else if (operation instanceof CreateTableASOperation create) {
      tables(create.getCreateTableOperation());
    } else if (operation instanceof ReplaceTableAsOperation replace) {
      tables(replace.getCreateTableOperation());
    } else if (operation instanceof AlterTableChangeOperation alter) {
      table(alter.getTableIdentifier(), alter.getNewTable(), false);
    } else if (operation instanceof AlterTableOptionsOperation alter) {
      table(alter.getTableIdentifier(), alter.getCatalogTable(), false);
    } else if (operation instanceof StatementSetOperation set) {
      set.getOperations().forEach(this::tables);
    } else if (operation instanceof ExplainOperation explain) {
      tables(explain.getChild());
    } else if (operation instanceof SinkModifyOperation write
        && !write.getContextResolvedTable().isAnonymous()) {
      connectors.checkHint(
          write.getContextResolvedTable().getIdentifier().asSummaryString(),
          write.getDynamicOptions());
    }
  }

  private void table(ObjectIdentifier name, CatalogTable table, boolean isTemporary) {
    Map<String, String> options = table.getOptions();
    if (isTemporary || name.getCatalogName().equals(SessionTables.DEFAULT_CATALOG)) {
      connectors.check(name.asSummaryString(), options);
      return;
    }
    String connector = options.get(FactoryUtil.CONNECTOR.key());
    if (connector != null && !connector.equals(OWN_CONNECTOR)) {
      throw new SluiceException(
          ErrorCode.INVALID_STATEMENT,
          "Table "
              + name.asSummaryString()
              + " is of a datasource and cannot have connector '"
              + connector
              + "'. Leave the option out, or CREATE TEMPORARY TABLE.");
    }
  }

  private static SluiceException refused(String what, String why) {
    return new SluiceException(ErrorCode.NOT_SUPPORTED, what + " are not offered: " + why + ".");
  }
}
