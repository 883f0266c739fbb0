/* SPDX-License-Identifier: Apache-2.0 */
package io.sluice.server;

import static java.util.Objects.requireNonNull;

import io.netty.buffer.ByteBuf;
import io.sluice.config.Settings;
import io.sluice.engine.operation.OperationState;
import io.sluice.error.ErrorCode;
import io.sluice.error.SluiceException;
import io.sluice.protocol.HiveErrors;
import io.sluice.protocol.HiveService;
import io.sluice.protocol.Peer;
import io.sluice.server.metadata.MetadataCalls;
import io.sluice.server.operation.LocalOperation;
import io.sluice.server.operation.LocalResult;
import io.sluice.server.operation.Operation;
import io.sluice.server.operation.OperationOptions;
import io.sluice.server.router.Router;
import io.sluice.server.session.Session;
import io.sluice.server.session.SessionManager;
import io.sluice.thrift.TBase;
import io.sluice.thrift.TFieldIdEnum;
import io.sluice.thrift.hive.TCancelDelegationTokenReq;
import io.sluice.thrift.hive.TCancelDelegationTokenResp;
import io.sluice.thrift.hive.TCancelOperationReq;
import io.sluice.thrift.hive.TCancelOperationResp;
import io.sluice.thrift.hive.TCloseOperationReq;
import io.sluice.thrift.hive.TCloseOperationResp;
import io.sluice.thrift.hive.TCloseSessionReq;
import io.sluice.thrift.hive.TCloseSessionResp;
import io.sluice.thrift.hive.TExecuteStatementReq;
import io.sluice.thrift.hive.TExecuteStatementResp;
import io.sluice.thrift.hive.TFetchResultsReq;
import io.sluice.thrift.hive.TGetCatalogsReq;
import io.sluice.thrift.hive.TGetCatalogsResp;
import io.sluice.thrift.hive.TGetColumnsReq;
import io.sluice.thrift.hive.TGetColumnsResp;
import io.sluice.thrift.hive.TGetCrossReferenceReq;
import io.sluice.thrift.hive.TGetCrossReferenceResp;
import io.sluice.thrift.hive.TGetDelegationTokenReq;
import io.sluice.thrift.hive.TGetDelegationTokenResp;
import io.sluice.thrift.hive.TGetFunctionsReq;
import io.sluice.thrift.hive.TGetFunctionsResp;
import io.sluice.thrift.hive.TGetInfoReq;
import io.sluice.thrift.hive.TGetInfoResp;
import io.sluice.thrift.hive.TGetOperationStatusReq;
import io.sluice.thrift.hive.TGetOperationStatusResp;
import io.sluice.thrift.hive.TGetPrimaryKeysReq;
import io.sluice.thrift.hive.TGetPrimaryKeysResp;
import io.sluice.thrift.hive.TGetQueryIdReq;
import io.sluice.thrift.hive.TGetQueryIdResp;
import io.sluice.thrift.hive.TGetResultSetMetadataReq;
import io.sluice.thrift.hive.TGetResultSetMetadataResp;
import io.sluice.thrift.hive.TGetSchemasReq;
import io.sluice.thrift.hive.TGetSchemasResp;
import io.sluice.thrift.hive.TGetTableTypesReq;
import io.sluice.thrift.hive.TGetTableTypesResp;
import io.sluice.thrift.hive.TGetTablesReq;
import io.sluice.thrift.hive.TGetTablesResp;
import io.sluice.thrift.hive.TGetTypeInfoReq;
import io.sluice.thrift.hive.TGetTypeInfoResp;
import io.sluice.thrift.hive.TOpenSessionReq;
import io.sluice.thrift.hive.TOpenSessionResp;
import io.sluice.thrift.hive.TOperationState;
import io.sluice.thrift.hive.TOperationType;
import io.sluice.thrift.hive.TRenewDelegationTokenReq;
import io.sluice.thrift.hive.TRenewDelegationTokenResp;
import io.sluice.thrift.hive.TSessionHandle;
import io.sluice.thrift.hive.TSetClientInfoReq;
import io.sluice.thrift.hive.TSetClientInfoResp;
import java.time.Duration;
import java.time.InstantSource;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Executor;
import java.util.function.Supplier;

