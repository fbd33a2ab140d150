package io.pelton.cuda.kernel.reduce;

import io.pelton.cuda.launch.LaunchBuilder;
import io.pelton.engine.kernel.NodeSpec;

/**
 * Axes as kernels walk them: those of length 1 are left out and neighbours that lie like one axis
 * are merged, so that few indices are divided. Immutable.
 */
public final class View {
  private static final int FIELDS = 1 + 2 * LaunchBuilder.MAX_AXES;

  private final int rank;
  private final long[] dims;
  private final long[] strides;

  private View(int rank, long[] dims, long[] strides) {
    this.rank = rank;
    this.dims = dims;
    this.strides = strides;
  }

  /**
   * @throws io.pelton.engine.error.InvalidOp when too many axes are left
   */
  public static View of(NodeSpec node, long[] dims, long[] strides) {
    long[] merged = new long[dims.length];
    long[] steps = new long[dims.length];
    int rank = 0;
    for (int axis = 0; axis < dims.length; axis++) {
      if (dims[axis] == 1) {
        continue;
      }
      if (rank > 0 && steps[rank - 1] == strides[axis] * dims[axis]) {
        merged[rank - 1] *= dims[axis];
        steps[rank - 1] = strides[axis];
      } else {
        merged[rank] = dims[axis];
        steps[rank] = strides[axis];
        rank++;
      }
    }
    node.inference()
        .check(
            rank <= LaunchBuilder.MAX_AXES,
            "has an operand of "
                + rank
                + " axes that can't be merged, but kernels on a CUDA device go through at most "
                + LaunchBuilder.MAX_AXES
                + "; insert a Copy");
    return new View(rank, merged, steps);
  }

  /** The distance of neighbours along the last axis; 0 where there is none. */
  public long innermostStride() {
    return rank == 0 ? 0 : strides[rank - 1];
  }

  /** {@code View} of {@code fold.cuh}. */
  public LaunchBuilder put(LaunchBuilder launch) {
    return put(launch, this);
  }

  /** A structure of several {@code View}. */
  public static LaunchBuilder put(LaunchBuilder launch, View... views) {
    long[] fields = new long[views.length * FIELDS];
    for (int i = 0; i < views.length; i++) {
      int at = i * FIELDS;
      fields[at] = views[i].rank;
      System.arraycopy(views[i].dims, 0, fields, at + 1, views[i].rank);
      System.arraycopy(views[i].strides, 0, fields, at + 1 + LaunchBuilder.MAX_AXES, views[i].rank);
    }
    return launch.struct(fields.length, fields);
  }
}
