package io.pelton.cuda.kernel.reduce;

import io.pelton.engine.kernel.NodeSpec;
import io.pelton.engine.tensor.Layout;
import java.util.Arrays;

/**
 * Runs along one axis whose results stay in its place.
 *
 * @param apart elements of an output from one element of a run to the next
 */
record AxisRuns(Runs runs, int apart) {
  /**
   * @param axis counted from the front
   * @param isFlat the run goes on over all axes behind
   */
  static AxisRuns of(NodeSpec node, Layout data, int axis, boolean isFlat) {
    boolean[] folded = new boolean[data.rank()];
    for (int at = axis; at < folded.length; at++) {
      folded[at] = at == axis || isFlat;
    }
    long[] dims = data.dims();
    long behind =
        isFlat || axis >= dims.length
            ? 1
            : Layout.elements(Arrays.copyOfRange(dims, axis + 1, dims.length));
    return new AxisRuns(Runs.of(node, data, folded), Math.toIntExact(behind));
  }
}
