/* SPDX-License-Identifier: Apache-2.0 */
package io.sluice.bench;

import io.netty.buffer.ByteBuf;
import io.sluice.protocol.EventLoops;
import io.sluice.protocol.Handle;
import io.sluice.protocol.HiveCall;
import io.sluice.protocol.HiveClient;
import io.sluice.protocol.HiveErrors;
import io.sluice.protocol.sasl.ClientLogin;
import io.sluice.thrift.TBase;
import io.sluice.thrift.hive.TCloseOperationReq;
import io.sluice.thrift.hive.TCloseSessionReq;
import io.sluice.thrift.hive.TExecuteStatementReq;
import io.sluice.thrift.hive.TExecuteStatementResp;
import io.sluice.thrift.hive.TFetchOrientation;
import io.sluice.thrift.hive.TFetchResultsReq;
import io.sluice.thrift.hive.TGetOperationStatusReq;
import io.sluice.thrift.hive.TGetOperationStatusResp;
import io.sluice.thrift.hive.TOpenSessionReq;
import io.sluice.thrift.hive.TOpenSessionResp;
import io.sluice.thrift.hive.TOperationHandle;
import io.sluice.thrift.hive.TOperationState;
import io.sluice.thrift.hive.TProtocolVersion;
import io.sluice.thrift.hive.TSessionHandle;
import java.net.InetSocketAddress;
import java.security.SecureRandom;
import java.time.Duration;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/**
 * The bare client: TCLIService's calls one after the other, answers counted and not decoded. It
 * speaks to a gateway, an engine and a Spark Thrift Server alike.
 */
final class RawClient implements Client {
  static final int FETCH_ROWS = 10_000;
  private static final Duration LIMIT = Duration.ofMinutes(3);

  /** The calls of a statement, for the account of where its time goes. */
  enum Phase {
    EXECUTE,
    STATUS,
    FIRST_FETCH,
    FETCHES,
    CLOSE
  }

  private final HiveClient client;
  private final TSessionHandle session;
  private final SecureRandom random;
  private final boolean givesHandles;
  private final Map<Phase, Long> nanos = new EnumMap<>(Phase.class);

  private RawClient(
      HiveClient client, TSessionHandle session, SecureRandom random, boolean givesHandles) {
    this.client = client;
    this.session = session;
    this.random = random;
    this.givesHandles = givesHandles;
  }

  static RawClient open(EventLoops loops, InetSocketAddress address, ClientLogin login, String user)
      throws Exception {
    SecureRandom random = new SecureRandom();
    HiveClient client = await(HiveClient.connect(loops, address, login, LIMIT));
    try {
      TOpenSessionReq request = new TOpenSessionReq(TProtocolVersion.HIVE_CLI_SERVICE_PROTOCOL_V10);
      request.setUsername(user);
      Map<String, String> configuration = new HashMap<>();
      // Who speaks to an engine gives out the handles, as the gateway does.
      boolean givesHandles = login instanceof ClientLogin.Hmac;
      if (givesHandles) {
        configuration.put("sluice.session.handle", Handle.random(random).encoded());
      }
      request.setConfiguration(configuration);
      TOpenSessionResp opened = await(client.call(HiveCall.OPEN_SESSION, request, LIMIT));
      HiveErrors.check(opened.getStatus());
      return new RawClient(client, opened.getSessionHandle(), random, givesHandles);
    } catch (Exception e) {
      client.close();
      throw e;
    }
  }

  @Override
  public long query(String sql) throws Exception {
    nanos.clear();
    long from = System.nanoTime();
    TExecuteStatementReq request = new TExecuteStatementReq(session, sql);
    request.setRunAsync(true);
    if (givesHandles) {
      request.putToConfOverlay("sluice.operation.handle", Handle.random(random).encoded());
    }
    TExecuteStatementResp executed = call(HiveCall.EXECUTE_STATEMENT, request);
    HiveErrors.check(executed.getStatus());
    TOperationHandle operation = executed.getOperationHandle();
    from = lap(Phase.EXECUTE, from);
    awaitFinished(operation);
    from = lap(Phase.STATUS, from);
    long rows = fetch(operation);
    from = lap(Phase.FIRST_FETCH, from);
    for (long more = rows; more > 0; rows += more) {
      more = fetch(operation);
    }
    from = lap(Phase.FETCHES, from);
    HiveErrors.check(call(HiveCall.CLOSE_OPERATION, new TCloseOperationReq(operation)).getStatus());
    lap(Phase.CLOSE, from);
    return rows;
  }

  /** The seconds that each phase of the last query took. */
  Map<Phase, Double> seconds() {
    Map<Phase, Double> seconds = new EnumMap<>(Phase.class);
    nanos.forEach((phase, value) -> seconds.put(phase, value / 1e9));
    return seconds;
  }

  private void awaitFinished(TOperationHandle operation) throws Exception {
    long end = System.nanoTime() + LIMIT.toNanos();
    while (System.nanoTime() < end) {
      // Every server here holds the call until the state changes or some seconds have passed.
      TGetOperationStatusResp status =
          call(HiveCall.GET_OPERATION_STATUS, new TGetOperationStatusReq(operation));
      HiveErrors.check(status.getStatus());
      TOperationState state = status.getOperationState();
      if (state == TOperationState.FINISHED_STATE) {
        return;
      }
      if (state != TOperationState.INITIALIZED_STATE
          && state != TOperationState.PENDING_STATE
          && state != TOperationState.RUNNING_STATE) {
        throw new IllegalStateException(state + ": " + status.getErrorMessage());
      }
    }
    throw new TimeoutException("No end within " + LIMIT);
  }

  private int fetch(TOperationHandle operation) throws Exception {
    ByteBuf answer =
        call(
            HiveCall.FETCH_RESULTS,
            new TFetchResultsReq(operation, TFetchOrientation.FETCH_NEXT, FETCH_ROWS));
    try {
      return RowCount.of(answer);
    } finally {
      answer.release();
    }
  }

  private long lap(Phase phase, long from) {
    long now = System.nanoTime();
    nanos.put(phase, now - from);
    return now;
  }

  private <Q extends TBase<?, ?>, R> R call(HiveCall<Q, R> call, Q request) throws Exception {
    return await(client.call(call, request, LIMIT));
  }

  private static <T> T await(CompletionStage<T> stage) throws Exception {
    try {
      return stage.toCompletableFuture().get(LIMIT.toSeconds(), TimeUnit.SECONDS);
    } catch (ExecutionException e) {
      throw HiveErrors.toException(e.getCause());
    }
  }

  @Override
  public void close() throws Exception {
    try {
      call(HiveCall.CLOSE_SESSION, new TCloseSessionReq(session));
    } finally {
      client.close();
    }
  }
}
