package io.pelton.arrow.io;

import java.nio.ByteBuffer;
import java.util.Arrays;

/**
 * Encodes memory as an LZ4 frame of independent blocks, after the LZ4 frame and block formats
 * (github.com/lz4/lz4, doc): greedily, by a table of the last place of each hash. One thread at a
 * time.
 */
final class Lz4Encoder {
  private static final int VERSION_INDEPENDENT = 0x60;
  private static final int LARGEST_BLOCK_CODE = 0x70;
  private static final int LARGEST_BLOCK = 4 << 20;
  private static final int STORED = 1 << 31;
  private static final int FRAME = 15;
  private static final int BLOCK = 4;

  private static final int HASH_BITS = 12;
  private static final int MULTIPLIER = 0x9E3779B1;
  private static final int FARTHEST = 0xffff;

  /**
   * A block's last bytes are literals: no match begins within the last 12 or reaches the last 5.
   */
  private static final int LAST_START = 12;

  private static final int LAST_LITERALS = 5;

  /** Searches without a match after which steps grow. */
  private static final int PATIENCE_BITS = 6;

  /** Of each hash, the place where it stood last, and one. */
  private final int[] places = new int[1 << HASH_BITS];

  private ByteBuffer in;
  private ByteBuffer out;

  /** The most bytes that a frame of so many has. */
  static long bound(long length) {
    long blocks = length / LARGEST_BLOCK + 1;
    return FRAME + length + length / 255 + blocks * (BLOCK + 16);
  }

  /**
   * @param source little-endian, from 0 to its limit
   * @param frame little-endian, with room for {@link #bound}; its position moves
   */
  void encode(ByteBuffer source, ByteBuffer frame) {
    in = source;
    out = frame;
    out.putInt(Lz4Decoder.MAGIC);
    int header = out.position();
    out.put((byte) VERSION_INDEPENDENT).put((byte) LARGEST_BLOCK_CODE);
    out.put((byte) (XxHash32.of(out, header, out.position()) >>> 8));
    for (int from = 0; from < source.limit(); from += LARGEST_BLOCK) {
      block(from, Math.min(LARGEST_BLOCK, source.limit() - from));
    }
    out.putInt(0);
    in = null;
    out = null;
  }

  private void block(int from, int length) {
    int start = out.position();
    out.putInt(0);
    Arrays.fill(places, 0);
    sequences(from, from + length);
    int size = out.position() - start - BLOCK;
    if (size < length) {
      out.putInt(start, size);
    } else {
      out.putInt(start, length | STORED);
      out.position(start + BLOCK);
      literals(from, length);
    }
  }

  private void sequences(int from, int end) {
    int anchor = from;
    int at = from;
    int searches = 1 << PATIENCE_BITS;
    while (at < end - LAST_START) {
      int word = in.getInt(at);
      int hash = (word * MULTIPLIER) >>> (32 - HASH_BITS);
      int match = places[hash] - 1;
      places[hash] = at + 1;
      if (match < from || at - match > FARTHEST || in.getInt(match) != word) {
        at += searches++ >>> PATIENCE_BITS;
        continue;
      }
      while (at > anchor && match > from && in.get(at - 1) == in.get(match - 1)) {
        at--;
        match--;
      }
      int matchEnd = matchEnd(at + Lz4Decoder.LEAST_MATCH, at - match, end - LAST_LITERALS);
      sequence(anchor, at - anchor, at - match, matchEnd - at);
      at = matchEnd;
      anchor = at;
      searches = 1 << PATIENCE_BITS;
    }
    token(end - anchor, 0);
    lengthBeyond(end - anchor);
    literals(anchor, end - anchor);
  }

  /** Up to where bytes repeat those some distance before. */
  private int matchEnd(int from, int distance, int end) {
    int at = from;
    while (at <= end - Long.BYTES) {
      long difference = in.getLong(at) ^ in.getLong(at - distance);
      if (difference != 0) {
        return at + Long.numberOfTrailingZeros(difference) / Byte.SIZE;
      }
      at += Long.BYTES;
    }
    while (at < end && in.get(at) == in.get(at - distance)) {
      at++;
    }
    return at;
  }

  private void sequence(int from, int literals, int distance, int match) {
    int beyond = match - Lz4Decoder.LEAST_MATCH;
    token(literals, beyond);
    lengthBeyond(literals);
    literals(from, literals);
    out.putShort((short) distance);
    lengthBeyond(beyond);
  }

  private void token(int literals, int match) {
    out.put((byte) (Math.min(literals, 15) << 4 | Math.min(match, 15)));
  }

  /** What the token does not hold of a length. */
  private void lengthBeyond(int length) {
    if (length >= 15) {
      int left = length - 15;
      for (; left >= 255; left -= 255) {
        out.put((byte) 255);
      }
      out.put((byte) left);
    }
  }

  private void literals(int from, int length) {
    int to = out.position();
    out.put(to, in, from, length);
    out.position(to + length);
  }
}
