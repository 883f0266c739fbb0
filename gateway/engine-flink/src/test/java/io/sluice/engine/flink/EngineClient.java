/* SPDX-License-Identifier: Apache-2.0 */
package io.sluice.engine.flink;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufInputStream;
import io.sluice.engine.launch.EngineSecret;
import io.sluice.protocol.EventLoops;
import io.sluice.protocol.HiveCall;
import io.sluice.protocol.HiveClient;
import io.sluice.protocol.HiveErrors;
import io.sluice.protocol.sasl.ClientLogin;
import io.sluice.protocol.sasl.SharedSecret;
import io.sluice.thrift.TException;
import io.sluice.thrift.hive.TCancelOperationReq;
import io.sluice.thrift.hive.TCloseOperationReq;
import io.sluice.thrift.hive.TCloseSessionReq;
import io.sluice.thrift.hive.TColumn;
import io.sluice.thrift.hive.TExecuteStatementReq;
import io.sluice.thrift.hive.TFetchOrientation;
import io.sluice.thrift.hive.TFetchResultsReq;
import io.sluice.thrift.hive.TFetchResultsResp;
import io.sluice.thrift.hive.TGetOperationStatusReq;
import io.sluice.thrift.hive.TGetOperationStatusResp;
import io.sluice.thrift.hive.TGetResultSetMetadataReq;
import io.sluice.thrift.hive.TOpenSessionReq;
import io.sluice.thrift.hive.TOpenSessionResp;
import io.sluice.thrift.hive.TOperationHandle;
import io.sluice.thrift.hive.TOperationState;
import io.sluice.thrift.hive.TProgressUpdateResp;
import io.sluice.thrift.hive.TProtocolVersion;
import io.sluice.thrift.hive.TSessionHandle;
import io.sluice.thrift.hive.TTableSchema;
import io.sluice.thrift.protocol.TBinaryProtocol;
import io.sluice.thrift.transport.TIOStreamTransport;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.security.SecureRandom;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/** A raw client of an engine's port, as a gateway is one. */
final class EngineClient implements AutoCloseable {
  private static final Duration DEADLINE = Duration.ofSeconds(120);

  private final EventLoops loops;
  private final HiveClient client;

  private EngineClient(EventLoops loops, HiveClient client) {
    this.loops = loops;
    this.client = client;
  }

  static EngineClient connect(InetSocketAddress address, EngineSecret secret) {
    EventLoops loops = EventLoops.start("test-client", 1);
    HiveClient client =
        await(
            HiveClient.connect(
                loops,
                address,
                new ClientLogin.Hmac(
                    SharedSecret.of(secret.bytes()), "test-gateway", new SecureRandom()),
                DEADLINE));
    return new EngineClient(loops, client);
  }

  Session open(Map<String, String> configuration) {
    return open("alice", configuration);
  }

  Session open(String user, Map<String, String> configuration) {
    TOpenSessionReq request = new TOpenSessionReq(TProtocolVersion.HIVE_CLI_SERVICE_PROTOCOL_V10);
    request.setUsername(user);
    request.setConfiguration(configuration);
    TOpenSessionResp answer = await(client.call(HiveCall.OPEN_SESSION, request, DEADLINE));
    HiveErrors.check(answer.getStatus());
    return new Session(answer.getSessionHandle());
  }

  @Override
  public void close() {
    client.close();
    loops.close();
  }

  /** A session on the engine. */
  final class Session implements AutoCloseable {
    private final TSessionHandle handle;

    private Session(TSessionHandle handle) {
      this.handle = handle;
    }

    Statement start(String sql) {
      return start(sql, Map.of(), 0);
    }

    Statement start(String sql, Map<String, String> overlay, long timeoutSeconds) {
      TExecuteStatementReq request = new TExecuteStatementReq(handle, sql);
      request.setRunAsync(true);
      request.setConfOverlay(overlay);
      request.setQueryTimeout(timeoutSeconds);
      var answer = await(client.call(HiveCall.EXECUTE_STATEMENT, request, DEADLINE));
      HiveErrors.check(answer.getStatus());
      return new Statement(answer.getOperationHandle());
    }

    /** Runs a statement to its end and gives its rows; none if it has no result. */
    List<List<Object>> query(String sql) {
      Statement statement = start(sql);
      try {
        TGetOperationStatusResp status = statement.awaitSettled();
        if (status.getOperationState() != TOperationState.FINISHED_STATE) {
          throw HiveErrors.toException(status.getErrorCode(), status.getErrorMessage());
        }
        return status.isHasResultSet() ? statement.fetchAll(1000) : List.of();
      } finally {
        statement.close();
      }
    }

    @Override
    public void close() {
      HiveErrors.check(
          await(client.call(HiveCall.CLOSE_SESSION, new TCloseSessionReq(handle), DEADLINE))
              .getStatus());
    }
  }

  /** A started statement. */
  final class Statement implements AutoCloseable {
    private final TOperationHandle handle;

    private Statement(TOperationHandle handle) {
      this.handle = handle;
    }

    TGetOperationStatusResp status() {
      var answer =
          await(
              client.call(
                  HiveCall.GET_OPERATION_STATUS, new TGetOperationStatusReq(handle), DEADLINE));
      HiveErrors.check(answer.getStatus());
      return answer;
    }

    TProgressUpdateResp progress() {
      TGetOperationStatusReq request = new TGetOperationStatusReq(handle);
      request.setGetProgressUpdate(true);
      return await(client.call(HiveCall.GET_OPERATION_STATUS, request, DEADLINE))
          .getProgressUpdateResponse();
    }

