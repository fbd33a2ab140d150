package io.pelton.arrow.io;

import io.pelton.arrow.ArrowFileFailure;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.ReadableByteChannel;
import java.nio.channels.SeekableByteChannel;
import org.apache.arrow.memory.ArrowBuf;
import org.apache.arrow.memory.BufferAllocator;

/**
 * Bytes that come one after the other. Lengths are held against what is left where that is known;
 * elsewhere memory grows with the bytes that have arrived, whatever length was promised.
 */
final class StreamSource implements AutoCloseable {
  /** Bytes that a mere promise gets. */
  private static final int TRUSTED_HEADER = 1 << 16;

  private static final int TRUSTED_BODY = 1 << 24;
  private static final int CHUNK = 1 << 16;
  private static final int LARGEST = 1 << 30;

  private final Origin origin;
  private final ReadableByteChannel channel;
  private final long end;
  private final ByteBuffer word = ByteBuffer.allocate(4).order(ByteOrder.LITTLE_ENDIAN);
  private long position;

  private StreamSource(Origin origin, ReadableByteChannel channel, long end) {
    this.origin = origin;
    this.channel = channel;
    this.end = end;
  }

  static StreamSource of(String name, ReadableByteChannel channel) {
    long end = Long.MAX_VALUE;
    if (channel instanceof SeekableByteChannel file) {
      try {
        end = file.size() - file.position();
      } catch (IOException failure) {
        throw new ArrowFileFailure(name, "read", failure);
      }
    }
    return new StreamSource(new Origin(name, "stream"), channel, end);
  }

  static StreamSource of(String name, InputStream in) {
    return of(name, new InputStreamChannel(in));
  }

  Origin origin() {
    return origin;
  }

  /** Bytes read so far. */
  long position() {
    return position;
  }

  /**
   * The next four bytes, where the end may come instead.
   *
   * @return their number; minus one at the end
   */
  long wordOrEnd() {
    word.clear();
    if (!fill(word)) {
      if (word.position() == 0) {
        return -1;
      }
      throw cut("a message's length");
    }
    return Integer.toUnsignedLong(word.getInt(0));
  }

  /** Heap memory, little-endian. */
  ByteBuffer header(int length) {
    check(length, "header");
    ByteBuffer target =
        ByteBuffer.allocate(Math.min(length, TRUSTED_HEADER)).order(ByteOrder.LITTLE_ENDIAN);
    while (true) {
      if (!fill(target)) {
        throw cut("a header of " + length + " bytes");
      }
      if (target.position() == length) {
        return target.flip();
      }
      int larger = (int) Math.min(length, 2L * target.capacity());
      target = ByteBuffer.allocate(larger).order(ByteOrder.LITTLE_ENDIAN).put(target.flip());
    }
  }

  /** Arrow memory, which the caller releases. */
  ArrowBuf body(long length, BufferAllocator allocator) {
    check(length, "body");
    ArrowBuf buffer =
        allocator.buffer(end == Long.MAX_VALUE ? Math.min(length, TRUSTED_BODY) : length);
    try {
      long done = 0;
      while (true) {
        long now = Math.min(length, buffer.capacity());
        fill(buffer, done, now, length);
        if (now == length) {
          return buffer.writerIndex(length);
        }
        ArrowBuf larger = allocator.buffer(Math.min(length, 2 * now));
        larger.setBytes(0, buffer, 0, now);
        buffer.close();
        buffer = larger;
        done = now;
      }
    } catch (RuntimeException failure) {
      buffer.close();
      throw failure;
    }
  }

  private void fill(ArrowBuf buffer, long from, long to, long length) {
    for (long done = from; done < to; done += LARGEST) {
      if (!fill(buffer.nioBuffer(done, (int) Math.min(LARGEST, to - done)))) {
        throw cut("a body of " + length + " bytes");
      }
    }
  }

  /** Passes over bytes. */
  void skip(long length) {
    check(length, "body");
    ByteBuffer waste = ByteBuffer.allocate((int) Math.min(length, CHUNK));
    for (long left = length; left > 0; left -= waste.limit()) {
      waste.clear().limit((int) Math.min(left, waste.capacity()));
      if (!fill(waste)) {
        throw cut("a body of " + length + " bytes");
      }
    }
  }

  private void check(long length, String what) {
    if (length < 0) {
      throw origin.corrupted(position, what + " of " + length + " bytes");
    }
    if (length > end - position) {
      throw origin.invalid(
          position,
          what
              + " of "
              + length
              + " bytes where "
              + (end - position)
              + " are left; the stream is truncated or corrupted, write it again");
    }
  }

  private RuntimeException cut(String what) {
    return origin.invalid(
        position, "the stream ends within " + what + "; it is truncated, write it again");
  }

  /** Whether there were enough bytes. */
  private boolean fill(ByteBuffer target) {
    try {
      while (target.hasRemaining()) {
        int count = channel.read(target);
        if (count < 0) {
          return false;
        }
        position += count;
      }
      return true;
    } catch (IOException failure) {
      throw new ArrowFileFailure(origin.name(), "read", failure);
    }
  }

  @Override
  public void close() {
    try {
      channel.close();
    } catch (IOException failure) {
      throw new ArrowFileFailure(origin.name(), "close", failure);
    }
  }
}
