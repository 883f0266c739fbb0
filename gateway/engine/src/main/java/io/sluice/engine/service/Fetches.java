/* SPDX-License-Identifier: Apache-2.0 */
package io.sluice.engine.service;

import io.netty.buffer.ByteBuf;
import io.sluice.config.Settings;
import io.sluice.engine.operation.Operation;
import io.sluice.engine.operation.OperationLog;
import io.sluice.engine.result.ResultWindow;
import io.sluice.error.ErrorCode;
import io.sluice.error.SluiceException;
import io.sluice.protocol.rowset.HiveColumn;
import io.sluice.protocol.rowset.HiveType;
import io.sluice.protocol.rowset.RowBlockWriter;
import io.sluice.protocol.rowset.RowSchema;
import io.sluice.protocol.rowset.RowSetEncoder;
import io.sluice.thrift.hive.TProtocolVersion;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/** Answers to FetchResults. */
final class Fetches {
  private static final RowSchema LOG_SCHEMA =
      RowSchema.of(HiveColumn.of("operation_log", HiveType.STRING));

  private Fetches() {}

  /**
   * The result of a settled operation.
   *
   * @throws SluiceException the operation's error, or INVALID_FETCH if it has no result
   */
  static ResultWindow resultOf(Operation operation) {
    Operation.Status status = operation.status();
    status
        .error()
        .ifPresent(
            error -> {
              throw error;
            });
    return operation
        .result()
        .orElseThrow(
            () ->
                new SluiceException(
                    ErrorCode.INVALID_FETCH, "The statement has no result set to fetch."));
  }

  static CompletionStage<ByteBuf> rows(
      ResultWindow window, int maxRows, Settings settings, TProtocolVersion version) {
    CompletionStage<ResultWindow.Batch> next =
        window.next(maxRows, settings.get(EngineOptions.FETCH_BYTES));
    CompletionStage<ResultWindow.Batch> answer =
        bounded(window, next, settings.get(EngineOptions.FETCH_TIMEOUT));
    return answer.thenApply(
        batch ->
            RowSetEncoder.encode(
                window.schema(), batch.blocks(), batch.firstRow(), batch.hasMore(), version));
  }

  static ByteBuf log(OperationLog log, boolean first, int maxLines, TProtocolVersion version) {
    if (first) {
      log.rewind();
    }
    List<String> lines = log.next(maxLines);
    RowBlockWriter writer = new RowBlockWriter(LOG_SCHEMA);
    for (String line : lines) {
      writer.appendString(0, line);
      writer.endRow();
    }
    return RowSetEncoder.encode(LOG_SCHEMA, List.of(writer.finish()), 0, false, version);
  }

  private static CompletionStage<ResultWindow.Batch> bounded(
      ResultWindow window, CompletionStage<ResultWindow.Batch> next, Duration limit) {
    if (limit.isZero() || next.toCompletableFuture().isDone()) {
      return next;
    }
    return next.toCompletableFuture()
        .copy()
        .orTimeout(limit.toMillis(), TimeUnit.MILLISECONDS)
        .exceptionallyCompose(
            failure -> {
              if (failure instanceof TimeoutException) {
                // If rows came just now they stay this fetch's answer.
                window.abandon(next, noRowWithin(limit));
              }
              return next;
            });
  }

  private static SluiceException noRowWithin(Duration limit) {
    return new SluiceException(
        ErrorCode.TIMED_OUT,
        "No row came within "
            + limit.toMillis()
            + " ms ("
            + EngineOptions.FETCH_TIMEOUT.key()
            + "). The statement runs on: fetch again, or cancel it.");
  }
}
