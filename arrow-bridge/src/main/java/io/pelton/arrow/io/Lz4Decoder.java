package io.pelton.arrow.io;

import java.nio.BufferOverflowException;
import java.nio.BufferUnderflowException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import net.jpountz.lz4.LZ4Exception;
import net.jpountz.lz4.LZ4Factory;
import net.jpountz.lz4.LZ4SafeDecompressor;
import net.jpountz.xxhash.XXHash32;
import net.jpountz.xxhash.XXHashFactory;

/**
 * Decodes an LZ4 frame (github.com/lz4/lz4, doc) into memory of the length that was declared.
 * Writes nothing beyond it, whatever a broken or hostile frame says, and takes memory for linked
 * blocks only: of a window and one block.
 *
 * <p>Walks the frame itself, because lz4-java can't read frames of linked blocks, which Arrow's C++
 * writes, and commons-compress takes 70 to 200 times as long for them.
 */
final class Lz4Decoder {
  static final int MAGIC = 0x184D2204;
  static final int STORED = 1 << 31;

  /** The natives of the library can't be loaded by two class loaders. */
  private static final LZ4SafeDecompressor BLOCKS = LZ4Factory.safeInstance().safeDecompressor();

  private static final XXHash32 HASH = XXHashFactory.safeInstance().hash32();

  private static final int VERSION = 1;
  private static final int INDEPENDENT = 1 << 5;
  private static final int BLOCK_CHECKSUMS = 1 << 4;
  private static final int CONTENT_SIZE = 1 << 3;
  private static final int CONTENT_CHECKSUM = 1 << 2;
  private static final int DICTIONARY = 1;

  private static final int WINDOW = (1 << 16) - 1;
  private static final int LEAST_MATCH = 4;
  private static final int LAST_LITERALS = 5;

  /**
   * A window is copied for each linked block: what they yield has to be worth it, but for a few.
   */
  private static final int LEAST_LINKED = 1 << 10;

  private static final int FEW_LINKED = 64;

  private final ByteBuffer in;
  private final ByteBuffer out;
  private int flags;
  private int largestBlock;
  private int linkedBlocks;

  /** Of linked blocks: a window with a block, encoded and decoded. */
  private ByteBuffer encoded;

  private ByteBuffer decoded;

  private Lz4Decoder(ByteBuffer in, ByteBuffer out) {
    this.in = in;
    this.out = out;
  }

  /**
   * @param frame little-endian
   * @param target little-endian, from 0 to its limit; filled
   * @throws IllegalArgumentException where the frame is broken or of another length
   */
  static void decode(ByteBuffer frame, ByteBuffer target) {
    try {
      new Lz4Decoder(frame, target).frame();
    } catch (BufferUnderflowException cut) {
      throw new IllegalArgumentException("the LZ4 frame ends early", cut);
    } catch (BufferOverflowException | LZ4Exception | IndexOutOfBoundsException broken) {
      throw new IllegalArgumentException(
          "the LZ4 frame is broken or holds more than the " + target.limit() + " bytes declared",
          broken);
    }
    require(
        !target.hasRemaining(),
        "the LZ4 frame holds " + target.position() + " of " + target.limit() + " bytes declared");
  }

  private void frame() {
    require(in.getInt() == MAGIC, "not an LZ4 frame");
    int start = in.position();
    flags = in.get();
    require((flags & 0xff) >>> 6 == VERSION, "an LZ4 frame of an unknown version");
    require((flags & DICTIONARY) == 0, "an LZ4 frame that needs a dictionary");
    largestBlock = 1 << (8 + 2 * (in.get() >>> 4 & 7));
    if ((flags & CONTENT_SIZE) != 0) {
      long size = in.getLong();
      require(size == out.limit(), "an LZ4 frame of " + size + " bytes, not " + out.limit());
    }
    int checksum = hash(in, start, in.position()) >>> 8 & 0xff;
    require((in.get() & 0xff) == checksum, "an LZ4 frame whose header's checksum differs");
    for (int size = in.getInt(); size != 0; size = in.getInt()) {
      block(size);
    }
    if ((flags & CONTENT_CHECKSUM) != 0) {
      int expected = hash(out, 0, out.position());
      require(in.getInt() == expected, "an LZ4 frame whose contents' checksum differs");
    }
  }

  private void block(int size) {
    int from = in.position();
    int length = size & ~STORED;
    require(length <= largestBlock, "an LZ4 block of more than " + largestBlock + " bytes");
    if (length > in.remaining()) {
      throw new BufferUnderflowException();
    }
    int to = out.position();
    int room = Math.min(largestBlock, out.remaining());
    if ((size & STORED) != 0) {
      out.put(in.slice(from, length));
    } else if ((flags & INDEPENDENT) != 0 || to == 0 || length <= LAST_LITERALS) {
      out.position(to + BLOCKS.decompress(in, from, length, out, to, room));
    } else {
      linked(from, length, room);
    }
    in.position(from + length);
    if ((flags & BLOCK_CHECKSUMS) != 0) {
      require(in.getInt() == hash(in, from, from + length), "an LZ4 block whose checksum differs");
    }
  }

  /**
   * Decodes a block that repeats bytes before it. The library knows single blocks only, so those
   * bytes are put in front as a sequence of the block's own: a run of literals and the match that a
   * sequence can't do without, which repeats the first of them. Turned round by its length, the run
   * comes out in order.
   */
  private void linked(int from, int length, int room) {
    if (encoded == null) {
      int most = Math.min(largestBlock, in.remaining());
      encoded =
          ByteBuffer.allocate(WINDOW + WINDOW / 255 + LEAST_MATCH + most)
              .order(ByteOrder.LITTLE_ENDIAN);
      decoded = ByteBuffer.allocate(WINDOW + LEAST_MATCH + room);
    }
    int to = out.position();
    require(
        linkedBlocks++ < FEW_LINKED + to / LEAST_LINKED,
        "an LZ4 frame of linked blocks of less than " + LEAST_LINKED + " bytes");
    int window = Math.min(to, WINDOW);
    int turned = LEAST_MATCH % window;
    encoded.clear().put((byte) (Math.min(window, 15) << 4));
    for (int beyond = window - 15; beyond >= 0; beyond -= 255) {
      encoded.put((byte) Math.min(beyond, 255));
    }
    encoded
        .put(out.slice(to - turned, turned))
        .put(out.slice(to - window, window - turned))
        .putShort((short) window)
        .put(in.slice(from, length));
    int before = window + LEAST_MATCH;
    int end = BLOCKS.decompress(encoded, 0, encoded.position(), decoded, 0, before + room);
    out.put(decoded.slice(before, end - before));
  }

  private static int hash(ByteBuffer bytes, int from, int to) {
    return HASH.hash(bytes, from, to - from, 0);
  }

  private static void require(boolean sound, String found) {
    if (!sound) {
      throw new IllegalArgumentException(found);
    }
  }
}
