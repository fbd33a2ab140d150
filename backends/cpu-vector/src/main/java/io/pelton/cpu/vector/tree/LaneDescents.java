package io.pelton.cpu.vector.tree;

import io.pelton.cpu.kernel.tree.Descent;
import io.pelton.cpu.kernel.tree.Descents;
import io.pelton.cpu.kernel.tree.LaneForest;

/** Descents with a row in every byte of a vector. */
public final class LaneDescents implements Descents {
  @Override
  public int lanes() {
    return Paths.LANES;
  }

  @Override
  public Descent of(LaneForest forest) {
    return new LaneDescent(forest);
  }
}
