/* SPDX-License-Identifier: Apache-2.0 */
package io.sluice.server;

import static io.sluice.server.TestGateway.eventually;
import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.error.ErrorCode;
import io.sluice.protocol.EventLoops;
import io.sluice.protocol.HiveCall;
import io.sluice.protocol.HiveClient;
import io.sluice.protocol.HiveErrors;
import io.sluice.protocol.sasl.ClientLogin;
import io.sluice.thrift.TBase;
import io.sluice.thrift.hive.*;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Handles, limits and idle times, with a raw client. */
class SessionRulesTest {
  private static final Duration LIMIT = Duration.ofSeconds(30);

  @TempDir Path folder;
  private final AtomicReference<Instant> now = new AtomicReference<>(Instant.EPOCH);
  private final List<HiveClient> clients = new ArrayList<>();
  private EventLoops loops;
  private TestGateway gateway;

  @BeforeEach
  void start() {
    InstantSource clock = now::get;
    loops = EventLoops.start("client", 1);
    gateway =
        TestGateway.start(
            folder,
            Map.of(
                "sluice.server.limit.connections.per.user", "2",
                "sluice.session.idle.timeout", "60s",
                "kyuubi.operation.idle.timeout", "PT30S",
                "sluice.server.limit.client.fetch.max.rows", "5000",
                "sluice.session.proxy.user.allow.list", "etl:alice"),
            clock);
  }

  @AfterEach
  void stop() {
    clients.forEach(HiveClient::close);
    eventually(
        "sessions end with their clients", () -> gateway.gateway().sessions().sessionCount() == 0);
    gateway.close();
    loops.close();
  }

  @Test
  void aHandleIsGoodForItsOwnerAlone() {
    HiveClient alice = client("alice");
    HiveClient bob = client("bob");
    TSessionHandle handle = open(alice, Map.of()).getSessionHandle();
    TOperationHandle operation = execute(alice, handle, "SELECT 1").getOperationHandle();

    TGetInfoReq stolen = new TGetInfoReq(handle, TGetInfoType.CLI_DBMS_NAME);
    TStatus byBob = call(bob, HiveCall.GET_INFO, stolen).getStatus();
    TSessionHandle forged = handle.deepCopy();
    forged.getSessionId().setSecret(ByteBuffer.wrap(new byte[16]));
    TStatus byForger =
        call(alice, HiveCall.GET_INFO, new TGetInfoReq(forged, TGetInfoType.CLI_DBMS_NAME))
            .getStatus();
    assertThat(byBob.getErrorCode()).isEqualTo(ErrorCode.INVALID_HANDLE.number());
    assertThat(byBob).isEqualTo(byForger);
    assertThat(
            call(bob, HiveCall.GET_OPERATION_STATUS, new TGetOperationStatusReq(operation))
                .getStatus()
                .getErrorMessage())
        .contains("Invalid OperationHandle [");
    assertThat(
            call(alice, HiveCall.GET_INFO, new TGetInfoReq(handle, TGetInfoType.CLI_DBMS_NAME))
                .getInfoValue()
                .getStringValue())
        .isEqualTo("Sluice");
  }

  @Test
  void theHandshakeCarriesVersionAndFetchSize() {
    TOpenSessionResp answer = open(client("alice"), Map.of());
    assertThat(answer.getServerProtocolVersion())
        .isEqualTo(TProtocolVersion.HIVE_CLI_SERVICE_PROTOCOL_V8);
    assertThat(answer.getConfiguration())
        .containsEntry("hive.server2.thrift.resultset.default.fetch.size", "1000");
  }

