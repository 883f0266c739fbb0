/* SPDX-License-Identifier: Apache-2.0 */
package io.sluice.server.operation;

import io.netty.buffer.ByteBuf;
import io.sluice.engine.operation.OperationState;
import io.sluice.error.ErrorCode;
import io.sluice.error.SluiceException;
import io.sluice.protocol.Handle;
import io.sluice.protocol.HiveErrors;
import io.sluice.thrift.hive.TFetchOrientation;
import io.sluice.thrift.hive.TGetResultSetMetadataResp;
import io.sluice.thrift.hive.TOperationType;
import io.sluice.thrift.hive.TProtocolVersion;
import java.time.InstantSource;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;

/** An operation whose result the gateway makes itself, at once or from the metadata DB. */
public final class LocalOperation extends Operation {
  private volatile LocalResult result;
  private int batchStart;
  private int position;

  private LocalOperation(
      Handle handle, TOperationType type, TProtocolVersion version, InstantSource clock) {
    super(handle, type, version, clock);
  }

  /** An operation that is finished when its result is there. */
  public static LocalOperation start(
      Handle handle,
      TOperationType type,
      TProtocolVersion version,
      InstantSource clock,
      CompletionStage<LocalResult> result) {
    LocalOperation operation = new LocalOperation(handle, type, version, clock);
    operation.move(OperationState.RUNNING, null);
    result.whenComplete(operation::complete);
    return operation;
  }

  private void complete(LocalResult made, Throwable failure) {
    if (failure == null) {
      result = made;
      move(OperationState.FINISHED, null);
    } else {
      SluiceException reason = HiveErrors.toException(failure);
      log(reason.clientMessage());
      move(OperationState.ERROR, reason);
    }
  }

  @Override
  Optional<Boolean> hasResult() {
    return Optional.ofNullable(result).map(made -> !made.isNone());
  }

  @Override
  synchronized CompletionStage<ByteBuf> fetchSettled(TFetchOrientation orientation, int maxRows) {
    int size = result.rows().size();
    int count = maxRows <= 0 ? size : maxRows;
    int from =
        switch (orientation) {
          case FETCH_NEXT -> position;
          case FETCH_FIRST -> 0;
          case FETCH_PRIOR -> Math.max(0, batchStart - count);
          default ->
              throw new SluiceException(
                  ErrorCode.INVALID_FETCH,
                  "Fetch orientation " + orientation + " is not supported; use NEXT or FIRST.");
        };
    int to = (int) Math.min(size, (long) from + count);
    batchStart = from;
    position = to;
    return CompletableFuture.completedFuture(result.encode(from, to, version()));
  }

  @Override
  CompletionStage<TGetResultSetMetadataResp> metadataSettled() {
    TGetResultSetMetadataResp answer = new TGetResultSetMetadataResp(HiveErrors.success());
    answer.setSchema(result.schema().toThrift());
    return CompletableFuture.completedFuture(answer);
  }
}
