/* SPDX-License-Identifier: Apache-2.0 */
package io.sluice.protocol;

import static io.sluice.protocol.RunningServer.SOON;
import static io.sluice.protocol.RunningServer.get;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.netty.buffer.ByteBuf;
import io.sluice.error.ErrorCode;
import io.sluice.error.SluiceException;
import io.sluice.protocol.rowset.HiveColumn;
import io.sluice.protocol.rowset.HiveType;
import io.sluice.protocol.rowset.RowBlockWriter;
import io.sluice.protocol.rowset.RowSchema;
import io.sluice.protocol.sasl.ClientLogin;
import io.sluice.protocol.sasl.SharedSecret;
import io.sluice.thrift.hive.TExecuteStatementReq;
import io.sluice.thrift.hive.TExecuteStatementResp;
import io.sluice.thrift.hive.TFetchOrientation;
import io.sluice.thrift.hive.TFetchResultsReq;
import io.sluice.thrift.hive.TFetchResultsResp;
import io.sluice.thrift.hive.TGetSchemasReq;
import io.sluice.thrift.hive.TOpenSessionReq;
import io.sluice.thrift.hive.TOpenSessionResp;
import io.sluice.thrift.hive.TOperationHandle;
import io.sluice.thrift.hive.TProtocolVersion;
import io.sluice.thrift.hive.TSessionHandle;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.security.SecureRandom;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletionStage;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** The client against an engine's port: SLUICE-HMAC, many calls at once. */
class HiveClientTest {
  private static final int LARGE = 120 << 20;
  private final SecureRandom random = new SecureRandom();
  private final SharedSecret secret = SharedSecret.of(random.generateSeed(SharedSecret.SIZE));
  private final ClientLogin login = ClientLogin.hmac(secret, "gateway-1", random);
  private RunningServer server;

  @BeforeEach
  void start() {
    server =
        new RunningServer(
            HiveServerConfig.forEngine(RunningServer.ANY_PORT, secret),
            new TableService().with("large", HiveClientTest::large));
  }

  @AfterEach
  void stop() {
    server.close();
  }

  @Test
  void logsInByTheSecretUnderItsName() throws Exception {
    try (HiveClient client = server.client(login)) {
      openSession(client);
      assertThat(server.service.opened.get(0).identity().user()).isEqualTo("gateway-1");
    }
    Eventually.holds("disconnect is told", () -> server.service.disconnected.size() == 1);
  }

  @Test
  void refusesAServerThatDoesNotKnowTheSecret() {
    SharedSecret other = secret.derive("other");
    assertRefused(ClientLogin.hmac(other, "gateway-1", random), "server did not prove");
    assertThat(server.service.opened).isEmpty();
  }

  @Test
  void aPasswordIsNoWayIntoAnEngine() {
    assertRefused(ClientLogin.plain("ann", "ann-pw"), "this server has SLUICE-HMAC.");
  }

