/* SPDX-License-Identifier: Apache-2.0 */
package io.sluice.protocol;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.sluice.protocol.rowset.HiveColumn;
import io.sluice.protocol.rowset.HiveType;
import io.sluice.protocol.rowset.RowBlockWriter;
import io.sluice.protocol.rowset.RowSchema;
import io.sluice.thrift.TApplicationException;
import io.sluice.thrift.TException;
import io.sluice.thrift.hive.TExecuteStatementReq;
import io.sluice.thrift.hive.TExecuteStatementResp;
import io.sluice.thrift.hive.TFetchOrientation;
import io.sluice.thrift.hive.TFetchResultsReq;
import io.sluice.thrift.hive.TGetInfoReq;
import io.sluice.thrift.hive.TGetInfoType;
import io.sluice.thrift.hive.TOpenSessionReq;
import io.sluice.thrift.hive.TOperationHandle;
import io.sluice.thrift.hive.TSessionHandle;
import io.sluice.thrift.hive.TStatusCode;
import io.sluice.thrift.protocol.TMessage;
import io.sluice.thrift.protocol.TMessageType;
import io.sluice.thrift.protocol.TType;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What a peer that has logged in can do wrong, and what that does to it and to others. */
class ConnectionTest {
  private static final TSessionHandle NOBODY = Handle.decode("A".repeat(43)).toSessionHandle();
  private static final TGetInfoReq INFO = new TGetInfoReq(NOBODY, TGetInfoType.CLI_DBMS_VER);

  @ParameterizedTest
  @ValueSource(ints = {0, -1, Integer.MIN_VALUE})
  void aLengthThatCannotBeClosesTheConnection(int length) throws Exception {
    try (RunningServer server = RunningServer.forClients(new TableService());
        RawPeer peer = RawPeer.loggedIn(server)) {
      assertThat(peer.number(length).isClosedByServer()).isTrue();
      Eventually.holds("disconnect is told", () -> server.service.disconnected.size() == 1);
    }
  }

  @Test
  void garbageClosesTheConnectionAndOnlyThat() throws Exception {
    Random random = new Random(5);
    try (RunningServer server = RunningServer.forClients(new TableService());
        RawPeer good = RawPeer.loggedIn(server)) {
      for (int i = 0; i < 50; i++) {
        byte[] garbage = new byte[1 + random.nextInt(100)];
        random.nextBytes(garbage);
        try (RawPeer peer = RawPeer.loggedIn(server)) {
          assertThat(peer.frame(garbage).isClosedByServer()).isTrue();
        }
      }
      good.call(HiveCall.GET_INFO, 1, INFO);
      assertThat(header(good.readFrame()).type).isEqualTo(TMessageType.REPLY);
    }
  }

  @Test
  void aClaimOfTwoGigabytesTakesNoMemoryAndTheRestIsReadPast() throws Exception {
    try (RunningServer server = RunningServer.forClients(new TableService());
        RawPeer peer = RawPeer.loggedIn(server)) {
      long before = directMemory();
      peer.number(Integer.MAX_VALUE).bytes(new byte[1 << 20]);
      try (RawPeer good = RawPeer.loggedIn(server)) {
        good.call(HiveCall.GET_INFO, 1, INFO).readFrame();
      }
      assertThat(directMemory() - before).isLessThan(32L << 20);
    }
  }

  private static long directMemory() {
    return io.netty.buffer.PooledByteBufAllocator.DEFAULT.metric().usedDirectMemory();
  }

  @Test
  void anUnknownMethodIsAnsweredAndTheConnectionGoesOn() throws Exception {
    try (RunningServer server = RunningServer.forClients(new TableService());
        RawPeer peer = RawPeer.loggedIn(server)) {
      peer.bytes(RawPeer.message("DropEverything", 7, INFO));
      assertThat(refusal(peer.readFrame(), 7).getType())
          .isEqualTo(TApplicationException.UNKNOWN_METHOD);
      peer.call(HiveCall.GET_INFO, 8, INFO);
      assertThat(header(peer.readFrame()).seqid).isEqualTo(8);
    }
  }

  @Test
  void countsAndLengthsThatCannotBeAreRefusedWithoutMemory() throws Exception {
    List<byte[]> requests =
        List.of(
            field(TType.STRUCT, field(TType.LIST, new byte[] {TType.STRUCT, 127, -1, -1, -1})),
            field(TType.STRUCT, field(TType.LIST, new byte[] {TType.LIST, -1, -1, -1, -1})),
            field(TType.STRUCT, field(TType.MAP, new byte[] {8, 12, 127, -1, -1, -1})),
            field(TType.STRUCT, field(TType.SET, new byte[] {TType.BOOL, 127, -1, -1, -1})),
            field(TType.STRUCT, field(TType.STRING, new byte[] {127, -1, -1, -1})),
            field(TType.STRUCT, field(TType.STRING, new byte[] {-1, -1, -1, -1})),
            field((byte) 99, new byte[] {1, 2, 3}),
            field(TType.I32, new byte[] {0, 0, 0, 1}),
            nested(10_000),
            new byte[0]);
    try (RunningServer server = RunningServer.forClients(new TableService());
        RawPeer peer = RawPeer.loggedIn(server)) {
      for (int i = 0; i < requests.size(); i++) {
        peer.frame(call("ExecuteStatement", i, requests.get(i)));
        assertThat(refusal(peer.readFrame(), i).getType())
            .as("request %d", i)
            .isEqualTo(TApplicationException.PROTOCOL_ERROR);
      }
      peer.call(HiveCall.GET_INFO, 99, INFO);
      assertThat(header(peer.readFrame()).seqid).isEqualTo(99);
    }
  }

