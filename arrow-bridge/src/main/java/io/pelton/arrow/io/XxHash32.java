package io.pelton.arrow.io;

import java.nio.ByteBuffer;

/**
 * The checksum of LZ4 frames, XXH32 with seed 0, after the xxHash specification
 * (github.com/Cyan4973/xxHash, doc/xxhash_spec.md).
 */
final class XxHash32 {
  private static final int PRIME_1 = 0x9E3779B1;
  private static final int PRIME_2 = 0x85EBCA77;
  private static final int PRIME_3 = 0xC2B2AE3D;
  private static final int PRIME_4 = 0x27D4EB2F;
  private static final int PRIME_5 = 0x165667B1;

  /** The sum of the first two, as an int has it. */
  private static final int PRIMES_1_AND_2 = 0x24234428;

  private static final int STRIPE = 16;

  private XxHash32() {}

  /**
   * @param bytes little-endian
   */
  static int of(ByteBuffer bytes, int from, int to) {
    int at = from;
    int hash;
    if (to - from >= STRIPE) {
      int a = PRIMES_1_AND_2;
      int b = PRIME_2;
      int c = 0;
      int d = -PRIME_1;
      for (; at <= to - STRIPE; at += STRIPE) {
        a = round(a, bytes.getInt(at));
        b = round(b, bytes.getInt(at + 4));
        c = round(c, bytes.getInt(at + 8));
        d = round(d, bytes.getInt(at + 12));
      }
      hash =
          Integer.rotateLeft(a, 1)
              + Integer.rotateLeft(b, 7)
              + Integer.rotateLeft(c, 12)
              + Integer.rotateLeft(d, 18);
    } else {
      hash = PRIME_5;
    }
    hash += to - from;
    for (; at <= to - 4; at += 4) {
      hash = Integer.rotateLeft(hash + bytes.getInt(at) * PRIME_3, 17) * PRIME_4;
    }
    for (; at < to; at++) {
      hash = Integer.rotateLeft(hash + (bytes.get(at) & 0xff) * PRIME_5, 11) * PRIME_1;
    }
    hash = (hash ^ hash >>> 15) * PRIME_2;
    hash = (hash ^ hash >>> 13) * PRIME_3;
    return hash ^ hash >>> 16;
  }

  private static int round(int lane, int word) {
    return Integer.rotateLeft(lane + word * PRIME_2, 13) * PRIME_1;
  }
}
