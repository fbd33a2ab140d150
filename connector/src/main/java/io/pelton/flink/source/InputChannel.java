package io.pelton.flink.source;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.NonWritableChannelException;
import java.nio.channels.SeekableByteChannel;
import org.apache.flink.core.fs.FSDataInputStream;

/** A stream of Flink's as a channel. */
final class InputChannel implements SeekableByteChannel {
  private static final int CHUNK = 1 << 16;

  private final FSDataInputStream stream;
  private final long size;
  private final byte[] chunk = new byte[CHUNK];
  private boolean open = true;

  InputChannel(FSDataInputStream stream, long size) {
    this.stream = stream;
    this.size = size;
  }

  @Override
  public int read(ByteBuffer target) throws IOException {
    int read = stream.read(chunk, 0, Math.min(CHUNK, target.remaining()));
    if (read > 0) {
      target.put(chunk, 0, read);
    }
    return read;
  }

  @Override
  public long position() throws IOException {
    return stream.getPos();
  }

  @Override
  public SeekableByteChannel position(long position) throws IOException {
    if (position != stream.getPos()) {
      stream.seek(position);
    }
    return this;
  }

  @Override
  public long size() {
    return size;
  }

  @Override
  public boolean isOpen() {
    return open;
  }

  @Override
  public void close() throws IOException {
    open = false;
    stream.close();
  }

  @Override
  public int write(ByteBuffer source) {
    throw new NonWritableChannelException();
  }

  @Override
  public SeekableByteChannel truncate(long length) {
    throw new NonWritableChannelException();
  }
}
