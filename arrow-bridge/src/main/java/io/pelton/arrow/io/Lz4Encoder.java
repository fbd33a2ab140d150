package io.pelton.arrow.io;

import java.nio.ByteBuffer;
import net.jpountz.lz4.LZ4Compressor;
import net.jpountz.lz4.LZ4Exception;
import net.jpountz.lz4.LZ4Factory;

/**
 * Encodes memory as an LZ4 frame (github.com/lz4/lz4, doc) of independent blocks. The library's own
 * frames go through streams and arrays.
 */
final class Lz4Encoder {
  /** The natives of the library can't be loaded by two class loaders. */
  private static final LZ4Compressor BLOCKS = LZ4Factory.safeInstance().fastCompressor();

  /** Independent blocks of up to 4 MB, without checksums, and the checksum of that. */
  private static final byte[] DESCRIPTOR = {0x60, 0x70, 0x73};

  private static final int LARGEST_BLOCK = 4 << 20;
  private static final int FRAME = 11;

  private Lz4Encoder() {}

  /** The most bytes that a frame of so many has. */
  static long bound(long length) {
    long blocks = length / LARGEST_BLOCK + 1;
    return FRAME + length + blocks * Integer.BYTES;
  }

  /**
   * @param source from 0 to its limit
   * @param frame little-endian, with room for {@link #bound}; its position moves
   */
  static void encode(ByteBuffer source, ByteBuffer frame) {
    frame.putInt(Lz4Decoder.MAGIC).put(DESCRIPTOR);
    for (int from = 0; from < source.limit(); from += LARGEST_BLOCK) {
      int length = Math.min(LARGEST_BLOCK, source.limit() - from);
      int at = frame.position() + Integer.BYTES;
      int size;
      try {
        size = BLOCKS.compress(source, from, length, frame, at, length - 1);
      } catch (LZ4Exception noSmaller) {
        // all that the library says of it
        frame.put(at, source, from, length);
        size = length | Lz4Decoder.STORED;
      }
      frame.putInt(size).position(at + (size & ~Lz4Decoder.STORED));
    }
    frame.putInt(0);
  }
}
