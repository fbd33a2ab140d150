package io.pelton.flink.sink;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import java.nio.channels.WritableByteChannel;

/** A stream of Flink's as a channel. The stream stays Flink's: closing the channel leaves it. */
final class StreamChannel implements WritableByteChannel {
  private static final int CHUNK = 1 << 16;

  private final OutputStream stream;
  private final byte[] chunk = new byte[CHUNK];
  private boolean open = true;

  StreamChannel(OutputStream stream) {
    this.stream = stream;
  }

  @Override
  public int write(ByteBuffer source) throws IOException {
    int bytes = source.remaining();
    while (source.hasRemaining()) {
      int count = Math.min(CHUNK, source.remaining());
      source.get(chunk, 0, count);
      stream.write(chunk, 0, count);
    }
    return bytes;
  }

  @Override
  public boolean isOpen() {
    return open;
  }

  @Override
  public void close() {
    open = false;
  }
}
