/* SPDX-License-Identifier: Apache-2.0 */
package io.sluice.protocol;

import static java.util.Objects.requireNonNull;

import io.netty.bootstrap.Bootstrap;
import io.netty.buffer.ByteBuf;
import io.netty.channel.AdaptiveRecvByteBufAllocator;
import io.netty.channel.Channel;
import io.netty.channel.ChannelFuture;
import io.netty.channel.ChannelInitializer;
import io.netty.channel.ChannelOption;
import io.netty.channel.socket.SocketChannel;
import io.netty.channel.socket.nio.NioSocketChannel;
import io.sluice.error.ErrorCode;
import io.sluice.error.SluiceException;
import io.sluice.protocol.sasl.ClientLogin;
import io.sluice.protocol.sasl.SaslClientHandler;
import io.sluice.thrift.TBase;
import io.sluice.thrift.TException;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * A connection to a HiveServer2. Any thread may call; many calls may be under way and are answered
 * in any order. Stages complete on an event loop: what hangs on them must not block.
 *
 * <p>An ERROR_STATUS is an answer, not a failure; see {@link HiveErrors#check}. A stage fails with
 * ENGINE_LOST when the connection breaks (the call may have been served), TIMED_OUT at its
 * deadline, MESSAGE_TOO_LARGE, or INTERNAL for an answer that is no such answer.
 */
// A failed write reaches exceptionCaught or a listener; a failed close has no remedy.
@SuppressWarnings("FutureReturnValueIgnored")
public final class HiveClient implements AutoCloseable {
  /** Answers larger than this are refused, the connection going on. */
  private static final int MAX_ANSWER_BYTES = 1 << 30;

  /** Row sets come in large pieces: fewer reads, and most are whole in one and need no copy. */
  private static final int MAX_READ_BYTES = 1 << 20;

  private final Channel channel;
  private final InetSocketAddress address;
  private final ClientCalls calls;
  private final AtomicInteger nextSequence = new AtomicInteger(1);

  private HiveClient(Channel channel, InetSocketAddress address, ClientCalls calls) {
    this.channel = channel;
    this.address = address;
    this.calls = calls;
  }

  /**
   * Connects and logs in.
   *
   * @param timeout for both together
   * @return fails with ENGINE_LOST if nobody listens, LOGIN_FAILED with the server's words, or
   *     TIMED_OUT
   */
  public static CompletionStage<HiveClient> connect(
      EventLoops loops, InetSocketAddress address, ClientLogin login, Duration timeout) {
    requireNonNull(address, "address is null");
    CompletableFuture<Void> loggedIn = new CompletableFuture<>();
    ClientCalls calls = new ClientCalls(address);
    ChannelFuture connecting =
        new Bootstrap()
            .group(loops.group())
            .channel(NioSocketChannel.class)
            .option(ChannelOption.TCP_NODELAY, true)
            .option(ChannelOption.SO_KEEPALIVE, true)
            .option(
                ChannelOption.RCVBUF_ALLOCATOR,
                new AdaptiveRecvByteBufAllocator(64, 4096, MAX_READ_BYTES))
            .option(ChannelOption.CONNECT_TIMEOUT_MILLIS, Math.toIntExact(timeout.toMillis()))
            .handler(
                new ChannelInitializer<SocketChannel>() {
                  @Override
                  protected void initChannel(SocketChannel channel) {
                    channel
                        .pipeline()
                        .addLast(new SaslClientHandler(login, loggedIn))
                        .addLast(new FrameDecoder(MAX_ANSWER_BYTES))
                        .addLast(calls);
                  }
                })
            .connect(address);
    Channel channel = connecting.channel();
    connecting.addListener(
        connected -> {
          if (!connected.isSuccess()) {
            loggedIn.completeExceptionally(
                new SluiceException(
                    ErrorCode.ENGINE_LOST,
                    "Cannot connect to "
                        + text(address)
                        + ": "
                        + connected.cause().getMessage()
                        + '.',
                    connected.cause()));
          }
        });
    return loggedIn
        .orTimeout(timeout.toMillis(), TimeUnit.MILLISECONDS)
        .handle(
            (done, failure) -> {
              if (failure == null) {
                return new HiveClient(channel, address, calls);
              }
              channel.close();
              throw asLoginFailure(failure, address, timeout);
            });
  }

  private static SluiceException asLoginFailure(
      Throwable failure, InetSocketAddress address, Duration timeout) {
    Throwable cause = HiveErrors.unwrap(failure);
    return cause instanceof java.util.concurrent.TimeoutException
        ? new SluiceException(
            ErrorCode.TIMED_OUT,
            text(address) + " did not let us in within " + timeout + '.',
            cause)
        : HiveErrors.toException(cause);
  }

  /**
   * Makes a call.
   *
   * @param deadline from now until the answer; the server is not told when it passes
   */
  public <Q extends TBase<?, ?>, R> CompletionStage<R> call(
      HiveCall<Q, R> call, Q request, Duration deadline) {
    int sequence = nextSequence.getAndIncrement();
    CompletableFuture<R> answer = new CompletableFuture<>();
    ByteBuf message;
    try {
      message = Messages.request(channel.alloc(), call.name(), sequence, request);
    } catch (TException e) {
      return CompletableFuture.failedFuture(
          new SluiceException(ErrorCode.INTERNAL, "The request of " + call + " is incomplete.", e));
    }
    if (channel.eventLoop().inEventLoop()) {
      calls.send(channel, sequence, call, message, answer, deadline);
      return answer;
    }
    try {
      channel
          .eventLoop()
          .execute(() -> calls.send(channel, sequence, call, message, answer, deadline));
    } catch (RejectedExecutionException e) {
      message.release(); // The event loops are closed.
      answer.completeExceptionally(calls.lost(call.name()));
    }
    return answer;
  }

  public InetSocketAddress address() {
    return address;
  }

  public boolean isOpen() {
    return channel.isActive();
  }

  /** Completes, never fails, when the connection has ended for whatever reason. */
  public CompletionStage<Void> closed() {
    CompletableFuture<Void> closed = new CompletableFuture<>();
    channel.closeFuture().addListener(f -> closed.complete(null));
    return closed;
  }

  /** Ends the connection; calls under way fail. Does not wait. */
  @Override
  public void close() {
    channel.close();
  }

  static String text(InetSocketAddress address) {
    return address.getHostString() + ':' + address.getPort();
  }
}
