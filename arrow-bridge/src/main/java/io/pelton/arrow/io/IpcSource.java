package io.pelton.arrow.io;

import io.pelton.arrow.ArrowFileFailure;
import java.io.EOFException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.SeekableByteChannel;
import org.apache.arrow.memory.ArrowBuf;
import org.apache.arrow.memory.BufferAllocator;

/** The bytes of a file. Every length is held against the file's own before memory is taken. */
final class IpcSource implements AutoCloseable {
  private static final int CHUNK = 1 << 30;

  private final Origin origin;
  private final SeekableByteChannel channel;
  private final long size;

  IpcSource(String name, SeekableByteChannel channel) {
    this.origin = new Origin(name, "file");
    this.channel = channel;
    try {
      this.size = channel.size();
    } catch (IOException failure) {
      throw new ArrowFileFailure(name, "read", failure);
    }
  }

  Origin origin() {
    return origin;
  }

  long size() {
    return size;
  }

  MessageBody body(BlockRange range, BufferAllocator allocator) {
    return (offset, length) -> read(range.bodyOffset() + offset, length, "body", allocator);
  }

  /** Heap memory, little-endian. */
  ByteBuffer read(long offset, long length, String what) {
    check(offset, length, what);
    if (length > Integer.MAX_VALUE - 8) {
      throw origin.invalid(offset, what + " of " + length + " bytes is too long");
    }
    ByteBuffer target = ByteBuffer.allocate((int) length).order(ByteOrder.LITTLE_ENDIAN);
    fill(offset, target);
    return target.flip();
  }

  private ArrowBuf read(long offset, long length, String what, BufferAllocator allocator) {
    check(offset, length, what);
    ArrowBuf buffer = allocator.buffer(length);
    try {
      for (long done = 0; done < length; done += CHUNK) {
        fill(offset + done, buffer.nioBuffer(done, (int) Math.min(CHUNK, length - done)));
      }
      buffer.writerIndex(length);
      return buffer;
    } catch (RuntimeException failure) {
      buffer.close();
      throw failure;
    }
  }

  private void check(long offset, long length, String what) {
    if (offset < 0 || length < 0 || offset > size || length > size - offset) {
      throw origin.invalid(
          offset,
          what
              + " of "
              + length
              + " bytes ends after the file, which has "
              + size
              + " bytes; the file is truncated or corrupted, write it again");
    }
  }

  private void fill(long offset, ByteBuffer target) {
    try {
      channel.position(offset);
      while (target.hasRemaining()) {
        if (channel.read(target) < 0) {
          throw new EOFException("the file was cut while it was read");
        }
      }
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
