/* SPDX-License-Identifier: Apache-2.0 */
package io.sluice.protocol;

import io.netty.buffer.ByteBuf;
import io.netty.channel.Channel;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.util.ReferenceCountUtil;
import io.netty.util.concurrent.ScheduledFuture;
import io.sluice.error.ErrorCode;
import io.sluice.error.SluiceException;
import io.sluice.thrift.TApplicationException;
import io.sluice.thrift.TException;
import io.sluice.thrift.protocol.TMessage;
import io.sluice.thrift.protocol.TMessageType;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The calls of one client that wait for answers, by sequence number. Belongs to the event loop. */
// A failed write reaches exceptionCaught or a listener; a failed close has no remedy.
@SuppressWarnings("FutureReturnValueIgnored")
final class ClientCalls extends ChannelInboundHandlerAdapter {
  private static final Logger log = LoggerFactory.getLogger(ClientCalls.class);

  private record Pending<R>(
      HiveCall<?, R> call, CompletableFuture<R> answer, ScheduledFuture<?> deadline) {
    void fail(SluiceException reason) {
      deadline.cancel(false);
      answer.completeExceptionally(reason);
    }

    void complete(ByteBuf bytes) throws TException {
      deadline.cancel(false);
      R result = call.answers().read(bytes);
      if (!answer.complete(result)) {
        call.answers().discard(result);
      }
    }
  }

  private final InetSocketAddress address;
  private final Map<Integer, Pending<?>> pending = new HashMap<>();

  ClientCalls(InetSocketAddress address) {
    this.address = address;
  }

  <R> void send(
      Channel channel,
      int sequence,
      HiveCall<?, R> call,
      ByteBuf message,
      CompletableFuture<R> answer,
      Duration deadline) {
    if (!channel.isActive()) {
      message.release();
      answer.completeExceptionally(lost(call.name()));
      return;
    }
    ScheduledFuture<?> timer =
        channel
            .eventLoop()
            .schedule(() -> expire(sequence, deadline), deadline.toMillis(), TimeUnit.MILLISECONDS);
    pending.put(sequence, new Pending<>(call, answer, timer));
    channel.writeAndFlush(message, channel.voidPromise());
  }

  private void expire(int sequence, Duration deadline) {
    Pending<?> late = pending.remove(sequence);
    if (late != null) {
      late.fail(
          new SluiceException(
              ErrorCode.TIMED_OUT,
              HiveClient.text(address)
                  + " did not answer "
                  + late.call
                  + " within "
                  + deadline
                  + '.'));
    }
  }

  @Override
  public void channelRead(ChannelHandlerContext ctx, Object message) {
    try {
      if (message instanceof OversizedMessage oversized) {
        TMessage header = WireProtocol.over(oversized.content()).readMessageBegin();
        Pending<?> call = pending.remove(header.seqid);
        if (call != null) {
          call.fail(oversized.error());
        }
      } else {
        answer((ByteBuf) message);
      }
    } catch (TException e) {
      throw new SluiceException(
          ErrorCode.INTERNAL, HiveClient.text(address) + " sent what is no answer.", e);
    } finally {
      ReferenceCountUtil.release(message);
    }
  }

  private void answer(ByteBuf message) throws TException {
    WireProtocol in = WireProtocol.over(message);
    TMessage header = in.readMessageBegin();
    Pending<?> call = pending.remove(header.seqid);
    if (call == null) {
      log.debug("An answer of {} to {} came too late", address, header.name);
    } else if (header.type == TMessageType.EXCEPTION) {
      call.fail(asError(TApplicationException.readFrom(in)));
    } else {
      try {
        call.complete(Messages.answerBytes(message));
      } catch (TException | RuntimeException e) {
        call.fail(
            new SluiceException(
                ErrorCode.INTERNAL,
                "The answer of " + HiveClient.text(address) + " to " + call.call + " is malformed.",
                e));
      }
    }
  }

  private static SluiceException asError(TApplicationException error) {
    ErrorCode code =
        error.getType() == TApplicationException.UNKNOWN_METHOD
            ? ErrorCode.NOT_SUPPORTED
            : ErrorCode.INTERNAL;
    return new SluiceException(code, "The server refused the call: " + error.getMessage(), error);
  }

  @Override
  public void channelInactive(ChannelHandlerContext ctx) {
    List<Pending<?>> lost = List.copyOf(pending.values());
    pending.clear();
    lost.forEach(call -> call.fail(lost(call.call.name())));
  }

  SluiceException lost(String call) {
    return new SluiceException(
        ErrorCode.ENGINE_LOST,
        "The connection to "
            + HiveClient.text(address)
            + " was lost before it answered "
            + call
            + '.');
  }

  @Override
  public void exceptionCaught(ChannelHandlerContext ctx, Throwable cause) {
    log.warn("The connection to {} broke: {}", address, cause.getMessage());
    log.debug("Cause", cause);
    ctx.close();
  }
}
