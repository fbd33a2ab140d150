package io.pelton.engine.plan;

/**
 * Offsets of the blocks of one arena.
 *
 * @param offsets in units, by block
 * @param peak units that they need
 * @param lowerBound units that any placement needs
 */
record Placement(long[] offsets, long peak, long lowerBound) {
  static Placement of(Lives lives, long[] offsets, long lowerBound) {
    long peak = 0;
    for (int block = 0; block < offsets.length; block++) {
      peak = Math.max(peak, offsets[block] + lives.units(block));
    }
    return new Placement(offsets, peak, lowerBound);
  }

  boolean isTight() {
    return peak == lowerBound;
  }
}
