package io.pelton.cuda.kernel.index;

import io.pelton.cuda.kernel.FoldedAxes;
import io.pelton.cuda.launch.Geometry;
import io.pelton.cuda.launch.LaunchBuilder;
import io.pelton.cuda.memory.Refusal;
import io.pelton.engine.graph.IndexOp.GatherElements;
import io.pelton.engine.kernel.Call;
import io.pelton.engine.kernel.FixedKernel;
import io.pelton.engine.kernel.NodeSpec;
import io.pelton.engine.kernel.Operand;
import io.pelton.engine.tensor.Layout;
import java.util.Arrays;
import java.util.stream.LongStream;

/** Takes elements from an index's own place, but along one axis from where it says. */
final class GatherElementsKernel implements FixedKernel {
  @Override
  public Call bind(NodeSpec node, Operand[] in, Operand[] out) {
    Layout data = in[0].layout();
    Layout indices = Layout.contiguous(in[1].layout().dims());
    int axis = node.inference().axis(((GatherElements) node.op()).axis(), data.rank());
    Layout seen = Layout.of(indices.dims(), Layout.contiguous(data.dims()).strides(), 0);
    FoldedAxes outer = FoldedAxes.between(0, axis, indices, seen);
    FoldedAxes inner = FoldedAxes.between(axis + 1, data.rank(), indices, seen);
    long elements = indices.elements();
    return new LaunchBuilder(node, IndexKernels.MODULE, "gather_elements_" + width(in[0]))
        .pointer(in[0])
        .pointer(in[1])
        .pointer(out[0])
        .axes(join(outer.dims(), indices.dim(axis), inner.dims()))
        .axes(join(outer.strides(1), seen.stride(axis), inner.strides(1)))
        .i32(outer.rank() + 1 + inner.rank())
        .i32(outer.rank())
        .i64(data.dim(axis))
        .i32(IndexKernels.isLong(in[1]))
        .extent(elements)
        .watch(Refusal.ofIndex(node, elements / node.rows(), data.dim(axis)))
        .over(Geometry.threads(elements));
  }

  private static int width(Operand data) {
    return data.dtype().bits() / Byte.SIZE;
  }

  private static long[] join(long[] outer, long middle, long... inner) {
    LongStream front = LongStream.concat(Arrays.stream(outer), LongStream.of(middle));
    return LongStream.concat(front, Arrays.stream(inner)).toArray();
  }
}