/** HiveServer2's calls, as the gateway serves them to people's clients. */
final class GatewayService implements HiveService {
  private static final String FETCH_SIZE = "hive.server2.thrift.resultset.default.fetch.size";
  private static final short FETCH_LOG = 1;

  /** Field numbers of TCLIService.thrift. */
  private static final int STATUS = 1;

  private static final int OPERATION_HANDLE = 2;

  private final SessionManager sessions;
  private final Router router;
  private final MetadataCalls metadata;
  private final Executor metadataExecutor;
  private final ServerInfo info;
  private final InstantSource clock;
  private final int fetchSize;
  private final Optional<Integer> maxFetchRows;
  private final Duration polling;

  GatewayService(
      SessionManager sessions,
      Router router,
      MetadataCalls metadata,
      Executor metadataExecutor,
      ServerInfo info,
      Settings settings,
      InstantSource clock) {
    this.sessions = requireNonNull(sessions, "sessions is null");
    this.router = requireNonNull(router, "router is null");
    this.metadata = requireNonNull(metadata, "metadata is null");
    this.metadataExecutor = requireNonNull(metadataExecutor, "metadataExecutor is null");
    this.info = requireNonNull(info, "info is null");
    this.clock = requireNonNull(clock, "clock is null");
    this.fetchSize = settings.get(FrontendOptions.DEFAULT_FETCH_SIZE);
    this.maxFetchRows = settings.find(OperationOptions.MAX_FETCH_ROWS);
    this.polling = settings.get(OperationOptions.CLIENT_POLLING);
  }

  // ---- sessions

  @Override
  public CompletionStage<TOpenSessionResp> openSession(Peer peer, TOpenSessionReq request) {
    return sessions
        .open(peer, request)
        .thenApply(
            session -> {
              TOpenSessionResp answer =
                  new TOpenSessionResp(HiveErrors.success(), session.version());
              answer.setSessionHandle(session.handle().toSessionHandle());
              answer.setConfiguration(Map.of(FETCH_SIZE, String.valueOf(fetchSize)));
              return answer;
            });
  }

  @Override
  public CompletionStage<TCloseSessionResp> closeSession(Peer peer, TCloseSessionReq request) {
    sessions.close(peer, request.getSessionHandle());
    return done(new TCloseSessionResp(HiveErrors.success()));
  }

  @Override
  public void disconnected(Peer peer) {
    sessions.disconnected(peer);
  }

  @Override
  public CompletionStage<TGetInfoResp> getInfo(Peer peer, TGetInfoReq request) {
    sessions.session(peer, request.getSessionHandle());
    return done(new TGetInfoResp(HiveErrors.success(), info.answer(request.getInfoType())));
  }

  @Override
  public CompletionStage<TSetClientInfoResp> setClientInfo(Peer peer, TSetClientInfoReq request) {
    sessions.session(peer, request.getSessionHandle());
    return done(new TSetClientInfoResp(HiveErrors.success()));
  }

  // ---- statements and operations

  @Override
  public CompletionStage<TExecuteStatementResp> executeStatement(
      Peer peer, TExecuteStatementReq request) {
    Session session = sessions.session(peer, request.getSessionHandle());
    CompletionStage<Operation> started = router.execute(session, request);
    return started.thenCompose(
        operation -> {
          TExecuteStatementResp answer = new TExecuteStatementResp(HiveErrors.success());
          answer.setOperationHandle(operation.thriftHandle());
          return request.isRunAsync()
              ? done(answer)
              : operation.settled().thenApply(settled -> finished(peer, operation, answer));
        });
  }

  /** A client that does not poll learns of the failure here, and has no operation then. */
  private TExecuteStatementResp finished(
      Peer peer, Operation operation, TExecuteStatementResp answer) {
    TGetOperationStatusResp status = operation.status();
    if (status.getOperationState() != TOperationState.FINISHED_STATE) {
      if (operation.state() != OperationState.CLOSED) {
        sessions.closeOperation(peer, operation.thriftHandle());
      }
      throw HiveErrors.toException(status.getErrorCode(), status.getErrorMessage());
    }
    answer.getOperationHandle().setHasResultSet(status.isHasResultSet());
    return answer;
  }

