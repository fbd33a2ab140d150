package io.pelton.cpu.kernel.norm;

import io.pelton.engine.graph.NormOp.RunNorm;
import io.pelton.engine.kernel.NodeSpec;
import io.pelton.engine.tensor.Layout;
import java.util.Arrays;

/**
 * How a tensor falls into runs that are normalized each by itself.
 *
 * @param runsPerRow runs of one row of the node
 * @param length elements of one run
 * @param inner lengths of the axes of a run
 */
record RunShape(int runsPerRow, int length, long... inner) {
  static RunShape of(NodeSpec node, Layout x) {
    int axis = node.inference().axis(((RunNorm) node.op()).axis(), x.rank());
    long[] dims = x.dims();
    long[] inner = Arrays.copyOfRange(dims, axis, dims.length);
    long runs = Layout.elements(Arrays.copyOf(dims, axis));
    return new RunShape(
        Math.toIntExact(runs / node.rows()), Math.toIntExact(Layout.elements(inner)), inner);
  }
}