  @Test
  void halfAMessageAndGoodbyeIsADisconnectLikeAnyOther() throws Exception {
    try (RunningServer server = RunningServer.forClients(new TableService())) {
      byte[] message = RawPeer.message("GetInfo", 1, INFO);
      for (int cut : new int[] {1, 3, 4, 5, message.length - 1}) {
        try (RawPeer peer = RawPeer.loggedIn(server)) {
          peer.bytes(java.util.Arrays.copyOf(message, cut));
        }
      }
      Eventually.holds("all are told", () -> server.service.disconnected.size() == 5);
      assertThat(server.service.disconnected).doesNotHaveDuplicates();
    }
  }

  @Test
  void aMessageInSmallPiecesIsServed() throws Exception {
    try (RunningServer server = RunningServer.forClients(new TableService());
        RawPeer peer = RawPeer.loggedIn(server)) {
      for (byte one : RawPeer.message("GetInfo", 3, INFO)) {
        peer.bytes(one);
      }
      assertThat(header(peer.readFrame()).seqid).isEqualTo(3);
    }
  }

  @Test
  void aMessageOverTheLimitIsRefusedAndTheConnectionGoesOn() throws Exception {
    WireLimits limits = WireLimits.forClients().withMessageBytes(1 << 20);
    try (RunningServer server = RunningServer.forClients(limits, new TableService());
        RawPeer peer = RawPeer.loggedIn(server)) {
      String statement = "x".repeat(3 << 20);
      peer.call(HiveCall.EXECUTE_STATEMENT, 4, new TExecuteStatementReq(NOBODY, statement));
      TExecuteStatementResp answer = new TExecuteStatementResp();
      answer.read(WireProtocol.over(struct(peer.readFrame(), 4)));
      assertThat(answer.getStatus().getStatusCode()).isEqualTo(TStatusCode.ERROR_STATUS);
      assertThat(answer.getStatus().getErrorMessage())
          .startsWith("[MESSAGE_TOO_LARGE]")
          .contains("limit of 1048576 bytes");
      peer.call(HiveCall.GET_INFO, 5, INFO);
      assertThat(header(peer.readFrame()).seqid).isEqualTo(5);
    }
  }

  @Test
  void callsSentTogetherAreAnsweredOneByOneInOrder() throws Exception {
    try (RunningServer server = RunningServer.forClients(new TableService());
        RawPeer peer = RawPeer.loggedIn(server)) {
      for (int i = 0; i < 100; i++) {
        peer.call(HiveCall.GET_INFO, i, INFO);
      }
      for (int i = 0; i < 100; i++) {
        assertThat(header(peer.readFrame()).seqid).isEqualTo(i);
      }
    }
  }

  @Test
  void aPeerThatLeavesDuringALongCallIsNoticedAtOnce() throws Exception {
    try (RunningServer server = RunningServer.forClients(new TableService())) {
      try (RawPeer peer = RawPeer.loggedIn(server)) {
        peer.call(HiveCall.EXECUTE_STATEMENT, 1, new TExecuteStatementReq(NOBODY, "hang"));
        RunningServer.get(server.service.hanging);
      }
      Eventually.holds("disconnect is told", () -> server.service.disconnected.size() == 1);
    }
  }

  @Test
  void aPeerThatDoesNotReadHoldsUpNobodyAndIsClosed() throws Exception {
    WireLimits limits = WireLimits.forClients().withStalledTime(Duration.ofSeconds(2));
    RowSchema schema = RowSchema.of(HiveColumn.of("s", HiveType.STRING));
    TableService service = new TableService().with("big", () -> big(schema));
    try (RunningServer server = RunningServer.forClients(limits, service);
        RawPeer greedy = RawPeer.loggedIn(server)) {
      Handle session = openSession(greedy);
      greedy.call(
          HiveCall.EXECUTE_STATEMENT,
          2,
          new TExecuteStatementReq(session.toSessionHandle(), "big"));
      TExecuteStatementResp executed = new TExecuteStatementResp();
      executed.read(WireProtocol.over(struct(greedy.readFrame(), 2)));
      TOperationHandle operation = executed.getOperationHandle();
      for (int i = 0; i < 200; i++) { // 200 × 1 MiB of answers, none of them read.
        greedy.call(
            HiveCall.FETCH_RESULTS,
            10 + i,
            new TFetchResultsReq(operation, TFetchOrientation.FETCH_NEXT, 1));
      }
      try (RawPeer other = RawPeer.loggedIn(server)) {
        for (int i = 0; i < 100; i++) {
          other.call(HiveCall.GET_INFO, i, INFO).readFrame();
        }
      }
      Eventually.holds("the greedy peer is closed", () -> service.disconnected.size() == 2);
    }
  }

