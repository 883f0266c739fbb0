/* SPDX-License-Identifier: Apache-2.0 */
package io.sluice.protocol.sasl;

import static java.util.Objects.requireNonNull;

import io.netty.buffer.ByteBuf;
import io.netty.channel.ChannelHandlerContext;
import io.netty.handler.codec.ByteToMessageDecoder;
import io.netty.util.concurrent.ScheduledFuture;
import io.sluice.error.ErrorCode;
import io.sluice.error.SluiceException;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.TimeUnit;
import java.util.function.BiConsumer;
import javax.net.ssl.SSLException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The first handler of a connection: lets a peer in or sends it away. Until then the peer may send
 * few bytes and has little time, and the connection is nothing but this object. While the
 * authenticator works nothing more is read.
 *
 * <p>On success it hands the identity on, takes itself out of the pipeline, and what the peer
 * already sent after its login goes to the next handler.
 */
// A failed write reaches exceptionCaught or a listener; a failed close has no remedy.
@SuppressWarnings("FutureReturnValueIgnored")
public final class SaslServerHandler extends ByteToMessageDecoder {
  private static final Logger log = LoggerFactory.getLogger(SaslServerHandler.class);

  private enum State {
    EXPECTS_MECHANISM,
    EXPECTS_RESPONSE,
    AUTHENTICATES,
    OVER
  }

  private final ServerLogin login;
  private final BiConsumer<ChannelHandlerContext, Identity> accepted;
  private State state = State.EXPECTS_MECHANISM;
  private ServerMechanism mechanism;
  private int bytesLeft;
  private ScheduledFuture<?> deadline;

  /**
   * @param accepted adds the handlers that serve the peer, right behind this one
   */
  public SaslServerHandler(
      ServerLogin login, BiConsumer<ChannelHandlerContext, Identity> accepted) {
    this.login = requireNonNull(login, "login is null");
    this.accepted = requireNonNull(accepted, "accepted is null");
    this.bytesLeft = login.bytes();
  }

  @Override
  public void handlerAdded(ChannelHandlerContext ctx) {
    expireAfter(ctx, login.sendTime(), "the login took longer than " + login.sendTime());
  }

  @Override
  protected void handlerRemoved0(ChannelHandlerContext ctx) {
    deadline.cancel(false);
    state = State.OVER;
  }

  @Override
  protected void decode(ChannelHandlerContext ctx, ByteBuf in, List<Object> out) {
    try {
      switch (state) {
        case EXPECTS_MECHANISM -> begin(ctx, next(in));
        case EXPECTS_RESPONSE -> respond(ctx, next(in));
        case AUTHENTICATES -> checkSize(in);
        case OVER -> in.skipBytes(in.readableBytes());
      }
    } catch (SluiceException e) {
      refuse(ctx, e);
    }
  }

  private SaslMessage next(ByteBuf in) {
    checkSize(in);
    int before = in.readableBytes();
    SaslMessage message = SaslMessage.read(in, login.bytes());
    bytesLeft -= before - in.readableBytes();
    return message;
  }

  private void checkSize(ByteBuf in) {
    if (in.readableBytes() > bytesLeft) {
      throw new SluiceException(
          ErrorCode.LOGIN_FAILED,
          "More than " + login.bytes() + " bytes were sent before the login was done.");
    }
  }

  private void begin(ChannelHandlerContext ctx, SaslMessage message) {
    if (message == null) {
      return;
    }
    if (message.status() != SaslStatus.START) {
      throw unexpected(message, SaslStatus.START);
    }
    mechanism =
        login
            .mechanism(message.text(), remote(ctx))
            .orElseThrow(
                () ->
                    new SluiceException(
                        ErrorCode.LOGIN_FAILED,
                        "SASL mechanism '"
                            + printable(message.text())
                            + "' is not offered; this server has "
                            + String.join(", ", login.mechanisms())
                            + '.'));
    state = State.EXPECTS_RESPONSE;
  }

