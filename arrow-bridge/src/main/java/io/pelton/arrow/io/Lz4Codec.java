package io.pelton.arrow.io;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import org.apache.arrow.memory.ArrowBuf;
import org.apache.arrow.memory.BufferAllocator;
import org.apache.arrow.vector.compression.AbstractCompressionCodec;
import org.apache.arrow.vector.compression.CompressionUtil;
import org.apache.arrow.vector.compression.CompressionUtil.CodecType;

/**
 * LZ4 from Arrow memory to Arrow memory. Arrow's own codec goes through the heap by a general
 * library, which takes milliseconds and megabytes for a buffer of a few kilobytes, and decodes
 * whatever a frame yields before it looks at the length.
 */
final class Lz4Codec extends AbstractCompressionCodec {
  private static final int PREFIX = (int) CompressionUtil.SIZE_OF_UNCOMPRESSED_LENGTH;

  @Override
  protected ArrowBuf doCompress(BufferAllocator allocator, ArrowBuf plain) {
    long length = plain.writerIndex();
    long bound = PREFIX + Lz4Encoder.bound(length);
    if (bound > Integer.MAX_VALUE) {
      // so long that the caller stores it as it is
      return CompressionUtil.packageRawBuffer(allocator, plain);
    }
    ArrowBuf compressed = allocator.buffer(bound);
    try {
      ByteBuffer frame = bytes(compressed, PREFIX, (int) bound - PREFIX);
      Lz4Encoder.encode(bytes(plain, 0, (int) length), frame);
      return compressed.writerIndex(PREFIX + (long) frame.position());
    } catch (RuntimeException | LinkageError failure) {
      compressed.close();
      throw failure;
    }
  }

  @Override
  protected ArrowBuf doDecompress(BufferAllocator allocator, ArrowBuf compressed) {
    long length = compressed.getLong(0);
    ArrowBuf plain = allocator.buffer(length);
    try {
      int stored = Math.toIntExact(compressed.writerIndex() - PREFIX);
      Lz4Decoder.decode(
          bytes(compressed, PREFIX, stored), bytes(plain, 0, Math.toIntExact(length)));
      return plain.writerIndex(length);
    } catch (RuntimeException | LinkageError failure) {
      plain.close();
      throw failure;
    }
  }

  private static ByteBuffer bytes(ArrowBuf buffer, int from, int length) {
    return buffer.nioBuffer(from, length).order(ByteOrder.LITTLE_ENDIAN);
  }

  @Override
  public CodecType getCodecType() {
    return CodecType.LZ4_FRAME;
  }
}
