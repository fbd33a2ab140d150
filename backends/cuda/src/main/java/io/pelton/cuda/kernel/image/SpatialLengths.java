package io.pelton.cuda.kernel.image;

import io.pelton.engine.tensor.Layout;
import java.util.Arrays;

/** Lengths of spatial axes. */
final class SpatialLengths {
  private static final int AXES = 3;

  private SpatialLengths() {}

  /** Three lengths; those that are missing come first and are 1. */
  static int[] three(long[] dims, int from, int to) {
    int[] lengths = new int[AXES];
    Arrays.fill(lengths, 1);
    for (int axis = from; axis < to; axis++) {
      lengths[AXES - to + axis] = Math.toIntExact(dims[axis]);
    }
    return lengths;
  }

  static int product(long[] dims, int from, int to) {
    return Math.toIntExact(Layout.elements(Arrays.copyOfRange(dims, from, to)));
  }
}
