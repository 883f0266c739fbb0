/* SPDX-License-Identifier: Apache-2.0 */
package io.sluice.protocol;

import static java.util.Objects.requireNonNull;

import io.netty.bootstrap.ServerBootstrap;
import io.netty.channel.Channel;
import io.netty.channel.ChannelFuture;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInitializer;
import io.netty.channel.ChannelOption;
import io.netty.channel.WriteBufferWaterMark;
import io.netty.channel.group.ChannelGroup;
import io.netty.channel.group.DefaultChannelGroup;
import io.netty.channel.socket.SocketChannel;
import io.netty.channel.socket.nio.NioServerSocketChannel;
import io.netty.handler.timeout.IdleStateHandler;
import io.sluice.error.ErrorCode;
import io.sluice.error.SluiceException;
import io.sluice.protocol.sasl.Identity;
import io.sluice.protocol.sasl.SaslServerHandler;
import io.sluice.protocol.sasl.ServerLogin;
import java.net.InetSocketAddress;
import java.security.SecureRandom;
import java.util.Collections;
import java.util.LinkedHashSet;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * HiveServer2's binary transport: SASL login, then framed Thrift messages. No thread belongs to a
 * connection.
 */
// A failed write reaches exceptionCaught or a listener; a failed close has no remedy.
@SuppressWarnings("FutureReturnValueIgnored")
public final class HiveServer implements AutoCloseable {
  private static final Logger log = LoggerFactory.getLogger(HiveServer.class);
  private static final int BACKLOG = 1024;
  private static final long CLOSE_SECONDS = 10;

  private final HiveServerConfig config;
  private final HiveService service;
  private final ServerLogin login;
  private final ChannelGroup connections;

  /** Connections that are not logged in yet, oldest first. */
  private final Set<Channel> strangers = Collections.synchronizedSet(new LinkedHashSet<>());

  private final AtomicLong nextId = new AtomicLong(1);
  private Channel listener;

  private HiveServer(HiveServerConfig config, EventLoops loops, HiveService service) {
    this.config = requireNonNull(config, "config is null");
    this.service = requireNonNull(service, "service is null");
    this.connections = new DefaultChannelGroup(loops.group().next());
    this.login =
        new ServerLogin(
            config.plain(),
            config.secret(),
            new SecureRandom(),
            config.limits().loginBytes(),
            config.limits().loginTime(),
            config.limits().authenticationTime());
  }

  /**
   * Starts to listen.
   *
   * @throws SluiceException PORT_IN_USE if the address cannot be had
   */
  public static HiveServer start(HiveServerConfig config, EventLoops loops, HiveService service) {
    HiveServer server = new HiveServer(config, loops, service);
    server.listen(loops);
    return server;
  }

  private void listen(EventLoops loops) {
    int outbound = config.limits().outboundBytes();
    ChannelFuture bound =
        new ServerBootstrap()
            .group(loops.group())
            .channel(NioServerSocketChannel.class)
            .option(ChannelOption.SO_BACKLOG, BACKLOG)
            .option(ChannelOption.SO_REUSEADDR, true)
            .childOption(ChannelOption.TCP_NODELAY, true)
            .childOption(ChannelOption.SO_KEEPALIVE, true)
            .childOption(
                ChannelOption.WRITE_BUFFER_WATER_MARK,
                new WriteBufferWaterMark(outbound / 2, outbound))
            .childHandler(
                new ChannelInitializer<SocketChannel>() {
                  @Override
                  protected void initChannel(SocketChannel channel) {
                    admit(channel);
                  }
                })
            .bind(config.bind())
            .awaitUninterruptibly();
    if (!bound.isSuccess()) {
      throw new SluiceException(
          ErrorCode.PORT_IN_USE,
          "Cannot listen on "
              + config.bind().getHostString()
              + ':'
              + config.bind().getPort()
              + ": "
              + bound.cause().getMessage()
              + ". Choose another address or port, or stop what has it.",
          bound.cause());
    }
    listener = bound.channel();
  }

  private void admit(SocketChannel channel) {
    if (connections.size() >= config.limits().connections() && !makeRoom()) {
      log.warn(
          "Connection from {} is closed: {} are open, the limit",
          channel.remoteAddress(),
          config.limits().connections());
      channel.close();
      return;
    }
    strangers.add(channel);
    channel.closeFuture().addListener(closed -> strangers.remove(channel));
    connections.add(channel);
    config.tls().ifPresent(tls -> channel.pipeline().addLast(tls.newHandler(channel.alloc())));
    channel.pipeline().addLast(new SaslServerHandler(login, this::accept));
  }

  /**
   * Closes the connection that has been trying to log in for longest, so that silent peers cannot
   * keep others out. A login takes milliseconds; whoever is oldest here is hardly logging in.
   */
  private boolean makeRoom() {
    Optional<Channel> oldest;
    synchronized (strangers) {
      oldest = strangers.stream().findFirst();
      oldest.ifPresent(strangers::remove);
    }
    oldest.ifPresent(Channel::close);
    return oldest.isPresent();
  }

  private void accept(ChannelHandlerContext ctx, Identity identity) {
    strangers.remove(ctx.channel());
    WireLimits limits = config.limits();
    Peer peer =
        new Peer(
            Long.toString(nextId.getAndIncrement()),
            (InetSocketAddress) ctx.channel().remoteAddress(),
            identity,
            () -> ctx.channel().close());
    ctx.pipeline()
        .addLast(
            new IdleStateHandler(
                true,
                0,
                limits.stalledTime().toMillis(),
                limits.idleTime().toMillis(),
                TimeUnit.MILLISECONDS))
        .addLast(new FrameDecoder(limits.messageBytes()))
        .addLast(new ServerConnection(service, peer, limits.callsInFlight()));
  }

  /** Where it listens, with the real port. */
  public InetSocketAddress address() {
    return (InetSocketAddress) listener.localAddress();
  }

  /** Connections now open, logged in or not. */
  public int connections() {
    return connections.size();
  }

  /** Takes no new connection; those that are go on. */
  public void stopAccepting() {
    listener.close().awaitUninterruptibly(CLOSE_SECONDS, TimeUnit.SECONDS);
  }

  /**
   * Closes the port and every connection; {@link HiveService#disconnected} has been told on return.
   */
  @Override
  public void close() {
    stopAccepting();
    if (!connections.close().awaitUninterruptibly(CLOSE_SECONDS, TimeUnit.SECONDS)) {
      log.warn("{} connections did not close in time", connections.size());
    }
  }
}
