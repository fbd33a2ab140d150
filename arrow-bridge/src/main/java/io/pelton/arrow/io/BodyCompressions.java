package io.pelton.arrow.io;

import org.apache.arrow.flatbuf.BodyCompression;
import org.apache.arrow.flatbuf.BodyCompressionMethod;
import org.apache.arrow.flatbuf.CompressionType;
import org.apache.arrow.memory.ArrowBuf;
import org.apache.arrow.memory.BufferAllocator;
import org.apache.arrow.vector.compression.CompressionCodec;

/** Undoes the compression of single buffers, whose declared lengths are not taken on trust. */
final class BodyCompressions {
  /** More than either codec can make of a byte. */
  private static final long LZ4_RATIO = 256;

  private static final long ZSTD_RATIO = 1 << 16;
  private static final int PREFIX = 8;

  private final Origin origin;
  private final long offset;
  private final Compression compression;
  private CompressionCodec codec;

  private BodyCompressions(Origin origin, long offset, Compression compression) {
    this.origin = origin;
    this.offset = offset;
    this.compression = compression;
  }

  static BodyCompressions of(Origin origin, long offset, BodyCompression compression) {
    boolean known =
        compression.method() == BodyCompressionMethod.BUFFER
            && (compression.codec() == CompressionType.LZ4_FRAME
                || compression.codec() == CompressionType.ZSTD);
    if (!known) {
      throw origin.unsupported(
          "compression codec " + compression.codec() + ", method " + compression.method(),
          "write it with LZ4, ZSTD or without compression");
    }
    return new BodyCompressions(
        origin,
        offset,
        compression.codec() == CompressionType.ZSTD ? Compression.ZSTD : Compression.LZ4);
  }

  /** The plain bytes of a buffer, in memory that the caller releases. */
  ArrowBuf decompress(ArrowBuf buffer, BufferAllocator allocator) {
    long stored = buffer.writerIndex() - PREFIX;
    if (buffer.writerIndex() == 0) {
      return allocator.getEmpty();
    }
    if (stored < 0) {
      throw origin.corrupted(offset, "a compressed buffer lacks its length");
    }
    long length = buffer.getLong(0);
    if (length == 0) {
      return allocator.getEmpty();
    }
    if (length == -1) {
      buffer.getReferenceManager().retain();
      return buffer.slice(PREFIX, stored);
    }
    long ratio = compression == Compression.ZSTD ? ZSTD_RATIO : LZ4_RATIO;
    if (length < 0 || length / ratio > stored) {
      throw origin.corrupted(
          offset, "a buffer of %d bytes can't hold %d bytes compressed".formatted(stored, length));
    }
    // the codec closes what it is given
    buffer.getReferenceManager().retain();
    try {
      return codec().decompress(allocator, buffer);
    } catch (RuntimeException failure) {
      buffer.getReferenceManager().release();
      throw failure;
    } catch (LinkageError missing) {
      buffer.getReferenceManager().release();
      throw compression.missing(origin, missing);
    }
  }

  private CompressionCodec codec() {
    if (codec == null) {
      codec = compression.codec();
    }
    return codec;
  }
}
