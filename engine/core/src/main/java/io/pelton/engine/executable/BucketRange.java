package io.pelton.engine.executable;

/**
 * Lengths that share an executable, which is made for the longest.
 *
 * @param lower the shortest, at least 1; a range from 1 takes empty batches, too
 * @param upper the longest, at least {@code lower}
 */
public record BucketRange(int lower, int upper) {
  /** The longest bucket: the next power of two would not be an int. */
  static final int MAX = 1 << 30;

  public BucketRange {
    if (lower < 1 || upper < lower || upper > MAX) {
      throw new IllegalArgumentException(
          "a bucket range of "
              + lower
              + " to "
              + upper
              + " should start at 1 or above and end there or above, at most at "
              + MAX);
    }
  }

  boolean contains(long length) {
    return length <= upper && (length >= lower || (length == 0 && lower == 1));
  }

  @Override
  public String toString() {
    return lower == upper ? Integer.toString(lower) : lower + " to " + upper;
  }
}
