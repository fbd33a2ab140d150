package io.pelton.arrow.io;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import org.apache.arrow.memory.ArrowBuf;
import org.apache.arrow.memory.BufferAllocator;
import org.apache.commons.compress.compressors.lz4.FramedLZ4CompressorInputStream;

/**
 * Decompresses an LZ4 frame into Arrow memory piece by piece. Arrow's own codec decompresses
 * whatever the frame yields to the heap first, which a broken or hostile file can make very much.
 */
final class Lz4Buffer {
  private static final int PIECE = 1 << 16;

  private Lz4Buffer() {}

  static ArrowBuf decompress(
      ArrowBuf source, long from, long stored, long length, BufferAllocator allocator) {
    ArrowBuf target = allocator.buffer(length);
    try (InputStream frame =
        new FramedLZ4CompressorInputStream(
            new BufferStream(source.nioBuffer(from, Math.toIntExact(stored))))) {
      byte[] piece = new byte[PIECE];
      long done = 0;
      for (int count = frame.read(piece); count >= 0; count = frame.read(piece)) {
        if (count > length - done) {
          throw new IOException("the LZ4 frame holds more than the " + length + " bytes declared");
        }
        target.setBytes(done, piece, 0, count);
        done += count;
      }
      if (done < length) {
        throw new IOException("the LZ4 frame holds " + done + " of " + length + " bytes declared");
      }
      return target.writerIndex(length);
    } catch (IOException failure) {
      target.close();
      throw new UncheckedIOException(failure.getMessage(), failure);
    } catch (RuntimeException | LinkageError failure) {
      target.close();
      throw failure;
    }
  }

  private static final class BufferStream extends InputStream {
    private final ByteBuffer bytes;

    BufferStream(ByteBuffer bytes) {
      this.bytes = bytes;
    }

    @Override
    public int read() {
      return bytes.hasRemaining() ? bytes.get() & 0xff : -1;
    }

    @Override
    public int read(byte[] target, int at, int count) {
      if (count == 0) {
        return 0;
      }
      int available = Math.min(count, bytes.remaining());
      bytes.get(target, at, available);
      return available == 0 ? -1 : available;
    }
  }
}
