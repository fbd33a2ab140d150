package io.pelton.arrow.io;

import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.channels.ReadableByteChannel;

/** Unlike the one of {@link java.nio.channels.Channels}, it reads large pieces. */
final class InputStreamChannel implements ReadableByteChannel {
  private static final int CHUNK = 1 << 16;

  private InputStream in;
  private byte[] chunk = new byte[0];
  private boolean open = true;

  InputStreamChannel(InputStream in) {
    this.in = in;
  }

  /** Goes on with other bytes. */
  InputStreamChannel from(InputStream other) {
    in = other;
    return this;
  }

  @Override
  public int read(ByteBuffer target) throws IOException {
    if (target.hasArray()) {
      int count =
          in.read(target.array(), target.arrayOffset() + target.position(), target.remaining());
      target.position(target.position() + Math.max(0, count));
      return count;
    }
    int wanted = Math.min(target.remaining(), CHUNK);
    if (chunk.length < wanted) {
      chunk = new byte[wanted];
    }
    int count = in.read(chunk, 0, wanted);
    target.put(chunk, 0, Math.max(0, count));
    return count;
  }

  @Override
  public boolean isOpen() {
    return open;
  }

  @Override
  public void close() throws IOException {
    open = false;
    in.close();
  }
}
