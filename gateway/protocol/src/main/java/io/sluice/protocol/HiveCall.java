/* SPDX-License-Identifier: Apache-2.0 */
package io.sluice.protocol;

import io.netty.buffer.ByteBuf;
import io.sluice.error.ErrorCode;
import io.sluice.error.SluiceException;
import io.sluice.thrift.TBase;
import io.sluice.thrift.hive.TCancelDelegationTokenReq;
import io.sluice.thrift.hive.TCancelDelegationTokenResp;
import io.sluice.thrift.hive.TCancelOperationReq;
import io.sluice.thrift.hive.TCancelOperationResp;
import io.sluice.thrift.hive.TCloseOperationReq;
import io.sluice.thrift.hive.TCloseOperationResp;
import io.sluice.thrift.hive.TCloseSessionReq;
import io.sluice.thrift.hive.TCloseSessionResp;
import io.sluice.thrift.hive.TDownloadDataReq;
import io.sluice.thrift.hive.TDownloadDataResp;
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
import io.sluice.thrift.hive.TGetInfoValue;
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
import io.sluice.thrift.hive.TRenewDelegationTokenReq;
import io.sluice.thrift.hive.TRenewDelegationTokenResp;
import io.sluice.thrift.hive.TSetClientInfoReq;
import io.sluice.thrift.hive.TSetClientInfoResp;
import io.sluice.thrift.hive.TStatus;
import io.sluice.thrift.hive.TUploadDataReq;
import io.sluice.thrift.hive.TUploadDataResp;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.Supplier;

/**
 * A call of TCLIService: its name, its request, the {@link HiveService} method that serves it and
 * the form of its answer. Server and client both work from this one table.
 *
 * @param <Q> the request
 * @param <R> the answer; for {@link #FETCH_RESULTS} the bytes of the answer's struct
 */
