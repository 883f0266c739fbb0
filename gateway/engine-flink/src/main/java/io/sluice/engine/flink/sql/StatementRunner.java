/* SPDX-License-Identifier: Apache-2.0 */
package io.sluice.engine.flink.sql;

import static java.util.Objects.requireNonNull;

import io.sluice.engine.flink.result.ResultReceiver;
import io.sluice.engine.flink.result.ResultTableFactory;
import io.sluice.engine.sql.StatementRun;
import io.sluice.error.ErrorCode;
import io.sluice.error.SluiceException;
import java.net.InetSocketAddress;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.UnaryOperator;
import org.apache.calcite.rel.metadata.JaninoRelMetadataProvider;
import org.apache.calcite.rel.metadata.RelMetadataQueryBase;
import org.apache.flink.core.execution.JobClient;
import org.apache.flink.table.api.ResultKind;
import org.apache.flink.table.api.Schema;
import org.apache.flink.table.api.internal.TableResultInternal;
import org.apache.flink.table.catalog.CatalogTable;
import org.apache.flink.table.catalog.ContextResolvedTable;
import org.apache.flink.table.catalog.ResolvedCatalogTable;
import org.apache.flink.table.catalog.ResolvedSchema;
import org.apache.flink.table.operations.BeginStatementSetOperation;
import org.apache.flink.table.operations.EndStatementSetOperation;
import org.apache.flink.table.operations.ModifyOperation;
import org.apache.flink.table.operations.Operation;
import org.apache.flink.table.operations.QueryOperation;
import org.apache.flink.table.operations.ShowCreateTableOperation;
import org.apache.flink.table.operations.SinkModifyOperation;
import org.apache.flink.table.operations.StatementSetOperation;
import org.apache.flink.table.planner.plan.metadata.FlinkDefaultRelMetadataProvider;
import org.apache.flink.table.types.DataType;
import org.apache.flink.table.types.utils.DataTypeUtils;

/** Runs a session's statements, by kind. Not thread-safe: the session lets in one at a time. */
final class StatementRunner {
  private final String user;
  private final SessionTables tables;
  private final StatementRules rules;
  private final InetSocketAddress resultPort;
  private final Jobs jobs;
  private List<ModifyOperation> statementSet;

  StatementRunner(
      String user,
      SessionTables tables,
      StatementRules rules,
      InetSocketAddress resultPort,
      Jobs jobs) {
    this.user = requireNonNull(user, "user is null");
    this.tables = requireNonNull(tables, "tables is null");
    this.rules = requireNonNull(rules, "rules is null");
    this.resultPort = resultPort;
    this.jobs = requireNonNull(jobs, "jobs is null");
  }

  CompletionStage<Void> run(String statement, StatementRun run, Map<String, String> settings)
      throws Exception {
    // Calcite looks for it on the thread that plans, and Flink sets it where a planner is made.
    RelMetadataQueryBase.THREAD_PROVIDERS.set(
        JaninoRelMetadataProvider.of(FlinkDefaultRelMetadataProvider.INSTANCE()));
    SluiceTableEnvironment environment = tables.environment(settings);
    run.onStop(tables.planningStop().begin());
    ParsedStatement parsed = ParsedStatement.parse(statement, environment, tables.catalogs());
    Operation operation = parsed.operation();
    rules.check(operation);
    if (operation instanceof BeginStatementSetOperation) {
      statementSet = new ArrayList<>();
      return CompletableFuture.completedFuture(null);
    }
    if (operation instanceof EndStatementSetOperation) {
      return endStatementSet(environment, run);
    }
    if (statementSet != null) {
      return collect(operation, run);
    }
    if (operation instanceof QueryOperation query) {
      return query(environment, query, parsed.labels(), run);
    }
    if (operation instanceof StatementSetOperation set) {
      return modify(environment, set.getOperations(), run);
    }
    if (operation instanceof ModifyOperation modification) {
      return modify(environment, List.of(modification), run);
    }
    Optional<CompletionStage<Void>> ofJobs = JobStatements.run(operation, jobs, user, run);
    if (ofJobs.isPresent()) {
      return ofJobs.get();
    }
    TableResultInternal result = environment.executeInternal(operation);
    if (result.getResultKind() == ResultKind.SUCCESS_WITH_CONTENT) {
      SmallResults.put(
          result,
          tables.zone(),
          run,
          operation instanceof ShowCreateTableOperation
              ? ShownTypes::plain
              : UnaryOperator.identity());
    }
    return CompletableFuture.completedFuture(null);
  }

