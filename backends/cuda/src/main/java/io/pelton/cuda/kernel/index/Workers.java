package io.pelton.cuda.kernel.index;

/** How many threads share the places of what is scattered. */
final class Workers {
  /** Threads that keep a device busy. */
  private static final long ENOUGH = 1 << 14;

  /** Comparisons of places with updates that take no longer than a launch. */
  private static final long FEW = 1 << 22;

  /** Updates that every place may as well look at. */
  private static final long FEW_UPDATES = 32;

  private Workers() {}

  /** True where every place of so many may look at so many updates. */
  static boolean isFew(long places, long updates) {
    return updates <= FEW_UPDATES || places <= FEW / updates;
  }

  /**
   * A power of two.
   *
   * @param apart what is scattered to apart from one another in any case
   * @param places among which workers can be told apart
   */
  static long of(long apart, long places) {
    long workers = 1;
    while (workers < places && workers * apart < ENOUGH) {
      workers *= 2;
    }
    return workers;
  }
}
