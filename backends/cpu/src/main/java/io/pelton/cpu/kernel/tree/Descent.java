package io.pelton.cpu.kernel.tree;

import io.pelton.cpu.kernel.score.FeatureRows;

/** A way to take rows of features down all trees of a forest. Used by one thread at a time. */
public interface Descent {
  /** How many rows it takes at a time at most. */
  int rows();

  /**
   * Finds the leaves of some rows.
   *
   * @param payloads receives those of all trees, in file order, row after row
   */
  void run(FeatureRows rows, int first, int count, int[] payloads);
}