  private static TableService.Table big(RowSchema schema) {
    RowBlockWriter writer = new RowBlockWriter(schema);
    byte[] megabyte = new byte[1 << 20];
    for (int i = 0; i < 200; i++) {
      writer.appendUtf8(0, megabyte, 0, megabyte.length);
      writer.endRow();
    }
    return new TableService.Table(schema, List.of(writer.finish()));
  }

  @Test
  void anIdlePeerIsClosedWhenThereIsALimit() throws Exception {
    WireLimits limits = WireLimits.forClients().withIdleTime(Duration.ofSeconds(3));
    try (RunningServer server = RunningServer.forClients(limits, new TableService());
        RawPeer busy = RawPeer.loggedIn(server);
        RawPeer idle = RawPeer.loggedIn(server)) {
      busy.call(
          HiveCall.EXECUTE_STATEMENT,
          1,
          new TExecuteStatementReq(openSession(busy).toSessionHandle(), "hang"));
      RunningServer.get(server.service.hanging);
      assertThat(idle.isClosedByServer()).isTrue();
      assertThat(busy.hearsNothingFor(1000)).isTrue();
      server.service.release.complete(null);
      assertThat(header(busy.readFrame()).seqid).isEqualTo(1);
    }
  }

  @Test
  void closingTheServerEndsEveryConnectionAndTellsEach() throws Exception {
    TableService service = new TableService();
    RunningServer server = RunningServer.forClients(service);
    try (RawPeer first = RawPeer.loggedIn(server);
        RawPeer second = RawPeer.loggedIn(server);
        RawPeer silent = new RawPeer(server.server.address())) {
      first.call(HiveCall.EXECUTE_STATEMENT, 1, new TExecuteStatementReq(NOBODY, "hang"));
      RunningServer.get(service.hanging);
      server.close();
      assertThat(first.isClosedByServer()).isTrue();
      assertThat(second.isClosedByServer()).isTrue();
      assertThat(silent.isClosedByServer()).isTrue();
      assertThat(service.disconnected).hasSize(2).doesNotHaveDuplicates();
    } finally {
      service.release.complete(null); // The late answer finds nobody and does no harm.
    }
  }

  private static Handle openSession(RawPeer peer) throws IOException, TException {
    peer.call(HiveCall.OPEN_SESSION, 1, new TOpenSessionReq());
    io.sluice.thrift.hive.TOpenSessionResp answer = new io.sluice.thrift.hive.TOpenSessionResp();
    answer.read(WireProtocol.over(struct(peer.readFrame(), 1)));
    return Handle.of(answer.getSessionHandle());
  }

  private static TMessage header(byte[] message) throws TException {
    return WireProtocol.over(Unpooled.wrappedBuffer(message)).readMessageBegin();
  }

  private static ByteBuf struct(byte[] message, int sequence) throws TException {
    ByteBuf bytes = Unpooled.wrappedBuffer(message);
    TMessage header = WireProtocol.over(bytes).readMessageBegin();
    assertThat(header.type).isEqualTo(TMessageType.REPLY);
    assertThat(header.seqid).isEqualTo(sequence);
    return Messages.answerBytes(bytes);
  }

  private static TApplicationException refusal(byte[] message, int sequence) throws TException {
    WireProtocol in = WireProtocol.over(Unpooled.wrappedBuffer(message));
    TMessage header = in.readMessageBegin();
    assertThat(header.type).isEqualTo(TMessageType.EXCEPTION);
    assertThat(header.seqid).isEqualTo(sequence);
    return TApplicationException.readFrom(in);
  }

  private static byte[] call(String name, int sequence, byte[] arguments) {
    byte[] text = name.getBytes(UTF_8);
    return ByteBuffer.allocate(12 + text.length + arguments.length)
        .putInt(0x80010001)
        .putInt(text.length)
        .put(text)
        .putInt(sequence)
        .put(arguments)
        .array();
  }

  private static byte[] field(byte type, byte[] value) {
    return ByteBuffer.allocate(3 + value.length).put(type).putShort((short) 1).put(value).array();
  }

  /** Structs in structs under an unknown field. */
  private static byte[] nested(int depth) {
    ByteBuffer bytes = ByteBuffer.allocate(3 * depth);
    for (int i = 0; i < depth; i++) {
      bytes.put(TType.STRUCT).putShort((short) 77);
    }
    return bytes.array();
  }
}
