package io.pelton.engine.executable;

/** Where a decoder's graph puts the token that it is given, among the rows of its caches. */
public enum NewToken {
  /**
   * At its offset: the order of all sums is that of the tokens, whatever the caches' length. The
   * row itself is an output, to be kept in the cache.
   */
  PLACED,

  /** At its offset in caches that are session state, where the graph itself keeps the row. */
  WRITTEN,

  /**
   * Behind all rows of the caches, used or not, and in the outputs behind all of them too. Sums
   * over tokens then run in another order than without caches, so that results agree but for
   * rounding.
   */
  APPENDED
}
