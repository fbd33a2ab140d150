package io.pelton.cpu.kernel.tree;

import io.pelton.cpu.kernel.score.FeatureRows;

/** Walks node by node, as many rows at a time as have their keys in part of the L1 cache. */
final class WalkingDescent implements Descent {
  private static final int KEYS_IN_CACHE = 1 << 11;
  private static final int MAX_ROWS = 16;

  private final NarrowForest forest;
  private final long[][] keys;

  WalkingDescent(NarrowForest forest) {
    this.forest = forest;
    int length = forest.newKeys().length;
    this.keys = new long[Math.max(1, Math.min(MAX_ROWS, KEYS_IN_CACHE / length))][length];
  }

  @Override
  public int rows() {
    return keys.length;
  }

  @Override
  public void run(FeatureRows rows, int first, int count, int[] payloads) {
    for (int row = 0; row < count; row++) {
      rows.read(first + row);
      forest.read(rows.array(), rows.at(), keys[row]);
    }
    forest.walk(keys, count, payloads);
  }
}
