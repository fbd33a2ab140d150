package io.pelton.engine.executable;

import io.pelton.engine.error.NoBucket;

/**
 * How many rows the caches of a {@link DecodeSession} have: as many as the smallest bucket at
 * first, then twice as many each time they are full.
 *
 * @param smallest rows at first
 * @param largest rows at most, where the last doubling stops short
 */
public record DecodeBuckets(long smallest, long largest) {
  public DecodeBuckets {
    if (smallest < 1 || largest < smallest || largest > Integer.MAX_VALUE) {
      throw new IllegalArgumentException(
          "buckets from " + smallest + " to " + largest + " rows; should be 1 or more, in order");
    }
  }

  /**
   * The bucket for so many rows.
   *
   * @throws NoBucket when there are more than the largest has
   */
  long bucket(long rows) {
    if (rows > largest) {
      String ranges = smallest + " to " + largest;
      throw new NoBucket("decode session", "tokens", rows, ranges);
    }
    long bucket = smallest;
    while (bucket < rows) {
      bucket = Math.min(2 * bucket, largest);
    }
    return bucket;
  }
}
