/* SPDX-License-Identifier: Apache-2.0 */
package io.sluice.protocol;

import io.netty.buffer.ByteBuf;
import io.sluice.error.ErrorCode;
import io.sluice.error.SluiceException;
import io.sluice.protocol.rowset.HiveColumn;
import io.sluice.protocol.rowset.HiveType;
import io.sluice.protocol.rowset.RowBlock;
import io.sluice.protocol.rowset.RowBlockWriter;
import io.sluice.protocol.rowset.RowSchema;
import io.sluice.protocol.rowset.RowSetEncoder;
import io.sluice.thrift.hive.TCancelOperationReq;
import io.sluice.thrift.hive.TCancelOperationResp;
import io.sluice.thrift.hive.TCloseOperationReq;
import io.sluice.thrift.hive.TCloseOperationResp;
import io.sluice.thrift.hive.TCloseSessionReq;
import io.sluice.thrift.hive.TCloseSessionResp;
import io.sluice.thrift.hive.TExecuteStatementReq;
import io.sluice.thrift.hive.TExecuteStatementResp;
import io.sluice.thrift.hive.TFetchResultsReq;
import io.sluice.thrift.hive.TGetInfoReq;
import io.sluice.thrift.hive.TGetInfoResp;
import io.sluice.thrift.hive.TGetInfoValue;
import io.sluice.thrift.hive.TGetOperationStatusReq;
import io.sluice.thrift.hive.TGetOperationStatusResp;
import io.sluice.thrift.hive.TGetResultSetMetadataReq;
import io.sluice.thrift.hive.TGetResultSetMetadataResp;
import io.sluice.thrift.hive.TOpenSessionReq;
import io.sluice.thrift.hive.TOpenSessionResp;
import io.sluice.thrift.hive.TOperationState;
import io.sluice.thrift.hive.TOperationType;
import io.sluice.thrift.hive.TProtocolVersion;
import java.security.SecureRandom;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Supplier;

/**
 * A small HiveServer2 whose statements are names of tables in memory. {@code echo TEXT} gives the
 * text back, {@code hang} is answered when {@link #release} is called.
 */
final class TableService implements HiveService {
  /** Rows of one schema, cut into blocks. */
  record Table(RowSchema schema, List<RowBlock> blocks) {}

  private static final class Operation {
    final TProtocolVersion version;
    final Table table;
    long offset;

    Operation(TProtocolVersion version, Table table) {
      this.version = version;
      this.table = table;
    }
  }

  final List<Peer> disconnected = new CopyOnWriteArrayList<>();
  final List<Peer> opened = new CopyOnWriteArrayList<>();
  final CompletableFuture<Void> release = new CompletableFuture<>();
  final CompletableFuture<Void> hanging = new CompletableFuture<>();
  private volatile TProtocolVersion newest = ProtocolVersions.NEWEST;
  private final SecureRandom random = new SecureRandom();
  private final Map<String, Supplier<Table>> tables = new ConcurrentHashMap<>();
  private final Map<Handle, TProtocolVersion> sessions = new ConcurrentHashMap<>();
  private final Map<Handle, Operation> operations = new ConcurrentHashMap<>();

  TableService with(String statement, Supplier<Table> table) {
    tables.put(statement, table);
    return this;
  }

  /** Speaks no newer version than this. */
  TableService atMost(TProtocolVersion version) {
    newest = version;
    return this;
  }

  private TProtocolVersion lower(TProtocolVersion version) {
    return version.compareTo(newest) < 0 ? version : newest;
  }

  static Table text(String value) {
    RowSchema schema = RowSchema.of(HiveColumn.of("text", HiveType.STRING));
    RowBlockWriter writer = new RowBlockWriter(schema);
    writer.appendString(0, value);
    writer.endRow();
    return new Table(schema, List.of(writer.finish()));
  }

  @Override
  public CompletionStage<TOpenSessionResp> openSession(Peer peer, TOpenSessionReq request) {
    opened.add(peer);
    Handle handle = Handle.random(random);
    TProtocolVersion version = lower(ProtocolVersions.negotiate(request.getClient_protocol()));
    sessions.put(handle, version);
    TOpenSessionResp answer = new TOpenSessionResp(HiveErrors.success(), version);
    answer.setSessionHandle(handle.toSessionHandle());
    answer.setConfiguration(Map.of("hive.server2.thrift.resultset.default.fetch.size", "1000"));
    return CompletableFuture.completedFuture(answer);
  }

  @Override
  public CompletionStage<TCloseSessionResp> closeSession(Peer peer, TCloseSessionReq request) {
    sessions.remove(Handle.of(request.getSessionHandle()));
    return CompletableFuture.completedFuture(new TCloseSessionResp(HiveErrors.success()));
  }