public final class HiveCall<Q extends TBase<?, ?>, R> {
  public static final HiveCall<TOpenSessionReq, TOpenSessionResp> OPEN_SESSION =
      new HiveCall<>(
          "OpenSession",
          TOpenSessionReq::new,
          HiveService::openSession,
          new StructAnswers<>(TOpenSessionResp::new, TOpenSessionResp::setStatus));
  public static final HiveCall<TCloseSessionReq, TCloseSessionResp> CLOSE_SESSION =
      new HiveCall<>(
          "CloseSession",
          TCloseSessionReq::new,
          HiveService::closeSession,
          new StructAnswers<>(TCloseSessionResp::new, TCloseSessionResp::setStatus));
  public static final HiveCall<TGetInfoReq, TGetInfoResp> GET_INFO =
      new HiveCall<>(
          "GetInfo",
          TGetInfoReq::new,
          HiveService::getInfo,
          new StructAnswers<>(TGetInfoResp::new, HiveCall::refuseInfo));
  public static final HiveCall<TExecuteStatementReq, TExecuteStatementResp> EXECUTE_STATEMENT =
      new HiveCall<>(
          "ExecuteStatement",
          TExecuteStatementReq::new,
          HiveService::executeStatement,
          new StructAnswers<>(TExecuteStatementResp::new, TExecuteStatementResp::setStatus));
  public static final HiveCall<TGetTypeInfoReq, TGetTypeInfoResp> GET_TYPE_INFO =
      new HiveCall<>(
          "GetTypeInfo",
          TGetTypeInfoReq::new,
          HiveService::getTypeInfo,
          new StructAnswers<>(TGetTypeInfoResp::new, TGetTypeInfoResp::setStatus));
  public static final HiveCall<TGetCatalogsReq, TGetCatalogsResp> GET_CATALOGS =
      new HiveCall<>(
          "GetCatalogs",
          TGetCatalogsReq::new,
          HiveService::getCatalogs,
          new StructAnswers<>(TGetCatalogsResp::new, TGetCatalogsResp::setStatus));
  public static final HiveCall<TGetSchemasReq, TGetSchemasResp> GET_SCHEMAS =
      new HiveCall<>(
          "GetSchemas",
          TGetSchemasReq::new,
          HiveService::getSchemas,
          new StructAnswers<>(TGetSchemasResp::new, TGetSchemasResp::setStatus));
  public static final HiveCall<TGetTablesReq, TGetTablesResp> GET_TABLES =
      new HiveCall<>(
          "GetTables",
          TGetTablesReq::new,
          HiveService::getTables,
          new StructAnswers<>(TGetTablesResp::new, TGetTablesResp::setStatus));
  public static final HiveCall<TGetTableTypesReq, TGetTableTypesResp> GET_TABLE_TYPES =
      new HiveCall<>(
          "GetTableTypes",
          TGetTableTypesReq::new,
          HiveService::getTableTypes,
          new StructAnswers<>(TGetTableTypesResp::new, TGetTableTypesResp::setStatus));
  public static final HiveCall<TGetColumnsReq, TGetColumnsResp> GET_COLUMNS =
      new HiveCall<>(
          "GetColumns",
          TGetColumnsReq::new,
          HiveService::getColumns,
          new StructAnswers<>(TGetColumnsResp::new, TGetColumnsResp::setStatus));
  public static final HiveCall<TGetFunctionsReq, TGetFunctionsResp> GET_FUNCTIONS =
      new HiveCall<>(
          "GetFunctions",
          TGetFunctionsReq::new,
          HiveService::getFunctions,
          new StructAnswers<>(TGetFunctionsResp::new, TGetFunctionsResp::setStatus));
  public static final HiveCall<TGetPrimaryKeysReq, TGetPrimaryKeysResp> GET_PRIMARY_KEYS =
      new HiveCall<>(
          "GetPrimaryKeys",
          TGetPrimaryKeysReq::new,
          HiveService::getPrimaryKeys,
          new StructAnswers<>(TGetPrimaryKeysResp::new, TGetPrimaryKeysResp::setStatus));
  public static final HiveCall<TGetCrossReferenceReq, TGetCrossReferenceResp> GET_CROSS_REFERENCE =
      new HiveCall<>(
          "GetCrossReference",
          TGetCrossReferenceReq::new,
          HiveService::getCrossReference,
          new StructAnswers<>(TGetCrossReferenceResp::new, TGetCrossReferenceResp::setStatus));
  public static final HiveCall<TGetOperationStatusReq, TGetOperationStatusResp>
      GET_OPERATION_STATUS =
          new HiveCall<>(
              "GetOperationStatus",
              TGetOperationStatusReq::new,
              HiveService::getOperationStatus,
              new StructAnswers<>(
                  TGetOperationStatusResp::new, TGetOperationStatusResp::setStatus));
  public static final HiveCall<TCancelOperationReq, TCancelOperationResp> CANCEL_OPERATION =
      new HiveCall<>(
          "CancelOperation",
          TCancelOperationReq::new,
          HiveService::cancelOperation,
          new StructAnswers<>(TCancelOperationResp::new, TCancelOperationResp::setStatus));
  public static final HiveCall<TCloseOperationReq, TCloseOperationResp> CLOSE_OPERATION =
      new HiveCall<>(
          "CloseOperation",
          TCloseOperationReq::new,
          HiveService::closeOperation,
          new StructAnswers<>(TCloseOperationResp::new, TCloseOperationResp::setStatus));
  public static final HiveCall<TGetResultSetMetadataReq, TGetResultSetMetadataResp>
      GET_RESULT_SET_METADATA =
          new HiveCall<>(
              "GetResultSetMetadata",
              TGetResultSetMetadataReq::new,
              HiveService::getResultSetMetadata,
              new StructAnswers<>(
                  TGetResultSetMetadataResp::new, TGetResultSetMetadataResp::setStatus));
  public static final HiveCall<TFetchResultsReq, ByteBuf> FETCH_RESULTS =
      new HiveCall<>(
          "FetchResults", TFetchResultsReq::new, HiveService::fetchResults, new SplicedAnswers());
  public static final HiveCall<TGetDelegationTokenReq, TGetDelegationTokenResp>
      GET_DELEGATION_TOKEN =
          new HiveCall<>(
              "GetDelegationToken",
              TGetDelegationTokenReq::new,
              HiveService::getDelegationToken,
              new StructAnswers<>(
                  TGetDelegationTokenResp::new, TGetDelegationTokenResp::setStatus));
  public static final HiveCall<TCancelDelegationTokenReq, TCancelDelegationTokenResp>
      CANCEL_DELEGATION_TOKEN =
          new HiveCall<>(
              "CancelDelegationToken",
              TCancelDelegationTokenReq::new,
              HiveService::cancelDelegationToken,
              new StructAnswers<>(
                  TCancelDelegationTokenResp::new, TCancelDelegationTokenResp::setStatus));
  public static final HiveCall<TRenewDelegationTokenReq, TRenewDelegationTokenResp>
      RENEW_DELEGATION_TOKEN =
          new HiveCall<>(
              "RenewDelegationToken",
              TRenewDelegationTokenReq::new,
              HiveService::renewDelegationToken,
              new StructAnswers<>(
                  TRenewDelegationTokenResp::new, TRenewDelegationTokenResp::setStatus));
  public static final HiveCall<TGetQueryIdReq, TGetQueryIdResp> GET_QUERY_ID =
      new HiveCall<>(
          "GetQueryId",
          TGetQueryIdReq::new,
          HiveService::getQueryId,
          new StructAnswers<>(TGetQueryIdResp::new, null));
  public static final HiveCall<TSetClientInfoReq, TSetClientInfoResp> SET_CLIENT_INFO =
      new HiveCall<>(
          "SetClientInfo",
          TSetClientInfoReq::new,
          HiveService::setClientInfo,
          new StructAnswers<>(TSetClientInfoResp::new, TSetClientInfoResp::setStatus));
  public static final HiveCall<TUploadDataReq, TUploadDataResp> UPLOAD_DATA =
      new HiveCall<>(
          "UploadData",
          TUploadDataReq::new,
          HiveService::uploadData,
          new StructAnswers<>(TUploadDataResp::new, TUploadDataResp::setStatus));
  public static final HiveCall<TDownloadDataReq, TDownloadDataResp> DOWNLOAD_DATA =
      new HiveCall<>(
          "DownloadData",
          TDownloadDataReq::new,
          HiveService::downloadData,
          new StructAnswers<>(TDownloadDataResp::new, TDownloadDataResp::setStatus));

