/* SPDX-License-Identifier: Apache-2.0 */
package io.sluice.protocol;

import io.netty.buffer.ByteBuf;
import io.sluice.thrift.TConfiguration;
import io.sluice.thrift.transport.TTransport;
import io.sluice.thrift.transport.TTransportException;

/** One message in memory, read or written in place. The buffer stays its owner's. */
final class ByteBufTransport extends TTransport {
  private final ByteBuf buffer;

  ByteBufTransport(ByteBuf buffer) {
    this.buffer = buffer;
  }

  @Override
  public boolean isOpen() {
    return true;
  }

  @Override
  public void open() {
    // Nothing to open.
  }

  @Override
  public void close() {
    // The buffer's owner releases it.
  }

  @Override
  public int read(byte[] target, int offset, int length) throws TTransportException {
    checkReadBytesAvailable(length);
    buffer.readBytes(target, offset, length);
    return length;
  }

  @Override
  public void write(byte[] source, int offset, int length) {
    buffer.writeBytes(source, offset, length);
  }

  @Override
  public TConfiguration getConfiguration() {
    return WireProtocol.LIMITS;
  }

  @Override
  public void checkReadBytesAvailable(long bytes) throws TTransportException {
    if (bytes < 0 || bytes > buffer.readableBytes()) {
      throw new TTransportException(
          TTransportException.END_OF_FILE,
          "The message claims " + bytes + " more bytes and has " + buffer.readableBytes());
    }
  }

  @Override
  public void updateKnownMessageSize(long size) {
    // The buffer knows its size.
  }

  @Override
  public void resetMessageSizeAndConsumedBytes(long size) {
    // The buffer knows its size.
  }
}