  private void assertRefused(ClientLogin wrong, String why) {
    assertThatThrownBy(() -> server.client(wrong).close())
        .isInstanceOfSatisfying(
            SluiceException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.LOGIN_FAILED))
        .hasMessageContaining(why);
  }

  @Test
  void aSlowCallHoldsUpNoOther() throws Exception {
    try (HiveClient client = server.client(login)) {
      TSessionHandle session = openSession(client);
      CompletionStage<TExecuteStatementResp> slow = execute(client, session, "hang");
      get(server.service.hanging);
      List<CompletionStage<TExecuteStatementResp>> others = new ArrayList<>();
      for (int i = 0; i < 500; i++) {
        others.add(execute(client, session, "echo " + i));
      }
      for (int i = 0; i < 500; i++) {
        TFetchResultsResp rows = fetch(client, get(others.get(i)).getOperationHandle());
        assertThat(rows.getResults().getColumns().get(0).getStringVal().getValues())
            .containsExactly(Integer.toString(i));
        assertThat(rows.isHasMoreRows()).isFalse();
      }
      assertThat(slow.toCompletableFuture()).isNotDone();
      server.service.release.complete(null);
      HiveErrors.check(get(slow).getStatus());
    }
  }

  @Test
  void anAnswerAfterTheDeadlineIsDroppedAndTheConnectionGoesOn() throws Exception {
    try (HiveClient client = server.client(login)) {
      TSessionHandle session = openSession(client);
      CompletionStage<TExecuteStatementResp> late =
          client.call(
              HiveCall.EXECUTE_STATEMENT,
              new TExecuteStatementReq(session, "hang"),
              Duration.ofMillis(50));
      assertThatThrownBy(() -> get(late))
          .isInstanceOfSatisfying(
              SluiceException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.TIMED_OUT))
          .hasMessageContaining("did not answer ExecuteStatement within PT0.05S");
      server.service.release.complete(null);
      HiveErrors.check(get(execute(client, session, "echo x")).getStatus());
    }
  }

  @Test
  void aLostConnectionFailsEveryCallUnderWayAndLater() throws Exception {
    try (HiveClient client = server.client(login)) {
      TSessionHandle session = openSession(client);
      CompletionStage<TExecuteStatementResp> call = execute(client, session, "hang");
      get(server.service.hanging);
      server.service.opened.get(0).disconnect();
      assertLost(call);
      assertLost(execute(client, session, "echo x"));
      get(client.closed());
      assertThat(client.isOpen()).isFalse();
    }
  }

  private static void assertLost(CompletionStage<?> call) {
    assertThatThrownBy(() -> get(call))
        .isInstanceOfSatisfying(
            SluiceException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.ENGINE_LOST))
        .hasMessageContaining("was lost before it answered ExecuteStatement");
  }

  @Test
  void anErrorStatusIsAnAnswer() throws Exception {
    try (HiveClient client = server.client(login)) {
      TExecuteStatementResp answer = get(execute(client, openSession(client), "nothing"));
      assertThatThrownBy(() -> HiveErrors.check(answer.getStatus()))
          .isInstanceOfSatisfying(
              SluiceException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.TABLE_NOT_FOUND))
          .hasMessage("There is no table nothing. Name one that is.");
      assertThat(
              get(client.call(HiveCall.GET_SCHEMAS, new TGetSchemasReq(openSession(client)), SOON))
                  .getStatus()
                  .getSqlState())
          .isEqualTo(ErrorCode.NOT_SUPPORTED.sqlState());
    }
  }

  @Test
  void anAnswerOfMoreThanAHundredMegabytesArrivesWhole() throws Exception {
    try (HiveClient client = server.client(login)) {
      TExecuteStatementResp executed = get(execute(client, openSession(client), "large"));
      ByteBuf bytes = get(fetchBytes(client, executed.getOperationHandle()));
      try {
        assertThat(bytes.readableBytes()).isGreaterThan(LARGE);
      } finally {
        bytes.release();
      }
    }
  }

  @Test
  void aStatementOverTheLimitIsRefusedAndTheConnectionGoesOn() throws Exception {
    try (HiveClient client = server.client(login)) {
      TSessionHandle session = openSession(client);
      TExecuteStatementResp answer = get(execute(client, session, "x".repeat(LARGE)));
      assertThat(answer.getStatus().getErrorMessage()).startsWith("[MESSAGE_TOO_LARGE]");
      HiveErrors.check(get(execute(client, session, "echo x")).getStatus());
    }
  }

  @Test
  void aServerThatIsNotThereOrNeverAnswersIsToldApart() throws Exception {
    int port;
    try (ServerSocket deaf = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      port = deaf.getLocalPort();
      assertThatThrownBy(() -> get(connect(port, Duration.ofMillis(300))))
          .isInstanceOfSatisfying(
              SluiceException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.TIMED_OUT));
    }
    assertThatThrownBy(() -> get(connect(port, SOON)))
        .isInstanceOfSatisfying(
            SluiceException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.ENGINE_LOST))
        .hasMessageContaining("Cannot connect to 127.0.0.1:" + port);
  }

  private CompletionStage<HiveClient> connect(int port, Duration timeout) {
    return HiveClient.connect(
        server.loops, new InetSocketAddress("127.0.0.1", port), login, timeout);
  }

  private static TSessionHandle openSession(HiveClient client) throws Exception {
    TOpenSessionReq request = new TOpenSessionReq();
    request.setClient_protocol(TProtocolVersion.HIVE_CLI_SERVICE_PROTOCOL_V11);
    TOpenSessionResp answer = get(client.call(HiveCall.OPEN_SESSION, request, SOON));
    HiveErrors.check(answer.getStatus());
    return answer.getSessionHandle();
  }

  private static CompletionStage<TExecuteStatementResp> execute(
      HiveClient client, TSessionHandle session, String statement) {
    return client.call(
        HiveCall.EXECUTE_STATEMENT, new TExecuteStatementReq(session, statement), SOON);
  }

  private static CompletionStage<ByteBuf> fetchBytes(
      HiveClient client, TOperationHandle operation) {
    return client.call(
        HiveCall.FETCH_RESULTS,
        new TFetchResultsReq(operation, TFetchOrientation.FETCH_NEXT, 10_000),
        SOON);
  }

  private static TFetchResultsResp fetch(HiveClient client, TOperationHandle operation)
      throws Exception {
    ByteBuf bytes = get(fetchBytes(client, operation));
    try {
      TFetchResultsResp answer = new TFetchResultsResp();
      answer.read(WireProtocol.over(bytes));
      return answer;
    } finally {
      bytes.release();
    }
  }

  private static TableService.Table large() {
    RowSchema schema = RowSchema.of(HiveColumn.of("b", HiveType.BINARY));
    RowBlockWriter writer = new RowBlockWriter(schema);
    byte[] large = new byte[LARGE];
    writer.appendBinary(0, large, 0, large.length);
    writer.endRow();
    return new TableService.Table(schema, List.of(writer.finish()));
  }
}