  @Override
  public CompletionStage<TGetOperationStatusResp> getOperationStatus(
      Peer peer, TGetOperationStatusReq request) {
    boolean withProgress = request.isSetGetProgressUpdate() && request.isGetProgressUpdate();
    return sessions.operation(peer, request.getOperationHandle()).status(polling, withProgress);
  }

  @Override
  public CompletionStage<TCancelOperationResp> cancelOperation(
      Peer peer, TCancelOperationReq request) {
    sessions.operation(peer, request.getOperationHandle()).cancel();
    return done(new TCancelOperationResp(HiveErrors.success()));
  }

  @Override
  public CompletionStage<TCloseOperationResp> closeOperation(
      Peer peer, TCloseOperationReq request) {
    sessions.closeOperation(peer, request.getOperationHandle());
    return done(new TCloseOperationResp(HiveErrors.success()));
  }

  @Override
  public CompletionStage<TGetResultSetMetadataResp> getResultSetMetadata(
      Peer peer, TGetResultSetMetadataReq request) {
    return sessions.operation(peer, request.getOperationHandle()).resultSetMetadata();
  }

  @Override
  public CompletionStage<ByteBuf> fetchResults(Peer peer, TFetchResultsReq request) {
    Operation operation = sessions.operation(peer, request.getOperationHandle());
    int rows = (int) Math.min(Integer.MAX_VALUE, Math.max(0, request.getMaxRows()));
    if (request.getFetchType() == FETCH_LOG) {
      return operation.fetchLog(request.getOrientation(), rows);
    }
    if (maxFetchRows.isPresent() && rows > maxFetchRows.get()) {
      throw new SluiceException(
          ErrorCode.LIMIT_REACHED,
          "A fetch of "
              + rows
              + " rows is more than the limit of "
              + maxFetchRows.get()
              + " ("
              + OperationOptions.MAX_FETCH_ROWS
              + "). Set a smaller fetch size.");
    }
    return operation.fetch(request.getOrientation(), rows);
  }

  @Override
  public CompletionStage<TGetQueryIdResp> getQueryId(Peer peer, TGetQueryIdReq request) {
    Operation operation = sessions.operation(peer, request.getOperationHandle());
    return operation
        .queryId()
        .thenApply(id -> new TGetQueryIdResp(id.orElse(operation.handle().id().toString())));
  }

  // ---- metadata

  @Override
  public CompletionStage<TGetTypeInfoResp> getTypeInfo(Peer peer, TGetTypeInfoReq request) {
    return answer(
        peer,
        request.getSessionHandle(),
        TOperationType.GET_TYPE_INFO,
        metadata::typeInfo,
        new TGetTypeInfoResp());
  }

  @Override
  public CompletionStage<TGetCatalogsResp> getCatalogs(Peer peer, TGetCatalogsReq request) {
    return answer(
        peer,
        request.getSessionHandle(),
        TOperationType.GET_CATALOGS,
        metadata::catalogs,
        new TGetCatalogsResp());
  }

  @Override
  public CompletionStage<TGetSchemasResp> getSchemas(Peer peer, TGetSchemasReq request) {
    return answer(
        peer,
        request.getSessionHandle(),
        TOperationType.GET_SCHEMAS,
        () -> metadata.schemas(request.getCatalogName(), request.getSchemaName()),
        new TGetSchemasResp());
  }

  @Override
  public CompletionStage<TGetTablesResp> getTables(Peer peer, TGetTablesReq request) {
    return answer(
        peer,
        request.getSessionHandle(),
        TOperationType.GET_TABLES,
        () ->
            metadata.tables(
                request.getCatalogName(),
                request.getSchemaName(),
                request.getTableName(),
                request.getTableTypes()),
        new TGetTablesResp());
  }

