/* SPDX-License-Identifier: Apache-2.0 */
package io.sluice.protocol;

import io.netty.buffer.ByteBuf;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.channel.ChannelOutboundBuffer;
import io.netty.handler.timeout.IdleStateEvent;
import io.netty.util.ReferenceCountUtil;
import io.sluice.error.SluiceException;
import io.sluice.thrift.TApplicationException;
import io.sluice.thrift.TBase;
import io.sluice.thrift.TException;
import io.sluice.thrift.protocol.TMessage;
import io.sluice.thrift.protocol.TMessageType;
import java.io.IOException;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Optional;
import java.util.concurrent.CompletionStage;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A connection after login: takes messages, calls the service, sends answers. All its state belongs
 * to the channel's event loop.
 *
 * <p>A message waits while the connection has its limit of calls in flight or too much unsent
 * output. Reading goes on while something waits, up to {@link #MAX_WAITING}, because only a read
 * notices that the peer has gone: a client that breaks off during a long call is noticed at once.
 */
// A failed write reaches exceptionCaught or a listener; a failed close has no remedy.
@SuppressWarnings("FutureReturnValueIgnored")
final class ServerConnection extends ChannelInboundHandlerAdapter {
  private static final Logger log = LoggerFactory.getLogger(ServerConnection.class);
  private static final int MAX_WAITING = 16;

  private final HiveService service;
  private final Peer peer;
  private final int maxInFlight;
  private final Deque<Object> waiting = new ArrayDeque<>();
  private int inFlight;
  private boolean draining;

  ServerConnection(HiveService service, Peer peer, int maxInFlight) {
    this.service = service;
    this.peer = peer;
    this.maxInFlight = maxInFlight;
  }

  @Override
  public void channelRead(ChannelHandlerContext ctx, Object message) {
    waiting.add(message);
    drain(ctx);
  }

  @Override
  public void channelWritabilityChanged(ChannelHandlerContext ctx) {
    drain(ctx);
  }

  private void drain(ChannelHandlerContext ctx) {
    if (draining) {
      return; // A call was answered at once; the loop below goes on with the next message.
    }
    draining = true;
    try {
      while (!waiting.isEmpty()
          && inFlight < maxInFlight
          && ctx.channel().isActive()
          && ctx.channel().isWritable()) {
        take(ctx, waiting.poll());
      }
    } finally {
      draining = false;
    }
    ctx.channel().config().setAutoRead(waiting.size() < MAX_WAITING);
  }

  private void take(ChannelHandlerContext ctx, Object message) {
    try {
      if (message instanceof OversizedMessage oversized) {
        refuse(ctx, oversized);
      } else {
        serve(ctx, (ByteBuf) message);
      }
    } catch (TException | RuntimeException e) {
      // Without a header there is nobody to answer.
      log.info("{} sent what is no Thrift message ({}); closing", peer, e.getMessage());
      ctx.close();
    } finally {
      ReferenceCountUtil.release(message);
    }
  }

  private void serve(ChannelHandlerContext ctx, ByteBuf message) throws TException {
    WireProtocol in = WireProtocol.over(message);
    TMessage header = in.readMessageBegin();
    if (header.type != TMessageType.CALL && header.type != TMessageType.ONEWAY) {
      refuse(ctx, header, TApplicationException.INVALID_MESSAGE_TYPE, "is not a call");
      return;
    }
    Optional<HiveCall<?, ?>> call = HiveCall.named(header.name);
    if (call.isEmpty()) {
      refuse(ctx, header, TApplicationException.UNKNOWN_METHOD, "is no method of TCLIService");
      return;
    }
    invoke(ctx, header, in, call.get());
  }

  private <Q extends TBase<?, ?>, R> void invoke(
      ChannelHandlerContext ctx, TMessage header, WireProtocol in, HiveCall<Q, R> call) {
    Q request = call.newRequest();
    try {
      Messages.readRequest(in, request);
    } catch (TException | RuntimeException e) {
      log.debug("{} sent a malformed {}", peer, call, e);
      refuse(
          ctx,
          header,
          TApplicationException.PROTOCOL_ERROR,
          "has a malformed request: " + e.getMessage());
      return;
    }
    inFlight++;
    CompletionStage<R> answer;
    try {
      answer = call.invoke(service, peer, request);
    } catch (RuntimeException e) {
      finish(ctx, header, call, null, e);
      return;
    }
    if (answer == null) {
      finish(ctx, header, call, null, null);
      return;
    }
    answer.whenComplete(
        (result, failure) -> {
          if (ctx.executor().inEventLoop()) {
            finish(ctx, header, call, result, failure);
          } else {
            ctx.executor().execute(() -> finish(ctx, header, call, result, failure));
          }
        });
  }

  private <R> void finish(
      ChannelHandlerContext ctx,
      TMessage header,
      HiveCall<?, R> call,
      R result,
      Throwable failure) {
    inFlight--;
    if (!ctx.channel().isActive()) {
      if (result != null) {
        call.answers().discard(result);
      }
      return;
    }
    if (failure != null) {
      fail(ctx, header, call, failure);
    } else if (result == null) {
      fail(ctx, header, call, new IllegalStateException("The service answered null"));
    } else {
      send(ctx, header, call, result);
    }
    drain(ctx);
  }

  private <R> void send(ChannelHandlerContext ctx, TMessage header, HiveCall<?, R> call, R result) {
    try {
      Messages.answer(ctx, header.name, header.seqid, call.answers(), result);
    } catch (TException | RuntimeException e) {
      log.error("The answer of {} to {} cannot be written", call, peer, e);
      refuse(ctx, header, TApplicationException.INTERNAL_ERROR, "was answered wrongly");
    }
  }

  private <R> void fail(
      ChannelHandlerContext ctx, TMessage header, HiveCall<?, R> call, Throwable failure) {
    Throwable cause = HiveErrors.unwrap(failure);
    SluiceException error = HiveErrors.toException(cause);
    if (error != cause) {
      log.error("{} of {} failed by a fault of the server", call, peer, cause);
    }
    call.answers()
        .refusal(HiveErrors.toStatus(error))
        .ifPresentOrElse(
            refusal -> send(ctx, header, call, refusal),
            () ->
                Messages.error(
                    ctx,
                    header.name,
                    header.seqid,
                    new TApplicationException(
                        TApplicationException.INTERNAL_ERROR, error.clientMessage())));
  }

  private void refuse(ChannelHandlerContext ctx, OversizedMessage message) throws TException {
    TMessage header = WireProtocol.over(message.content()).readMessageBegin();
    log.info("{} sent {}: {}", peer, header.name, message.error().getMessage());
    HiveCall.named(header.name)
        .ifPresentOrElse(
            call -> fail(ctx, header, call, message.error()),
            () -> refuse(ctx, header, TApplicationException.UNKNOWN_METHOD, "is too large"));
  }

  private void refuse(ChannelHandlerContext ctx, TMessage header, int type, String why) {
    Messages.error(
        ctx,
        header.name,
        header.seqid,
        new TApplicationException(type, "'" + header.name + "' " + why + '.'));
  }

  @Override
  public void userEventTriggered(ChannelHandlerContext ctx, Object event) {
    if (event instanceof IdleStateEvent idle) {
      ChannelOutboundBuffer unsent = ctx.channel().unsafe().outboundBuffer();
      boolean hasUnsent = unsent != null && unsent.totalPendingWriteBytes() > 0;
      switch (idle.state()) {
        case WRITER_IDLE -> {
          if (hasUnsent) {
            log.info("{} takes none of its answers; closing", peer);
            ctx.close();
          }
        }
        case ALL_IDLE -> {
          if (inFlight == 0 && !hasUnsent) {
            log.info("{} was idle for too long; closing", peer);
            ctx.close();
          }
        }
        case READER_IDLE -> {
          // Not asked for.
        }
      }
    }
  }

  @Override
  public void channelInactive(ChannelHandlerContext ctx) {
    waiting.forEach(ReferenceCountUtil::release);
    waiting.clear();
    try {
      service.disconnected(peer);
    } catch (RuntimeException e) {
      log.error("Disconnect of {} failed by a fault of the server", peer, e);
    }
  }

  @Override
  public void exceptionCaught(ChannelHandlerContext ctx, Throwable cause) {
    if (cause instanceof IOException || cause instanceof SluiceException) {
      log.info("Connection of {} is closed: {}", peer, cause.getMessage());
    } else {
      log.error("Connection of {} failed by a fault of the server", peer, cause);
    }
    ctx.close();
  }
}