  private void respond(ChannelHandlerContext ctx, SaslMessage message) {
    if (message == null) {
      return;
    }
    // RFC 4422: the last response of a client may be marked COMPLETE.
    if (message.status() != SaslStatus.OK && message.status() != SaslStatus.COMPLETE) {
      throw unexpected(message, SaslStatus.OK);
    }
    state = State.AUTHENTICATES;
    ctx.channel().config().setAutoRead(false);
    expireAfter(
        ctx,
        login.authenticationTime(),
        "the login service did not answer within " + login.authenticationTime());
    CompletionStage<ServerMechanism.Step> step;
    try {
      step = mechanism.respond(message.payload());
    } catch (RuntimeException e) {
      refuse(ctx, asRefusal(ctx, e));
      return;
    }
    step.whenComplete(
        (result, failure) -> ctx.executor().execute(() -> done(ctx, result, failure)));
  }

  private void done(ChannelHandlerContext ctx, ServerMechanism.Step step, Throwable failure) {
    if (state != State.AUTHENTICATES || !ctx.channel().isActive()) {
      return; // Too late: refused or gone.
    }
    if (failure != null) {
      refuse(ctx, asRefusal(ctx, failure));
      return;
    }
    SaslStatus status = step.isComplete() ? SaslStatus.COMPLETE : SaslStatus.OK;
    ctx.writeAndFlush(new SaslMessage(status, step.challenge()).toBytes())
        .addListener(
            written -> {
              if (!written.isSuccess()) {
                ctx.close();
              }
            });
    if (step.isComplete()) {
      log.debug("{} logged in from {}", step.identity().user(), remote(ctx));
      accepted.accept(ctx, step.identity());
      ctx.pipeline().remove(this);
    } else {
      state = State.EXPECTS_RESPONSE;
      expireAfter(ctx, login.sendTime(), "the login took longer than " + login.sendTime());
    }
    ctx.channel().config().setAutoRead(true);
  }

  private static SluiceException asRefusal(ChannelHandlerContext ctx, Throwable failure) {
    Throwable cause =
        failure instanceof CompletionException && failure.getCause() != null
            ? failure.getCause()
            : failure;
    if (cause instanceof SluiceException known) {
      return known;
    }
    log.error("Login from {} failed by a fault of the server", remote(ctx), cause);
    return new SluiceException(
        ErrorCode.INTERNAL,
        "The login failed by an internal error; the server's log has it.",
        cause);
  }

  private void refuse(ChannelHandlerContext ctx, SluiceException reason) {
    if (state == State.OVER) {
      return;
    }
    state = State.OVER;
    log.info("Login from {} refused: {}", remote(ctx), reason.getMessage());
    ctx.channel().config().setAutoRead(true);
    Farewell.say(ctx, SaslMessage.of(SaslStatus.BAD, reason.clientMessage()).toBytes());
  }

  private void expireAfter(ChannelHandlerContext ctx, Duration time, String what) {
    if (deadline != null) {
      deadline.cancel(false);
    }
    deadline =
        ctx.executor()
            .schedule(
                () ->
                    refuse(
                        ctx,
                        new SluiceException(ErrorCode.TIMED_OUT, "Login refused: " + what + '.')),
                time.toMillis(),
                TimeUnit.MILLISECONDS);
  }

  @Override
  public void exceptionCaught(ChannelHandlerContext ctx, Throwable cause) {
    if (cause instanceof IOException || cause.getCause() instanceof SSLException) {
      // A peer that breaks off or does not speak TLS is no fault of ours.
      log.info("Connection from {} broke during login: {}", remote(ctx), cause.getMessage());
    } else {
      log.error("Login from {} failed by a fault of the server", remote(ctx), cause);
    }
    ctx.close();
  }

  private static SluiceException unexpected(SaslMessage message, SaslStatus expected) {
    return new SluiceException(
        ErrorCode.LOGIN_FAILED,
        "The login sent " + message.status() + " where " + expected + " is expected.");
  }

  private static InetSocketAddress remote(ChannelHandlerContext ctx) {
    return (InetSocketAddress) ctx.channel().remoteAddress();
  }

  private static String printable(String text) {
    String head = text.length() > 40 ? text.substring(0, 40) : text;
    return head.replaceAll("[^\\x20-\\x7e]", "?");
  }
}