  @Override
  public CompletionStage<TGetInfoResp> getInfo(Peer peer, TGetInfoReq request) {
    return CompletableFuture.completedFuture(
        new TGetInfoResp(HiveErrors.success(), TGetInfoValue.stringValue("3.1.3")));
  }

  @Override
  public CompletionStage<TExecuteStatementResp> executeStatement(
      Peer peer, TExecuteStatementReq request) {
    String statement = request.getStatement();
    TProtocolVersion version = sessions.get(Handle.of(request.getSessionHandle()));
    if (statement.equals("hang")) {
      hanging.complete(null);
      return release.thenApply(ignored -> execute(version, "released"));
    }
    if (statement.equals("fault")) {
      throw new IllegalStateException("a fault with details nobody should see");
    }
    return CompletableFuture.completedFuture(execute(version, statement));
  }

  private TExecuteStatementResp execute(TProtocolVersion version, String statement) {
    Handle handle = Handle.random(random);
    operations.put(handle, new Operation(version, table(statement)));
    TExecuteStatementResp answer = new TExecuteStatementResp(HiveErrors.success());
    answer.setOperationHandle(handle.toOperationHandle(TOperationType.EXECUTE_STATEMENT, true));
    return answer;
  }

  private Table table(String statement) {
    if (statement.startsWith("echo ")) {
      return text(statement.substring("echo ".length()));
    }
    if (statement.equals("released")) {
      return text(statement);
    }
    Supplier<Table> table = tables.get(statement);
    if (table == null) {
      throw new SluiceException(
          ErrorCode.TABLE_NOT_FOUND, "There is no table " + statement + ". Name one that is.");
    }
    return table.get();
  }

  private Operation operation(io.sluice.thrift.hive.TOperationHandle handle) {
    Operation operation = operations.get(Handle.of(handle));
    if (operation == null) {
      throw new SluiceException(ErrorCode.INVALID_HANDLE, "Invalid OperationHandle");
    }
    return operation;
  }

  @Override
  public CompletionStage<TGetOperationStatusResp> getOperationStatus(
      Peer peer, TGetOperationStatusReq request) {
    TGetOperationStatusResp answer = new TGetOperationStatusResp(HiveErrors.success());
    operation(request.getOperationHandle());
    answer.setOperationState(TOperationState.FINISHED_STATE);
    answer.setHasResultSet(true);
    return CompletableFuture.completedFuture(answer);
  }

  @Override
  public CompletionStage<TCancelOperationResp> cancelOperation(
      Peer peer, TCancelOperationReq request) {
    operation(request.getOperationHandle());
    return CompletableFuture.completedFuture(new TCancelOperationResp(HiveErrors.success()));
  }

  @Override
  public CompletionStage<TCloseOperationResp> closeOperation(
      Peer peer, TCloseOperationReq request) {
    operations.remove(Handle.of(request.getOperationHandle()));
    return CompletableFuture.completedFuture(new TCloseOperationResp(HiveErrors.success()));
  }

  @Override
  public CompletionStage<TGetResultSetMetadataResp> getResultSetMetadata(
      Peer peer, TGetResultSetMetadataReq request) {
    TGetResultSetMetadataResp answer = new TGetResultSetMetadataResp(HiveErrors.success());
    answer.setSchema(operation(request.getOperationHandle()).table.schema().toThrift());
    return CompletableFuture.completedFuture(answer);
  }

  @Override
  public CompletionStage<ByteBuf> fetchResults(Peer peer, TFetchResultsReq request) {
    Operation operation = operation(request.getOperationHandle());
    if (request.getFetchType() == 1) {
      RowSchema log = RowSchema.of(HiveColumn.of("operation_log", HiveType.STRING));
      return CompletableFuture.completedFuture(
          RowSetEncoder.encode(log, List.of(), 0, false, operation.version));
    }
    long start = operation.offset;
    List<RowBlock> taken = take(operation, request.getMaxRows());
    long total = operation.table.blocks().stream().mapToLong(RowBlock::rows).sum();
    return CompletableFuture.completedFuture(
        RowSetEncoder.encode(
            operation.table.schema(), taken, start, operation.offset < total, operation.version));
  }

  private static List<RowBlock> take(Operation operation, long maxRows) {
    List<RowBlock> taken = new ArrayList<>();
    long left = maxRows;
    long blockStart = 0;
    for (RowBlock block : operation.table.blocks()) {
      long from = operation.offset - blockStart;
      if (from >= 0 && from < block.rows() && left > 0) {
        long to = Math.min(block.rows(), from + left);
        taken.add(block.slice((int) from, (int) to));
        left -= to - from;
        operation.offset += to - from;
      }
      blockStart += block.rows();
    }
    return taken;
  }

  @Override
  public void disconnected(Peer peer) {
    disconnected.add(peer);
  }
}