  @Override
  public CompletionStage<TGetTableTypesResp> getTableTypes(Peer peer, TGetTableTypesReq request) {
    return answer(
        peer,
        request.getSessionHandle(),
        TOperationType.GET_TABLE_TYPES,
        metadata::tableTypes,
        new TGetTableTypesResp());
  }

  @Override
  public CompletionStage<TGetColumnsResp> getColumns(Peer peer, TGetColumnsReq request) {
    return answer(
        peer,
        request.getSessionHandle(),
        TOperationType.GET_COLUMNS,
        () ->
            metadata.columns(
                request.getCatalogName(),
                request.getSchemaName(),
                request.getTableName(),
                request.getColumnName()),
        new TGetColumnsResp());
  }

  @Override
  public CompletionStage<TGetFunctionsResp> getFunctions(Peer peer, TGetFunctionsReq request) {
    return answer(
        peer,
        request.getSessionHandle(),
        TOperationType.GET_FUNCTIONS,
        metadata::functions,
        new TGetFunctionsResp());
  }

  @Override
  public CompletionStage<TGetPrimaryKeysResp> getPrimaryKeys(
      Peer peer, TGetPrimaryKeysReq request) {
    // HiveServer2 has no type of its own for these two.
    return answer(
        peer,
        request.getSessionHandle(),
        TOperationType.GET_FUNCTIONS,
        () ->
            metadata.primaryKeys(
                request.getCatalogName(), request.getSchemaName(), request.getTableName()),
        new TGetPrimaryKeysResp());
  }

  @Override
  public CompletionStage<TGetCrossReferenceResp> getCrossReference(
      Peer peer, TGetCrossReferenceReq request) {
    return answer(
        peer,
        request.getSessionHandle(),
        TOperationType.GET_FUNCTIONS,
        metadata::crossReference,
        new TGetCrossReferenceResp());
  }

  /**
   * Runs a metadata call as an operation whose rows the client fetches.
   *
   * @param answer without its fields, which every metadata call's answer has under the same numbers
   */
  private <F extends TFieldIdEnum, R extends TBase<R, F>> CompletionStage<R> answer(
      Peer peer,
      TSessionHandle sessionHandle,
      TOperationType type,
      Supplier<LocalResult> result,
      R answer) {
    Session session = sessions.session(peer, sessionHandle);
    Operation operation =
        sessions.register(
            session,
            LocalOperation.start(
                sessions.newHandle(),
                type,
                session.version(),
                clock,
                CompletableFuture.supplyAsync(result, metadataExecutor)));
    // Clients fetch a metadata call's result without asking for its state.
    return operation
        .settled()
        .thenApply(
            settled -> {
              TGetOperationStatusResp status = operation.status();
              if (status.getOperationState() == TOperationState.ERROR_STATE) {
                sessions.closeOperation(peer, operation.thriftHandle());
                throw HiveErrors.toException(status.getErrorCode(), status.getErrorMessage());
              }
              answer.setFieldValue(answer.fieldForId(STATUS), HiveErrors.success());
              answer.setFieldValue(answer.fieldForId(OPERATION_HANDLE), operation.thriftHandle());
              return answer;
            });
  }

  // ---- delegation tokens

  @Override
  public CompletionStage<TGetDelegationTokenResp> getDelegationToken(
      Peer peer, TGetDelegationTokenReq request) {
    throw noDelegationTokens();
  }

  @Override
  public CompletionStage<TCancelDelegationTokenResp> cancelDelegationToken(
      Peer peer, TCancelDelegationTokenReq request) {
    throw noDelegationTokens();
  }

  @Override
  public CompletionStage<TRenewDelegationTokenResp> renewDelegationToken(
      Peer peer, TRenewDelegationTokenReq request) {
    throw noDelegationTokens();
  }

  private static SluiceException noDelegationTokens() {
    return new SluiceException(
        ErrorCode.NOT_SUPPORTED,
        "Delegation tokens are not supported: Sluice has no Hadoop tokens to give. Log in instead.");
  }

  private static <R> CompletionStage<R> done(R answer) {
    return CompletableFuture.completedFuture(answer);
  }
}