  private CompletionStage<Void> collect(Operation operation, StatementRun run) {
    if (!(operation instanceof SinkModifyOperation modification)) {
      throw new SluiceException(
          ErrorCode.INVALID_STATEMENT,
          "Only INSERT may stand between BEGIN STATEMENT SET and END; send END to run the "
              + statementSet.size()
              + " collected statements first.");
    }
    statementSet.add(modification);
    run.log("Added to the statement set; END runs it.");
    return CompletableFuture.completedFuture(null);
  }

  private CompletionStage<Void> endStatementSet(
      SluiceTableEnvironment environment, StatementRun run) throws Exception {
    List<ModifyOperation> collected = statementSet;
    statementSet = null;
    if (collected == null) {
      throw new SluiceException(
          ErrorCode.INVALID_STATEMENT, "END without BEGIN STATEMENT SET: there is nothing to run.");
    }
    if (collected.isEmpty()) {
      throw new SluiceException(
          ErrorCode.INVALID_STATEMENT, "The statement set is empty: it holds no INSERT.");
    }
    return modify(environment, collected, run);
  }

  private CompletionStage<Void> query(
      SluiceTableEnvironment environment,
      QueryOperation query,
      List<String> labels,
      StatementRun run) {
    ResolvedSchema schema = query.getResolvedSchema();
    List<DataType> types =
        schema.getColumnDataTypes().stream()
            .map(type -> DataTypeUtils.removeTimeAttribute(type).nullable())
            .toList();
    ResolvedSchema shape = ResolvedSchema.physical(schema.getColumnNames(), types);
    ResultReceiver receiver =
        ResultReceiver.open(
            run,
            ColumnLabels.of(labels, schema.getColumnNames()),
            types.stream().map(DataType::getLogicalType).toList(),
            tables.zone(),
            resultPort);
    boolean submitted = false;
    try {
      JobClient job =
          environment
              .executeInternal(
                  List.<ModifyOperation>of(new SinkModifyOperation(sink(receiver, shape), query)))
              .getJobClient()
              .orElseThrow();
      submitted = true;
      run.log("Submitted job " + job.getJobID().toHexString() + ".");
      return RunningQuery.follow(job, receiver, run);
    } finally {
      if (!submitted) {
        receiver.close();
      }
    }
  }

  private static ContextResolvedTable sink(ResultReceiver receiver, ResolvedSchema shape) {
    CatalogTable table =
        CatalogTable.newBuilder()
            .schema(Schema.newBuilder().fromResolvedSchema(shape).build())
            .options(
                Map.of(
                    "connector",
                    ResultTableFactory.IDENTIFIER,
                    ResultTableFactory.TOKEN.key(),
                    receiver.token()))
            .build();
    return ContextResolvedTable.anonymous("result", new ResolvedCatalogTable(table, shape));
  }

  private CompletionStage<Void> modify(
      SluiceTableEnvironment environment, List<ModifyOperation> modifications, StatementRun run)
      throws Exception {
    TableResultInternal result = environment.executeInternal(modifications);
    Optional<JobClient> job = result.getJobClient();
    if (job.isEmpty()) {
      // A deletion that the source did itself.
      SmallResults.affectedRows(result).ifPresent(run::affectedRows);
      return CompletableFuture.completedFuture(null);
    }
    if (tables.isStreaming()) {
      jobs.add(new Jobs.Job(job.get(), user, summary(run.text()), Instant.now()));
      String id = job.get().getJobID().toHexString();
      run.log("Submitted job " + id + ". It runs on; STOP JOB '" + id + "' ends it.");
      SmallResults.jobId(id, run);
      return CompletableFuture.completedFuture(null);
    }
    run.log("Submitted job " + job.get().getJobID().toHexString() + ".");
    return RunningJob.follow(job.get(), run);
  }

  private static String summary(String text) {
    String line = text.strip().replaceAll("\\s+", " ");
    return line.length() > 120 ? line.substring(0, 120) + "…" : line;
  }
}
