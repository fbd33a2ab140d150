package io.pelton.cuda.kernel.reduce;

import io.pelton.cuda.launch.Geometry;
import io.pelton.cuda.launch.LaunchBuilder;
import io.pelton.engine.kernel.NodeSpec;
import io.pelton.engine.tensor.Layout;
import java.util.stream.IntStream;

/**
 * A tensor as runs of elements that an op combines, in row-major order of the axes that it keeps.
 *
 * @param kept the axes that tell runs apart
 * @param folded the axes of a run
 * @param count runs
 * @param length elements of one
 */
record Runs(View kept, View folded, int count, int length) {
  /** Threads that share a run where its elements are combined in the plain kernels' order. */
  static final int ORDERED_LANES = 16;

  /** Runs from this length on keep all threads of a block busy. */
  private static final int LONG_RUN = 2048;

  /**
   * @param isFolded for each axis, whether it belongs to a run
   */
  static Runs of(NodeSpec node, Layout data, boolean... isFolded) {
    Layout outer = pick(data, isFolded, false);
    Layout inner = pick(data, isFolded, true);
    return new Runs(
        View.of(node, outer.dims(), outer.strides()),
        View.of(node, inner.dims(), inner.strides()),
        Math.toIntExact(outer.elements()),
        Math.toIntExact(inner.elements()));
  }

  private static Layout pick(Layout data, boolean[] isFolded, boolean wanted) {
    return data.permute(
        IntStream.range(0, isFolded.length).filter(axis -> isFolded[axis] == wanted).toArray());
  }

  /** True where neighbouring runs lie closer than neighbouring elements of a run. */
  boolean isAcross() {
    long alongRun = Math.abs(folded.innermostStride());
    long acrossRuns = Math.abs(kept.innermostStride());
    return acrossRuns != 0 && (alongRun == 0 || acrossRuns < alongRun);
  }

  /** Threads that share a run where their results may be combined in any order. */
  int lanes() {
    return length >= LONG_RUN && !isAcross() ? Geometry.BLOCK : ORDERED_LANES;
  }

  /** Blocks of groups of threads, a group for each run. */
  Geometry groups(int lanes) {
    int groups = Geometry.BLOCK / lanes;
    return Geometry.blocks(((long) count + groups - 1) / groups, Geometry.BLOCK);
  }

  /** Both views, and how many runs there are. */
  LaunchBuilder put(LaunchBuilder launch) {
    return folded.put(kept.put(launch)).extent(count);
  }
}
