package io.pelton.engine.graph;

import java.util.List;

/**
 * N-grams and the columns in which they are counted. Immutable by contract: whoever builds one
 * hands its arrays over.
 *
 * @param texts the n-grams one behind the other; empty where they are of integers
 * @param integers likewise; empty where they are of strings
 * @param starts where the n-grams of each length begin, from length 1 on
 * @param targets column of each n-gram
 * @param weights of the n-grams' columns; empty for 1 each
 */
@SuppressWarnings("ArrayRecordComponent") // compared by identity, as the pool is
public record NgramPool(
    List<String> texts, long[] integers, long[] starts, long[] targets, float[] weights) {
  public boolean isText() {
    return !texts.isEmpty();
  }

  /** Elements of all n-grams. */
  public int elements() {
    return isText() ? texts.size() : integers.length;
  }

  /** Of the result. */
  public long columns() {
    long last = -1;
    for (long target : targets) {
      last = Math.max(last, target);
    }
    return last + 1;
  }
}
