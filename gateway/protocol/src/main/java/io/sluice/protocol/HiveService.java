/* SPDX-License-Identifier: Apache-2.0 */
package io.sluice.protocol;

import io.netty.buffer.ByteBuf;
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
import io.sluice.thrift.hive.TUploadDataReq;
import io.sluice.thrift.hive.TUploadDataResp;
import java.util.concurrent.CompletionStage;

/**
 * What a {@link HiveServer} serves: one method per call of TCLIService. Every method is called on
 * an event loop and must not block. A stage that fails with a {@link
 * io.sluice.error.SluiceException} answers ERROR_STATUS with its code, SQLState and message (see
 * {@link HiveErrors}); any other failure is logged and answered as INTERNAL. A stage whose
 * connection has gone is ignored.
 */
public interface HiveService {
  CompletionStage<TOpenSessionResp> openSession(Peer peer, TOpenSessionReq request);

  CompletionStage<TCloseSessionResp> closeSession(Peer peer, TCloseSessionReq request);

  CompletionStage<TGetInfoResp> getInfo(Peer peer, TGetInfoReq request);

  CompletionStage<TExecuteStatementResp> executeStatement(Peer peer, TExecuteStatementReq request);

  default CompletionStage<TGetTypeInfoResp> getTypeInfo(Peer peer, TGetTypeInfoReq request) {
    return HiveCall.GET_TYPE_INFO.notSupported();
  }

  default CompletionStage<TGetCatalogsResp> getCatalogs(Peer peer, TGetCatalogsReq request) {
    return HiveCall.GET_CATALOGS.notSupported();
  }

  default CompletionStage<TGetSchemasResp> getSchemas(Peer peer, TGetSchemasReq request) {
    return HiveCall.GET_SCHEMAS.notSupported();
  }

  default CompletionStage<TGetTablesResp> getTables(Peer peer, TGetTablesReq request) {
    return HiveCall.GET_TABLES.notSupported();
  }

  default CompletionStage<TGetTableTypesResp> getTableTypes(Peer peer, TGetTableTypesReq request) {
    return HiveCall.GET_TABLE_TYPES.notSupported();
  }

  default CompletionStage<TGetColumnsResp> getColumns(Peer peer, TGetColumnsReq request) {
    return HiveCall.GET_COLUMNS.notSupported();
  }

  default CompletionStage<TGetFunctionsResp> getFunctions(Peer peer, TGetFunctionsReq request) {
    return HiveCall.GET_FUNCTIONS.notSupported();
  }

  default CompletionStage<TGetPrimaryKeysResp> getPrimaryKeys(
      Peer peer, TGetPrimaryKeysReq request) {
    return HiveCall.GET_PRIMARY_KEYS.notSupported();
  }

  default CompletionStage<TGetCrossReferenceResp> getCrossReference(
      Peer peer, TGetCrossReferenceReq request) {
    return HiveCall.GET_CROSS_REFERENCE.notSupported();
  }

  CompletionStage<TGetOperationStatusResp> getOperationStatus(
      Peer peer, TGetOperationStatusReq request);

  CompletionStage<TCancelOperationResp> cancelOperation(Peer peer, TCancelOperationReq request);

  CompletionStage<TCloseOperationResp> closeOperation(Peer peer, TCloseOperationReq request);

  CompletionStage<TGetResultSetMetadataResp> getResultSetMetadata(
      Peer peer, TGetResultSetMetadataReq request);

  /**
   * Rows or log lines.
   *
   * @return the bytes of one {@code TFetchResultsResp} in Thrift's binary protocol, without a
   *     message header; the server sends them untouched and releases the buffer
   */
  CompletionStage<ByteBuf> fetchResults(Peer peer, TFetchResultsReq request);

  default CompletionStage<TGetDelegationTokenResp> getDelegationToken(
      Peer peer, TGetDelegationTokenReq request) {
    return HiveCall.GET_DELEGATION_TOKEN.notSupported();
  }

  default CompletionStage<TCancelDelegationTokenResp> cancelDelegationToken(
      Peer peer, TCancelDelegationTokenReq request) {
    return HiveCall.CANCEL_DELEGATION_TOKEN.notSupported();
  }

  default CompletionStage<TRenewDelegationTokenResp> renewDelegationToken(
      Peer peer, TRenewDelegationTokenReq request) {
    return HiveCall.RENEW_DELEGATION_TOKEN.notSupported();
  }

  default CompletionStage<TGetQueryIdResp> getQueryId(Peer peer, TGetQueryIdReq request) {
    return HiveCall.GET_QUERY_ID.notSupported();
  }

  default CompletionStage<TSetClientInfoResp> setClientInfo(Peer peer, TSetClientInfoReq request) {
    return HiveCall.SET_CLIENT_INFO.notSupported();
  }

  default CompletionStage<TUploadDataResp> uploadData(Peer peer, TUploadDataReq request) {
    return HiveCall.UPLOAD_DATA.notSupported();
  }

  default CompletionStage<TDownloadDataResp> downloadData(Peer peer, TDownloadDataReq request) {
    return HiveCall.DOWNLOAD_DATA.notSupported();
  }

  /**
   * A logged-in connection has ended, for whatever reason. Called once, on an event loop, after
   * which no call of this peer follows; calls that had begun may still be running.
   */
  void disconnected(Peer peer);
}
