/* SPDX-License-Identifier: Apache-2.0 */
package io.sluice.protocol.sasl;

import io.netty.buffer.ByteBuf;
import io.netty.channel.ChannelFutureListener;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.socket.SocketChannel;
import java.util.concurrent.TimeUnit;

/**
 * Says a last word and closes. Closing a socket that has unread input resets it, and the peer may
 * lose the word; so only our output is closed first, input is dropped, and the rest follows when
 * the peer closes or after a second.
 */
// A failed write reaches exceptionCaught or a listener; a failed close has no remedy.
@SuppressWarnings("FutureReturnValueIgnored")
final class Farewell {
  private static final long LINGER_SECONDS = 1;

  private Farewell() {}

  static void say(ChannelHandlerContext ctx, ByteBuf word) {
    ctx.writeAndFlush(word)
        .addListener(
            written -> {
              if (written.isSuccess() && ctx.channel() instanceof SocketChannel socket) {
                socket.shutdownOutput().addListener(ChannelFutureListener.CLOSE_ON_FAILURE);
                ctx.executor()
                    .schedule(() -> ctx.channel().close(), LINGER_SECONDS, TimeUnit.SECONDS);
              } else {
                ctx.close();
              }
            });
  }
}
