package io.pelton.flink.text;

/** Which neighbouring tokens are merged, into what, and before which others. */
final class MergeTable {
  private final LongIntMap ranks;
  private final int[] merged;

  MergeTable(int count) {
    this.ranks = new LongIntMap(count);
    this.merged = new int[count];
  }

  /** A rank is from 0; of two that name one pair, the later holds. */
  void put(int left, int right, int rank, int token) {
    ranks.put(key(left, right), rank);
    merged[rank] = token;
  }

  /** The rank of a pair, the lowest first, or -1. */
  int rank(int left, int right) {
    return ranks.get(key(left, right));
  }

  /** The token that the pair of a rank becomes. */
  int merged(int rank) {
    return merged[rank];
  }

  private static long key(int left, int right) {
    return (long) left << 32 | right;
  }
}
