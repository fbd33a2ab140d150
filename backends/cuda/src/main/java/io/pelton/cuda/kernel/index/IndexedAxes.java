package io.pelton.cuda.kernel.index;

import io.pelton.cuda.launch.LaunchBuilder;
import io.pelton.cuda.memory.Refusal;
import io.pelton.engine.kernel.NodeSpec;
import io.pelton.engine.kernel.Operand;
import io.pelton.engine.tensor.Layout;
import java.util.Arrays;

/**
 * Axes of data whose indices lie side by side, behind axes that data and indices share.
 *
 * @param lengths of the axes
 * @param strides how many slices apart neighbours on each axis are
 * @param slices that the indices name
 * @param perBatch slices that the indices name for one index of the shared axes
 * @param batchSlices slices that the data has for one index of the shared axes
 * @param sliceLength elements of a slice
 */
record IndexedAxes(
    long[] lengths,
    long[] strides,
    long slices,
    long perBatch,
    long batchSlices,
    long sliceLength) {
  static IndexedAxes of(Operand data, Operand indices, int batchAxes) {
    long[] dims = data.layout().dims();
    long[] indexDims = indices.layout().dims();
    int last = indexDims.length - 1;
    int depth = Math.toIntExact(indexDims[last]);
    int end = batchAxes + depth;
    long[] lengths = Arrays.copyOfRange(dims, batchAxes, end);
    return new IndexedAxes(
        lengths,
        Layout.contiguous(lengths).strides(),
        Layout.elements(Arrays.copyOf(indexDims, last)),
        Layout.elements(Arrays.copyOfRange(indexDims, batchAxes, last)),
        Layout.elements(lengths),
        Layout.elements(Arrays.copyOfRange(dims, end, dims.length)));
  }

  int depth() {
    return lengths.length;
  }

  /** Of an index outside of its axis. */
  Refusal refusal(NodeSpec node) {
    return Refusal.ofIndex(node, slices / node.rows() * depth(), lengths);
  }

  /** {@code Indexed} in {@code index.cu}. */
  LaunchBuilder addTo(LaunchBuilder launch) {
    return launch.view(lengths, strides);
  }
}