  private static final Map<String, HiveCall<?, ?>> BY_NAME =
      byName(
          OPEN_SESSION,
          CLOSE_SESSION,
          GET_INFO,
          EXECUTE_STATEMENT,
          GET_TYPE_INFO,
          GET_CATALOGS,
          GET_SCHEMAS,
          GET_TABLES,
          GET_TABLE_TYPES,
          GET_COLUMNS,
          GET_FUNCTIONS,
          GET_PRIMARY_KEYS,
          GET_CROSS_REFERENCE,
          GET_OPERATION_STATUS,
          CANCEL_OPERATION,
          CLOSE_OPERATION,
          GET_RESULT_SET_METADATA,
          FETCH_RESULTS,
          GET_DELEGATION_TOKEN,
          CANCEL_DELEGATION_TOKEN,
          RENEW_DELEGATION_TOKEN,
          GET_QUERY_ID,
          SET_CLIENT_INFO,
          UPLOAD_DATA,
          DOWNLOAD_DATA);

  private final String name;
  private final Supplier<Q> request;
  private final Target<Q, R> target;
  private final Answers<R> answers;

  private HiveCall(String name, Supplier<Q> request, Target<Q, R> target, Answers<R> answers) {
    this.name = name;
    this.request = request;
    this.target = target;
    this.answers = answers;
  }

  /** The method's name in the IDL. */
  public String name() {
    return name;
  }

  static Optional<HiveCall<?, ?>> named(String name) {
    return Optional.ofNullable(BY_NAME.get(name));
  }

  Q newRequest() {
    return request.get();
  }

  CompletionStage<R> invoke(HiveService service, Peer peer, Q request) {
    return target.invoke(service, peer, request);
  }

  Answers<R> answers() {
    return answers;
  }

  /** What a service answers that does not have this call. */
  CompletionStage<R> notSupported() {
    return CompletableFuture.failedFuture(
        new SluiceException(ErrorCode.NOT_SUPPORTED, name + " is not supported by this server."));
  }

  @Override
  public String toString() {
    return name;
  }

  private static void refuseInfo(TGetInfoResp answer, TStatus status) {
    answer.setStatus(status);
    answer.setInfoValue(TGetInfoValue.lenValue(0)); // The IDL wants a value beside an error too.
  }

  private static Map<String, HiveCall<?, ?>> byName(HiveCall<?, ?>... calls) {
    Map<String, HiveCall<?, ?>> map = new LinkedHashMap<>();
    for (HiveCall<?, ?> call : calls) {
      map.put(call.name, call);
    }
    return Collections.unmodifiableMap(map);
  }

  @FunctionalInterface
  private interface Target<Q, R> {
    CompletionStage<R> invoke(HiveService service, Peer peer, Q request);
  }
}
