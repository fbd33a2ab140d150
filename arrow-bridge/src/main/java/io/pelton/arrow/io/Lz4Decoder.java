package io.pelton.arrow.io;

import java.nio.BufferOverflowException;
import java.nio.BufferUnderflowException;
import java.nio.ByteBuffer;

/**
 * Decodes an LZ4 frame into memory of the length that was declared, after the LZ4 frame and block
 * formats (github.com/lz4/lz4, doc). Takes no memory itself, and writes nothing beyond the target,
 * whatever a broken or hostile frame says.
 */
final class Lz4Decoder {
  static final int MAGIC = 0x184D2204;
  static final int LEAST_MATCH = 4;

  private static final int VERSION = 1;
  private static final int BLOCK_CHECKSUMS = 1 << 4;
  private static final int CONTENT_SIZE = 1 << 3;
  private static final int CONTENT_CHECKSUM = 1 << 2;
  private static final int DICTIONARY = 1;
  private static final int STORED = 1 << 31;
  private static final int WORD = Long.BYTES;

  private final ByteBuffer in;
  private final ByteBuffer out;

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
    } catch (BufferOverflowException more) {
      throw new IllegalArgumentException(
          "the LZ4 frame holds more than the " + target.limit() + " bytes declared", more);
    }
    require(
        !target.hasRemaining(),
        "the LZ4 frame holds " + target.position() + " of " + target.limit() + " bytes declared");
  }

  private void frame() {
    require(in.getInt() == MAGIC, "not an LZ4 frame");
    int start = in.position();
    int flags = in.get();
    require((flags & 0xff) >>> 6 == VERSION, "an LZ4 frame of an unknown version");
    require((flags & DICTIONARY) == 0, "an LZ4 frame that needs a dictionary");
    in.get();
    if ((flags & CONTENT_SIZE) != 0) {
      long size = in.getLong();
      require(size == out.limit(), "an LZ4 frame of " + size + " bytes, not " + out.limit());
    }
    int checksum = XxHash32.of(in, start, in.position()) >>> 8 & 0xff;
    require((in.get() & 0xff) == checksum, "an LZ4 frame whose header's checksum differs");
    for (int size = in.getInt(); size != 0; size = in.getInt()) {
      block(size, (flags & BLOCK_CHECKSUMS) != 0);
    }
    if ((flags & CONTENT_CHECKSUM) != 0) {
      require(
          in.getInt() == XxHash32.of(out, 0, out.position()),
          "an LZ4 frame whose contents' checksum differs");
    }
  }

  private void block(int size, boolean checked) {
    int length = size & ~STORED;
    if (length > in.remaining()) {
      throw new BufferUnderflowException();
    }
    int start = in.position();
    int end = start + length;
    if ((size & STORED) != 0) {
      literals(length, end);
    } else {
      sequences(end);
    }
    if (checked) {
      require(in.getInt() == XxHash32.of(in, start, end), "an LZ4 block whose checksum differs");
    }
  }

  private void sequences(int end) {
    while (true) {
      int token = in.get() & 0xff;
      literals(length(token >>> 4, end), end);
      if (in.position() == end) {
        return;
      }
      int distance = in.getShort() & 0xffff;
      match(distance, length(token & 15, end) + LEAST_MATCH);
    }
  }

  private int length(int nibble, int end) {
    int length = nibble;
    int more = nibble == 15 ? 255 : 0;
    while (more == 255) {
      require(in.position() < end, "an LZ4 length that does not end");
      more = in.get() & 0xff;
      length += more;
      // a length beyond the target is refused below; this one would overflow
      require(length >= 0 && length <= Integer.MAX_VALUE - 512, "an LZ4 length without limits");
    }
    return length;
  }

  private void literals(int length, int end) {
    int from = in.position();
    int to = out.position();
    if (length > end - from) {
      throw new BufferUnderflowException();
    }
    if (length > out.remaining()) {
      throw new BufferOverflowException();
    }
    out.put(to, in, from, length);
    in.position(from + length);
    out.position(to + length);
  }

  private void match(int distance, int length) {
    int to = out.position();
    if (length > out.remaining()) {
      throw new BufferOverflowException();
    }
    if (distance == 0 || distance > to) {
      throw new IllegalArgumentException("an LZ4 match " + distance + " bytes back at " + to);
    }
    int end = to + length;
    int at = to;
    if (distance >= WORD) {
      for (; at <= end - WORD; at += WORD) {
        out.putLong(at, out.getLong(at - distance));
      }
    }
    for (; at < end; at++) {
      out.put(at, out.get(at - distance));
    }
    out.position(end);
  }

  private static void require(boolean sound, String found) {
    if (!sound) {
      throw new IllegalArgumentException(found);
    }
  }
}
