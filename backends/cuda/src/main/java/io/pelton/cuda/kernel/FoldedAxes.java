package io.pelton.cuda.kernel;

import io.pelton.engine.tensor.Layout;
import java.util.Arrays;

/**
 * Several layouts over one row-major index space, folded together: axes of length 1 are dropped,
 * and neighbours become one axis where all layouts go through them at an even pace. So a kernel
 * takes the fewest divisions to find an element, and none at all where all layouts are contiguous.
 * Immutable.
 */
public final class FoldedAxes {
  private final long[] dims;
  private final long[][] strides;

  private FoldedAxes(long[] dims, long[][] strides) {
    this.dims = dims;
    this.strides = strides;
  }

  /**
   * @param dims of the index space, in elements
   * @param layouts each broadcasts to {@code dims}; offsets are not used
   * @throws IllegalArgumentException when a layout does not broadcast
   */
  public static FoldedAxes of(long[] dims, Layout... layouts) {
    long[][] broadcast =
        Arrays.stream(layouts)
            .map(layout -> layout.broadcastTo(dims).strides())
            .toArray(long[][]::new);
    if (Layout.elements(dims) == 0) {
      return new FoldedAxes(new long[] {0}, new long[layouts.length][1]);
    }
    long[] folded = new long[dims.length];
    int rank = 0;
    for (int axis = 0; axis < dims.length; axis++) {
      if (dims[axis] == 1) {
        continue;
      }
      if (rank > 0 && isEven(broadcast, rank - 1, axis, dims[axis])) {
        folded[rank - 1] *= dims[axis];
        move(broadcast, axis, rank - 1);
      } else {
        folded[rank] = dims[axis];
        move(broadcast, axis, rank);
        rank++;
      }
    }
    int kept = rank;
    return new FoldedAxes(
        Arrays.copyOf(folded, kept),
        Arrays.stream(broadcast).map(of -> Arrays.copyOf(of, kept)).toArray(long[][]::new));
  }

  /**
   * Some of the axes of layouts that have them alike.
   *
   * @param from first axis
   * @param to behind the last one
   */
  public static FoldedAxes between(int from, int to, Layout... layouts) {
    return of(
        Arrays.copyOfRange(layouts[0].dims(), from, to),
        Arrays.stream(layouts)
            .map(
                layout ->
                    Layout.of(
                        Arrays.copyOfRange(layout.dims(), from, to),
                        Arrays.copyOfRange(layout.strides(), from, to),
                        0))
            .toArray(Layout[]::new));
  }

  private static boolean isEven(long[][] strides, int outer, int inner, long length) {
    return Arrays.stream(strides).allMatch(of -> of[outer] == of[inner] * length);
  }

  private static void move(long[][] strides, int from, int to) {
    for (long[] of : strides) {
      of[to] = of[from];
    }
  }

  /** How many axes are left; 0 for a single element. */
  public int rank() {
    return dims.length;
  }

  /** The length of an axis. */
  public long dim(int axis) {
    return dims[axis];
  }

  /** The lengths of the axes, outermost first. */
  public long[] dims() {
    return dims.clone();
  }

  /** The strides of one layout, in elements. */
  public long[] strides(int layout) {
    return strides[layout].clone();
  }

  /** How many elements the index space has. */
  public long elements() {
    return Layout.elements(dims);
  }

  /** True where the elements of a layout follow each other without gaps. */
  public boolean isContiguous(int layout) {
    return Layout.of(dims, strides[layout], 0).isContiguous();
  }

  /** True where a layout has one element for the whole index space. */
  public boolean isSingle(int layout) {
    return Arrays.stream(strides[layout]).allMatch(stride -> stride == 0);
  }
}