  @Test
  void anUnknownInfoTypeIsAnErrorAndTheConnectionGoesOn() {
    HiveClient alice = client("alice");
    TSessionHandle handle = open(alice, Map.of()).getSessionHandle();
    TStatus status =
        call(
                alice,
                HiveCall.GET_INFO,
                new TGetInfoReq(handle, TGetInfoType.CLI_ACCESSIBLE_PROCEDURES))
            .getStatus();
    assertThat(status.getErrorMessage()).contains("CLI_ACCESSIBLE_PROCEDURES");
    assertThat(
            call(
                    alice,
                    HiveCall.GET_INFO,
                    new TGetInfoReq(handle, TGetInfoType.CLI_MAX_TABLE_NAME_LEN))
                .getInfoValue()
                .getLenValue())
        .isEqualTo(128);
  }

  @Test
  void failedOpensDoNotCount() {
    HiveClient alice = client("alice");
    for (int i = 0; i < 5; i++) {
      TOpenSessionResp refused = open(alice, Map.of("set:hiveconf:sluice.cluster.secret", "1"));
      assertThat(refused.getStatus().getStatusCode()).isEqualTo(TStatusCode.ERROR_STATUS);
      assertThat(refused.getSessionHandle()).isNull();
      assertThat(open(alice, Map.of("use:database", "shop.nosuch")).getStatus().getErrorCode())
          .isEqualTo(ErrorCode.SCHEMA_NOT_FOUND.number());
    }
    assertThat(gateway.gateway().sessions().limits().sessionsOf("alice")).isZero();
    TSessionHandle first = open(alice, Map.of()).getSessionHandle();
    assertThat(first).isNotNull();
    assertThat(
            HiveErrors.isSuccess(
                call(alice, HiveCall.CLOSE_SESSION, new TCloseSessionReq(first)).getStatus()))
        .isTrue();
    assertThat(
            HiveErrors.isSuccess(
                call(alice, HiveCall.CLOSE_SESSION, new TCloseSessionReq(first)).getStatus()))
        .isFalse();
  }

  @Test
  void theLimitHoldsAndNamesItself() {
    HiveClient alice = client("alice");
    open(alice, Map.of());
    open(alice, Map.of());
    TStatus third = open(alice, Map.of()).getStatus();
    assertThat(third.getErrorCode()).isEqualTo(ErrorCode.LIMIT_REACHED.number());
    assertThat(third.getErrorMessage()).contains("sluice.server.limit.connections.per.user");
    assertThat(gateway.gateway().sessions().limits().sessionsOf("alice")).isEqualTo(2);
    alice.close();
    eventually(
        "the sessions end with the connection",
        () -> gateway.gateway().sessions().limits().sessionsOf("alice") == 0);
  }

  @Test
  void anIdleSessionClosesAndABusyOneDoesNot() {
    HiveClient alice = client("alice");
    TSessionHandle idle = open(alice, Map.of()).getSessionHandle();
    HiveClient bob = client("bob");
    TSessionHandle busy = open(bob, Map.of()).getSessionHandle();
    execute(bob, busy, "SHOW STUCK");

    now.set(Instant.EPOCH.plusSeconds(50));
    gateway.gateway().sessions().sweep();
    assertThat(gateway.gateway().sessions().sessionCount()).isEqualTo(2);
    now.set(Instant.EPOCH.plusSeconds(70));
    gateway.gateway().sessions().sweep();
    assertThat(
            call(alice, HiveCall.CLOSE_SESSION, new TCloseSessionReq(idle))
                .getStatus()
                .getErrorMessage())
        .contains("Invalid SessionHandle");
    assertThat(gateway.gateway().sessions().sessionCount()).isEqualTo(1);
  }

  @Test
  void aClientThatOnlyPollsKeepsItsSession() {
    HiveClient alice = client("alice");
    TSessionHandle session = open(alice, Map.of()).getSessionHandle();
    TOperationHandle operation = execute(alice, session, "SELECT 1").getOperationHandle();
    for (int second = 20; second <= 200; second += 20) {
      now.set(Instant.EPOCH.plusSeconds(second));
      call(alice, HiveCall.GET_OPERATION_STATUS, new TGetOperationStatusReq(operation));
      gateway.gateway().sessions().sweep();
      assertThat(gateway.gateway().sessions().sessionCount()).isEqualTo(1);
    }
    now.set(Instant.EPOCH.plusSeconds(265));
    gateway.gateway().sessions().sweep();
    assertThat(gateway.gateway().sessions().sessionCount()).isZero();
  }

