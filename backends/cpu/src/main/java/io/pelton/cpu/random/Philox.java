package io.pelton.cpu.random;

/**
 * Philox4x32-10, after J. K. Salmon, M. A. Moraes, R. O. Dror, D. E. Shaw: Parallel random numbers:
 * as easy as 1, 2, 3 (SC 2011). A counter of 128 bits and a key of 64 make four words; ten rounds,
 * each of two products.
 */
final class Philox {
  private static final int ROUNDS = 10;
  private static final long FIRST_FACTOR = 0xD2511F53L;
  private static final long SECOND_FACTOR = 0xCD9E8D57L;

  /** The golden ratio. */
  private static final int FIRST_KEY_STEP = 0x9E3779B9;

  /** The square root of 3, less 1. */
  private static final int SECOND_KEY_STEP = 0xBB67AE85;

  private static final long WORD = 0xFFFFFFFFL;

  private Philox() {}

  /**
   * Makes the words of one counter.
   *
   * @param low the first two words of the counter, the first one in the low bits
   * @param high the other two
   * @param key two words, the first one in the low bits
   * @param words four, to be filled
   */
  static void fill(long low, long high, long key, int[] words) {
    int c0 = (int) low;
    int c1 = (int) (low >>> Integer.SIZE);
    int c2 = (int) high;
    int c3 = (int) (high >>> Integer.SIZE);
    int k0 = (int) key;
    int k1 = (int) (key >>> Integer.SIZE);
    for (int round = 0; round < ROUNDS; round++) {
      long first = FIRST_FACTOR * (c0 & WORD);
      long second = SECOND_FACTOR * (c2 & WORD);
      c0 = (int) (second >>> Integer.SIZE) ^ c1 ^ k0;
      c1 = (int) second;
      c2 = (int) (first >>> Integer.SIZE) ^ c3 ^ k1;
      c3 = (int) first;
      k0 += FIRST_KEY_STEP;
      k1 += SECOND_KEY_STEP;
    }
    words[0] = c0;
    words[1] = c1;
    words[2] = c2;
    words[3] = c3;
  }
}
