/* SPDX-License-Identifier: Apache-2.0 */
package io.sluice.protocol;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufAllocator;
import io.netty.buffer.Unpooled;
import io.netty.channel.ChannelHandlerContext;
import io.sluice.thrift.TApplicationException;
import io.sluice.thrift.TBase;
import io.sluice.thrift.TException;
import io.sluice.thrift.protocol.TField;
import io.sluice.thrift.protocol.TMessage;
import io.sluice.thrift.protocol.TMessageType;
import io.sluice.thrift.protocol.TProtocol;
import io.sluice.thrift.protocol.TProtocolException;
import io.sluice.thrift.protocol.TProtocolUtil;
import io.sluice.thrift.protocol.TType;

/**
 * Whole messages as they go over the wire: length, header, and a struct with one field. That is
 * what every TCLIService call and answer is ({@code 1: T…Req req}, {@code 0: T…Resp success}), so
 * the generated argument and result classes are not needed.
 */
// A failed write reaches exceptionCaught or a listener; a failed close has no remedy.
@SuppressWarnings("FutureReturnValueIgnored")
final class Messages {
  private static final short REQUEST_FIELD = 1;
  private static final short ANSWER_FIELD = 0;
  private static final int FIELD_HEADER = 3;
  private static final int LENGTH_BYTES = 4;
  private static final int FIRST_ALLOCATION = 512;
  private static final ByteBuf STOP =
      Unpooled.unreleasableBuffer(Unpooled.directBuffer(1).writeByte(TType.STOP)).asReadOnly();

  private Messages() {}

  static ByteBuf request(ByteBufAllocator allocator, String name, int sequence, TBase<?, ?> request)
      throws TException {
    ByteBuf out = begin(allocator, name, TMessageType.CALL, sequence);
    try {
      field(out, REQUEST_FIELD);
      request.write(WireProtocol.over(out));
      out.writeByte(TType.STOP);
      return end(out, 0);
    } catch (TException | RuntimeException e) {
      out.release();
      throw e;
    }
  }

  /** Reads the request out of a call's arguments. */
  static void readRequest(TProtocol in, TBase<?, ?> request) throws TException {
    boolean found = false;
    in.readStructBegin();
    for (TField f = in.readFieldBegin(); f.type != TType.STOP; f = in.readFieldBegin()) {
      if (f.id == REQUEST_FIELD && f.type == TType.STRUCT) {
        request.read(in);
        found = true;
      } else {
        TProtocolUtil.skip(in, f.type);
      }
    }
    if (!found) {
      throw new TProtocolException(TProtocolException.INVALID_DATA, "The call has no request");
    }
  }

  /** Writes and flushes an answer; what {@code answers} returned as bytes goes out untouched. */
  static <R> void answer(
      ChannelHandlerContext ctx, String name, int sequence, Answers<R> answers, R answer)
      throws TException {
    ByteBuf out = begin(ctx.alloc(), name, TMessageType.REPLY, sequence);
    ByteBuf body;
    try {
      field(out, ANSWER_FIELD);
      body = answers.write(answer, out);
    } catch (TException | RuntimeException e) {
      out.release();
      throw e;
    }
    if (body.isReadable()) {
      ctx.write(end(out, body.readableBytes() + STOP.readableBytes()), ctx.voidPromise());
      ctx.write(body, ctx.voidPromise());
      ctx.writeAndFlush(STOP.duplicate(), ctx.voidPromise());
    } else {
      body.release();
      out.writeByte(TType.STOP);
      ctx.writeAndFlush(end(out, 0), ctx.voidPromise());
    }
  }

  static void error(
      ChannelHandlerContext ctx, String name, int sequence, TApplicationException error) {
    ByteBuf out = begin(ctx.alloc(), name, TMessageType.EXCEPTION, sequence);
    try {
      error.write(WireProtocol.over(out));
    } catch (TException e) {
      out.release();
      throw new IllegalStateException("An error could not be written", e);
    }
    ctx.writeAndFlush(end(out, 0), ctx.voidPromise());
  }

  /**
   * The bytes of the struct in a reply whose header has been read; a slice, not retained.
   *
   * @throws TProtocolException if the reply holds no struct
   */
  static ByteBuf answerBytes(ByteBuf reply) throws TProtocolException {
    int start = reply.readerIndex();
    int size = reply.readableBytes() - FIELD_HEADER - STOP.readableBytes();
    if (size < 1
        || reply.getByte(start) != TType.STRUCT
        || reply.getShort(start + 1) != ANSWER_FIELD
        || reply.getByte(reply.writerIndex() - 1) != TType.STOP) {
      throw new TProtocolException(TProtocolException.INVALID_DATA, "The reply has no answer");
    }
    return reply.slice(start + FIELD_HEADER, size);
  }

  private static ByteBuf begin(ByteBufAllocator allocator, String name, byte type, int sequence) {
    ByteBuf out = allocator.buffer(FIRST_ALLOCATION);
    out.writeInt(0); // The length; see end().
    try {
      WireProtocol.over(out).writeMessageBegin(new TMessage(name, type, sequence));
    } catch (TException e) {
      out.release();
      throw new IllegalStateException("A message header could not be written", e);
    }
    return out;
  }

  private static void field(ByteBuf out, short id) {
    out.writeByte(TType.STRUCT).writeShort(id);
  }

  private static ByteBuf end(ByteBuf out, int bytesThatFollow) {
    return out.setInt(out.readerIndex(), out.readableBytes() - LENGTH_BYTES + bytesThatFollow);
  }
}
