/* SPDX-License-Identifier: Apache-2.0 */
package io.sluice.protocol;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufAllocator;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.sluice.error.ErrorCode;
import io.sluice.error.SluiceException;

/**
 * Cuts the stream after login into messages: a 4-byte length and that many bytes. Emits each
 * message as a {@link ByteBuf}, or as an {@link OversizedMessage} when it is over the limit, whose
 * bytes are dropped as they come. Memory grows with what has come, never with what a length claims.
 */
final class FrameDecoder extends ChannelInboundHandlerAdapter {
  private static final int LENGTH_BYTES = 4;
  private static final int FIRST_ALLOCATION = 64 << 10;

  private final int limit;
  private int lengthRead;
  private int length;
  private int dropLeft;
  private ByteBuf message;

  FrameDecoder(int limit) {
    this.limit = limit;
  }

  @Override
  public void channelRead(ChannelHandlerContext ctx, Object received) {
    ByteBuf in = (ByteBuf) received;
    try {
      while (in.isReadable()) {
        if (lengthRead < LENGTH_BYTES) {
          readLength(in);
        }
        if (lengthRead == LENGTH_BYTES) {
          readMessage(ctx, in);
        }
      }
    } finally {
      in.release();
    }
  }

  private void readLength(ByteBuf in) {
    while (lengthRead < LENGTH_BYTES && in.isReadable()) {
      length = length << Byte.SIZE | in.readUnsignedByte();
      lengthRead++;
    }
    if (lengthRead == LENGTH_BYTES) {
      if (length <= 0) {
        lengthRead = 0;
        in.skipBytes(in.readableBytes());
        throw new SluiceException(
            ErrorCode.INVALID_VALUE, "A message of length " + length + " is not possible.");
      }
      dropLeft = length > limit ? length : 0;
    }
  }

  private void readMessage(ChannelHandlerContext ctx, ByteBuf in) {
    if (dropLeft > 0) {
      drop(ctx, in);
    } else if (message == null && in.readableBytes() >= length) {
      emit(ctx, in.readRetainedSlice(length));
    } else if (in.isReadable()) {
      collect(ctx.alloc(), in);
      if (message.readableBytes() == length) {
        ByteBuf whole = message;
        message = null;
        emit(ctx, whole);
      }
    }
  }

  private void collect(ByteBufAllocator allocator, ByteBuf in) {
    if (message == null) {
      message = allocator.buffer(Math.min(length, FIRST_ALLOCATION), length);
    }
    int part = Math.min(in.readableBytes(), length - message.readableBytes());
    if (message.writableBytes() < part) {
      long doubled = Math.max(2L * message.capacity(), (long) message.readableBytes() + part);
      message.capacity((int) Math.min(length, doubled));
    }
    message.writeBytes(in, part);
  }

  private void drop(ChannelHandlerContext ctx, ByteBuf in) {
    if (message == null) {
      message = ctx.alloc().buffer(OversizedMessage.HEAD_BYTES);
    }
    int part = Math.min(in.readableBytes(), dropLeft);
    int kept = Math.min(part, OversizedMessage.HEAD_BYTES - message.readableBytes());
    message.writeBytes(in, kept);
    in.skipBytes(part - kept);
    dropLeft -= part;
    if (dropLeft == 0) {
      ByteBuf head = message;
      message = null;
      emit(ctx, new OversizedMessage(head, length, limit));
    }
  }

  private void emit(ChannelHandlerContext ctx, Object whole) {
    lengthRead = 0;
    length = 0;
    ctx.fireChannelRead(whole);
  }

  @Override
  public void handlerRemoved(ChannelHandlerContext ctx) {
    if (message != null) {
      message.release();
      message = null;
    }
  }
}
