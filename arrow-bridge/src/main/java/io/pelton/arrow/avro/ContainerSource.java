package io.pelton.arrow.avro;

import io.pelton.arrow.ArrowFileFailure;
import io.pelton.arrow.InvalidAvro;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.SeekableByteChannel;
import java.util.Arrays;

/**
 * The bytes of a container file. Every length is held against the file's before memory is taken.
 */
final class ContainerSource implements AutoCloseable {
  static final int SYNC_BYTES = 16;

  private static final int CHUNK = 1 << 16;

  private final String name;
  private final SeekableByteChannel channel;
  private final long size;
  private final ByteBuffer chunk = ByteBuffer.allocate(CHUNK).limit(0);
  private long chunkEnd;

  ContainerSource(String name, SeekableByteChannel channel) {
    this.name = name;
    this.channel = channel;
    try {
      this.size = channel.size();
      this.chunkEnd = 0;
      channel.position(0);
    } catch (IOException failure) {
      throw new ArrowFileFailure(name, "read", failure);
    }
  }

  String name() {
    return name;
  }

  long size() {
    return size;
  }

  long position() {
    return chunkEnd - chunk.remaining();
  }

  InvalidAvro invalid(long offset, String reason) {
    return new InvalidAvro(name, -1, offset, reason, null);
  }

  void seek(long position) {
    long chunkStart = chunkEnd - chunk.limit();
    if (position >= chunkStart && position <= chunkEnd) {
      chunk.position((int) (position - chunkStart));
      return;
    }
    try {
      channel.position(position);
      chunk.position(0).limit(0);
      chunkEnd = position;
    } catch (IOException failure) {
      throw new ArrowFileFailure(name, "read", failure);
    }
  }

  private void need(long bytes, String what) {
    if (bytes > size - position()) {
      throw invalid(
          position(),
          what
              + " of "
              + bytes
              + " bytes ends after the file, which has "
              + size
              + " bytes; the file is truncated or corrupted, write it again");
    }
  }

  private void fill() {
    try {
      chunk.clear();
      int read = channel.read(chunk);
      chunk.flip();
      if (read <= 0) {
        throw new IOException("the file was cut while it was read");
      }
      chunkEnd += read;
    } catch (IOException failure) {
      chunk.position(0).limit(0);
      throw new ArrowFileFailure(name, "read", failure);
    }
  }

  int readByte(String what) {
    need(1, what);
    if (!chunk.hasRemaining()) {
      fill();
    }
    return chunk.get() & 0xff;
  }

  long readLong(String what) {
    long at = position();
    long value = 0;
    for (int shift = 0; shift < 70; shift += 7) {
      int next = readByte(what);
      value |= (next & 0x7fL) << shift;
      if (next < 0x80) {
        return (value >>> 1) ^ -(value & 1);
      }
    }
    throw invalid(at, what + ": a number of more than 64 bits");
  }

  /** Bytes of a length that is held against the file's. */
  byte[] read(long length, String what) {
    checkLength(length, what);
    byte[] bytes = new byte[(int) length];
    int done = 0;
    while (done < bytes.length) {
      if (!chunk.hasRemaining()) {
        fill();
      }
      int count = Math.min(chunk.remaining(), bytes.length - done);
      chunk.get(bytes, done, count);
      done += count;
    }
    return bytes;
  }

  void skip(long length, String what) {
    checkLength(length, what);
    seek(position() + length);
  }

  private void checkLength(long length, String what) {
    if (length < 0 || length > Integer.MAX_VALUE - 8) {
      throw invalid(position(), what + " of " + length + " bytes");
    }
    need(length, what);
  }

  /** Goes behind the next marker at or after here; false where there is none. */
  boolean seekBehind(byte[] sync) {
    byte[] last = new byte[SYNC_BYTES];
    int seen = 0;
    while (position() < size) {
      int start = Math.floorMod(seen, SYNC_BYTES);
      last[start] = (byte) readByte("a sync marker");
      seen++;
      if (seen >= SYNC_BYTES && last[start] == sync[SYNC_BYTES - 1] && endsWith(last, seen, sync)) {
        return true;
      }
    }
    return false;
  }

  private static boolean endsWith(byte[] ring, int seen, byte[] sync) {
    for (int i = 0; i < SYNC_BYTES; i++) {
      if (ring[Math.floorMod(seen + i, SYNC_BYTES)] != sync[i]) {
        return false;
      }
    }
    return true;
  }

  void checkSync(byte[] sync) {
    long at = position();
    if (!Arrays.equals(read(SYNC_BYTES, "a sync marker"), sync)) {
      throw invalid(
          at, "no sync marker after the block; the file is corrupted, or was joined of several");
    }
  }

  @Override
  public void close() {
    try {
      channel.close();
    } catch (IOException failure) {
      throw new ArrowFileFailure(name, "close", failure);
    }
  }
}
