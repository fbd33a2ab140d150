package io.pelton.engine.plan;

/** Where a rotating write-slice puts its elements. */
final class WrittenAt {
  private WrittenAt() {}

  /** The target's element, in row-major order, that the update's element {@code i} replaces. */
  static int element(long[] target, int updateLength, int axis, long start, int i) {
    int inner = 1;
    for (int later = axis + 1; later < target.length; later++) {
      inner *= (int) target[later];
    }
    int index = (int) Math.floorMod(start + i / inner % updateLength, target[axis]);
    int outer = i / inner / updateLength;
    return (outer * (int) target[axis] + index) * inner + i % inner;
  }
}