  @Test
  void anOperationNobodyAsksAboutCloses() {
    HiveClient alice = client("alice");
    TSessionHandle session = open(alice, Map.of()).getSessionHandle();
    execute(alice, session, "SELECT 1");
    assertThat(gateway.gateway().sessions().operationCount()).isEqualTo(1);
    now.set(Instant.EPOCH.plusSeconds(31));
    gateway.gateway().sessions().sweep();
    assertThat(gateway.gateway().sessions().operationCount()).isZero();
    assertThat(gateway.gateway().sessions().sessionCount()).isEqualTo(1);
  }

  @Test
  void anAllowedProxyRunsAsTheOtherAndKeepsItsHandles() {
    HiveClient etl = client("etl");
    TSessionHandle session =
        open(etl, Map.of("hive.server2.proxy.user", "alice")).getSessionHandle();
    TExecuteStatementResp answer = execute(etl, session, "SELECT CURRENT_USER");
    assertThat(HiveErrors.isSuccess(answer.getStatus())).isTrue();
    assertThat(gateway.gateway().sessions().limits().sessionsOf("alice")).isEqualTo(1);
    assertThat(open(etl, Map.of("hive.server2.proxy.user", "root")).getStatus().getErrorCode())
        .isEqualTo(ErrorCode.ACCESS_DENIED.number());
  }

  @Test
  void aSynchronousStatementFailsInItsOwnAnswer() {
    HiveClient alice = client("alice");
    TSessionHandle session = open(alice, Map.of()).getSessionHandle();
    TExecuteStatementReq request = new TExecuteStatementReq(session, "FAIL at once");
    request.setRunAsync(false);
    TExecuteStatementResp answer = call(alice, HiveCall.EXECUTE_STATEMENT, request);
    assertThat(answer.getStatus().getErrorMessage()).isEqualTo("[EXECUTION_FAILED] at once");
    assertThat(answer.getOperationHandle()).isNull();
    assertThat(gateway.gateway().sessions().operationCount()).isZero();
  }

  @Test
  void delegationTokensAreRefusedProperly() {
    HiveClient alice = client("alice");
    TSessionHandle session = open(alice, Map.of()).getSessionHandle();
    TGetDelegationTokenReq request = new TGetDelegationTokenReq(session, "alice", "alice");
    assertThat(call(alice, HiveCall.GET_DELEGATION_TOKEN, request).getStatus().getErrorMessage())
        .contains("Delegation tokens are not supported");
  }

  private HiveClient client(String user) {
    HiveClient client =
        await(
            HiveClient.connect(
                loops, gateway.gateway().address(), ClientLogin.plain(user, "secret"), LIMIT));
    clients.add(client);
    return client;
  }

  private static TOpenSessionResp open(HiveClient client, Map<String, String> configuration) {
    TOpenSessionReq request = new TOpenSessionReq(TProtocolVersion.HIVE_CLI_SERVICE_PROTOCOL_V8);
    request.setConfiguration(configuration);
    return call(client, HiveCall.OPEN_SESSION, request);
  }

  private static TExecuteStatementResp execute(
      HiveClient client, TSessionHandle session, String statement) {
    TExecuteStatementReq request = new TExecuteStatementReq(session, statement);
    request.setRunAsync(true);
    return call(client, HiveCall.EXECUTE_STATEMENT, request);
  }

  private static <Q extends TBase<?, ?>, R> R call(
      HiveClient client, HiveCall<Q, R> call, Q request) {
    return await(client.call(call, request, LIMIT));
  }

  private static <T> T await(java.util.concurrent.CompletionStage<T> stage) {
    return stage.toCompletableFuture().orTimeout(LIMIT.toSeconds() + 5, TimeUnit.SECONDS).join();
  }
}