    TGetOperationStatusResp awaitSettled() {
      long end = System.nanoTime() + DEADLINE.toNanos();
      while (System.nanoTime() < end) {
        TGetOperationStatusResp status = status();
        switch (status.getOperationState()) {
          case INITIALIZED_STATE, PENDING_STATE, RUNNING_STATE -> {}
          default -> {
            return status;
          }
        }
      }
      throw new AssertionError("the statement did not settle in time");
    }

    TTableSchema schema() {
      var answer =
          await(
              client.call(
                  HiveCall.GET_RESULT_SET_METADATA,
                  new TGetResultSetMetadataReq(handle),
                  DEADLINE));
      HiveErrors.check(answer.getStatus());
      return answer.getSchema();
    }

    ByteBuf fetchRaw(int maxRows) {
      return await(
          client.call(
              HiveCall.FETCH_RESULTS,
              new TFetchResultsReq(handle, TFetchOrientation.FETCH_NEXT, maxRows),
              DEADLINE));
    }

    List<List<Object>> fetch(TFetchOrientation orientation, int maxRows) {
      return rows(fetch(new TFetchResultsReq(handle, orientation, maxRows)));
    }

    List<String> log() {
      TFetchResultsReq request = new TFetchResultsReq(handle, TFetchOrientation.FETCH_NEXT, 1000);
      request.setFetchType((short) 1);
      return rows(fetch(request)).stream().map(row -> (String) row.get(0)).toList();
    }

    List<List<Object>> fetchAll(int maxRows) {
      List<List<Object>> all = new ArrayList<>();
      while (true) {
        List<List<Object>> some = fetch(TFetchOrientation.FETCH_NEXT, maxRows);
        if (some.isEmpty()) {
          return all;
        }
        all.addAll(some);
      }
    }

    void cancel() {
      HiveErrors.check(
          await(client.call(HiveCall.CANCEL_OPERATION, new TCancelOperationReq(handle), DEADLINE))
              .getStatus());
    }

    @Override
    public void close() {
      HiveErrors.check(
          await(client.call(HiveCall.CLOSE_OPERATION, new TCloseOperationReq(handle), DEADLINE))
              .getStatus());
    }

    private TFetchResultsResp fetch(TFetchResultsReq request) {
      TFetchResultsResp answer =
          decode(await(client.call(HiveCall.FETCH_RESULTS, request, DEADLINE)));
      HiveErrors.check(answer.getStatus());
      return answer;
    }
  }

  static TFetchResultsResp decode(ByteBuf bytes) {
    try {
      TFetchResultsResp answer = new TFetchResultsResp();
      answer.read(new TBinaryProtocol(transport(bytes)));
      return answer;
    } catch (TException e) {
      throw new AssertionError("no TFetchResultsResp", e);
    } finally {
      bytes.release();
    }
  }

  private static TIOStreamTransport transport(ByteBuf bytes) throws TException {
    return new TIOStreamTransport(new ByteBufInputStream(bytes));
  }

  static List<List<Object>> rows(TFetchResultsResp answer) {
    List<List<Object>> columns = new ArrayList<>();
    for (TColumn column : answer.getResults().getColumns()) {
      columns.add(values(column));
    }
    List<List<Object>> rows = new ArrayList<>();
    int count = columns.isEmpty() ? 0 : columns.get(0).size();
    for (int i = 0; i < count; i++) {
      List<Object> row = new ArrayList<>();
      for (List<Object> column : columns) {
        row.add(column.get(i));
      }
      rows.add(row);
    }
    return rows;
  }

  private static List<Object> values(TColumn column) {
    List<?> values;
    byte[] nulls;
    switch (column.getSetField()) {
      case BOOL_VAL -> {
        values = column.getBoolVal().getValues();
        nulls = column.getBoolVal().getNulls();
      }
      case BYTE_VAL -> {
        values = column.getByteVal().getValues();
        nulls = column.getByteVal().getNulls();
      }
      case I16_VAL -> {
        values = column.getI16Val().getValues();
        nulls = column.getI16Val().getNulls();
      }
      case I32_VAL -> {
        values = column.getI32Val().getValues();
        nulls = column.getI32Val().getNulls();
      }
      case I64_VAL -> {
        values = column.getI64Val().getValues();
        nulls = column.getI64Val().getNulls();
      }
      case DOUBLE_VAL -> {
        values = column.getDoubleVal().getValues();
        nulls = column.getDoubleVal().getNulls();
      }
      case STRING_VAL -> {
        values = column.getStringVal().getValues();
        nulls = column.getStringVal().getNulls();
      }
      case BINARY_VAL -> {
        values = column.getBinaryVal().getValues();
        nulls = column.getBinaryVal().getNulls();
      }
      default -> throw new AssertionError(column.getSetField());
    }
    List<Object> shown = new ArrayList<>();
    for (int i = 0; i < values.size(); i++) {
      boolean isNull = i / 8 < nulls.length && (nulls[i / 8] & (1 << (i % 8))) != 0;
      Object value = values.get(i);
      shown.add(isNull ? null : value instanceof ByteBuffer bytes ? hex(bytes) : value);
    }
    return shown;
  }

  private static String hex(ByteBuffer bytes) {
    byte[] copy = new byte[bytes.remaining()];
    bytes.duplicate().get(copy);
    return java.util.HexFormat.of().withUpperCase().formatHex(copy);
  }

  private static <T> T await(CompletionStage<T> stage) {
    try {
      return stage.toCompletableFuture().get(DEADLINE.toSeconds() + 5, TimeUnit.SECONDS);
    } catch (ExecutionException e) {
      if (e.getCause() instanceof RuntimeException cause) {
        throw cause;
      }
      throw new CompletionException(e.getCause());
    } catch (InterruptedException | TimeoutException e) {
      throw new AssertionError("no answer", e);
    }
  }
}
