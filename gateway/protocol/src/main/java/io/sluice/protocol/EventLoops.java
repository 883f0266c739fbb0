/* SPDX-License-Identifier: Apache-2.0 */
package io.sluice.protocol;

import io.netty.channel.EventLoopGroup;
import io.netty.channel.nio.NioEventLoopGroup;
import io.netty.util.concurrent.DefaultThreadFactory;
import java.util.concurrent.TimeUnit;

/** The few threads that all connections of a process share. */
public final class EventLoops implements AutoCloseable {
  private static final long CLOSE_SECONDS = 10;

  private final NioEventLoopGroup group;

  private EventLoops(NioEventLoopGroup group) {
    this.group = group;
  }

  /** Starts {@code threads} daemon threads named {@code name-1} and so on. */
  public static EventLoops start(String name, int threads) {
    return new EventLoops(new NioEventLoopGroup(threads, new DefaultThreadFactory(name, true)));
  }

  EventLoopGroup group() {
    return group;
  }

  /** Stops the threads after what is queued on them; close servers and clients first. */
  @Override
  public void close() {
    group
        .shutdownGracefully(0, CLOSE_SECONDS, TimeUnit.SECONDS)
        .awaitUninterruptibly(2 * CLOSE_SECONDS, TimeUnit.SECONDS);
  }
}
