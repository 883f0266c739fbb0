/* SPDX-License-Identifier: Apache-2.0 */
package io.sluice.protocol.sasl;

import static java.util.Objects.requireNonNull;

import io.netty.buffer.ByteBuf;
import io.netty.channel.ChannelHandlerContext;
import io.netty.handler.codec.ByteToMessageDecoder;
import io.sluice.error.ErrorCode;
import io.sluice.error.SluiceException;
import java.util.List;
import java.util.concurrent.CompletableFuture;

/** Logs a new connection in, then leaves the pipeline. */
// A failed write reaches exceptionCaught or a listener; a failed close has no remedy.
@SuppressWarnings("FutureReturnValueIgnored")
public final class SaslClientHandler extends ByteToMessageDecoder {
  private static final int LIMIT = 64 << 10;

  private final ClientLogin.Exchange exchange;
  private final CompletableFuture<Void> done;

  /**
   * @param done completed on the event loop, before the handler leaves the pipeline
   */
  public SaslClientHandler(ClientLogin login, CompletableFuture<Void> done) {
    this.exchange = requireNonNull(login, "login is null").start();
    this.done = requireNonNull(done, "done is null");
  }

  @Override
  public void channelActive(ChannelHandlerContext ctx) {
    ByteBuf start = SaslMessage.of(SaslStatus.START, exchange.mechanism()).toBytes();
    start.writeBytes(new SaslMessage(SaslStatus.OK, exchange.initialResponse()).toBytes());
    send(ctx, start);
  }

  @Override
  protected void decode(ChannelHandlerContext ctx, ByteBuf in, List<Object> out) {
    if (done.isDone()) {
      return;
    }
    SaslMessage message = SaslMessage.read(in, LIMIT);
    if (message == null) {
      return;
    }
    switch (message.status()) {
      case OK ->
          send(ctx, new SaslMessage(SaslStatus.OK, exchange.respond(message.payload())).toBytes());
      case COMPLETE -> complete(ctx);
      case BAD, ERROR -> throw new SluiceException(ErrorCode.LOGIN_FAILED, message.text());
      case START -> throw new SluiceException(ErrorCode.LOGIN_FAILED, "The server sent START.");
    }
  }

  private void complete(ChannelHandlerContext ctx) {
    if (!exchange.mayComplete()) {
      throw new SluiceException(
          ErrorCode.LOGIN_FAILED, "The server ended the login without proving itself.");
    }
    done.complete(null);
    ctx.pipeline().remove(this);
  }

  private static void send(ChannelHandlerContext ctx, ByteBuf bytes) {
    ctx.writeAndFlush(bytes)
        .addListener(
            written -> {
              if (!written.isSuccess()) {
                ctx.fireExceptionCaught(written.cause());
              }
            });
  }

  @Override
  public void channelInactive(ChannelHandlerContext ctx) throws Exception {
    super.channelInactive(ctx);
    done.completeExceptionally(
        new SluiceException(
            ErrorCode.LOGIN_FAILED, "The server closed the connection during the login."));
  }

  @Override
  public void exceptionCaught(ChannelHandlerContext ctx, Throwable cause) {
    Throwable reason =
        cause instanceof io.netty.handler.codec.DecoderException && cause.getCause() != null
            ? cause.getCause()
            : cause;
    done.completeExceptionally(
        reason instanceof SluiceException
            ? reason
            : new SluiceException(
                ErrorCode.ENGINE_LOST, "The connection broke during the login.", reason));
    ctx.close();
  }
}
